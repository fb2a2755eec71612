// A context graph as it is drawn, and for each part of it where it came from.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "hence/context.h"
#include "hence/explain.h"
#include "views/context_log.h"

namespace hence {

// Where a node's label is from.
enum class LabelOf : std::uint8_t {
    nobody,  // No event: the graph's own words, or a name.
    text,    // These: of the event that names it, as ContextFact has them.
    result,
    why,
    end,  // Its text, or where that is empty its result.
};

struct PaintedNode {
    static constexpr std::uint32_t none = ContextLog::none;

    std::uint32_t event = none;  // In the log: whose time it has; none: no event's.
    std::uint32_t named_by = none;
    LabelOf label = LabelOf::nobody;
    std::uint32_t line = none;  // Of a thought: the turns that it is one of, from 0: the backbone.
};

// Of edges.
inline constexpr std::array<std::string_view, 6> context_labels{
    "leads to", "calls", "returns", "informs", "executes", "delegates"};

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

// What `context` answers, whose errors it has. With `take`, the graph keeps neither nodes nor
// edges: those of a long session take more than all that is made of them.
Result<ContextPainting> paint_context(const Store& store, const ContextRequest& request,
                                      const TakeNode& take = {});

}  // namespace hence
