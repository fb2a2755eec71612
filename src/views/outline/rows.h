// Which rows an outline has, worked out from the shape of the session alone.
//
// A page shows a window of a tree that may have a million rows, with some branches closed and some
// kinds left out. The rows are therefore counted and cut from the columns of the shape, and events
// are read only for the rows of the window. Nothing is copied where nothing is left out: then the
// rows are the places of the tree themselves. Where kinds are left out, an event hangs below the
// nearest kept event above it, so that no branch loses its place.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "hence/outline.h"
#include "views/outline/turns.h"
#include "views/shape/shape.h"

namespace hence {

struct OutlineFilter {
    OutlineOrder order = OutlineOrder::tree;
    std::vector<std::uint32_t> kinds = {};  // By number.
    bool all_kinds = true;
    bool errors = false;
    std::unordered_set<std::uint32_t> closed = {};  // By index, as `open` and `at`.
    std::vector<std::uint32_t> open = {};
    std::uint64_t levels = 0;
    std::uint64_t after = 0;  // Ordinals.
    std::uint64_t before = UINT64_MAX;
    std::optional<std::uint32_t> at = {};
};

// One row, of numbers.
struct OutlinePlace {
    std::uint32_t event = 0;  // By index.
    std::uint32_t level = 1;
    std::uint32_t children = 0;
    std::uint32_t descendants = 0;
    bool closed = false;
    bool last = false;
};

// All rows. Takes no more than a pass over the shape, and none where nothing is left out. The shape
// must outlive it.
class OutlineRows {
public:
    OutlineRows(const SessionShape& shape, const OutlineFilter& filter);

    std::size_t size() const { return rows_ ? rows_->size() : count_; }
    std::vector<OutlinePlace> window(std::size_t offset, std::size_t limit) const;
    // The row of the event, or the one before where it would stand.
    std::size_t row_at(std::uint32_t event) const;
    std::uint32_t depth() const { return whole().depth; }

private:
    bool kept(std::uint32_t event) const;
    bool in_range(std::uint32_t event) const;
    bool hides(std::uint32_t event, std::uint32_t level) const;
    void keep_events();
    void keep_branches();
    bool open(std::uint32_t event) const { return !open_.empty() && open_[event]; }
    void open_named();
    void open_above(std::uint32_t event);
    void select();
    std::uint32_t entry(std::size_t row) const;
    const ShapeTree& whole() const { return turns_ ? turns_->tree : shape_.tree; }
    const std::vector<std::uint32_t>& parents() const {
        return turns_ ? turns_->parents : shape_.parents;
    }
    const ShapeTree& tree() const { return part_ ? *part_ : whole(); }
    void count_below(std::vector<OutlinePlace>& places) const;

    const SessionShape& shape_;
    OutlineFilter filter_;
    std::optional<TurnTree> turns_;  // In the order of turns.
    std::vector<bool> open_;         // Named, or above `at`; empty: none.
    std::optional<ShapeTree> part_;  // What is kept, when not everything is.
    std::optional<std::vector<std::uint32_t>>
        rows_;               // Places in the tree, or events in order; else
    std::size_t first_ = 0;  // all of them from here on,
    std::size_t count_ = 0;  // so many.
};

}  // namespace hence
