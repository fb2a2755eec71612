// Messages as LangChain writes them, in exports of Langfuse and LangSmith alike.
//
// LangChain serialises a message as a call of its constructor ({"lc":1,"id":[...],"kwargs":{...}}).
// Here such an object becomes a plain message with a role, so that later steps know one shape.
#pragma once

#include <optional>
#include <string>

#include "model/json/json.h"

namespace hence {

// What a tool of LangChain returns: a message that names the call it answers.
struct ToolMessage {
    std::string call_id;
    bool failed = false;
    std::string content = {};  // JSON, or empty.
    std::string message = {};  // The whole of it, as JSON.
};
// The value may be JSON in a text, and the message may stand under `output`.
std::optional<ToolMessage> tool_message_in(Json value);

// A list of messages, of which each that was written down as a call of its constructor is an object
// with a role instead: {"lc":1,"id":[…,"HumanMessage"],"kwargs":{…}} is {"role":"user",…}. Lists of
// lists are one list. Empty when `messages` is no list.
std::string plain_messages(Json messages);

}  // namespace hence
