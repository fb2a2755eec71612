// The shortest path between two nodes of a decision graph.
#pragma once

#include <string>
#include <vector>

#include "hence/graph.h"
#include "hence/result.h"

namespace hence {

// The ids on it, both ends included; empty when there is none. Both ends must be there, and differ.
Result<std::vector<std::string>> shortest_path(Graph& graph, const PathAsked& asked);

}  // namespace hence
