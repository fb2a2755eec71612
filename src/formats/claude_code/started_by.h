// What the transcript of a session says of a sub-agent whose lines stand in a file of their own.
#pragma once

#include <string>
#include <string_view>

namespace hence {

// The `subagent_type` of the call that started the agent; empty where the transcript does not say
// it. A line names both the agent and the call: a result, or a line about progress.
std::string agent_type_in(std::string_view transcript, std::string_view agent_id);

}  // namespace hence
