#include "views/export/chat_shapes.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "model/json/json_slices.h"

namespace hence {
namespace {

ResumableRole role_of(Json message) {
    std::string role = message["role"].string().value_or("");
    role = role.empty() ? message["type"].string().value_or("") : role;
    if (role == "system" || role == "developer") {
        return ResumableRole::system;
    }
    if (role == "assistant" || role == "ai" || role == "model") {
        return ResumableRole::assistant;
    }
    return role == "tool" || role == "function" ? ResumableRole::tool : ResumableRole::user;
}

// The first of these that is there.
Json first_of(Json object, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        if (object[name].present()) {
            return object[name];
        }
    }
    return {};
}

std::string text_of(Json value) {
    return value.is_string() ? value.string().value_or("") : std::string(value.raw());
}

// Arguments may be spelled as a text that is JSON.
std::string input_of(Json arguments) {
    if (!arguments.present()) {
        return {};
    }
    if (arguments.is_string()) {
        Result<std::string> inside = minify(arguments.string().value_or(""), 64);
        return inside ? std::move(*inside) : std::string(arguments.raw());
    }
    return std::string(arguments.raw());
}

ResumableCall call_of(Json given) {
    const Json inner = given["function"].is_object() ? given["function"] : given;
    return {.id = text_of(first_of(given, {"id", "call_id", "tool_call_id"})),
            .name = text_of(first_of(inner, {"name", "tool_name"})),
            .input = input_of(first_of(inner, {"arguments", "args", "input"}))};
}

// Text as it is, a list of parts by its texts.
std::string plain_text(Json content) {
    if (!content.is_array()) {
        return content.present() ? text_of(content) : std::string();
    }
    std::string text;
    ElementReader parts(content.raw());
    for (std::string_view each; parts.next(each);) {
        const Json part(each);
        const Json said = part.is_string() ? part : first_of(part, {"text", "content"});
        text += text.empty() ? "" : "\n";
        text += said.present() ? text_of(said) : std::string(each);
    }
    return text;
}

// Reads the parts of one message.
class PartReader {
public:
    explicit PartReader(ResumableMessage& message) : message_(message) {}

    void read(Json parts) {
        ElementReader reader(parts.raw());
        for (std::string_view each; reader.next(each);) {
            read_part(Json(each));
        }
        if (other_) {
            message_.parts = parts.raw();
        }
    }

    std::vector<ResumableMessage> take_results() { return std::move(results_); }

private:
    void read_part(Json part) {
        const std::string type = part["type"].string().value_or("");
        if (type == "tool_use" || type == "tool_call" || type == "function_call") {
            message_.calls.push_back(call_of(part));
        } else if (type == "tool_result" || type == "tool_call_response" ||
                   type == "function_call_output") {
            const Json said = first_of(part, {"content", "response", "result", "output"});
            results_.push_back({.role = ResumableRole::tool,
                                .text = plain_text(said),
                                .call_id = text_of(first_of(
                                    part, {"tool_use_id", "tool_call_id", "call_id", "id"}))});
        } else if (part.is_string() || type == "text" || type == "input_text" ||
                   type == "output_text") {
            const Json said = part.is_string() ? part : first_of(part, {"text", "content"});
            message_.text += message_.text.empty() ? "" : "\n";
            message_.text += said.present() ? text_of(said) : std::string();
        } else if (type != "thinking" && type != "reasoning" && type != "redacted_thinking") {
            other_ = true;
        }
    }

    ResumableMessage& message_;
    std::vector<ResumableMessage> results_;
    bool other_ = false;
};

}  // namespace

void add_recorded_message(Json given, std::vector<ResumableMessage>& found) {
    if (!given.is_object()) {
        found.push_back({.role = ResumableRole::user, .text = text_of(given)});
        return;
    }
    ResumableMessage message{.role = role_of(given)};
    // LangChain keeps what a message says under `data` or `kwargs`.
    const Json inner = first_of(given, {"data", "kwargs"});
    const Json said = inner.is_object() ? inner : given;
    const Json content = first_of(said, {"content", "parts"});
    message.call_id = text_of(first_of(said, {"tool_call_id", "call_id"}));
    message.name = text_of(said["name"]);
    PartReader reader(message);
    if (content.is_array() && message.role != ResumableRole::tool) {
        reader.read(content);
    } else {
        message.text = plain_text(content);
    }
    ElementReader calls(said["tool_calls"].is_array() ? said["tool_calls"].raw() : "[]");
    for (std::string_view call; calls.next(call);) {
        message.calls.push_back(call_of(Json(call)));
    }
    std::vector<ResumableMessage> results = reader.take_results();
    if (message.role == ResumableRole::tool && content.is_array()) {
        ResumableMessage ignored;
        PartReader answers(ignored);
        answers.read(content);
        results = answers.take_results();
    }
    // A message that holds nothing but results is these results.
    const bool says = !message.text.empty() || !message.parts.empty() || !message.calls.empty();
    if (results.empty() || (says && message.role != ResumableRole::tool)) {
        if (results.empty() || message.role == ResumableRole::assistant) {
            found.push_back(message);
        }
    }
    for (ResumableMessage& result : results) {
        found.push_back(std::move(result));
    }
    if (!results.empty() && says && message.role == ResumableRole::user) {
        found.push_back(std::move(message));
    }
}

}  // namespace hence
