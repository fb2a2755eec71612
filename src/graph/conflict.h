// Why a recorded change of a graph has no effect, if it has none.
#pragma once

#include <string>

#include "hence/event.h"
#include "hence/graph.h"
#include "hence/result.h"

namespace hence {

// What is wrong with a graph event of that graph; empty when it fitted where it stands.
Result<std::string> conflict_of(Graph& graph, const Event& event);

}  // namespace hence
