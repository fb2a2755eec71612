// The shortest path between two nodes of a decision graph.
//
// A bidirectional breadth-first search; shortest_path.cpp describes it. The answer must not depend
// on which of the two searches advanced: of several shortest paths it is the one that a plain
// search from the start finds first.
#pragma once

#include <string>
#include <vector>

#include "hence/graph.h"
#include "hence/result.h"

namespace hence {

// The ids on it, both ends included; empty when there is none. Both ends must be there, and differ.
Result<std::vector<std::string>> shortest_path(Graph& graph, const PathAsked& asked);

}  // namespace hence
