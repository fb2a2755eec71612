// One log record to one event, and what belongs to it. docs/OTEL.md says what becomes of what.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "formats/otlp/conventions/hence_attributes.h"
#include "formats/otlp/conventions/hence_fields.h"
#include "formats/otlp/translate/content_id.h"
#include "formats/otlp/translate/log_in_progress.h"
#include "formats/otlp/translate/printed_usage.h"
#include "formats/otlp/translate/span_fields.h"
#include "model/event_rules.h"

namespace hence {
namespace {

constexpr std::uint64_t nanos_per_second = 1'000'000'000;
constexpr double nanos_per_ms = 1e6;

// When it happened, or was seen to; some say so in an attribute only. 0: nobody knows.
std::uint64_t time_of(const LogRecord& record) {
    if (record.time_ns != 0 || record.observed_ns != 0) {
        return record.time_ns != 0 ? record.time_ns : record.observed_ns;
    }
    const Result<Time> said = parse_time(spelled(record.attributes["event.timestamp"]));
    // Seconds up to the year 2554 fit into nanoseconds of 64 bits.
    constexpr std::int64_t seconds_max = 18'446'744'072;
    if (!said || said->seconds < 0 || said->seconds > seconds_max) {
        return 0;
    }
    return static_cast<std::uint64_t>(said->seconds) * nanos_per_second + said->nanos;
}

// The same record, sent again, gets the same id; another one, another.
std::string id_of(const LogRecord& record, std::string_view name, std::uint64_t time_ns) {
    std::string content;
    for (const Attribute& each : record.attributes.all()) {
        content += fmt::format("{}:{}={}:{}", each.key.size(), each.key, each.value.raw().size(),
                               each.value.raw());
    }
    const Hash hash = sha256(content, record.body.raw());
    const std::string sequence = spelled(record.attributes["event.sequence"]);
    return content_id({time_of_nanos(time_ns), record.trace_id, record.span_id, name,
                       sequence.empty() ? std::to_string(time_ns) : sequence, as_bytes(hash)});
}

// A record tells of a call when that is over: it began that much earlier.
bool tells_the_end(std::string_view kind) {
    return kind == "llm_call" || kind == "tool_call" || kind == "delegation" || kind == "curation";
}

void set_times(LogWork& work) {
    Translation& told = work.told;
    std::uint64_t start_ns = work.time_ns;
    const Json duration = number_from(work.attribute("duration_ms"));
    const double ms = duration.number().value_or(-1);
    if (tells_the_end(told.main.kind) && ms >= 0) {
        told.main.duration = duration.raw();
        if (ms * nanos_per_ms < static_cast<double>(work.time_ns)) {
            start_ns -= static_cast<std::uint64_t>(std::llround(ms * nanos_per_ms));
        }
    }
    told.main.time = time_of_nanos(start_ns);
}

// What nobody stated in `hence.*` attributes.
void set_place(const LogWork& work, EventDraft& draft) {
    const LogRecord& record = work.record;
    const Attributes& resource = record.origin->resource;
    // A text that is too long for a name does not count as one, and stays among the attributes.
    const auto fill = [](std::string& place, auto&& find) {
        if (place.empty()) {
            place = find();
            place = place.size() <= name_size_max ? place : std::string();
        }
    };
    fill(draft.session, [&] { return stated_session(work.meanings, resource); });
    fill(draft.run, [&] { return record.trace_id; });
    fill(draft.run, [&] { return prompt_of(work); });
    fill(draft.run, [&] { return work.text("turn.id"); });
    fill(draft.run, [&] { return draft.session; });
    fill(draft.correlation, [&] { return correlation_from(record.attributes); });
    fill(draft.agent, [&] { return stated_agent({work.meanings, record.attributes, resource}); });
    if (draft.session.empty() && !draft.run.empty()) {
        draft.flags.push_back(Flag::session_derived);
    }
}

// Whatever Claude Code or Gemini CLI does, a prompt made it do so.
void set_prompt(const LogWork& work, EventDraft& draft) {
    constexpr auto prompted =
        std::to_array<std::string_view>({"claude_code.", "gemini_cli.", "qwen-code."});
    const bool theirs = std::ranges::any_of(
        prompted, [&](std::string_view prefix) { return work.name.starts_with(prefix); });
    const bool follows = theirs && !work.name.ends_with(".user_prompt");
    if (follows && draft.parent.empty()) {
        draft.parent = prompt_event_id(work);
        if (!draft.parent.empty()) {
            draft.flags.push_back(Flag::parent_derived);
        }
    }
}

// The span's event, where it is on one.
std::string span_of(const LogRecord& record) {
    const bool on_span = !record.trace_id.empty() && !record.span_id.empty();
    return on_span ? span_event_id(record.trace_id, record.span_id) : std::string();
}

void add_log(LogWork& work) {
    Fields& fields = work.told.main.fields;
    const LogRecord& record = work.record;
    fields.text("severity", severity_of(record));
    const bool answer =
        work.name == "claude_code.assistant_response" || work.name == "codex.agent_response";
    if (answer && !work.text("response").empty()) {
        fields.text("body", work.text("response"));
        // The call that gave the answer takes it from here.
        fields.text("completion", work.text("response"));
        fields.text("response_id", work.meanings.text(Meaning::response_id));
        work.moved.push_back("response");
    }
    if (!fields.has("body")) {
        fields.value("body", record.body);
        work.moved_body = true;
    }
    fields.text("body", work.name);
    if (!record.span_id.empty()) {
        add_printed_usage(fields, record.body.raw());  // For the model call that it is on.
    }
    add_exception(work);
}

// What any record says, whatever became of it.
void add_common(LogWork& work, const HenceAttributes& stated) {
    const LogRecord& record = work.record;
    Fields& fields = work.told.main.fields;
    fields.text("otel_event", work.name);
    fields.text("severity", severity_of(record));
    if (record.severity != 0) {
        fields.value("severity_number", Json(std::to_string(record.severity)));
    }
    if (!work.moved_body && record.body.string() != work.name) {
        fields.value(fields.has("body") ? "record_body" : "body", record.body);
    }
    if (work.truncated) {
        fields.value("truncated", Json("true"));
    }
    add_dropped(fields, "attributes", record.dropped_attributes);
    add_origin(fields, *record.origin);
    const std::string attributes = attributes_json(record.attributes, [&](std::string_view key) {
        return stated.took(key) || work.is_moved(key);
    });
    fields.value("attributes", Json(attributes));
}

// An event that states its kind by its name may have its fields in its body as well.
Attributes with_body(LogWork& work) {
    std::vector<Attribute> all;
    work.record.body.each_member([&](std::string_view name, Json value) {
        all.push_back({work.kept.emplace_back(name), value});
        return true;
    });
    // A key that is in both counts as an attribute: of repeated keys the last one stands.
    std::ranges::copy(work.record.attributes.all(), std::back_inserter(all));
    return Attributes(std::move(all));
}

// A text in the body is what the event is about.
void add_stated_body(LogWork& work, const HenceAttributes& stated) {
    const Json body = work.record.body;
    EventDraft& draft = work.told.main;
    if (body.is_object()) {
        work.moved_body = true;
        body.each_member(
            [&](std::string_view name, Json) { return work.moved_body = stated.took(name); });
        return;
    }
    const KnownField* main = find_main_field(draft.kind);
    if (main == nullptr || draft.fields.has(main->name) || body.string() == work.name) {
        return;
    }
    const std::string json = field_json(*main, body, work.record.trace_id);
    draft.fields.value(main->name, Json(json));
    work.moved_body = !json.empty();
}

void add_fields_of_kind(LogWork& work, std::string_view own_kind, const HenceAttributes& stated) {
    EventDraft& draft = work.told.main;
    if (draft.kind != own_kind) {
        return add_stated_body(work, stated);
    }
    if (draft.kind == "log") {
        add_said(work);
        return add_log(work);
    }
    is_evaluation(work) ? add_evaluation(work) : add_record_fields(work);
}

}  // namespace

std::string severity_of(const LogRecord& record) {
    if (!record.severity_text.empty()) {
        return std::string(record.severity_text);
    }
    constexpr std::string_view names[] = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"};
    const bool known = record.severity >= 1 && record.severity <= 24;
    return known ? std::string(names[(record.severity - 1) / 4]) : std::string();
}

EventDraft record_child(const LogWork& work, std::string_view kind) {
    EventDraft draft = draft_beside(work.told.main, kind, {});
    draft.id.clear();  // The callers derive one from what it says.
    draft.iteration.reset();
    draft.time = time_of_nanos(work.time_ns);
    const std::string span = span_of(work.record);
    draft.parent = span.empty() ? draft.parent : span;
    return draft;
}

Result<Translation> translate(const LogRecord& record) {
    const std::uint64_t time_ns = time_of(record);
    if (time_ns == 0) {
        return Error{Code::invalid, "the log record has neither a time nor an observed time",
                     "set time_unix_nano"};
    }
    Translation told;
    const Meanings meanings(record.attributes);
    LogWork work{record, record_name(record), meanings, time_ns, told};
    const std::string_view named = hence_kind_of(work.name);
    const Attributes attributes = named.empty() ? record.attributes : with_body(work);
    const HenceAttributes stated(attributes, record.trace_id, {named, span_of(record)});
    const std::string own_kind(is_evaluation(work) ? "observation" : kind_of_record(work));
    EventDraft& draft = told.main;
    draft.id = id_of(record, work.name, time_ns);
    draft.kind = stated.kind_of(own_kind);
    draft.parent = span_of(record);
    stated.apply(draft);
    set_times(work);
    set_place(work, draft);
    set_prompt(work, draft);
    if (is_details(work) && draft.kind == "log" && draft.parent.empty()) {
        return translate_details(work);
    }
    add_fields_of_kind(work, own_kind, stated);
    add_common(work, stated);
    stated.add_beside(draft, told.more);
    return told;
}

}  // namespace hence
