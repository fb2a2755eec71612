// Reads one message: finds its role, its parts, its reasoning, its calls and results. An object is
// read into Members once, because the shapes are told apart by dozens of names.
#include "formats/otlp/translate/messages.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "base/ascii.h"
#include "formats/otlp/decode/loose_json.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"

namespace hence {
namespace {

using Type = MessagePart::Type;

// The members of an object, found in one walk: the shapes are told apart by dozens of names.
class Members : public ObjectMembers {
public:
    explicit Members(Json object) : ObjectMembers(object.raw()) {}

    // Whether whatever else there is says nothing.
    bool only(std::initializer_list<std::string_view> names) const {
        return std::ranges::all_of(all(), [&](const Member& each) {
            const std::string_view raw = each.value.raw();
            return raw == "null" || raw == "[]" || raw == "\"\"" ||
                   std::ranges::any_of(
                       names, [&](std::string_view name) { return each.says(name); });
        });
    }
};

Json first_of(const Members& object, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const Json value = object[name];
        if (value.present()) {
            return value;
        }
    }
    return {};
}

std::string first_text(const Members& object, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        std::optional<std::string> text = object[name].string();
        if (text && !text->empty()) {
            return std::move(*text);
        }
    }
    return {};
}

// Ids are compared with those of spans, and some emitters put a space before them.
std::string id_of(const Members& object, std::initializer_list<std::string_view> names) {
    std::string id = first_text(object, names);
    const std::string_view inner = trimmed(id);
    return inner.size() == id.size() ? id : std::string(inner);
}

bool says(std::string_view text, std::initializer_list<std::string_view> any) {
    return std::ranges::find(any, text) != any.end();
}

MessagePart call_part(const Members& call, std::deque<std::string>& kept) {
    const Json function = first_of(
        call, {"function", "function_call", "functionCall", "toolUse", "tool_call", "toolRequest"});
    const Members inner(function.is_object() ? function : Json());
    const Members& told = function.is_object() ? inner : call;
    MessagePart part{.type = Type::tool_call};
    // An item of the Responses API has an id of its own besides that of its call.
    part.call_id = id_of(call, {"call_id", "toolCallId", "tool_call_id", "id"});
    if (part.call_id.empty()) {
        part.call_id = id_of(told, {"id", "toolUseId", "ref"});
    }
    part.name = first_text(told, {"name", "toolName", "tool_name"});
    part.value = loosened(first_of(told, {"arguments", "args", "input"}), kept).value;
    return part;
}

MessagePart result_part(const Members& result, std::deque<std::string>& kept) {
    const Json function = first_of(result, {"function_response", "functionResponse", "toolResult",
                                            "tool_call_result", "toolResponse"});
    const Members inner(function.is_object() ? function : Json());
    const Members& told = function.is_object() ? inner : result;
    MessagePart part{.type = Type::tool_result};
    part.call_id = id_of(
        told, {"tool_use_id", "toolCallId", "tool_call_id", "call_id", "id", "toolUseId", "ref"});
    part.name = first_text(told, {"name", "toolName", "tool_name"});
    // Haystack repeats the call that the result is of.
    if (const Json origin = told["origin"]; origin.is_object()) {
        part.call_id = part.call_id.empty() ? id_of(Members(origin), {"id"}) : part.call_id;
        part.name = part.name.empty() ? first_text(Members(origin), {"tool_name"}) : part.name;
    }
    part.value = loosened(first_of(told, {"response", "result", "output", "content"}), kept).value;
    part.failed = first_of(told, {"is_error", "isError", "error"}).boolean().value_or(false) ||
                  told["status"].string() == "error";
    return part;
}

// One text, or the texts of a list: {"summary":[{"text":…}]}.
std::string texts_in(Json value) {
    if (!value.is_array()) {
        return value.string().value_or("");
    }
    std::string all;
    ElementReader elements(value.raw());
    std::string_view element;
    while (elements.next(element)) {
        const Json one(element);
        const std::string text = one.is_string() ? one.string().value_or("")
                                                 : first_text(Members(one), {"text", "content"});
        all += all.empty() || text.empty() ? text : "\n" + text;
    }
    return all;
}

MessagePart reasoning_part(const Members& part) {
    MessagePart reasoning{.type = Type::reasoning};
    for (const std::string_view name : {"content", "thinking", "text", "reasoning", "summary"}) {
        if (reasoning.text.empty()) {
            reasoning.text = texts_in(part[name]);
        }
    }
    if (reasoning.text.empty()) {
        reasoning.type = Type::other;  // Encrypted, or without any text.
    }
    return reasoning;
}

