// Which nodes of a drawn graph a map shows, and which of these stands for each of the others.
//
// Nodes that can be folded stand in rows. There are four kinds of rows: the turns of a line, the
// steps of a node (its calls, and what it observed), the decisions of a node (and outcomes that
// hang on nothing smaller), and the lines that a thought delegated to. A
// group of a row has 10^exponent places and begins at a multiple of that. So a group keeps its name
// when the row grows, and whatever else is open. fold() tries grains from the finest to the
// coarsest, counts how many items each would show, and takes the first that fits the limit. Room
// that is left opens groups towards the end of the session, then towards its beginning. The groups
// that the reader opened are added last and change nothing else. Every node of the graph has
// exactly one item that stands for it, or edges would lead nowhere. The same graph, limits and
// choice always give the same folding.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "views/map/drawing.h"

namespace hence {

enum class RowKind : std::uint8_t { turns, calls, decisions, agents };

struct FoldRow {
    RowKind kind = RowKind::turns;
    std::uint32_t of = 0;  // The line, or the node under which calls and agents hang.
    friend auto operator<=>(const FoldRow&, const FoldRow&) = default;
};

struct FoldGroup {
    static constexpr std::uint8_t rest = 255;  // In place of an exponent: all beyond the first few.

    FoldRow row;
    std::uint8_t exponent = rest;
    std::uint32_t index = 0;
    friend bool operator==(const FoldGroup&, const FoldGroup&) = default;
};

// The row of a node that hangs under the incident or a thought.
RowKind row_of(const DrawnGraph& graph, std::uint32_t node);

// The node that a row is named after: its first turn, or what its steps and sub-agents hang under.
std::uint32_t anchor_of(const DrawnGraph& graph, const FoldRow& row);

// "stack:turns:EXPONENT.INDEX:ANCHOR", or "stack:calls:rest:ANCHOR". The anchor is a node's id, and
// so may hold anything.
std::string stack_name(const FoldGroup& group, std::string_view anchor);
struct StackName {
    FoldGroup group;  // Its row has no number yet.
    std::string_view anchor;
};
std::optional<StackName> parse_stack_name(std::string_view name);

// How many places a group of that exponent has.
std::uint64_t places_in(std::uint8_t exponent);
// The least exponent, from 1, of a group that has so many places.
std::uint8_t exponent_for(std::uint64_t places);
// The next node beside `node`, behind its whole line if it is a thought.
std::uint32_t next_beside(const DrawnGraph& graph, std::uint32_t node);

// What is shown: a node, or a group in place of many.
struct ShownItem {
    std::uint32_t node = 0;             // Itself, or the first that it stands for.
    std::uint32_t parent = UINT32_MAX;  // The item under which it hangs, by number.
    std::uint64_t members = 1;
    std::optional<FoldGroup> group = {};
};

struct Folding {
    std::vector<ShownItem> items;
    std::vector<std::uint32_t> shown_by;  // By node: the number of the item that stands for it.
};

// What a reader opened and closed, by number of node.
class FoldChoice {
public:
    FoldChoice(const DrawnGraph& graph, std::uint64_t fan) : graph_(&graph), fan_(fan) {}

    void open(const FoldGroup& group);
    void open(std::uint32_t node);  // What it hides; and shows itself.
    void close(std::uint32_t node) { closed_.insert(node); }

    bool opened(const FoldGroup& group) const;
    bool opened(std::uint32_t node) const { return nodes_.contains(node); }
    bool closed(std::uint32_t node) const { return closed_.contains(node); }

private:
    // Every group of the row that has this place is open, down to this exponent.
    struct Way {
        std::uint32_t place;
        std::uint8_t exponent;
    };
    void open_place(const FoldRow& row, const Way& way);
    void reveal(std::uint32_t node);
    void reveal_step(std::uint32_t node, std::uint32_t above);

    const DrawnGraph* graph_;
    std::uint64_t fan_;
    std::map<FoldRow, std::vector<Way>> ways_;
    std::unordered_set<std::uint32_t> nodes_;
    std::unordered_set<std::uint32_t> revealed_;
    std::unordered_set<std::uint32_t> closed_;
};

struct FoldLimits {
    std::uint64_t nodes = 0;
    std::uint64_t fan = 0;
};

// Folds a graph to `limits`, with the choices of the reader added.
Folding fold(const DrawnGraph& graph, const FoldLimits& limits, const FoldChoice& asked);

}  // namespace hence
