// Messages of a model call, in whatever shape they were recorded, as messages of a chat.
//
// Every provider and every convention has its own shape. These are read: a content of text; a list
// of parts with text, calls (`tool_use`, `tool_call`, `function_call`) and results (`tool_result`,
// `tool_call_response`); calls beside the content (`tool_calls`). What is no text and no call stays
// as it is in the parts of the message.
#pragma once

#include <string>
#include <vector>

#include "hence/resumable.h"
#include "model/json/json.h"

namespace hence {

// Adds the messages that one recorded message stands for: one, or several where it holds results of
// several calls.
void add_recorded_message(Json message, std::vector<ResumableMessage>& found);

}  // namespace hence
