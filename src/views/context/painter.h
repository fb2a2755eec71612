// A context graph as it is drawn, and for each part of it where it came from.
//
// The painter walks from the incident along the backbone to the action. Below each turn it draws
// the turn's steps, and below a delegation the line of the child; lines that are not finished wait
// on a stack of the painter's own, since delegations may nest as deep as the log is long. An edge
// may lead to a turn that is drawn later: such an edge keeps the number of the turn and is settled
// at the end. An edge to a turn that was never drawn is left out. Nodes without an event get an id
// that no event has. With a TakeNode each node is handed on as soon as it is complete, and the
// graph itself stays empty; the map is made that way, and a session of a million events then needs
// no list of nodes with texts.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "hence/context.h"
#include "hence/explain.h"
#include "views/context/log.h"

namespace hence {

// Where a node's label is from.
enum class LabelOf : std::uint8_t {
    nobody,  // No event: the graph's own words, or a name.
    text,    // From here on: that text of the event that names the node.
    result,
    why,
    end,  // Its text, or where that is empty its result.
};

struct PaintedNode {
    static constexpr std::uint32_t none = ContextLog::none;

    std::uint32_t event = none;  // In the log: whose time it has; none: no event's.
    std::uint32_t named_by = none;
    LabelOf label = LabelOf::nobody;
    std::uint32_t line = none;  // Of a thought: the number of its line; 0 is the backbone.
};

// Labels of edges.
inline constexpr std::array<std::string_view, 8> context_labels{
    "leads to", "calls", "returns", "informs", "executes", "delegates", "decides", "judged"};

struct PaintedEdge {
    std::uint32_t from = 0;  // Numbers of nodes.
    std::uint32_t to = 0;
    Provenance provenance = Provenance::assumed;
    std::uint8_t label = 0;  // In context_labels.
};

struct ContextPainting {
    ContextGraph graph;
    std::vector<PaintedEdge> edges;  // As graph.edges has them.
    std::uint32_t lines = 0;
    std::shared_ptr<const ContextLog> log;
};

// Takes each node when it is drawn, in the order in which a graph has them.
using TakeNode =
    std::function<void(const ContextNode& node, const PaintedNode& from, const ContextLog& log)>;

// Draws the graph that `context` answers with, and fails as `context` does. With `take`, the graph
// keeps neither nodes nor edges, because those of a long session need more memory than the columns
// that are made of them; and decisions and outcomes are drawn too, as a map has them.
Result<ContextPainting> paint_context(const Store& store, const ContextRequest& request,
                                      const TakeNode& take = {});

}  // namespace hence