MessagePart read_part(const Members& part, std::deque<std::string>& kept) {
    const std::string type = first_text(part, {"type", "kind"});
    if (part["function_call"].is_object() || part["functionCall"].is_object() ||
        part["toolUse"].is_object() || part["tool_call"].is_object() ||
        part["toolRequest"].is_object() ||
        says(type, {"tool_call", "tool-call", "tool_use", "function_call", "server_tool_call",
                    "server_tool_use", "custom_tool_call", "function"})) {
        return call_part(part, kept);
    }
    if (part["function_response"].is_object() || part["functionResponse"].is_object() ||
        part["toolResult"].is_object() || part["tool_call_result"].is_object() ||
        part["toolResponse"].is_object() ||
        says(type, {"tool_call_response", "tool-result", "tool_result", "function_call_output",
                    "server_tool_call_response", "custom_tool_call_output", "tool_response"})) {
        return result_part(part, kept);
    }
    if (part["thought"].boolean().value_or(false) ||
        says(type, {"reasoning", "thinking", "thought", "reasoning_text"})) {
        return reasoning_part(part);
    }
    const Json text = first_of(part, {"text", "content", "output_text"});
    if (text.is_string() && (type.empty() || says(type, {"text", "input_text", "output_text"}))) {
        return {.type = Type::text,
                .text = text.string().value_or(""),
                .plain = part.only({"type", "text", "content", "annotations", "logprobs"})};
    }
    return {};
}

MessagePart read_part(Json part, std::deque<std::string>& kept) {
    if (part.is_string()) {
        return {.type = Type::text, .text = part.string().value_or(""), .plain = true};
    }
    return read_part(Members(part), kept);
}

void read_list(Json list, ChatMessage& message, std::deque<std::string>& kept) {
    ElementReader elements(list.raw());
    std::string_view element;
    while (elements.next(element)) {
        message.parts.push_back(read_part(Json(element), kept));
    }
}

// Content is a text, or a list of parts, or such a list in a text.
void read_content(Json content, ChatMessage& message, std::deque<std::string>& kept) {
    if (content.is_object()) {
        content = first_of(Members(content), {"parts", "content", "text"});
    }
    if (content.is_string() && content.raw().starts_with("\"[{")) {
        const Json held = loosened(content, kept).value;
        const bool parts =
            first_of(Members(held.at(0)), {"type", "text", "toolUse", "toolResult"}).present();
        content = parts ? held : content;
    }
    if (content.is_array()) {
        read_list(content, message, kept);
    } else if (content.is_string() && content.raw() != "\"\"") {
        message.parts.push_back(read_part(content, kept));
    }
}

void read_calls(Json calls, ChatMessage& message, std::deque<std::string>& kept) {
    const Json list = loosened(calls, kept).value;
    ElementReader elements(list.raw());
    std::string_view element;
    while (elements.next(element)) {
        message.parts.push_back(call_part(Members(loosened(Json(element), kept).value), kept));
    }
}

std::string role_of(const Members& message, std::string_view otherwise) {
    std::string role = first_text(message, {"role"});
    if (!role.empty()) {
        return role;
    }
    const std::string type = first_text(message, {"type"});
    if (says(type, {"human", "HumanMessage"})) {
        return "user";
    }
    if (says(type, {"ai", "AIMessage", "AIMessageChunk", "function_call", "reasoning",
                    "custom_tool_call"})) {
        return "assistant";
    }
    if (says(type, {"function_call_output", "custom_tool_call_output", "tool", "ToolMessage"})) {
        return "tool";
    }
    if (says(type, {"system", "SystemMessage"})) {
        return "system";
    }
    const std::string event = first_text(message, {"event.name"});
    constexpr std::string_view begin = "gen_ai.";
    constexpr std::string_view end = ".message";
    if (event.starts_with(begin) && event.ends_with(end)) {
        return event.substr(begin.size(), event.size() - begin.size() - end.size());
    }
    return event == "gen_ai.choice" ? "assistant" : std::string(otherwise);
}

// LangChain names the class: {"lc":1,"type":"constructor","id":[…,"AIMessage"],"kwargs":{…}}.
std::string constructed_role(const Members& element) {
    std::string name;
    element["id"].each_element([&name](Json each) {
        name = each.string().value_or("");
        return true;
    });
    return name.starts_with("Human")    ? "user"
           : name.starts_with("AI")     ? "assistant"
           : name.starts_with("Tool")   ? "tool"
           : name.starts_with("System") ? "system"
                                        : "";
}

// Some wrap a message: in a choice, or in the arguments of its constructor. Absent: this one is
// bare.
Json inner_message(const Members& element, std::deque<std::string>& kept) {
    const Json message = loosened(element["message"], kept).value;
    const Json arguments = message.is_object() ? message["kwargs"] : element["kwargs"];
    const Json inner = message.is_object() ? message : Json();
    if (!arguments.is_object() && !inner.present() && element["data"].is_object() &&
        element["type"].is_string()) {
        return element["data"];  // LangChain: {"type":"ai","data":{…}}.
    }
    return arguments.is_object() ? arguments : inner;
}

