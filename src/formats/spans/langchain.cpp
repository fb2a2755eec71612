#include "formats/spans/langchain.h"

#include <deque>
#include <utility>

#include "formats/otlp/decode/loose_json.h"

namespace hence {
namespace {

std::string_view role_of(std::string_view type) {
    constexpr std::pair<std::string_view, std::string_view> roles[] = {
        {"human", "user"},
        {"HumanMessage", "user"},
        {"ai", "assistant"},
        {"AIMessage", "assistant"},
        {"AIMessageChunk", "assistant"},
        {"system", "system"},
        {"SystemMessage", "system"},
        {"tool", "tool"},
        {"ToolMessage", "tool"},
        {"function", "function"},
        {"FunctionMessage", "function"},
    };
    for (const auto& [name, role] : roles) {
        if (name == type) {
            return role;
        }
    }
    return {};
}

// The last part of the constructor's path.
std::string constructed(Json path) {
    std::string last;
    path.each_element([&](Json part) {
        last = part.string().value_or("");
        return true;
    });
    return last;
}

// A message without a role gets one.
std::string with_role(Json members, std::string_view role) {
    if (members["role"].present() || role.empty()) {
        return std::string(members.raw());
    }
    std::string json = R"({"role":")" + std::string(role) + '"';
    const std::string_view rest = members.raw().substr(1);
    return json + (rest == "}" ? "" : ",") + std::string(rest);
}

// A message may stand in a generation, and its members in the arguments of its constructor, or
// under `data`.
std::string plain_message(Json element) {
    const Json message = element["message"].is_object() ? element["message"] : element;
    for (const std::string_view name : {"kwargs", "data"}) {
        const Json members = message[name];
        if (members.is_object()) {
            std::string_view role = role_of(members["type"].string().value_or(""));
            role = role.empty() ? role_of(constructed(message["id"])) : role;
            role = role.empty() ? role_of(message["type"].string().value_or("")) : role;
            return with_role(members, role);
        }
    }
    if (message.is_object() && !message["choices"].present()) {
        const std::string_view role = role_of(message["type"].string().value_or(""));
        return role.empty() ? std::string(element.raw()) : with_role(message, role);
    }
    return std::string(element.raw());
}

}  // namespace

std::optional<ToolMessage> tool_message_in(Json value) {
    std::deque<std::string> kept;
    Json message = loosened(value, kept).value;
    if (message["output"].present()) {
        message = loosened(message["output"], kept).value;
    }
    const bool constructs = constructed(message["id"]) == "ToolMessage";
    if (message["kwargs"].is_object()) {
        message = message["kwargs"];
    }
    ToolMessage told{.call_id = message["tool_call_id"].string().value_or("")};
    if (told.call_id.empty() || (message["type"].string() != "tool" && !constructs)) {
        return std::nullopt;
    }
    told.failed = message["status"].string() == "error";
    told.content = message["content"].present() ? message["content"].raw() : std::string_view();
    told.message = message.raw();
    return told;
}

std::string plain_messages(Json messages) {
    if (!messages.is_array()) {
        return {};
    }
    std::string list = "[";
    const auto add = [&list](Json element) {
        list += list.size() > 1 ? "," : "";
        list += plain_message(element);
        return true;
    };
    messages.each_element([&](Json element) {
        if (element.is_array()) {
            element.each_element(add);
        } else {
            add(element);
        }
        return true;
    });
    return list + ']';
}

}  // namespace hence
