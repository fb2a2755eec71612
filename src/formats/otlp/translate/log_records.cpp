// The log records of coding agents: a table of kinds, a table of fields, and functions for the few
// records that take more than a look-up.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "formats/otlp/conventions/hence_fields.h"
#include "formats/otlp/decode/loose_json.h"
#include "formats/otlp/translate/content_id.h"
#include "formats/otlp/translate/log_in_progress.h"
#include "formats/otlp/translate/span_fields.h"

namespace hence {
namespace {

// When a record is of the kind that its name says. Otherwise it is a log.
enum class When : std::uint8_t {
    always,
    counted,  // It carries tokens: of several records of one call, one does.
    failed,
    final_refusal,  // Nobody tried again with another model.
    succeeded,
};

struct RecordKind {
    std::string_view name;
    std::string_view kind;
    When when = When::always;
};

constexpr auto kinds = std::to_array<RecordKind>({
    {"claude_code.user_prompt", "session_start"},
    {"claude_code.api_request", "llm_call"},
    {"claude_code.api_error", "error"},
    {"claude_code.api_retries_exhausted", "error"},
    {"claude_code.internal_error", "error"},
    {"claude_code.api_refusal", "termination", When::final_refusal},
    {"claude_code.tool_result", "tool_call"},
    {"claude_code.tool_decision", "decision"},
    {"claude_code.permission_mode_changed", "strategy_switch"},
    {"claude_code.compaction", "curation", When::succeeded},
    {"claude_code.subagent_completed", "delegation"},
    {"codex.conversation_starts", "session_start"},
    {"codex.user_prompt", "session_start"},
    {"codex.api_request", "error", When::failed},
    {"codex.websocket_request", "error", When::failed},
    {"codex.sse_event", "llm_call", When::counted},
    {"codex.sse_event", "error", When::failed},
    {"codex.websocket_event", "llm_call", When::counted},
    {"codex.websocket_event", "error", When::failed},
    {"codex.tool_decision", "decision"},
    {"codex.tool_result", "tool_call"},
    {"codex.guardian_assessment", "decision"},
    {"gemini_cli.user_prompt", "session_start"},
    {"gemini_cli.api_response", "llm_call"},
    {"gemini_cli.api_error", "llm_call"},
    {"gemini_cli.tool_call", "tool_call"},
    {"gemini_cli.chat_compression", "curation"},
});

// Qwen Code is a fork of Gemini CLI: its records differ in the prefix alone.
constexpr std::string_view gemini = "gemini_cli.";
constexpr std::string_view qwen = "qwen-code.";

std::string name_in_table(std::string_view name) {
    return name.starts_with(qwen) ? fmt::format("{}{}", gemini, name.substr(qwen.size()))
                                  : std::string(name);
}

struct RecordField {
    std::string_view kind;
    std::string_view field;
    std::string_view key;
    bool content = false;  // Moved, and not repeated among the attributes.
};

// Of a field, the first attribute that says something. Names mean the same with both emitters.
constexpr auto record_fields = std::to_array<RecordField>({
    {"session_start", "goal", "prompt", true},
    {"session_start", "goal", "prompt_text", true},
    {"llm_call", "model", "model"},
    {"llm_call", "prompt_tokens", "input_tokens"},
    {"llm_call", "prompt_tokens", "input_token_count"},
    {"llm_call", "completion_tokens", "output_tokens"},
    {"llm_call", "completion_tokens", "output_token_count"},
    {"llm_call", "cache_read_tokens", "cache_read_tokens"},
    {"llm_call", "cache_read_tokens", "cached_token_count"},
    {"llm_call", "cache_read_tokens", "cached_content_token_count"},
    {"llm_call", "cache_write_tokens", "cache_creation_tokens"},
    {"llm_call", "cache_write_tokens", "cache_write_token_count"},
    {"llm_call", "reasoning_tokens", "reasoning_token_count"},
    {"llm_call", "reasoning_tokens", "thoughts_token_count"},
    {"llm_call", "total_tokens", "total_token_count"},
    {"llm_call", "cost_usd", "cost_usd"},
    {"tool_call", "input", "tool_input", true},
    {"tool_call", "input", "arguments", true},
    {"tool_call", "input", "tool_parameters", true},
    {"tool_call", "input", "function_args", true},
    {"tool_call", "output", "output", true},
    {"tool_call", "call_id", "tool_use_id"},
    {"tool_call", "call_id", "call_id"},
    {"error", "error", "error", true},
    {"error", "error", "error.message", true},
    {"error", "error", "error_name"},
    {"error", "error", "error_type"},
    {"strategy_switch", "from", "from_mode"},
    {"strategy_switch", "to", "to_mode"},
    {"strategy_switch", "reason", "trigger"},
    {"delegation", "child_id", "agent_type"},
});

bool is_failed(const LogWork& work) {
    const double status =
        number_from(work.attribute("http.response.status_code")).number().value_or(0);
    return work.says("success", "false") || !work.text("error.message").empty() || status >= 400;
}

bool holds(When when, const LogWork& work) {
    switch (when) {
        case When::always: return true;
        case When::counted:
            return number_from(work.attribute("input_token_count")).present() ||
                   number_from(work.attribute("output_token_count")).present();
        case When::failed: return is_failed(work);
        case When::final_refusal: return !work.says("server_fallback_hop", "true");
        case When::succeeded: return !work.says("success", "false");
    }
    return false;
}

// Which of the parts of an object are there, as an object.
std::string object_of(const LogWork& work, std::initializer_list<std::string_view> keys) {
    std::string object;
    for (const std::string_view key : keys) {
        if (work.attribute(key).present()) {
            object += object.empty() ? '{' : ',';
            append_string(object, key);
            object += ':';
            object += work.attribute(key).raw();
        }
    }
    return object.empty() ? object : object + '}';
}

void add_from_table(LogWork& work) {
    EventDraft& draft = work.told.main;
    for (const RecordField& row : record_fields) {
        const Json value = work.attribute(row.key);
        const KnownField* known = find_known_field(row.kind, row.field);
        if (row.kind != draft.kind || says_nothing(value) || draft.fields.has(row.field) ||
            known == nullptr) {
            continue;
        }
        const LooseJson held =
            known->sort == FieldSort::json ? loosened(value, work.kept) : LooseJson{value};
        const std::string json = field_json(*known, held.value, work.record.trace_id);
        if (!json.empty()) {
            draft.fields.value(row.field, Json(json));
            work.truncated = work.truncated || held.truncated;
            if (row.content && !held.truncated) {
                work.moved.push_back(row.key);
            }
        }
    }
}

// The tool that a name stands for: "mcp_tool" hides it, "mcp__SERVER__TOOL" wraps it.
struct ToolName {
    std::string name;
    std::string server;
};
ToolName tool_name_of(const LogWork& work) {
    ToolName tool{work.text("tool_name"), work.text("mcp_server")};
    if (tool.name.empty()) {
        tool = {work.text("function_name"), work.text("mcp_server_name")};
    }
    if (tool.name == "mcp_tool") {
        std::deque<std::string> kept;
        const Json parameters = loosened(work.attribute("tool_parameters"), kept).value;
        return {parameters["mcp_tool_name"].string().value_or(tool.name),
                parameters["mcp_server_name"].string().value_or("")};
    }
    constexpr std::string_view wrap = "mcp__";
    const std::size_t end = tool.name.find("__", wrap.size());
    if (tool.name.starts_with(wrap) && end != std::string::npos && end > wrap.size() &&
        end + 2 < tool.name.size()) {
        return {tool.name.substr(end + 2), tool.name.substr(wrap.size(), end - wrap.size())};
    }
    return tool;
}

void add_tool_result(LogWork& work) {
    EventDraft& draft = work.told.main;
    const ToolName tool = tool_name_of(work);
    draft.fields.text("tool_name", tool.name);
    draft.fields.text("mcp_server", tool.server);
    const bool failed = work.says("success", "false");
    const bool ok = work.says("success", "true");
    draft.fields.text("status", failed ? "error" : ok ? "ok" : "");
    if (failed) {
        for (const std::string_view key : {"error", "error.message", "error_type"}) {
            draft.fields.text("error", work.text(key));
        }
    }
    work.told.call_id = work.text("tool_use_id");
    work.told.call_id = work.told.call_id.empty() ? work.text("call_id") : work.told.call_id;
}

bool is_refusal(std::string_view decision) {
    return decision.starts_with("reject") || decision.starts_with("den") ||
           decision.starts_with("abort") || decision == "timed_out";
}

void add_permission(LogWork& work) {
    Fields& fields = work.told.main.fields;
    const std::string chosen = work.text("decision");
    const std::string tool = tool_name_of(work).name;
    const bool both = !chosen.empty() && !tool.empty();
    fields.text("description", fmt::format("{}{}{}", chosen, both ? " " : "", tool));
    fields.text("decision_type", "tool_permission");
    fields.text("chosen", chosen);
    fields.text("status", is_refusal(chosen) ? "declined" : "made");
    const std::string inputs = object_of(work, {"tool_name", "source"});
    fields.value("inputs", Json(inputs));
    fields.text("call_id", work.text("tool_use_id"));
    fields.text("call_id", work.text("call_id"));
}

// The automatic reviewer of a tool call says what it thought: a rationale that was given as one.
void add_assessment(LogWork& work) {
    EventDraft& draft = work.told.main;
    const std::string outcome = work.text("outcome");
    const std::string why = work.text("rationale");
    draft.fields.text("description", outcome.empty() ? "review" : "review: " + outcome);
    draft.fields.text("decision_type", "guardian_assessment");
    draft.fields.text("chosen", outcome);
    draft.fields.text("status", outcome.empty()       ? "deferred"
                                : is_refusal(outcome) ? "declined"
                                                      : "made");
    const std::string inputs = object_of(work, {"risk_level", "user_authorization"});
    draft.fields.value("inputs", Json(inputs));
    if (!why.empty() && draft.rationale.empty()) {
        draft.rationale = R"({"why":)";
        append_token(draft.rationale, why);
        draft.rationale += '}';
        work.moved.push_back("rationale");
    }
}

// Gemini's answer comes in pieces, each a whole response: {"candidates":[{"content":{"parts":…}}]}.
// The parts of all of them are one message.
std::string joined_answer(Json pieces) {
    std::string parts;
    pieces.each_element([&parts](Json piece) {
        piece["candidates"].at(0)["content"]["parts"].each_element([&parts](Json part) {
            parts += parts.empty() ? "" : ",";
            parts += part.raw();
            return true;
        });
        return true;
    });
    return parts.empty() ? parts : fmt::format(R"([{{"role":"model","parts":[{}]}}])", parts);
}

void add_model_request(LogWork& work) {
    Fields& fields = work.told.main.fields;
    const Json pieces = loosened(work.attribute("response_text"), work.kept).value;
    std::string response = work.meanings.text(Meaning::response_id);
    response = response.empty() ? pieces.at(0)["responseId"].string().value_or("") : response;
    fields.text("response_id", response);
    const std::string answer = joined_answer(pieces);
    fields.value("completion", Json(answer));
    if (name_in_table(work.name) == "gemini_cli.api_error") {
        fields.text("status", "error");
        for (const std::string_view key : {"error.message", "error", "error_type"}) {
            fields.text("error", work.text(key));
        }
    }
}

void add_rest(LogWork& work) {
    Fields& fields = work.told.main.fields;
    const std::string& kind = work.told.main.kind;
    if (kind == "error") {
        fields.text("error", fmt::format("{} failed", work.name));
        const std::string context =
            object_of(work, {"model", "status_code", "http.response.status_code", "attempt"});
        fields.value("context", Json(context));
    } else if (kind == "termination") {
        const std::string category = work.text("category");
        fields.text("reason", category.empty() ? "refusal" : "refusal: " + category);
    } else if (kind == "curation") {
        fields.text("action", "compressed");
        fields.text("target", "context");
    } else if (kind == "delegation") {
        fields.text("parent_id", work.told.main.agent);
    }
}

// One prompt, one beginning, however often it is told: its id depends on the prompt alone.
void begin_session(LogWork& work) {
    EventDraft& draft = work.told.main;
    const std::string id = prompt_event_id(work);
    if (work.name.ends_with("user_prompt")) {
        draft.flags.push_back(Flag::derived);
        if (!id.empty() && !work.attribute("hence.id").present()) {
            draft.id = id;
        }
    }
}

}  // namespace

std::string LogWork::text(std::string_view key) const {
    const Json value = attribute(key);
    return says_nothing(value) ? std::string() : spelled(value);
}

bool LogWork::says(std::string_view key, std::string_view text) const {
    return spelled(attribute(key)) == text;
}

bool is_agent_record(std::string_view name) {
    return std::ranges::find(kinds, name_in_table(name), &RecordKind::name) != kinds.end();
}

std::string prompt_of(const LogWork& work) {
    const std::string prompt = work.text("prompt.id");
    return prompt.empty() ? work.text("prompt_id") : prompt;
}

std::string prompt_event_id(const LogWork& work) {
    const std::string prompt = prompt_of(work);
    return prompt.empty() ? prompt : content_id({"prompt", work.told.main.session, prompt});
}

std::string_view kind_of_record(const LogWork& work) {
    const std::string name = name_in_table(work.name);
    for (const RecordKind& row : kinds) {
        if (row.name == name && holds(row.when, work)) {
            return row.kind;
        }
    }
    return "log";
}

void add_record_fields(LogWork& work) {
    EventDraft& draft = work.told.main;
    add_from_table(work);
    if (draft.kind == "tool_call") {
        add_tool_result(work);
    } else if (draft.kind == "llm_call") {
        add_model_request(work);
    } else if (draft.kind == "session_start") {
        begin_session(work);
    } else if (draft.kind == "decision") {
        work.name == "codex.guardian_assessment" ? add_assessment(work) : add_permission(work);
    } else {
        add_rest(work);
    }
}

}  // namespace hence
