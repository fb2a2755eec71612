#include "formats/a2a/shapes.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/hash.h"

namespace hence {
namespace {

constexpr std::size_t hash_digits = 16;
// Leaves room for the suffixes that tell the events of one id apart.
constexpr std::size_t id_bytes_max = 200;

constexpr auto methods = std::to_array<std::string_view>({
    "SendMessage",
    "SendStreamingMessage",
    "GetTask",
    "ListTasks",
    "CancelTask",
    "SubscribeToTask",
    "CreateTaskPushNotificationConfig",
    "GetTaskPushNotificationConfig",
    "ListTaskPushNotificationConfigs",
    "DeleteTaskPushNotificationConfig",
    "GetExtendedAgentCard",
    "agent/getAuthenticatedExtendedCard",
});

bool is_method(std::string_view name) {
    return name.starts_with("message/") || name.starts_with("tasks/") ||
           std::ranges::find(methods, name) != methods.end();
}

bool is_text(Json value) {
    return value.is_string() && value.raw() != R"("")";
}

bool is_message(Json json) {
    return is_text(json["messageId"]) && json["parts"].is_array() && is_text(json["role"]);
}

bool is_status(Json status) {
    return is_text(status["state"]);
}

bool is_task(Json json) {
    return is_text(json["id"]) && is_status(json["status"]) &&
           (json["contextId"].is_string() || json["kind"].string() == "task");
}

bool is_status_update(Json json) {
    return is_text(json["taskId"]) && is_status(json["status"]);
}

bool is_artifact_update(Json json) {
    return is_text(json["taskId"]) && is_text(json["artifact"]["artifactId"]);
}

bool is_card(Json json) {
    return is_text(json["name"]) && json["skills"].is_array() && json["capabilities"].is_object() &&
           (is_text(json["url"]) || json["supportedInterfaces"].is_array());
}

A2aShape bare_shape(Json json) {
    return is_message(json)           ? A2aShape::message
           : is_task(json)            ? A2aShape::task
           : is_status_update(json)   ? A2aShape::status_update
           : is_artifact_update(json) ? A2aShape::artifact_update
           : is_card(json)            ? A2aShape::agent_card
                                      : A2aShape::none;
}

A2aThing wrapped(Json json) {
    for (const std::string_view name :
         {"task", "message", "msg", "statusUpdate", "artifactUpdate"}) {
        const A2aShape shape = bare_shape(json[name]);
        if (shape != A2aShape::none && shape != A2aShape::agent_card) {
            return {shape, json[name]};
        }
    }
    const bool tasks = bare_shape(json["tasks"].at(0)) == A2aShape::task;
    return tasks ? A2aThing{A2aShape::tasks, json} : A2aThing{};
}

std::string short_hash(std::string_view text) {
    return sha256_hex(text).substr(0, hash_digits);
}

// A UUID, with or without hyphens.
bool is_unique(std::string_view id) {
    const auto digits = std::ranges::count_if(id, is_hex);
    const auto hyphens = std::ranges::count(id, '-');
    return digits == 32 && (hyphens == 0 || hyphens == 4) &&
           static_cast<std::size_t>(digits + hyphens) == id.size();
}

// Whether a part says nothing but its text.
bool is_plain_text(Json part) {
    bool plain = part["text"].is_string();
    part.each_member([&](std::string_view name, Json value) {
        plain = plain && (name == "text" || name == "kind" || name == "type" || !value.present());
        return plain;
    });
    return plain;
}

}  // namespace

A2aThing a2a_thing(Json object) {
    if (object["jsonrpc"].string() == "2.0") {
        if (object["method"].is_string()) {
            const bool ours = is_method(object["method"].string().value_or(""));
            return {ours ? A2aShape::request : A2aShape::none, object};
        }
        const bool answers = object["result"].present() || object["error"].is_object();
        return {answers ? A2aShape::response : A2aShape::none, object};
    }
    const A2aShape bare = bare_shape(object);
    return bare != A2aShape::none ? A2aThing{bare, object} : wrapped(object);
}

std::string a2a_role(Json message) {
    const std::string role = message["role"].string().value_or("");
    return role == "ROLE_USER" ? "user" : role == "ROLE_AGENT" ? "agent" : role;
}

std::string a2a_state(Json status) {
    constexpr std::string_view prefix = "TASK_STATE_";
    std::string state = status["state"].string().value_or("");
    if (!state.starts_with(prefix)) {
        return state;
    }
    state.erase(0, prefix.size());
    for (char& c : state) {
        c = c == '_' ? '-' : lower(c);
    }
    return state == "cancelled" ? "canceled" : state;
}

bool a2a_is_final(std::string_view state) {
    constexpr std::array<std::string_view, 4> final_states = {"completed", "failed", "canceled",
                                                              "rejected"};
    return std::ranges::find(final_states, state) != final_states.end();
}

std::string a2a_text(Json parts) {
    std::string text;
    parts.each_element([&](Json part) {
        if (const std::optional<std::string> one = part["text"].string(); one && !one->empty()) {
            text += text.empty() ? *one : '\n' + *one;
        }
        return true;
    });
    return text;
}

std::string a2a_payload(Json parts) {
    const bool single = parts.at(0).present() && parts.at(1).raw().empty();
    return std::string(single && is_plain_text(parts.at(0)) ? parts.at(0)["text"].raw()
                                                            : parts.raw());
}

std::string a2a_joined_id(std::string_view first, std::string_view second) {
    std::string id = fmt::format("{}~{}", first, second);
    return id.size() <= id_bytes_max ? id : sha256_hex(id);
}

std::string a2a_message_id(Json message) {
    std::string id = message["messageId"].string().value_or("");
    const std::string said =
        fmt::format("{}:{}", a2a_role(message), std::string_view(message["parts"].raw()));
    return is_unique(id) ? id : a2a_joined_id(id, short_hash(said));
}

std::string a2a_status_id(std::string_view task, Json status) {
    const std::string time = status["timestamp"].string().value_or("");
    return a2a_joined_id(
        task, a2a_joined_id(a2a_state(status), time.empty() ? short_hash(status.raw()) : time));
}

}  // namespace hence
