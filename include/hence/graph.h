// The decision graph: what agents set out to do, what they decided, and what came of it.
//
// A graph is the fold of its events, in order: nodes and edges are added, changed, superseded and
// deleted by events, so that it has a history and can be read as of any time. A change that does
// not fit where it stands (a second node of an id, an edge to nothing) is passed over by every
// reader in the same way. Several graphs live in one store, by name.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

inline constexpr std::string_view default_graph = "default";

enum class NodeType : std::uint8_t {
    goal,
    decision,
    option,
    action,
    outcome,
    observation,
    revisit
};
enum class NodeStatus : std::uint8_t { active, completed, superseded, rejected };
enum class EdgeType : std::uint8_t {
    leads_to,
    chosen,
    rejected,
    requires_,  // "requires" on the wire, which is no name in C++.
    blocks,
    enables,
    supersedes,
};
std::string_view to_string(NodeType type);
std::string_view to_string(NodeStatus status);
std::string_view to_string(EdgeType type);
// Fail with invalid, listing what there is.
Result<NodeType> node_type(std::string_view name);
Result<NodeStatus> node_status(std::string_view name);
Result<EdgeType> edge_type(std::string_view name);

struct GraphNode {
    std::string id = {};
    NodeType type = NodeType::goal;
    std::string label = {};
    NodeStatus status = NodeStatus::active;
    std::string confidence = {};  // A JSON number as it was given; empty: none.
    std::string rationale = {};   // Empty: none.
    std::string metadata = "{}";  // A JSON object.
    std::string event = {};       // The trace event that it stands for; empty: none.
    Time created_at = {};
    Time updated_at = {};
    Position added = {};                   // Where the event stands that added it,
    std::optional<Position> deleted = {};  // and the one that deleted it.
};

struct GraphEdge {
    std::string id = {};
    std::string from_id = {};
    std::string to_id = {};
    EdgeType type = EdgeType::leads_to;
    std::string metadata = "{}";  // A JSON object.
    Time created_at = {};
    Position added = {};
    bool own_id = false;  // Its id is that of the event that added it.
};

// Names a graph, and the time as of which it is read.
struct GraphAt {
    std::string graph = std::string(default_graph);
    std::optional<Time> as_of = {};  // What was known then, that instant included; nothing: now.
};

class GraphFold;

// Reads one graph for one answer, and remembers what it read. Not for several threads; the store
// must outlive it.
class Graph {
public:
    Graph(const Store& store, GraphAt at);
    Graph(Graph&&) noexcept;
    Graph& operator=(Graph&&) noexcept;
    ~Graph();

    // The node of that id, unless it was never added or is deleted.
    Result<std::optional<GraphNode>> node(std::string_view id);
    // The same, also when it is deleted.
    Result<std::optional<GraphNode>> node_ever(std::string_view id);
    // The whole id of a node, from the whole or an unambiguous beginning or end of it. Fails with
    // not_found, and with invalid when several fit.
    Result<std::string> resolve(std::string_view part);

    // Edges between nodes that are there, in order. An empty list of types lets every type pass.
    Result<std::vector<GraphEdge>> edges_out(std::string_view id);
    Result<std::vector<GraphEdge>> edges_in(std::string_view id);
    Result<std::optional<GraphEdge>> edge(std::string_view id);

    // Nodes of a type that are there, in order.
    Result<std::vector<GraphNode>> nodes_of(NodeType type);
    // Calls `visit` for every node that is there, and then for every edge, in order.
    Result<void> each_node(const std::function<Result<void>(const GraphNode&)>& visit);
    Result<void> each_edge(const std::function<Result<void>(const GraphEdge&)>& visit);

    const GraphAt& at() const;
    GraphFold& fold() { return *fold_; }

private:
    std::unique_ptr<GraphFold> fold_;
};

// Questions; each answers with a list, empty when nothing matches. Breadth first, without a limit
// of hops; ties by the order of arrival of edges.
Result<std::vector<GraphNode>> active_goals(Graph& graph);  // Oldest first, by created_at.
Result<std::vector<GraphNode>> recent_decisions(Graph& graph, std::size_t limit = 10);  // Newest.
// Active goals, and active decisions of which no outcome came: neither an outcome node, directly or
// by way of actions, options and observations, nor an outcome of the event. Oldest first.
Result<std::vector<GraphNode>> open_nodes(Graph& graph);
struct GraphWalk {
    std::string node;
    std::vector<EdgeType> edge_types = {};  // Empty: all.
};
Result<std::vector<GraphNode>> descendants(Graph& graph, const GraphWalk& walk);  // Start excluded.
Result<std::vector<GraphNode>> ancestors(Graph& graph, const GraphWalk& walk);
struct PathAsked {
    std::string from;
    std::string to;
    std::vector<EdgeType> edge_types = {};
};
// The shortest path, both ends included; the node itself when both ends are the same.
Result<std::vector<GraphNode>> path_between(Graph& graph, const PathAsked& asked);

// What an agent should know before it goes on: its active goals with what hangs directly below
// them, and its latest decisions, as text for a prompt. Empty when there is neither.
Result<std::string> context_text(Graph& graph, std::size_t decision_limit = 5);

// One change in the life of a node: what the event did, and how the node stood after it.
struct GraphMoment {
    Event event;
    std::optional<GraphEdge> edge = {};  // If it added an edge to or from the node.
    std::optional<GraphNode> node = {};  // The node after it; nothing once it is deleted.
};
// Everything that happened to a node, in order: how it was added, changed, superseded and deleted,
// and every edge, those that are gone included. What did not fit is left out. Fails with not_found.
Result<std::vector<GraphMoment>> history(Graph& graph, std::string_view id);

}  // namespace hence
