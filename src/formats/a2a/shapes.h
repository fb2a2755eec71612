// The objects of A2A in versions 0.3 and 1.0: which object it is, and what it says in either
// spelling.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/json/json.h"

namespace hence {

enum class A2aShape : std::uint8_t {
    none,
    message,
    task,
    tasks,  // {"tasks":[...]}, the answer to a request for a list.
    status_update,
    artifact_update,
    request,   // Of JSON-RPC.
    response,  // Of JSON-RPC.
    agent_card,
};

// An object, without the wrapper of version 1.0: {"task":{...}}, {"statusUpdate":{...}}.
struct A2aThing {
    A2aShape shape = A2aShape::none;
    Json json = {};
};
A2aThing a2a_thing(Json object);

// `user` and `agent`; a role that is neither stays as it is. Empty: none.
std::string a2a_role(Json message);
// A state in small letters with hyphens, as version 0.3 spells it: `input-required`.
std::string a2a_state(Json status);
// Whether a task in that state is over.
bool a2a_is_final(std::string_view state);

// The text of the parts, one to a line. Parts that are no text are left out.
std::string a2a_text(Json parts);
// The parts as JSON: one part of nothing but text is that text, else the list as it came.
std::string a2a_payload(Json parts);

// The id of the event of a message: its own where that is unique in the world, else with what it
// says besides.
std::string a2a_message_id(Json message);
// The same of a status: task, state and time, or what it says where it has no time.
std::string a2a_status_id(std::string_view task, Json status);

// Two parts of an id, or where that is too long for one, their hash.
std::string a2a_joined_id(std::string_view first, std::string_view second);

}  // namespace hence
