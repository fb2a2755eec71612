// Reads mini-swe-agent trajectories.
//
// A trajectory is a list of messages. Traps: it has no id, so a run is named by its first answer
// of the model, and messages before that wait; commands stand beside an answer, or in its text
// between fences or tags; results are the messages behind it. Rule: an assistant message becomes an
// llm_call, each command a tool_call, exit_status a termination.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_mini_swe_agent(const Beginning& beginning);
std::unique_ptr<Reader> read_mini_swe_agent(const ReadOptions& options);

}  // namespace hence
