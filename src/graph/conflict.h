// Why a recorded change of a graph has no effect, if it has none.
//
// A fold passes over changes that do not fit. This explains one of them to a person: its ends were
// not there, its id was taken, or it would have closed a circle.
#pragma once

#include <string>

#include "hence/event.h"
#include "hence/graph.h"
#include "hence/result.h"

namespace hence {

// What is wrong with a graph event of that graph; empty when it fitted where it stands.
Result<std::string> conflict_of(Graph& graph, const Event& event);

}  // namespace hence
