// Whether planned changes fit a graph, one after the other: the check behind every refusal.
//
// GraphFit looks at the graph as it is stored and at the changes that it has taken so far, so that
// a plan may add a node and an edge to it in one batch. Folding never refuses (see fold.h); a
// writer must, because it can still tell its caller. `not_before` moves a change behind all events
// that it depends on: an update with an earlier time than its node would be folded before the node
// and have no effect.
#pragma once

#include <string>
#include <vector>

#include "base/by_text.h"
#include "graph/change.h"
#include "hence/graph.h"
#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// The graph as it is, and what was taken so far. The store must outlive it.
class GraphFit {
public:
    GraphFit(const Store& store, const std::string& graph) : graph_(store, {.graph = graph}) {}

    // Fails with not_found for a node that is not there, and with conflict for an id that is taken
    // or a circle of supersedes.
    Result<void> take(const GraphChange& change);

    // Whether the node or edge is there already and says the same, as it is or as it was added.
    Result<bool> has_same(const GraphChange& change);

    // The earliest time at which the change comes behind all that it is about.
    Result<Time> not_before(const GraphChange& change, const Time& time);

private:
    Result<void> needs(const std::string& id);
    Result<void> take_node(const GraphNode& node);
    Result<void> take_edge(const GraphEdge& edge);
    Result<void> take_supersedes(const GraphEdge& edge);
    Result<bool> has_same_node(const GraphNode& node);
    Result<Time> latest_about(const std::string& id, const Time& time);

    Graph graph_;
    ByText<Time> nodes_;  // Those taken, and when.
    Texts edges_;
    Texts gone_;
    ByText<std::vector<std::string>> superseding_;
};

}  // namespace hence
