// Reads SWE-agent trajectories.
//
// A trajectory is one document with the steps of a run. Traps: it has neither times nor ids, so an
// event is known by a mark of the run's beginning and the number of its step; `history` repeats the
// steps; a document with several attempts repeats the best one. Rule: a step becomes an llm_call
// and a tool_call, exit_status a termination.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_swe_agent(const Beginning& beginning);
std::unique_ptr<Reader> read_swe_agent(const ReadOptions& options);

}  // namespace hence
