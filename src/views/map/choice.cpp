// Names of stacks, and what a reader opened or closed.
//
// The name of a stack says its row, exponent, index and the id of the node that the row is named
// after. It holds no number that changes when the session grows: a page may ask for a stack minutes
// after it was shown. Opening a node or a group opens everything that it lies in, up to the
// backbone, because an open group inside a closed one could not be seen.
#include <algorithm>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "views/map/fold.h"

namespace hence {
namespace {

constexpr std::uint32_t none = DrawnGraph::none;
constexpr std::uint8_t exponent_max = 9;
constexpr std::string_view stack_word = "stack";
constexpr std::string_view rest_word = "rest";

std::string_view to_string(RowKind kind) {
    switch (kind) {
        case RowKind::turns: return "turns";
        case RowKind::calls: return "calls";
        case RowKind::decisions: return "decisions";
        case RowKind::agents: return "agents";
    }
    return "";
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

// What stands before the next colon; takes it off.
std::string_view next_part(std::string_view& text) {
    const std::size_t end = std::min(text.find(':'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

bool read_kind(std::string_view text, RowKind& kind) {
    for (const RowKind each :
         {RowKind::turns, RowKind::calls, RowKind::decisions, RowKind::agents}) {
        if (to_string(each) == text) {
            kind = each;
            return true;
        }
    }
    return false;
}

}  // namespace

std::uint64_t places_in(std::uint8_t exponent) {
    std::uint64_t places = 1;
    for (; exponent > 0; --exponent) {
        places *= 10;
    }
    return places;
}

std::uint8_t exponent_for(std::uint64_t places) {
    std::uint8_t exponent = 1;
    while (places_in(exponent) < places) {
        ++exponent;
    }
    return exponent;
}

std::uint32_t next_beside(const DrawnGraph& graph, std::uint32_t node) {
    if (graph.types[node] != DrawnType::thought) {
        return graph.ends[node];
    }
    return graph.ends[graph.lines[graph.thought(node).line].nodes.back()];
}

RowKind row_of(const DrawnGraph& graph, std::uint32_t node) {
    switch (graph.types[node]) {
        case DrawnType::thought: return RowKind::agents;
        case DrawnType::decision:
        case DrawnType::outcome: return RowKind::decisions;
        case DrawnType::tool_call:
        case DrawnType::observation:
        case DrawnType::incident:
        case DrawnType::action:
        case DrawnType::stack: break;
    }
    return RowKind::calls;
}

std::uint32_t anchor_of(const DrawnGraph& graph, const FoldRow& row) {
    return row.kind == RowKind::turns ? graph.lines[row.of].nodes.front() : row.of;
}

std::string stack_name(const FoldGroup& group, std::string_view anchor) {
    const std::string place = group.exponent == FoldGroup::rest
                                  ? std::string(rest_word)
                                  : fmt::format("{}.{}", group.exponent, group.index);
    return fmt::format("{}:{}:{}:{}", stack_word, to_string(group.row.kind), place, anchor);
}

std::optional<StackName> parse_stack_name(std::string_view name) {
    StackName named;
    FoldGroup& group = named.group;
    if (next_part(name) != stack_word || !read_kind(next_part(name), group.row.kind)) {
        return std::nullopt;
    }
    const std::string_view place = next_part(name);
    named.anchor = name;
    if (place == rest_word) {
        return group.row.kind == RowKind::turns ? std::nullopt : std::optional(named);
    }
    const std::size_t point = place.find('.');
    if (point == place.npos || !read_number(place.substr(0, point), group.exponent) ||
        !read_number(place.substr(point + 1), group.index) || group.exponent < 1 ||
        group.exponent > exponent_max ||
        group.index * places_in(group.exponent) >= DrawnGraph::none) {
        return std::nullopt;
    }
    return named;
}

void FoldChoice::open_place(const FoldRow& row, const Way& way) {
    ways_[row].push_back(way);
}

bool FoldChoice::opened(const FoldGroup& group) const {
    const auto ways = ways_.find(group.row);
    if (ways == ways_.end()) {
        return false;
    }
    if (group.exponent == FoldGroup::rest) {
        return true;
    }
    const std::uint64_t places = places_in(group.exponent);
    return std::ranges::any_of(ways->second, [&](const Way& way) {
        return way.exponent <= group.exponent && way.place / places == group.index;
    });
}

void FoldChoice::open(std::uint32_t node) {
    nodes_.insert(node);
    reveal(node);
}

void FoldChoice::open(const FoldGroup& group) {
    const bool rest = group.exponent == FoldGroup::rest;
    const std::uint64_t place = rest ? 0 : group.index * places_in(group.exponent);
    open_place(group.row, {static_cast<std::uint32_t>(place), group.exponent});
    if (group.row.kind != RowKind::turns) {
        open(group.row.of);
        return;
    }
    const std::uint32_t above = graph_->lines[group.row.of].parent;
    if (above != none) {
        reveal_step(graph_->lines[group.row.of].nodes.front(), above);
        open(above);
    }
}

// A step among those of its row, or a line by its first turn.
void FoldChoice::reveal_step(std::uint32_t node, std::uint32_t above) {
    const RowKind row = row_of(*graph_, node);
    std::uint32_t place = 0;
    for (std::uint32_t each = above + 1; each < node; each = next_beside(*graph_, each)) {
        place += row_of(*graph_, each) == row ? 1 : 0;
    }
    if (place + 1 >= fan_) {
        open_place({row, above}, {place, 1});
    }
}

// Opens whatever the node lies in, up to the backbone.
void FoldChoice::reveal(std::uint32_t node) {
    for (; node != none && revealed_.insert(node).second; node = graph_->parents[node]) {
        const std::uint32_t above = graph_->parents[node];
        if (graph_->types[node] == DrawnType::thought) {
            const DrawnGraph::Thought& thought = graph_->thought(node);
            open_place({RowKind::turns, thought.line}, {thought.place, 1});
            if (above != none) {
                reveal_step(graph_->lines[thought.line].nodes.front(), above);
            }
        } else if (above == 0 || (above != none && graph_->types[above] == DrawnType::thought)) {
            reveal_step(node, above);
        }
        if (above != none) {
            nodes_.insert(above);
        }
    }
}

}  // namespace hence
