// Sums up what each item of a folding stands for: nodes, errors, tokens, the time from the first
// beginning to the last end, and tools. One pass over the columns serves all items.
//
// A call and its result count as one error, not as two.
#include <algorithm>
#include <cmath>

#include "views/map/view.h"

namespace hence {
namespace {

constexpr std::uint32_t none = DrawnGraph::none;

void add_member(ItemTally& item, std::uint16_t agent, std::uint16_t run) {
    const auto merge = [&](std::uint16_t& known, std::uint16_t name) {
        known = !item.named || known == name ? name : DrawnGraph::unnamed;
        known = known == DrawnGraph::many ? DrawnGraph::unnamed : known;
    };
    merge(item.agent, agent);
    merge(item.run, run);
    item.named = true;
}

void add_time(ItemTally& item, const DrawnGraph& graph, std::uint32_t node) {
    if (graph.seqs[node] == 0 || graph.has(node, DrawnGraph::untimed)) {
        return;
    }
    const double known = graph.durations[node];
    const double duration = std::isnan(known) ? 0 : known;
    const double end = static_cast<double>(graph.times[node]) + duration * 1'000;
    item.begin = std::min(item.begin, graph.times[node]);
    // A duration may be any number; an end beyond what can be told is as good as none.
    if (end < static_cast<double>(INT64_MAX)) {
        item.end = std::max(item.end, static_cast<std::int64_t>(end));
    }
}

void add_ordinal(ItemTally& item, std::uint32_t ordinal) {
    if (ordinal != 0) {
        item.first_ordinal =
            item.first_ordinal == 0 ? ordinal : std::min(item.first_ordinal, ordinal);
        item.last_ordinal = std::max(item.last_ordinal, ordinal);
    }
}

}  // namespace

std::vector<ItemTally> tally(const DrawnGraph& graph, const Folding& folding) {
    std::vector<ItemTally> items(folding.items.size());
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
        const std::uint32_t number = folding.shown_by[node];
        if (number == none) {
            continue;
        }
        const ShownItem& shown = folding.items[number];
        ItemTally& item = items[number];
        ++item.nodes;
        const bool itself = !shown.group && shown.node == node;
        if (graph.has(node, DrawnGraph::failed) &&
            (itself || !graph.has(node, DrawnGraph::returned))) {
            ++item.errors;
        }
        add_ordinal(item, graph.ordinals[node]);
        if (!shown.group) {
            continue;
        }
        add_time(item, graph, node);
        if (graph.levels[node] == graph.levels[shown.node]) {
            add_member(item, graph.agents[node], graph.runs[node]);
        }
        if (shown.group->row.kind == RowKind::decisions) {
            item.decisions += graph.types[node] == DrawnType::decision ? 1 : 0;
            item.outcomes += graph.types[node] == DrawnType::outcome ? 1 : 0;
        }
        if (shown.group->row.kind == RowKind::calls) {
            if (graph.types[node] == DrawnType::tool_call) {
                ++item.tools[graph.tools[node]];
            }
            item.observations += graph.types[node] == DrawnType::observation &&
                                         !graph.has(node, DrawnGraph::returned)
                                     ? 1
                                     : 0;
        }
    }
    for (const DrawnGraph::Thought& thought : graph.thoughts) {
        const std::uint32_t number = folding.shown_by[thought.node];
        if (number != none && !std::isnan(thought.tokens)) {
            items[number].tokens = items[number].tokens.value_or(0) + thought.tokens;
        }
    }
    return items;
}

}  // namespace hence
