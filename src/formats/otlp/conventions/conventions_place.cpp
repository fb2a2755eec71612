// Whose span or record it is, and of which session.
#include <algorithm>

#include "base/ascii.h"
#include "formats/otlp/conventions/conventions.h"
#include "model/event_rules.h"

namespace hence {
namespace {

bool looks_like_uuid(std::string_view text) {
    constexpr std::size_t size = 36;
    const auto fits = [&](std::size_t i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        const char c = text[i];
        return dash ? c == '-' : is_hex(c);
    };
    for (std::size_t i = 0; i < text.size() && i < size; ++i) {
        if (!fits(i)) {
            return false;
        }
    }
    return text.size() == size;
}

// The name of an agent in the name of its span: "invoke_agent planner".
std::string_view agent_in_name(std::string_view name) {
    for (const std::string_view verb : {"invoke_agent ", "create_agent ", "agent_run "}) {
        if (name.starts_with(verb)) {
            return name.substr(verb.size());
        }
    }
    return {};
}

// "planner.run" is the span of an agent that nothing else names.
std::string agent_of_method(const AgentClues& clues) {
    constexpr std::string_view method = ".run";
    const std::string kind =
        clues.attributes["openinference.span.kind"].string().value_or(std::string());
    const std::string_view name = clues.span_name;
    if (kind != "AGENT" || !name.ends_with(method) || name.size() > name_size_max) {
        return {};
    }
    return std::string(name.substr(0, name.size() - method.size()));
}

// Logfire names a span by the template of a message, and tells what belongs into it.
std::string agent_in_template(const AgentClues& clues) {
    if (!clues.span_name.starts_with("Agent run: {name")) {
        return {};
    }
    std::string name = scalar_text(clues.attributes["name"]);
    return name.size() <= name_size_max ? name : std::string();
}

// LlamaIndex tells the agent of a step in the step's input, as Python prints it.
std::string agent_in_print(const Attributes& attributes) {
    constexpr std::string_view begin = "current_agent_name='";
    const std::string_view input = attributes["input.value"].raw();
    const std::size_t at = input.rfind(begin);
    if (at == input.npos || attributes["openinference.span.kind"].string() != "CHAIN") {
        return {};
    }
    const std::string_view rest = input.substr(at + begin.size());
    const std::string_view name = rest.substr(0, rest.find('\''));
    const bool plain = name.find_first_of("\\\"") == name.npos && name.size() <= name_size_max;
    return plain ? std::string(name) : std::string();
}

// A text that is too long for a name does not count as one.
std::string name_in(Json value) {
    std::string name = scalar_text(value);
    return name.size() <= name_size_max ? name : std::string();
}

std::string first_name(const Meanings& meanings, Meaning meaning) {
    for (const Meanings::Found& each : meanings.all(meaning)) {
        std::string name = name_in(each.value);
        if (!name.empty()) {
            return name;
        }
    }
    return {};
}

}  // namespace

std::string stated_session(const Meanings& own, const Attributes& resource) {
    std::string session = first_name(own, Meaning::session);
    return session.empty() ? first_name(Meanings(resource), Meaning::session) : session;
}

std::string thread_session(const Attributes& attributes) {
    for (const std::string_view key : {"thread.id", "thread_id"}) {
        std::string thread = name_in(attributes[key]);
        if (looks_like_uuid(thread)) {
            return thread;
        }
    }
    return {};
}

std::string why_finished(const Meanings& meanings) {
    std::string text = meanings.text(Meaning::finish_reason);
    if (!text.starts_with('[')) {
        return text;
    }
    const Result<std::string> list = minify(text, fields_depth_max);
    return list ? scalar_text(Json(*list)) : text;
}

std::string stated_agent(const AgentClues& clues) {
    const std::string id = scalar_text(clues.attributes["gen_ai.agent.id"]);
    for (const Meanings::Found& each : clues.own.all(Meaning::agent)) {
        std::string name = name_in(each.value);
        const bool of_agent = clues.attributes["traceloop.span.kind"].string() == "agent";
        if (name.empty() || (each.key == "traceloop.entity.name" && !of_agent)) {
            continue;
        }
        if (each.key == "gen_ai.agent.name" && (name == id || looks_like_uuid(name))) {
            const std::string_view shown = agent_in_name(clues.span_name);
            if (shown.empty() || shown == name || looks_like_uuid(shown) ||
                shown.size() > name_size_max) {
                continue;
            }
            return std::string(shown);
        }
        return name;
    }
    if (clues.attributes["langfuse.observation.type"].string() == "agent" &&
        !clues.span_name.empty() && clues.span_name.size() <= name_size_max) {
        return std::string(clues.span_name);
    }
    for (std::string name :
         {agent_of_method(clues), agent_in_template(clues), agent_in_print(clues.attributes)}) {
        if (!name.empty()) {
            return name;
        }
    }
    for (const Meanings::Found& each : Meanings(clues.resource).all(Meaning::agent_of_resource)) {
        std::string name = name_in(each.value);
        if (!name.empty() && !name.starts_with("unknown_service")) {
            return name;
        }
    }
    return {};
}

}  // namespace hence
