// What stands in messages: whether an answer asks for a tool, which calls a prompt answers, and
// whether the user said something.
//
// An answer is recorded as its emitter had it: messages, content parts, or a list of tool calls, in
// the spellings of OpenAI, Anthropic, Google, LangChain and others. These functions look for the
// parts that all of them have, at any depth that is real, and guess nothing.
#pragma once

#include <optional>
#include <string_view>

#include "base/by_text.h"
#include "model/json/json.h"

namespace hence {

// Whether `answer` holds a call of that name with those arguments.
bool asks_for(Json answer, std::string_view tool_name, Json input);

// The call_ids of the results that stand behind the last answer in these messages.
Texts answered_calls(Json messages);

// Whether any of the user's messages holds this text. Nothing where there is no message of a user.
std::optional<bool> says_by_user(Json messages, std::string_view text);

}  // namespace hence