// A message of a tool is a result, whatever it is made of. OpenInference for Anthropic's SDK for
// JavaScript gives it the role of the user, and the id of the call.
void settle_result(const Members& told, ChatMessage& message) {
    const bool of_tool = says(message.role, {"tool", "function"}) ||
                         (told["tool_call_id"].is_string() && !calls_tools(message));
    const bool named = std::ranges::any_of(
        message.parts, [](const MessagePart& part) { return part.type == Type::tool_result; });
    if (!of_tool || named) {
        return;
    }
    MessagePart part{.type = Type::tool_result};
    part.call_id = id_of(told, {"tool_call_id", "toolCallId", "id", "call_id"});
    part.name = first_text(told, {"name", "tool_name", "toolName"});
    part.value = first_of(told, {"content", "contents", "parts"});
    part.failed = told["status"].string() == "error";
    message.parts.clear();
    message.parts.push_back(std::move(part));
}

std::string finish_of(const Members& element, const Members& told) {
    std::string reason = first_text(element, {"finish_reason", "finishReason", "stop_reason"});
    return reason.empty() ? first_text(told, {"finish_reason", "finishReason", "stop_reason"})
                          : reason;
}

void read_reasoning(const Members& told, ChatMessage& message) {
    const std::string text = first_text(told, {"reasoning_content", "reasoning", "thinking"});
    if (!text.empty()) {
        message.parts.push_back({.type = Type::reasoning, .text = text});
    }
}

// An item of its own that is the result of a call.
bool is_result_item(const Members& told) {
    const Json type = told["type"];
    return type.is_string() && type.raw().ends_with("output\"");
}

}  // namespace

ChatMessage read_message(Json json, std::string_view role_else, std::deque<std::string>& kept) {
    ChatMessage message;
    const Members element(json);
    const Json wrapped = inner_message(element, kept);
    const Members inner(wrapped);
    const Members& told = wrapped.present() ? inner : element;
    const std::string constructed = constructed_role(element);
    message.role = role_of(
        told, wrapped.present() ? role_of(element, constructed.empty() ? role_else : constructed)
                                : std::string(role_else));
    message.finish_reason = finish_of(element, told);
    read_reasoning(told, message);
    const std::size_t before = message.parts.size();
    read_list(told["parts"], message, kept);
    read_content(first_of(told, {"contents", "content", "text"}), message, kept);
    read_calls(first_of(told, {"tool_calls", "toolCalls"}), message, kept);
    if (!calls_tools(message)) {
        // LangChain keeps the provider's own spelling there, and Langfuse that alone.
        read_calls(told["additional_kwargs"]["tool_calls"], message, kept);
    }
    if (told["function_call"].is_object()) {
        message.parts.push_back(call_part(Members(told["function_call"]), kept));
    }
    if (message.parts.size() == before || is_result_item(told)) {
        message.parts.resize(before);
        MessagePart part = read_part(told, kept);
        if (part.type != Type::other || !told.only({"role"})) {
            message.parts.push_back(std::move(part));
        }
    }
    settle_result(told, message);
    message.plain =
        std::ranges::all_of(message.parts, [](const MessagePart& part) { return part.plain; }) &&
        told.only({"role", "content", "contents", "parts", "text", "finish_reason", "type"}) &&
        element.only({"role", "content", "contents", "parts", "text", "finish_reason", "message",
                      "index", "type", "event.name"});
    return message;
}

std::string spoken(Json element, std::string_view role_else) {
    std::deque<std::string> kept;
    const Members whole(element);
    const bool constructed = whole["kwargs"].is_object() && whole["lc"].present();
    const bool typed = whole["data"].is_object() && whole["type"].is_string();
    const Json told = constructed ? whole["kwargs"] : typed ? whole["data"] : element;
    const Members inner(constructed || typed ? told : Json());
    const Members& members = constructed || typed ? inner : whole;
    if (!told.is_object() || members["role"].is_string() || members["message"].is_object()) {
        return std::string(told.raw());
    }
    const std::string role =
        role_of(members, role_of(whole, constructed ? constructed_role(whole) : role_else));
    std::string json = R"({"role":)";
    append_string(json, role);
    json += told.raw() == "{}" ? "" : ",";
    json += told.raw().substr(1);
    return json;
}

std::string text_of(const ChatMessage& message) {
    std::string all;
    for (const MessagePart& part : message.parts) {
        if (part.type == Type::text && !part.text.empty()) {
            all += all.empty() ? part.text : "\n" + part.text;
        }
    }
    return all;
}

bool calls_tools(const ChatMessage& message) {
    return std::ranges::any_of(
        message.parts, [](const MessagePart& part) { return part.type == Type::tool_call; });
}

bool returns_results(const ChatMessage& message) {
    return std::ranges::any_of(
        message.parts, [](const MessagePart& part) { return part.type == Type::tool_result; });
}

std::string message_json(std::string_view role, Json content) {
    std::string json = R"({"role":)";
    append_string(json, role);
    json += R"(,"content":)";
    json += content.raw();
    json += '}';
    return json;
}

}  // namespace hence
