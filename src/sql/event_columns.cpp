// What every column of a table of events says.
#include <algorithm>
#include <charconv>
#include <string>

#include "base/try.h"
#include "model/event_body.h"
#include "model/event_names.h"
#include "model/facts.h"
#include "model/json/writer.h"
#include "model/summary/summary_text.h"
#include "model/tokens.h"
#include "sql/event_row.h"
#include "sql/instants.h"

namespace hence {
namespace {

using sqlite::Cell;
using sqlite::ColumnType;

// A recorded value as SQL has it: objects and lists as JSON.
void write_value(Cell& cell, Json value) {
    if (!value.present()) {
        return cell.null();
    }
    if (value.is_string()) {
        return cell.text_or_empty(value.string().value_or(""));
    }
    if (const std::optional<bool> truth = value.boolean()) {
        return cell.integer(*truth ? 1 : 0);
    }
    if (!value.is_number()) {
        return cell.text(value.raw());
    }
    const std::string_view digits = value.raw();
    std::int64_t whole = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
    if (read.ec == std::errc() && read.ptr == digits.data() + digits.size()) {
        return cell.integer(whole);
    }
    const std::optional<double> number = value.number();
    number ? cell.real(*number) : cell.text(digits);
}

void write_number(Cell& cell, const std::optional<double>& number) {
    number ? cell.real(*number) : cell.null();
}

void write_count(Cell& cell, const std::optional<double>& number) {
    const bool whole = number && *number >= -9e15 && *number <= 9e15 &&
                       static_cast<double>(static_cast<std::int64_t>(*number)) == *number;
    whole ? cell.integer(static_cast<std::int64_t>(*number)) : write_number(cell, number);
}

// A member of `fields`, as the column of that name.
template <std::size_t Size>
struct FieldName {
    constexpr FieldName(const char (&text)[Size]) { std::copy_n(text, Size, value); }
    char value[Size];
};

template <FieldName Name>
Result<void> write_field(EventRow& row, Cell& cell) {
    write_value(cell, field(row.event(), Name.value));
    return {};
}

Result<void> write_id(EventRow& row, Cell& cell) {
    cell.text(row.event().id());
    return {};
}

Result<void> write_seq(EventRow& row, Cell& cell) {
    cell.integer(static_cast<std::int64_t>(row.event().seq()));
    return {};
}

// A time that only says the order of events is no time.
Result<void> write_time(EventRow& row, Cell& cell) {
    const bool known = !row.event().has(Flag::time_derived);
    known ? cell.text(to_string(row.event().time())) : cell.null();
    return {};
}

Result<void> write_time_ms(EventRow& row, Cell& cell) {
    const bool known = !row.event().has(Flag::time_derived);
    known ? cell.real(ms_of(row.event().time())) : cell.null();
    return {};
}

Result<void> write_session(EventRow& row, Cell& cell) {
    const std::string session = TRY(row.session());
    cell.text(session);
    return {};
}

Result<void> write_run(EventRow& row, Cell& cell) {
    cell.text(row.event().run());
    return {};
}

Result<void> write_agent(EventRow& row, Cell& cell) {
    cell.text(row.event().agent());
    return {};
}

Result<void> write_kind(EventRow& row, Cell& cell) {
    cell.text(row.event().kind());
    return {};
}

Result<void> write_correlation(EventRow& row, Cell& cell) {
    cell.text(row.event().correlation());
    return {};
}

Result<void> write_parent(EventRow& row, Cell& cell) {
    cell.text(row.event().parent());
    return {};
}

Result<void> write_causes(EventRow& row, Cell& cell) {
    std::string list;
    if (!row.event().causes().empty()) {
        JsonWriter(list).values(row.event().causes());
    }
    cell.text(list);
    return {};
}

Result<void> write_iteration(EventRow& row, Cell& cell) {
    const std::optional<std::int64_t> iteration = row.event().iteration();
    iteration ? cell.integer(*iteration) : cell.null();
    return {};
}

Result<void> write_duration(EventRow& row, Cell& cell) {
    std::optional<double> duration = row.event().duration_ms();
    if (!duration) {
        const Event* const end = TRY(row.end());
        duration = end == nullptr ? std::nullopt : end->duration_ms();
    }
    write_count(cell, duration);
    return {};
}

Result<void> write_summary(EventRow& row, Cell& cell) {
    const Event* const end = TRY(row.end());
    cell.text(summary(row.event(), end == nullptr ? CallEnd() : call_end(*end)));
    return {};
}

Result<bool> has_failed(EventRow& row) {
    if (says_failed(row.event())) {
        return true;
    }
    const Event* const end = TRY(row.end());
    return end != nullptr && call_end(*end).failed;
}

Result<void> write_failed(EventRow& row, Cell& cell) {
    const bool failed = TRY(has_failed(row));
    cell.integer(failed ? 1 : 0);
    return {};
}

Result<void> write_error(EventRow& row, Cell& cell) {
    std::string error = error_text(row.event());
    if (error.empty()) {
        const Event* const end = TRY(row.end());
        error = end == nullptr ? std::string() : error_text(*end);
    }
    cell.text(error);
    return {};
}

// "ok", "error", or null for a call of which no end is known.
Result<void> write_call_status(EventRow& row, Cell& cell) {
    const bool failed = TRY(has_failed(row));
    const Event* const end = TRY(row.end());
    const bool ended = end != nullptr || field(row.event(), "output").present() ||
                       field(row.event(), "status").present();
    cell.text(failed ? "error" : ended ? "ok" : "");
    return {};
}

Result<void> write_result(EventRow& row, Cell& cell) {
    const Json output = field(row.event(), "output");
    const Event* end = nullptr;
    if (!output.present()) {
        end = TRY(row.end());
    }
    write_value(cell, end == nullptr ? output : field(*end, "content"));
    return {};
}

// What was said, asked, thought or answered: the first of these that was recorded.
Result<void> write_text(EventRow& row, Cell& cell) {
    constexpr std::string_view names[] = {"text",       "completion",  "content", "body",
                                          "assumption", "description", "payload", "goal",
                                          "outcome",    "error",       "output",  "reason"};
    for (const std::string_view name : names) {
        const Json value = field(row.event(), name);
        if (value.present()) {
            write_value(cell, value);
            return {};
        }
    }
    cell.null();
    return {};
}

Result<void> write_why(EventRow& row, Cell& cell) {
    cell.text(why_of(row.event()));
    return {};
}

Result<void> write_confidence(EventRow& row, Cell& cell) {
    write_number(cell, confidence_of(row.event()));
    return {};
}

Result<void> write_rationale(EventRow& row, Cell& cell) {
    cell.text(row.event().rationale());
    return {};
}

Result<void> write_fields(EventRow& row, Cell& cell) {
    cell.text(row.event().fields());
    return {};
}

Result<void> write_received(EventRow& row, Cell& cell) {
    cell.text(to_string(row.event().received()));
    return {};
}

Result<void> write_source(EventRow& row, Cell& cell) {
    cell.text(row.event().source());
    return {};
}

Result<void> write_flags(EventRow& row, Cell& cell) {
    std::string list;
    JsonWriter json(list);
    json.begin_list();
    each_flag_name(row.event(), [&json](std::string_view name) { json.value(name); });
    json.end_list();
    cell.text(list == "[]" ? std::string_view() : std::string_view(list));
    return {};
}

template <std::optional<double> TokenUse::*Class>
Result<void> write_tokens_of(EventRow& row, Cell& cell) {
    write_count(cell, tokens_used(row.event()).*Class);
    return {};
}

Result<void> write_outcome_id(EventRow& row, Cell& cell) {
    const Event* const outcome = TRY(row.outcome());
    cell.text(outcome == nullptr ? std::string_view() : outcome->id());
    return {};
}

Result<void> write_outcome_text(EventRow& row, Cell& cell) {
    const Event* const outcome = TRY(row.outcome());
    write_value(cell, outcome == nullptr ? Json() : field(*outcome, "outcome"));
    return {};
}

Result<void> write_correct(EventRow& row, Cell& cell) {
    const Event* const outcome = TRY(row.outcome());
    write_value(cell, outcome == nullptr ? Json() : field(*outcome, "correct"));
    return {};
}

constexpr EventColumn head_columns[] = {
    {{"id", ColumnType::text, "the event's id"}, ColumnKey::id, write_id},
    {{"seq", ColumnType::integer, "the number of arrival"}, ColumnKey::seq, write_seq},
    {{"time", ColumnType::text, "RFC 3339, in UTC; compares by instant", instant_collation},
     ColumnKey::time,
     write_time},
    {{"time_ms", ColumnType::real, "the same in milliseconds since 1970"},
     ColumnKey::time_ms,
     write_time_ms},
    {{"session", ColumnType::text, "the session that the event belongs to"},
     ColumnKey::session,
     write_session},
    {{"run", ColumnType::text, "the run"}, ColumnKey::run, write_run},
    {{"agent", ColumnType::text, "who acted"}, ColumnKey::agent, write_agent},
    {{"correlation", ColumnType::text, "the business key"},
     ColumnKey::correlation,
     write_correlation},
    {{"summary", ColumnType::text, "one line for a person"}, ColumnKey::none, write_summary},
};

constexpr EventColumn tail_columns[] = {
    {{"why", ColumnType::text, "the reason, as the agent gave it"}, ColumnKey::none, write_why},
    {{"confidence", ColumnType::real, "0 to 1"}, ColumnKey::none, write_confidence},
    {{"iteration", ColumnType::integer, "the step of a loop"}, ColumnKey::none, write_iteration},
    {{"parent", ColumnType::text, "the id of the event's parent"}, ColumnKey::parent, write_parent},
    {{"causes", ColumnType::json, "a list of ids"}, ColumnKey::none, write_causes},
    {{"received", ColumnType::text, "the time of arrival"}, ColumnKey::none, write_received},
    {{"source", ColumnType::text, "the format that it came in"}, ColumnKey::none, write_source},
    {{"flags", ColumnType::json, "a list, null when there are none"}, ColumnKey::none, write_flags},
    {{"rationale", ColumnType::json, "why, refs, alternatives, confidence"},
     ColumnKey::none,
     write_rationale},
    {{"fields", ColumnType::json, "all other data; use json_extract(fields, '$.key')"},
     ColumnKey::none,
     write_fields},
};

constexpr EventColumn event_columns[] = {
    {{"kind", ColumnType::text, "the sort of event"}, ColumnKey::kind, write_kind},
    {{"tool", ColumnType::text, "of a tool call"}, ColumnKey::none, write_field<"tool_name">},
    {{"model", ColumnType::text, "of a model call"}, ColumnKey::none, write_field<"model">},
    {{"status", ColumnType::text, "as it was recorded"}, ColumnKey::none, write_field<"status">},
    {{"failed", ColumnType::integer, "1 when it says that it failed"},
     ColumnKey::none,
     write_failed},
    {{"error", ColumnType::text, "what went wrong"}, ColumnKey::none, write_error},
    {{"duration_ms", ColumnType::real, "how long it took"}, ColumnKey::none, write_duration},
    {{"text", ColumnType::text, "what was said, asked, thought or answered"},
     ColumnKey::none,
     write_text},
};

constexpr EventColumn tool_call_columns[] = {
    {{"tool", ColumnType::text, "the tool's name"}, ColumnKey::none, write_field<"tool_name">},
    {{"arguments", ColumnType::json, "what it was called with"},
     ColumnKey::none,
     write_field<"input">},
    {{"result", ColumnType::text, "what it gave, from the end of the call where that was recorded"},
     ColumnKey::none,
     write_result},
    {{"status", ColumnType::text, "ok, error, or null for a call without an end"},
     ColumnKey::none,
     write_call_status},
    {{"failed", ColumnType::integer, "1 when the call failed"}, ColumnKey::none, write_failed},
    {{"error", ColumnType::text, "what went wrong"}, ColumnKey::none, write_error},
    {{"duration_ms", ColumnType::real, "how long it took"}, ColumnKey::none, write_duration},
    {{"call_id", ColumnType::text, "the model's name for the call"},
     ColumnKey::none,
     write_field<"call_id">},
};

constexpr EventColumn model_call_columns[] = {
    {{"model", ColumnType::text, "the model's name"}, ColumnKey::none, write_field<"model">},
    {{"provider", ColumnType::text, "who serves it"}, ColumnKey::none, write_field<"provider">},
    {{"input_tokens", ColumnType::integer, "without what came from or went into a cache"},
     ColumnKey::none,
     write_tokens_of<&TokenUse::input>},
    {{"output_tokens", ColumnType::integer, "reasoning included"},
     ColumnKey::none,
     write_tokens_of<&TokenUse::output>},
    {{"cache_read_tokens", ColumnType::integer, "read from a cache"},
     ColumnKey::none,
     write_tokens_of<&TokenUse::cache_read>},
    {{"cache_write_tokens", ColumnType::integer, "written to a cache"},
     ColumnKey::none,
     write_tokens_of<&TokenUse::cache_write>},
    {{"reasoning_tokens", ColumnType::integer, "part of the output"},
     ColumnKey::none,
     write_tokens_of<&TokenUse::reasoning>},
    {{"total_tokens", ColumnType::integer, "all that was processed"},
     ColumnKey::none,
     write_tokens_of<&TokenUse::total>},
    {{"cost_usd", ColumnType::real, "as it was recorded"},
     ColumnKey::none,
     write_field<"cost_usd">},
    {{"failed", ColumnType::integer, "1 when the call failed"}, ColumnKey::none, write_failed},
    {{"error", ColumnType::text, "what went wrong"}, ColumnKey::none, write_error},
    {{"duration_ms", ColumnType::real, "how long it took"}, ColumnKey::none, write_duration},
    {{"finish_reason", ColumnType::text, "why the model stopped"},
     ColumnKey::none,
     write_field<"finish_reason">},
    {{"text", ColumnType::text, "what the model answered"},
     ColumnKey::none,
     write_field<"completion">},
    {{"messages", ColumnType::json, "what the model was sent"},
     ColumnKey::none,
     write_field<"messages">},
};

constexpr EventColumn decision_columns[] = {
    {{"description", ColumnType::text, "what was decided about"},
     ColumnKey::none,
     write_field<"description">},
    {{"decision_type", ColumnType::text, "the sort of decision"},
     ColumnKey::none,
     write_field<"decision_type">},
    {{"chosen", ColumnType::text, "what was chosen"}, ColumnKey::none, write_field<"chosen">},
    {{"alternatives", ColumnType::json, "what could have been chosen"},
     ColumnKey::none,
     write_field<"alternatives">},
    {{"reasoning", ColumnType::text, "the emitter's own words"},
     ColumnKey::none,
     write_field<"reasoning">},
    {{"inputs", ColumnType::json, "what the decision rests on"},
     ColumnKey::none,
     write_field<"inputs">},
    {{"status", ColumnType::text, "made, declined or deferred"},
     ColumnKey::none,
     write_field<"status">},
    {{"outcome", ColumnType::text, "what came of it"}, ColumnKey::none, write_outcome_text},
    {{"correct", ColumnType::integer, "1, 0, or null when nobody knows"},
     ColumnKey::none,
     write_correct},
    {{"outcome_id", ColumnType::text, "the outcome's id"}, ColumnKey::none, write_outcome_id},
};

constexpr EventColumn outcome_columns[] = {
    {{"of", ColumnType::text, "the id of the judged event"}, ColumnKey::of, write_field<"of">},
    {{"outcome", ColumnType::text, "what came of it"}, ColumnKey::none, write_field<"outcome">},
    {{"correct", ColumnType::integer, "1, 0, or null when nobody knows"},
     ColumnKey::none,
     write_field<"correct">},
};

constexpr EventColumn message_columns[] = {
    {{"message_id", ColumnType::text, "the emitter's name for the message"},
     ColumnKey::none,
     write_field<"message_id">},
    {{"from_agent", ColumnType::text, "who sent it"}, ColumnKey::none, write_field<"from">},
    {{"to_agents", ColumnType::json, "a list; null for an action of the system"},
     ColumnKey::none,
     write_field<"to">},
    {{"subtype", ColumnType::text, "the sort of message"}, ColumnKey::none, write_field<"subtype">},
    {{"status", ColumnType::text, "such as dispatched"}, ColumnKey::none, write_field<"status">},
    {{"route", ColumnType::json, "how it was routed"}, ColumnKey::none, write_field<"route">},
    {{"payload", ColumnType::text, "what it said"}, ColumnKey::none, write_field<"payload">},
};

constexpr EventTableText all_event_tables[] = {
    {"events", "every event", std::nullopt, event_columns},
    {"tool_calls", "calls of tools, each with its end", Kind::tool_call, tool_call_columns},
    {"model_calls", "calls of models", Kind::llm_call, model_call_columns},
    {"decisions", "decisions, each with its outcome", Kind::decision, decision_columns},
    {"outcomes", "what came of decisions", Kind::outcome, outcome_columns},
    {"messages", "messages between agents", Kind::message, message_columns},
};

}  // namespace

std::span<const EventTableText> event_tables() {
    return all_event_tables;
}

std::span<const EventColumn> leading_columns() {
    return head_columns;
}

std::span<const EventColumn> trailing_columns() {
    return tail_columns;
}

}  // namespace hence
