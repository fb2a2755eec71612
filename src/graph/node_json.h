// Nodes and edges as JSON.
#pragma once

#include "hence/graph.h"
#include "model/json/writer.h"

namespace hence {

// As answers have them: every key, null where there is nothing.
void append_node(JsonWriter& json, const GraphNode& node);
void append_edge(JsonWriter& json, const GraphEdge& edge);

// As events add them: what is absent is left out, and so are the times, which are the event's,
// unless they are given.
void append_new_node(JsonWriter& json, const GraphNode& node);
void append_new_edge(JsonWriter& json, const GraphEdge& edge);

}  // namespace hence
