#include "formats/otlp/conventions/hence_fields.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "formats/common/foreign.h"
#include "formats/otlp/conventions/hence_attributes.h"
#include "formats/otlp/conventions/hence_rationale.h"
#include "model/event_rules.h"

namespace hence {
namespace {

using Sort = FieldSort;

// By kind; of a kind, what it is about comes first.
constexpr std::array known_fields = {
    KnownField{"alternatives", "chosen"},
    KnownField{"alternatives", "rejected", Sort::alternatives},
    KnownField{"assumption", "assumption"},
    KnownField{"curation", "action"},
    KnownField{"curation", "target"},
    KnownField{"decision", "description"},
    KnownField{"decision", "decision_type", Sort::text, "type"},
    KnownField{"decision", "alternatives", Sort::texts},
    KnownField{"decision", "chosen"},
    KnownField{"decision", "reasoning"},
    KnownField{"decision", "inputs", Sort::json},
    KnownField{"decision", "status", Sort::text, {}, "made|declined|deferred|"},
    KnownField{"decision", "node"},
    KnownField{"delegation", "parent_id"},
    KnownField{"delegation", "child_id"},
    KnownField{"delegation", "task"},
    KnownField{"delegation", "run_id"},
    KnownField{"error", "error"},
    KnownField{"error", "context", Sort::json},
    KnownField{"graph_delete", "graph"},
    KnownField{"graph_delete", "id"},
    KnownField{"graph_edge", "graph"},
    KnownField{"graph_edge", "edge", Sort::json},
    KnownField{"graph_node", "graph"},
    KnownField{"graph_node", "node", Sort::json},
    KnownField{"graph_supersede", "graph"},
    KnownField{"graph_supersede", "old_id"},
    KnownField{"graph_supersede", "new_id"},
    KnownField{"graph_supersede", "edge_id"},
    KnownField{"graph_supersede", "why"},
    KnownField{"graph_update", "graph"},
    KnownField{"graph_update", "id"},
    KnownField{"graph_update", "set", Sort::json},
    KnownField{"llm_call", "model"},
    KnownField{"llm_call", "provider"},
    KnownField{"llm_call", "prompt_tokens", Sort::number},
    KnownField{"llm_call", "completion_tokens", Sort::number},
    KnownField{"llm_call", "total_tokens", Sort::number},
    KnownField{"llm_call", "cache_read_tokens", Sort::number},
    KnownField{"llm_call", "cache_write_tokens", Sort::number},
    KnownField{"llm_call", "reasoning_tokens", Sort::number},
    KnownField{"llm_call", "cost_usd", Sort::number},
    KnownField{"llm_call", "messages", Sort::json},
    KnownField{"llm_call", "completion", Sort::json},
    KnownField{"llm_call", "finish_reason"},
    KnownField{"llm_call", "call_ids", Sort::texts},
    KnownField{"log", "body", Sort::json},
    KnownField{"log", "severity"},
    KnownField{"message", "message_id"},
    KnownField{"message", "from"},
    KnownField{"message", "to", Sort::texts},
    KnownField{"message", "subtype"},
    KnownField{"message", "status"},
    KnownField{"message", "route"},
    KnownField{"message", "payload", Sort::json},
    KnownField{"observation", "content", Sort::json},
    KnownField{"observation", "key"},
    KnownField{"observation", "call_id"},
    KnownField{"observation", "status"},
    KnownField{"outcome", "of", Sort::event},
    KnownField{"outcome", "outcome", Sort::text, "text"},
    KnownField{"outcome", "correct", Sort::truth},
    KnownField{"reactive", "action"},
    KnownField{"reactive", "reason"},
    KnownField{"session_end", "status", Sort::text, {}, "success|failure|cancelled|"},
    KnownField{"session_end", "output", Sort::json},
    KnownField{"session_end", "total_tokens", Sort::number},
    KnownField{"session_start", "goal"},
    KnownField{"strategy_switch", "from"},
    KnownField{"strategy_switch", "to"},
    KnownField{"strategy_switch", "reason"},
    KnownField{"termination", "reason"},
    KnownField{"termination", "output", Sort::json},
    KnownField{"thought", "text"},
    KnownField{"tool_call", "tool_name", Sort::text, "name"},
    KnownField{"tool_call", "input", Sort::json},
    KnownField{"tool_call", "output", Sort::json},
    KnownField{"tool_call", "call_id"},
    KnownField{"tool_call", "error"},
    KnownField{"tool_call", "status", Sort::text, {}, "ok|error|"},
};
static_assert(std::ranges::is_sorted(known_fields, {}, &KnownField::kind));

constexpr std::string_view kinds_of_one_text[] = {
    "assumption", "decision",      "error",       "log",     "observation", "outcome",
    "reactive",   "session_start", "termination", "thought", "tool_call"};

bool is_choice(std::string_view choices, std::string_view text) {
    const std::size_t at = choices.find(text);
    return !text.empty() && text.find('|') == std::string_view::npos &&
           at != std::string_view::npos && (at == 0 || choices[at - 1] == '|') &&
           choices[at + text.size()] == '|';
}

std::string as_token(std::string_view text) {
    std::string token;
    if (!text.empty()) {
        append_token(token, text);
    }
    return token;
}

std::string text_json(const KnownField& field, Json value) {
    const std::string text = spelled(value);
    return field.choices.empty() || is_choice(field.choices, text) ? as_token(text) : "";
}

std::string truth_json(Json value) {
    const std::string text = spelled(value);
    return text == "true" || text == "false" ? text : "";
}

std::string event_json(Json value, std::string_view trace_id) {
    const std::string id = event_id_meant(spelled(value), trace_id);
    return id.size() <= id_size_max ? as_token(id) : "";
}

// An object or list that a text holds counts as such; other text stays as it is.
std::string any_json(Json value) {
    const std::string held = held_json(value);
    return held.empty() && value.present() ? std::string(value.raw()) : held;
}

}  // namespace

bool is_known_kind(std::string_view kind) {
    return std::ranges::binary_search(known_fields, kind, {}, &KnownField::kind);
}

const KnownField* find_known_field(std::string_view kind, std::string_view name) {
    const auto* const end = std::ranges::upper_bound(known_fields, kind, {}, &KnownField::kind);
    const auto* const found =
        std::find_if(std::ranges::lower_bound(known_fields, kind, {}, &KnownField::kind), end,
                     [name](const KnownField& field) {
                         return field.name == name || (!field.alias.empty() && field.alias == name);
                     });
    return found == end ? nullptr : found;
}

const KnownField* find_main_field(std::string_view kind) {
    if (std::ranges::find(kinds_of_one_text, kind) == std::end(kinds_of_one_text)) {
        return nullptr;
    }
    return &*std::ranges::lower_bound(known_fields, kind, {}, &KnownField::kind);
}

std::string spelled(Json value) {
    if (value.is_string()) {
        return value.string().value_or("");
    }
    const bool scalar = value.present() && !value.is_object() && !value.is_array();
    return scalar ? std::string(value.raw()) : "";
}

std::string texts_json(Json value) {
    const std::string held = held_json(value);
    const Json list(held.empty() ? value.raw() : std::string_view(held));
    if (!list.is_array()) {
        const std::string text = spelled(value);
        return text.empty() ? "" : "[" + as_token(text) + "]";
    }
    std::string json = "[";
    bool all = true;
    list.each_element([&](Json each) {
        const std::string text = spelled(each);
        all = !text.empty();
        json += json.size() == 1 ? "" : ",";
        json += as_token(text);
        return all;
    });
    return all ? json + "]" : "";
}

std::string field_json(const KnownField& field, Json value, std::string_view trace_id) {
    switch (field.sort) {
        case Sort::text: return text_json(field, value);
        case Sort::number: return std::string(number_from(value).raw());
        case Sort::truth: return truth_json(value);
        case Sort::texts: return texts_json(value);
        case Sort::json: return any_json(value);
        case Sort::event: return event_json(value, trace_id);
        case Sort::alternatives: return stated_alternatives(value).json;
    }
    return {};
}

}  // namespace hence
