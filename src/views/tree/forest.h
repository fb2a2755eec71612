// The shape of a tree in the making: nodes by number, and each one's parent.
//
// Parents come in any order, may be missing, and may form cycles, since ids come from outside. So
// the forest takes nodes first, hangs them below their parents when these are known, and cuts each
// cycle before its earliest event. After the cut, hang_below refuses any link that would close a
// new cycle; a union-find structure with path halving answers that question quickly. Laying out
// needs no recursion, because a tree may be as deep as it has events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/tree.h"
#include "model/position.h"
#include "views/find/id_numbers.h"

namespace hence {

class Forest {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // How a node came below its parent. Own children come first.
    enum class Below : std::uint8_t { as_child, by_delegation };

    // Adds a root. Its id must not be known.
    std::uint32_t add(const Event& event);
    std::optional<std::uint32_t> find(std::string_view id) const;

    void put_below(std::uint32_t node, std::uint32_t parent) { parents_[node] = parent; }
    // Hangs a root below a parent, once cycles are cut. False, and nothing changes, when the node
    // is no root or the parent stands below it.
    bool hang_below(std::uint32_t root, std::uint32_t parent, Below below);

    // Makes the earliest event of each cycle a root. The cycles, each from that event on, from
    // parent to child; in the order of their first events. To be called once all nodes are below
    // their parents.
    std::vector<std::vector<std::string>> cut_cycles();

    std::size_t size() const { return parents_.size(); }
    // Lives as long as the forest, even if that is moved.
    std::string_view id(std::uint32_t node) const { return ids_.text(node); }
    std::uint32_t parent(std::uint32_t node) const { return parents_[node]; }  // Or none.

    // The nodes' numbers, depth first; fills in `tree.nodes`, `roots`, `depth` and `root_event_id`.
    std::vector<std::uint32_t> lay_out(Tree& tree) const;

private:
    std::uint32_t top(std::uint32_t node);
    std::vector<std::uint32_t> siblings_in_order() const;

    IdNumbers ids_;  // By node.
    std::vector<Position> places_;
    std::vector<std::uint32_t> parents_;
    std::vector<Below> below_;
    std::vector<std::uint32_t> tops_;  // A way to the root of each, shortened as it is walked.
    bool in_order_ =
        true;  // Nodes are numbered in the order of events, and none hangs by delegation.
};

}  // namespace hence
