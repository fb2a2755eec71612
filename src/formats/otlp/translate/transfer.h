// Which agent a tool call hands the work to: many frameworks hand over by a tool.
#pragma once

#include <string>
#include <string_view>

#include "model/json/json.h"

namespace hence {

// The agent, by the name of the tool ("transfer_to_researcher") or by the tool's input, where one
// tool serves all agents. Empty: the tool hands nothing over.
std::string handed_over_to(std::string_view tool_name, Json input);

}  // namespace hence
