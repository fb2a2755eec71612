// A table of the kinds that Hence has a word for, and a function for each that renames its members.
// All other records keep their kind and their members.
#include "formats/reactive_agents/events.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/reactive_agents/bus.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

// An integer that an event may have as its iteration.
std::optional<std::int64_t> iteration_from(Json iter) {
    std::int64_t value = 0;
    const std::string_view text = iter.raw();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size() && !text.empty();
    return whole && value >= -1 ? std::optional(value) : std::nullopt;
}

std::string with_underscores(std::string text) {
    std::ranges::replace(text, '-', '_');
    return text;
}

// Puts a member under our name, if it is there. A text of theirs that may be anything stays so.
void rename(ReactiveRecord& record, std::string_view theirs, std::string_view ours) {
    record.draft.fields.value(ours, record.rest.take(theirs));
}

void take_amount(ReactiveRecord& record, Foreign& from, std::string_view theirs,
                 std::string_view ours) {
    record.draft.fields.value(ours, from.amount(theirs));
}

void take_action(ReactiveRecord& record, std::string_view theirs) {
    record.draft.fields.text("action", with_underscores(record.rest.text(theirs)));
}

// "implicit" is what stands there when an assumption was found in a text that gave no reason.
bool gives_no_reason(const ReactiveRecord& record, Json rationale) {
    const Json why = rationale.is_string() ? rationale : rationale["why"];
    return record.kind == "assumption-recorded" && why.string() == "implicit";
}

void take_rationale(ReactiveRecord& record, std::string_view theirs) {
    const Json given = record.rest.take(theirs);
    LenientRationale made;
    if (gives_no_reason(record, given)) {
        made.whole = false;
    } else if (given.is_string()) {
        made.json = given.raw() == "\"\"" ? "" : fmt::format("{{\"why\":{}}}", given.raw());
    } else {
        made = lenient_rationale(given);
    }
    record.draft.rationale = made.json;
    if (!made.whole) {
        record.draft.fields.value(theirs, given);
    }
}

void describe_run_started(ReactiveRecord& record) {
    record.draft.kind = "session_start";
    record.draft.fields.text("goal", record.rest.text("task"));
}

void describe_run_completed(ReactiveRecord& record) {
    record.draft.kind = "session_end";
    rename(record, "status", "status");
    const std::optional<bool> success = record.json["success"].boolean();
    if (success || record.bus_name == "TaskFailed") {
        record.rest.take("success");
        record.draft.fields.text("status", success.value_or(false) ? "success" : "failure");
    }
    rename(record, "output", "output");
    rename(record, "error", "error");
    take_amount(record, record.rest, "totalTokens", "total_tokens");
    record.draft.duration_ms = record.rest.amount("durationMs");
}

void describe_reactive(ReactiveRecord& record) {
    record.draft.kind = "reactive";
    take_action(record, "decisionType");
    take_action(record, "decision");  // As the bus has it.
    rename(record, "reason", "reason");
    take_rationale(record, "rationale");
}

void describe_strategy_switch(ReactiveRecord& record) {
    record.draft.kind = "strategy_switch";
    rename(record, "from", "from");
    rename(record, "to", "to");
    rename(record, "reason", "reason");
    take_rationale(record, "rationale");
}

void describe_assumption(ReactiveRecord& record) {
    record.draft.kind = "assumption";
    rename(record, "assumption", "assumption");
    take_rationale(record, "rationale");
}

void describe_curation(ReactiveRecord& record) {
    record.draft.kind = "curation";
    take_action(record, "action");
    rename(record, "targetRef", "target");
    take_rationale(record, "rationale");
}

// `{option, rejectedBecause}` as we spell it, whatever else each of them says.
std::string rejected_from(Json alternatives) {
    std::string json;
    alternatives.each_element([&json](Json each) {
        std::string one;
        each.each_member([&one](std::string_view name, Json value) {
            one += one.empty() ? '{' : ',';
            append_token(one, name == "rejectedBecause" ? "rejected_because" : name);
            one += ':';
            one += value.raw();
            return true;
        });
        json += json.empty() ? '[' : ',';
        json += one.empty() ? std::string(each.raw()) : one + '}';
        return true;
    });
    return json.empty() ? json : json + ']';
}

