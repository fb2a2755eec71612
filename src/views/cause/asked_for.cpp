#include "views/cause/asked_for.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace hence {
namespace {

constexpr int depth_max = 8;
constexpr std::size_t arguments_depth_max = 64;
constexpr std::array<std::string_view, 3> name_keys = {"name", "tool_name", "toolName"};
constexpr std::array<std::string_view, 5> argument_keys = {"arguments", "input", "args",
                                                           "parameters", "toolArgs"};
constexpr std::array<std::string_view, 4> id_keys = {"tool_call_id", "tool_use_id", "call_id",
                                                     "toolCallId"};

struct Rest {
    Json value;
    int depth;
};

// The object that a text of JSON holds, or the value as it is.
bool same_arguments(Json told, Json input) {
    if (!told.present() || !input.present()) {
        return !told.present() && !input.present();
    }
    std::string unpacked[2];
    std::string_view raw[2] = {told.raw(), input.raw()};
    for (int i = 0; i < 2; ++i) {
        const Json value(raw[i]);
        const std::string text = value.string().value_or("");
        if (text.starts_with('{') || text.starts_with('[')) {
            Result<std::string> object = minify(text, arguments_depth_max);
            if (object) {
                unpacked[i] = std::move(object).take();
                raw[i] = unpacked[i];
            }
        }
    }
    return same_value(raw[0], raw[1]);
}

bool is_call(Json object, std::string_view tool_name, Json input) {
    bool named = false;
    for (const std::string_view key : name_keys) {
        named = named || object[key].string() == tool_name;
    }
    if (!named) {
        return false;
    }
    for (const std::string_view key : argument_keys) {
        if (object[key].present()) {
            return same_arguments(object[key], input);
        }
    }
    return !input.present() || input.raw() == "{}";
}

void push_inner(Json value, int depth, std::vector<Rest>& rest) {
    if (depth >= depth_max) {
        return;
    }
    const auto push = [&](Json inner) {
        if (inner.is_object() || inner.is_array()) {
            rest.push_back({inner, depth + 1});
        }
        return true;
    };
    if (value.is_array()) {
        value.each_element(push);
    } else if (value.is_object()) {
        value.each_member([&](std::string_view, Json inner) { return push(inner); });
    }
}

bool has_text(Json message, std::string_view text) {
    std::vector<Rest> rest{{message, 0}};
    bool found = false;
    const auto look = [&](Json value) {
        found = found || value.string().value_or("").find(text) != std::string::npos;
        return !found;
    };
    while (!rest.empty() && !found) {
        const Rest next = rest.back();
        rest.pop_back();
        if (next.value.is_array()) {
            next.value.each_element(look);
        } else {
            next.value.each_member([&](std::string_view, Json member) { return look(member); });
        }
        push_inner(next.value, next.depth, rest);
    }
    return found;
}

void add_ids(Json message, Texts& ids) {
    std::vector<Rest> rest{{message, 0}};
    while (!rest.empty()) {
        const Rest next = rest.back();
        rest.pop_back();
        if (next.value.is_object()) {
            for (const std::string_view key : id_keys) {
                std::string id = next.value[key].string().value_or("");
                if (!id.empty()) {
                    ids.insert(std::move(id));
                }
            }
        }
        push_inner(next.value, next.depth, rest);
    }
}

}  // namespace

bool asks_for(Json answer, std::string_view tool_name, Json input) {
    if (tool_name.empty() || !answer.present()) {
        return false;
    }
    std::vector<Rest> rest{{answer, 0}};
    while (!rest.empty()) {
        const Rest next = rest.back();
        rest.pop_back();
        if (next.value.is_object() && is_call(next.value, tool_name, input)) {
            return true;
        }
        push_inner(next.value, next.depth, rest);
    }
    return false;
}

Texts answered_calls(Json messages) {
    Texts ids;
    messages.each_element([&](Json message) {
        const std::string role = message["role"].string().value_or("");
        if (role == "assistant" || role == "model" || role == "ai") {
            ids.clear();
        } else {
            add_ids(message, ids);
        }
        return true;
    });
    return ids;
}

std::optional<bool> says_by_user(Json messages, std::string_view text) {
    std::optional<bool> said;
    messages.each_element([&](Json message) {
        const std::string role = message["role"].string().value_or("");
        if (role == "user" || role == "human") {
            said = has_text(message, text);
        }
        return !said.value_or(false);
    });
    return said;
}

}  // namespace hence
