// What the context graph and its map write alike of a node and an edge.
#pragma once

#include <string>

#include "hence/time.h"
#include "model/json.h"
#include "model/summary_text.h"
#include "views/member_writers.h"
#include "views/pieces.h"

namespace hence {

// {"id", ... "synthesized", and no end: a map goes on.
template <class Node>
void append_node_members(std::string& out, const Node& node) {
    out += R"({"id":)";
    append_string(out, node.id);
    out += R"(,"type":)";
    append_string(out, to_string(node.type));
    out += R"(,"label":)";
    append_string(out, node.label);
    append_member_name(out, "time");
    append_string_or_null(out, node.time ? to_string(*node.time) : std::string());
    append_member(out, "duration_ms", node.duration_ms);
    append_member(out, "tokens", node.tokens);
    append_member(out, "status", std::string_view(node.status));
    append_member(out, "event", std::string_view(node.event));
    append_member(out, "run", std::string_view(node.run));
    append_member(out, "agent", std::string_view(node.agent));
    append_truth(out, "synthesized", node.synthesized);
}

// {"from","to","label", and no end.
template <class Edge>
void append_edge_members(std::string& out, const Edge& edge) {
    out += R"({"from":)";
    append_string(out, edge.from);
    out += R"(,"to":)";
    append_string(out, edge.to);
    out += R"(,"label":)";
    append_string(out, edge.label);
}

// " (1926 tokens, 1400ms)", or nothing. A model call that is named by its summary says so already.
template <class Node>
void append_measures(std::string& out, const Node& node) {
    if ((!node.tokens && !node.duration_ms) || node.label.starts_with("LLM call: ")) {
        return;
    }
    out += " (";
    if (node.tokens) {
        append_number(out, *node.tokens);
        out += node.duration_ms ? " tokens, " : " tokens";
    }
    if (node.duration_ms) {
        append_duration(out, *node.duration_ms);
        out += "ms";
    }
    out += ')';
}

}  // namespace hence
