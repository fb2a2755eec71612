#include "graph/node_json.h"

#include "model/json.h"

namespace hence {
namespace {

void append_member(std::string& out, std::string_view name, std::string_view text) {
    out += out.back() == '{' ? "\"" : ",\"";
    out += name;
    out += "\":";
    append_token(out, text);
}

void append_raw(std::string& out, std::string_view name, std::string_view json) {
    out += out.back() == '{' ? "\"" : ",\"";
    out += name;
    out += "\":";
    out += json;
}

void append_text_or_null(std::string& out, std::string_view name, std::string_view text) {
    if (text.empty()) {
        append_raw(out, name, "null");
    } else {
        append_member(out, name, text);
    }
}

}  // namespace

void append_node(std::string& out, const GraphNode& node) {
    out += '{';
    append_member(out, "id", node.id);
    append_member(out, "type", to_string(node.type));
    append_member(out, "label", node.label);
    append_member(out, "status", to_string(node.status));
    append_raw(out, "confidence", node.confidence.empty() ? "null" : node.confidence);
    append_text_or_null(out, "rationale", node.rationale);
    append_raw(out, "metadata", node.metadata);
    append_text_or_null(out, "event", node.event);
    append_member(out, "created_at", to_string(node.created_at));
    append_member(out, "updated_at", to_string(node.updated_at));
    out += '}';
}

void append_edge(std::string& out, const GraphEdge& edge) {
    out += '{';
    append_member(out, "id", edge.id);
    append_member(out, "from_id", edge.from_id);
    append_member(out, "to_id", edge.to_id);
    append_member(out, "edge_type", to_string(edge.type));
    append_raw(out, "metadata", edge.metadata);
    append_member(out, "created_at", to_string(edge.created_at));
    out += '}';
}

void append_new_node(std::string& out, const GraphNode& node) {
    out += '{';
    append_member(out, "id", node.id);
    append_member(out, "type", to_string(node.type));
    append_member(out, "label", node.label);
    append_member(out, "status", to_string(node.status));
    if (!node.confidence.empty()) {
        append_raw(out, "confidence", node.confidence);
    }
    if (!node.rationale.empty()) {
        append_member(out, "rationale", node.rationale);
    }
    if (node.metadata != "{}") {
        append_raw(out, "metadata", node.metadata);
    }
    if (!node.event.empty()) {
        append_member(out, "event", node.event);
    }
    if (node.created_at != Time()) {
        append_member(out, "created_at", to_string(node.created_at));
    }
    if (node.updated_at != Time()) {
        append_member(out, "updated_at", to_string(node.updated_at));
    }
    out += '}';
}

void append_new_edge(std::string& out, const GraphEdge& edge) {
    out += '{';
    append_member(out, "id", edge.id);
    append_member(out, "from_id", edge.from_id);
    append_member(out, "to_id", edge.to_id);
    append_member(out, "edge_type", to_string(edge.type));
    if (edge.metadata != "{}") {
        append_raw(out, "metadata", edge.metadata);
    }
    if (edge.created_at != Time()) {
        append_member(out, "created_at", to_string(edge.created_at));
    }
    out += '}';
}

}  // namespace hence
