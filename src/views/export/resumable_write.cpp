// A conversation as OpenAI's messages and as LangChain's.
#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/resumable.h"
#include "model/json/json.h"
#include "model/json/writer.h"
#include "views/write/pieces.h"

namespace hence {

std::string_view to_string(ResumableRole role) {
    switch (role) {
        case ResumableRole::system: return "system";
        case ResumableRole::user: return "user";
        case ResumableRole::assistant: return "assistant";
        case ResumableRole::tool: break;
    }
    return "tool";
}

namespace {

std::string_view langchain_type(ResumableRole role) {
    switch (role) {
        case ResumableRole::system: return "system";
        case ResumableRole::user: return "human";
        case ResumableRole::assistant: return "ai";
        case ResumableRole::tool: break;
    }
    return "tool";
}

// Arguments are an object for every framework.
std::string arguments_of(const ResumableCall& call) {
    const Json input(call.input);
    if (call.input.empty()) {
        return "{}";
    }
    return input.is_object() ? call.input : R"({"input":)" + call.input + "}";
}

void append_content(JsonWriter& json, const ResumableMessage& message) {
    if (!message.parts.empty()) {
        json.key("content").raw(message.parts);
    } else {
        json.member("content", message.text);
    }
}

void append_openai(JsonWriter& json, const ResumableMessage& message) {
    json.begin_object().member("role", to_string(message.role));
    if (message.role == ResumableRole::assistant && message.text.empty() && message.parts.empty()) {
        json.key("content").null();
    } else {
        append_content(json, message);
    }
    if (!message.calls.empty()) {
        json.key("tool_calls").begin_list();
        for (const ResumableCall& call : message.calls) {
            json.begin_object().member("id", call.id).member("type", "function");
            json.key("function").begin_object().member("name", call.name);
            json.member("arguments", arguments_of(call)).end_object().end_object();
        }
        json.end_list();
    }
    if (message.role == ResumableRole::tool) {
        json.member("tool_call_id", message.call_id);
    }
    json.end_object();
}

void append_langchain(JsonWriter& json, const ResumableMessage& message) {
    json.begin_object().member("type", langchain_type(message.role));
    append_content(json, message);
    if (!message.calls.empty()) {
        json.key("tool_calls").begin_list();
        for (const ResumableCall& call : message.calls) {
            json.begin_object().member("name", call.name).key("args").raw(arguments_of(call));
            json.member("id", call.id).member("type", "tool_call").end_object();
        }
        json.end_list();
    }
    if (message.role == ResumableRole::tool) {
        json.member("tool_call_id", message.call_id);
        if (!message.name.empty()) {
            json.member("name", message.name);
        }
    }
    json.end_object();
}

}  // namespace

Result<void> write_chat_json(const Resumable& answer, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().member("session", answer.session).member("at", answer.at);
    out.json.member("exact", answer.exact);
    TRY(out.list("messages", answer.messages, append_openai));
    out.json.end_object().end_line();
    return out.finish();
}

Result<void> write_langgraph_json(const Resumable& answer, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object();
    TRY(out.list("messages", answer.messages, append_langchain));
    out.json.end_object().end_line();
    return out.finish();
}

}  // namespace hence