void describe_alternatives(ReactiveRecord& record) {
    record.draft.kind = "alternatives";
    rename(record, "chosen", "chosen");
    const std::string rejected = rejected_from(record.json["alternatives"]);
    if (!rejected.empty()) {
        record.rest.take("alternatives");
        record.draft.fields.value("rejected", Json(rejected));
    }
    take_rationale(record, "rationale");
}

// A snapshot of the kernel is its end when it says by what the run was ended.
void describe_snapshot(ReactiveRecord& record) {
    const Json by = record.json["terminatedBy"];
    if (!by.is_string() || by.raw() == "\"\"") {
        record.draft.kind = "kernel_state_snapshot";
        return;
    }
    record.draft.kind = "termination";
    rename(record, "terminatedBy", "reason");
    take_rationale(record, "terminationRationale");
}

void take_response(ReactiveRecord& record) {
    const Json response = record.json["response"];
    if (!response.is_object()) {
        return;
    }
    record.rest.take("response");
    Foreign rest(response);
    Fields& fields = record.draft.fields;
    fields.value("completion", rest.take("content"));
    fields.value("tool_calls", rest.take("toolCalls"));
    fields.value("finish_reason", rest.take("stopReason"));
    take_amount(record, rest, "tokensIn", "prompt_tokens");
    take_amount(record, rest, "tokensOut", "completion_tokens");
    take_amount(record, rest, "cacheReadTokensIn", "cache_read_tokens");
    take_amount(record, rest, "cacheCreationTokensIn", "cache_write_tokens");
    take_amount(record, rest, "costUsd", "cost_usd");
    record.draft.duration_ms = rest.amount("durationMs");
    Fields left;
    rest.leave(left, reactive_agents_name);
    const Result<std::string> json = std::move(left).take();
    fields.value("response", Json(json ? std::string_view(*json) : std::string_view()));
}

void describe_exchange(ReactiveRecord& record) {
    record.draft.kind = "llm_call";
    rename(record, "model", "model");
    rename(record, "provider", "provider");
    rename(record, "systemPrompt", "system_prompt");
    rename(record, "messages", "messages");
    take_response(record);
}

struct Kind {
    std::string_view theirs;
    void (*describe)(ReactiveRecord&);
};

// The kinds that we have a word for. All others keep theirs.
constexpr std::array known_kinds = {
    Kind{"run-started", describe_run_started},
    Kind{"run-completed", describe_run_completed},
    Kind{"decision-evaluated", describe_reactive},
    Kind{"strategy-switched", describe_strategy_switch},
    Kind{"assumption-recorded", describe_assumption},
    Kind{"curator-decision", describe_curation},
    Kind{"alternatives-considered", describe_alternatives},
    Kind{"kernel-state-snapshot", describe_snapshot},
    Kind{"llm-exchange", describe_exchange},
};

// A kind of theirs in our letters. One that would then mean something else to us says so.
void keep_kind(ReactiveRecord& record) {
    std::string kind = with_underscores(record.kind);
    if (kind_from(kind) != kind || kind == "outcome") {
        kind = kind == "outcome" ? "foreign_outcome" : kind_from(kind);
        record.draft.fields.text("kind", record.kind);
    }
    record.draft.kind = kind.empty() ? "event" : kind;
}

void take_result_of_call(ReactiveRecord& record, std::string_view result_name) {
    rename(record, "toolName", "tool_name");
    rename(record, "result", result_name);
    const std::string_view name = record.json["ok"].boolean() ? "ok" : "success";
    const std::optional<bool> ok = record.json[name].boolean();
    const Json error = record.rest.take("error");
    if (ok) {
        record.rest.take(name);
    }
    if (ok || error.present()) {
        record.draft.fields.text("status", ok.value_or(false) ? "ok" : "error");
    }
    record.draft.fields.value("error", error);
    record.draft.duration_ms = record.rest.amount("durationMs");
}

}  // namespace

std::string_view agent_of_run(std::string_view run) {
    constexpr std::size_t suffix = 9;  // The hyphen and eight digits.
    const std::size_t dot = run.rfind('.');
    if (dot == std::string_view::npos || dot == 0) {
        return {};
    }
    const std::string_view name = run.substr(dot + 1);
    if (name.size() <= suffix || name[name.size() - suffix] != '-') {
        return {};
    }
    const std::string_view digits = name.substr(name.size() - suffix + 1);
    const bool hex = std::ranges::all_of(digits, is_hex);
    return hex ? name.substr(0, name.size() - suffix) : std::string_view();
}

