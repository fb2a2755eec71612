// What the context graph and its map write alike of a node and an edge. The map adds members of its
// own behind these, so the functions leave the JSON object open.
#pragma once

#include <string>

#include "hence/time.h"
#include "model/json/writer.h"
#include "model/summary/duration_text.h"
#include "model/summary/summary_text.h"

namespace hence {

// {"id", ... "synthesized", and no end: a map goes on.
template <class Node>
void begin_node(JsonWriter& json, const Node& node) {
    json.begin_object().member("id", node.id).member("type", to_string(node.type));
    json.member("label", node.label).member("time", node.time);
    json.member("duration_ms", node.duration_ms).member("tokens", node.tokens);
    json.member("status", OrNull{node.status}).member("event", OrNull{node.event});
    json.member("run", OrNull{node.run}).member("agent", OrNull{node.agent});
    json.member("synthesized", node.synthesized);
}

// {"from","to","label", and no end.
template <class Edge>
void begin_edge(JsonWriter& json, const Edge& edge) {
    json.begin_object().member("from", edge.from).member("to", edge.to);
    json.member("label", edge.label);
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
        out += duration_text(*node.duration_ms);
    }
    out += ')';
}

}  // namespace hence
