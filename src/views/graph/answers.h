// How nodes, edges and histories of a decision graph are written, and how a whole graph is.
//
// A whole graph is written node by node from the store and is never complete in memory. Recorded
// text cannot end a label in DOT or Mermaid (views/write/drawing.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hence/graph.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/store.h"

namespace hence {

struct NodeAnswer {
    GraphNode node;
};
// The node as an object; as text, a line for each thing that is known of it.
Result<void> write_json(const NodeAnswer& answer, const Store& store, const Sink& sink);
Result<void> write_text(const NodeAnswer& answer, const Store& store, const Sink& sink);

struct NodeList {
    std::vector<GraphNode> nodes;
};
// An array; as text, a line a node.
Result<void> write_json(const NodeList& answer, const Store& store, const Sink& sink);
Result<void> write_text(const NodeList& answer, const Store& store, const Sink& sink);

struct EdgeList {
    std::vector<GraphEdge> edges;
};
// An array; as text, a line an edge.
Result<void> write_json(const EdgeList& answer, const Store& store, const Sink& sink);
Result<void> write_text(const EdgeList& answer, const Store& store, const Sink& sink);

struct NodeHistory {
    std::vector<GraphMoment> moments;
};
// [{"event","time","kind","agent","session","run","correlation","edge","node"}]: what happened, by
// whom, and the node after it; as text, a line each.
Result<void> write_json(const NodeHistory& answer, const Store& store, const Sink& sink);
Result<void> write_text(const NodeHistory& answer, const Store& store, const Sink& sink);

struct DeletedNode {
    GraphNode node;
    std::vector<GraphEdge> edges;  // That went with it.
};
// {"deleted","edges"}
Result<void> write_json(const DeletedNode& answer, const Store& store, const Sink& sink);
Result<void> write_text(const DeletedNode& answer, const Store& store, const Sink& sink);
// What a delete took away. The node must be deleted; fails as history does.
Result<DeletedNode> deleted_node(Graph& graph, std::string_view id);

// "- [3f2a9c01] goal: Implement auth (active, confidence: 0.9)"
std::string node_line(const GraphNode& node);
// "[3f2a9c01] -chosen-> [b7d1e2f3]"
std::string edge_line(const GraphEdge& edge);

// Every node that is there, as write_json and write_text of a list, but never whole in memory.
Result<void> write_nodes_json(Graph& graph, const Sink& sink);
Result<void> write_nodes_text(Graph& graph, const Sink& sink);

enum class GraphExport : std::uint8_t { json, deciduous, dot, mermaid };
// Fails with invalid, listing what there is.
Result<GraphExport> graph_export(std::string_view name);
// json: {"graph","nodes","edges"}, which `import` takes back. deciduous: a patch, whose status and
// types are ours where Deciduous has none of that meaning. dot, mermaid: a drawing.
Result<void> export_graph(Graph& graph, GraphExport language, const Sink& sink);

}  // namespace hence
