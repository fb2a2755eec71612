// What one graph event says, checked without its graph.
//
// change_of reads an event into one of five changes. It fails when the event could fit no graph at
// all: a missing id, an unknown type. Whether the change fits this graph is a question for GraphFit
// (before it is stored) and GraphFold (afterwards). The three share this one reading, so that a
// change is never accepted in one sense and folded in another.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "hence/event.h"
#include "hence/graph.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// Members that a graph_update may set.
struct NodeChanges {
    std::optional<std::string> label = {};
    std::optional<NodeStatus> status = {};
    std::optional<std::string> confidence = {};  // Empty: taken away.
    std::optional<std::string> rationale = {};
    std::optional<std::string> metadata = {};
};

struct NodeAdded {
    GraphNode node;
};
struct EdgeAdded {
    GraphEdge edge;
};
struct NodeUpdated {
    std::string id;
    NodeChanges set;
};
struct NodeDeleted {
    std::string id;
};
struct NodeSuperseded {
    std::string old_id;
    GraphEdge edge;  // From the new node to the old one; its metadata says why.
};
using GraphChange = std::variant<NodeAdded, EdgeAdded, NodeUpdated, NodeDeleted, NodeSuperseded>;

bool is_graph_kind(std::string_view kind);

// The name of the graph that a graph event is about.
std::string graph_of(const Event& event);

// A node or an edge without an id has that of its event. Fails with invalid, naming the key, when
// the event could fit no graph at all.
Result<GraphChange> change_of(const Event& event);

// Parts, for doors that take them one by one. Each fails with invalid, naming the key.
Result<GraphNode> node_from(Json object, const Time& otherwise);
Result<GraphEdge> edge_from(Json object, const Time& otherwise);
Result<NodeChanges> changes_from(Json object);

void apply(const NodeChanges& changes, GraphNode& node);

}  // namespace hence
