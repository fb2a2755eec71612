// The summary of a change of a decision graph, for answers that know the labels of its nodes.
//
// An event that joins two nodes names their ids, which say nothing to a person. The labels stand in
// other events, so whoever can read the graph looks them up and hands them in.
#pragma once

#include <string>

#include "hence/event.h"

namespace hence {

// The labels of the two nodes that a graph_edge joins, or of the old and the new node of a
// graph_supersede, or of the one node that a graph_update or graph_delete changes. An empty one is
// not known: then the node's id stands for it.
struct NodeLabels {
    std::string first = {};
    std::string second = {};
};
// The ids of those nodes; both empty for an event of any other kind.
NodeLabels node_ids(const Event& event);
// As summary(event), with labels in the place of ids.
std::string summary(const Event& event, const NodeLabels& labels);

}  // namespace hence
