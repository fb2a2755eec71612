#include "formats/otlp/translate/transfer.h"

#include <algorithm>
#include <array>
#include <deque>

#include "base/ascii.h"
#include "formats/otlp/decode/loose_json.h"

namespace hence {
namespace {

constexpr auto transfer_prefixes = std::to_array<std::string_view>(
    {"transfer_to_", "handoff_to_", "hand_off_to_", "delegate_to_"});

// Tools that serve all agents, and name the agent in their input. Without case, and with a line for
// each blank.
constexpr auto transfer_tools = std::to_array<std::string_view>(
    {"agent", "handoff", "hand_off", "transfer", "delegate_work_to_coworker",
     "ask_question_to_coworker", "delegate_task_to_member", "transfer_task_to_member"});

// Names so common that the input has to say what they are.
constexpr std::string_view task = "task";
constexpr std::string_view task_agent = "subagent_type";

constexpr auto agent_arguments =
    std::to_array<std::string_view>({"agent_name", "to_agent", "agentName", "agent", "coworker",
                                     "member_id", task_agent, "target"});

// Some frameworks put the arguments into an object of their own.
constexpr auto argument_wrappers = std::to_array<std::string_view>({"kwargs", "args", "input"});

std::string plain_name(std::string_view name) {
    std::string plain(name);
    std::ranges::transform(plain, plain.begin(),
                           [](char letter) { return letter == ' ' ? '_' : lower(letter); });
    return plain;
}

std::string agent_in(Json input) {
    for (const std::string_view name : agent_arguments) {
        std::string named = input[name].string().value_or("");
        if (!named.empty()) {
            return named;
        }
    }
    return {};
}

}  // namespace

std::string handed_over_to(std::string_view tool_name, Json input) {
    std::string_view child = tool_name;
    bool by_name = false;
    for (const std::string_view prefix : transfer_prefixes) {
        if (!by_name && tool_name.starts_with(prefix) && tool_name.size() > prefix.size()) {
            child = tool_name.substr(prefix.size());
            by_name = true;
        }
    }
    std::deque<std::string> kept;
    const std::string plain = plain_name(child);
    const Json arguments = loosened(input, kept).value;
    if (plain == task && !by_name) {
        return arguments[task_agent].string().value_or("");
    }
    if (std::ranges::find(transfer_tools, plain) == transfer_tools.end()) {
        return by_name ? std::string(child) : std::string();
    }
    std::string named = agent_in(arguments);
    for (const std::string_view wrapper : argument_wrappers) {
        named = named.empty() ? agent_in(loosened(arguments[wrapper], kept).value) : named;
    }
    return named;
}

}  // namespace hence
