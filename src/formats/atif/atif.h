// Reads ATIF trajectories.
//
// Harbor and others write one JSON document for a run: metadata and a list of steps by the user,
// the system or the agent. Traps: a step may lack a time (it takes the latest before it, flagged),
// results stand in the step of their calls but may name no call, and sub-agents are documents
// within the document or in other files. Rule: an agent step becomes an llm_call with its
// tool_calls; a reference to a sub-agent becomes a delegation.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_atif(const Beginning& beginning);
std::unique_ptr<Reader> read_atif(const ReadOptions& options);

}  // namespace hence
