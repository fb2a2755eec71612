#include "graph/node_json.h"

#include <optional>

namespace hence {
namespace {

std::optional<Exact> exact_or_null(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(Exact{text});
}

// {"id","type","label","status", and no end.
void begin_node(JsonWriter& json, const GraphNode& node) {
    json.begin_object().member("id", Exact{node.id}).member("type", to_string(node.type));
    json.member("label", Exact{node.label}).member("status", to_string(node.status));
}

// {"id","from_id","to_id","edge_type", and no end.
void begin_edge(JsonWriter& json, const GraphEdge& edge) {
    json.begin_object().member("id", Exact{edge.id}).member("from_id", Exact{edge.from_id});
    json.member("to_id", Exact{edge.to_id}).member("edge_type", to_string(edge.type));
}

}  // namespace

void append_node(JsonWriter& json, const GraphNode& node) {
    begin_node(json, node);
    json.raw_or_null("confidence", node.confidence);
    json.member("rationale", exact_or_null(node.rationale));
    json.raw_member("metadata", node.metadata).member("event", exact_or_null(node.event));
    json.member("created_at", node.created_at).member("updated_at", node.updated_at);
    json.end_object();
}

void append_edge(JsonWriter& json, const GraphEdge& edge) {
    begin_edge(json, edge);
    json.raw_member("metadata", edge.metadata).member("created_at", edge.created_at);
    json.end_object();
}

void append_new_node(JsonWriter& json, const GraphNode& node) {
    begin_node(json, node);
    json.raw_if_any("confidence", node.confidence);
    json.member_if_any("rationale", {node.rationale});
    if (node.metadata != "{}") {
        json.raw_member("metadata", node.metadata);
    }
    json.member_if_any("event", {node.event});
    if (node.created_at != Time()) {
        json.member("created_at", node.created_at);
    }
    if (node.updated_at != Time()) {
        json.member("updated_at", node.updated_at);
    }
    json.end_object();
}

void append_new_edge(JsonWriter& json, const GraphEdge& edge) {
    begin_edge(json, edge);
    if (edge.metadata != "{}") {
        json.raw_member("metadata", edge.metadata);
    }
    if (edge.created_at != Time()) {
        json.member("created_at", edge.created_at);
    }
    json.end_object();
}

}  // namespace hence
