// Rationales beside the tool calls that a model wrote as JSON, and beside the steps of its plans.
#include <fmt/format.h>

#include "base/ascii.h"
#include "model/rationale/rationale.h"
#include "model/rationale/tags.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::string_view fence = "```";

bool is_tool_call(Json step) {
    if (const std::optional<std::string> type = step["type"].string()) {
        if (*type == "tool_call" || *type == "tool-call") {
            return true;
        }
        if (*type != "function" && *type != "tool_use") {
            return false;
        }
    }
    return step["toolName"].is_string() || step["name"].is_string() || step["toolArgs"].present() ||
           step["arguments"].present();
}

// The list of calls or steps: the value itself, or what an object has under one of these names.
Json steps_of(Json value) {
    for (const std::string_view name : {"steps", "tool_calls", "toolCalls"}) {
        if (const Json steps = value[name]; steps.is_array()) {
            return steps;
        }
    }
    return value;
}

// Nothing when there is no tool call in it.
std::optional<std::map<std::uint64_t, std::string>> rationales_of(Json value) {
    std::map<std::uint64_t, std::string> by_call;
    std::uint64_t number = 0;
    const auto look_at = [&](Json step) {
        if (is_tool_call(step)) {
            ++number;
            std::string rationale = lenient_rationale(step["rationale"]).json;
            if (!rationale.empty()) {
                by_call.emplace(number, std::move(rationale));
            }
        }
        return true;
    };
    const Json steps = steps_of(value);
    steps.is_object() ? void(look_at(steps)) : steps.each_element(look_at);
    return number == 0 ? std::nullopt : std::optional(std::move(by_call));
}

std::optional<std::map<std::uint64_t, std::string>> rationales_of_json(std::string_view text) {
    text = trimmed(text, all_white_space);
    if (!text.starts_with('[') && !text.starts_with('{')) {
        return std::nullopt;
    }
    const Result<std::string> json = minify(text, model_json_depth_max);
    return json ? rationales_of(Json(*json)) : std::nullopt;
}

std::string name_of_step(Json step) {
    for (const std::string_view name : {"toolName", "name", "title"}) {
        if (const std::optional<std::string> text = step[name].string(); text && !text->empty()) {
            return fmt::format(" ({})", printable(*text));
        }
    }
    return {};
}

}  // namespace

std::optional<RationalesOfCalls> rationales_beside_calls(std::string_view text) {
    if (auto whole = rationales_of_json(text)) {
        return RationalesOfCalls{std::move(*whole), {}};
    }
    std::size_t begin = text.find(fence);
    while (begin != text.npos) {
        const std::size_t body = text.find('\n', begin);
        const std::size_t end = body == text.npos ? text.npos : text.find(fence, body);
        if (end == text.npos) {
            return std::nullopt;
        }
        if (auto fenced = rationales_of_json(text.substr(body, end - body))) {
            const std::string around =
                std::string(text.substr(0, begin)) + std::string(text.substr(end + fence.size()));
            return RationalesOfCalls{std::move(*fenced), without_rationale_blocks(around)};
        }
        begin = text.find(fence, end + fence.size());
    }
    return std::nullopt;
}

std::vector<std::string> plan_errors(Json plan) {
    const Json steps = steps_of(plan);
    if (!steps.is_array()) {
        return {"plan must be a list of steps, or an object with steps"};
    }
    std::vector<std::string> errors;
    std::size_t number = 0;
    steps.each_element([&](Json step) {
        ++number;
        if (!is_tool_call(step)) {
            return true;
        }
        const std::string where = fmt::format("step {}{}: ", number, name_of_step(step));
        if (!step["rationale"].present()) {
            errors.push_back(where + "rationale is missing");
            return true;
        }
        for (const std::string& error : rationale_errors(step["rationale"])) {
            errors.push_back(where + error);
        }
        return true;
    });
    return errors;
}

}  // namespace hence