std::string_view root_of_run(std::string_view run) {
    while (!agent_of_run(run).empty()) {
        run = run.substr(0, run.rfind('.'));
    }
    return run;
}

namespace {

// The kind, by whichever name it goes. A name of the bus is kept beside it.
void take_kind(ReactiveRecord& record) {
    record.kind = record.rest.text("kind");
    const std::string tag = record.json["_tag"].string().value_or("");
    const std::string& said = record.kind.empty() ? tag : record.kind;
    if (std::string kind = kind_of_bus_name(said); !kind.empty()) {
        record.bus_name = said;
        record.rest.take("_tag");
        record.draft.fields.text("bus_event", said);
        record.kind = std::move(kind);
    }
}

Result<void> take_time(ReactiveRecord& record, const ReactiveWhen& when) {
    const Json timestamp = record.rest.take("timestamp");
    if (!timestamp.present() && !record.bus_name.empty()) {
        record.draft.time = when.otherwise.empty() ? time_of_index(when.index) : when.otherwise;
        if (!when.arrived) {
            record.draft.flags.push_back(Flag::time_derived);
        }
        return {};
    }
    const std::optional<std::string> time =
        timestamp.is_string() ? time_from(timestamp) : time_from_ms(timestamp);
    if (!time) {
        return Error{Code::invalid, timestamp.present()
                                        ? "timestamp is no time in milliseconds since 1970"
                                        : "timestamp is missing"};
    }
    record.draft.time = *time;
    return {};
}

}  // namespace

Result<ReactiveRecord> ReactiveRecord::from(Json json, const ReactiveWhen& when) {
    ReactiveRecord record{{}, {}, {}, {}, Foreign(json), json};
    take_kind(record);
    record.run = record.rest.text("runId");
    if (record.run.empty() && !record.bus_name.empty()) {
        record.run = record.rest.text("taskId");
    }
    if (record.kind.empty()) {
        return Error{Code::invalid, "kind is missing"};
    }
    if (record.run.empty()) {
        return Error{Code::invalid, "runId is missing"};
    }
    TRY(take_time(record, when));
    record.draft.run = record.run;
    for (const std::string_view name : {"iter", "iteration"}) {
        if (!record.draft.iteration && (name == "iter" || !record.bus_name.empty())) {
            record.draft.iteration = iteration_from(json[name]);
            record.draft.iteration ? record.rest.take(name) : Json();
        }
    }
    // What has no time of its own is known by what it says.
    const std::string since = record.has_time() ? record.draft.time : time_of_index(0);
    record.draft.id =
        derived_id(since, {reactive_agents_name, record.run, json["seq"].raw(), json.raw()});
    return record;
}

void describe_start_of_call(ReactiveRecord& record) {
    record.draft.kind = "tool_call";
    rename(record, "toolName", "tool_name");
    rename(record, "args", "input");
    take_rationale(record, "rationale");
    const std::string call = record.rest.text("callId");
    record.draft.fields.text("call_id", call.empty() ? record.draft.id : call);
}

void describe_end_of_call(ReactiveRecord& record, std::string_view call_id, std::uint64_t number) {
    const bool whole = call_id.empty();
    record.draft.kind = whole ? "tool_call" : "observation";
    if (!whole) {
        record.draft.fields.text("key", fmt::format("obs:{}", number));
    }
    take_result_of_call(record, whole ? "output" : "content");
    record.draft.fields.text("call_id", call_id);
    if (whole) {
        rename(record, "args", "input");
        rename(record, "callId", "call_id");
        take_rationale(record, "rationale");
    }
}

void describe_other(ReactiveRecord& record) {
    const auto known = std::ranges::find(known_kinds, record.kind, &Kind::theirs);
    if (known == known_kinds.end()) {
        return keep_kind(record);
    }
    known->describe(record);
}

Result<Event> finish_reactive(ReactiveRecord record) {
    record.rest.leave(record.draft.fields, reactive_agents_name);
    return std::move(record.draft).finish(reactive_agents_name);
}

}  // namespace hence
