// Nodes and edges as JSON.
#pragma once

#include <string>

#include "hence/graph.h"

namespace hence {

// As answers have them: every key, null where there is nothing.
void append_node(std::string& out, const GraphNode& node);
void append_edge(std::string& out, const GraphEdge& edge);

// As events add them: what is absent is left out, and so are the times, which are the event's,
// unless they are given.
void append_new_node(std::string& out, const GraphNode& node);
void append_new_edge(std::string& out, const GraphEdge& edge);

}  // namespace hence
