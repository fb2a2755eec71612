// What a model saw at one event of a session, as messages that a framework can start from again.
//
// Where the model call recorded all its messages, these are the messages. Elsewhere they are put
// together from what came in for the agent and what it answered, in order; nothing is made up. What
// a rewind left behind is not among them, and what a fork inherits is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct ResumableRequest {
    std::string session;  // Its name, or an unambiguous beginning or end of it.
    // An event that the session shows. At a model call, what that call was shown; at any other
    // event, all up to it. Absent: all up to the newest event that counts.
    std::string at = {};
};

enum class ResumableRole : std::uint8_t { system, user, assistant, tool };
std::string_view to_string(ResumableRole role);  // "system", ...

struct ResumableCall {
    std::string id;
    std::string name;
    std::string input;  // JSON, as it was recorded; empty: none.
};

struct ResumableMessage {
    ResumableRole role = ResumableRole::user;
    std::string text = {};
    std::string parts = {};  // JSON: the content where it is more than text; else empty.
    std::vector<ResumableCall> calls = {};  // Of an assistant.
    std::string call_id = {};               // Of a tool: the call that it answers,
    std::string name = {};                  // and which tool.
};

struct Resumable {
    std::string session;  // The whole name.
    std::string at;       // The whole id.
    // Whether it begins with the messages that a model call recorded. Else it is put together.
    bool exact = false;
    std::vector<ResumableMessage> messages;
};

// Fails with not_found when the session was never recorded or does not show the event, and with
// invalid when a name is ambiguous. A call whose result was not known at the event is among the
// calls of the last answer, and has no answer itself.
Result<Resumable> resumable(const Store& store, const ResumableRequest& request);

// {"session","at","exact","messages"}: messages as OpenAI's chat API takes them.
Result<void> write_chat_json(const Resumable& answer, const Sink& sink);
// {"messages"}: the state of a LangGraph graph over messages, as LangChain reads it.
Result<void> write_langgraph_json(const Resumable& answer, const Sink& sink);

}  // namespace hence
