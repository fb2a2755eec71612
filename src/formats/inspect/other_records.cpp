// All records that are neither model calls nor tool calls. A record that Hence has a kind for gets
// that kind; all others keep their own.
#include <algorithm>
#include <array>
#include <utility>

#include "base/try.h"
#include "formats/inspect/sample.h"

namespace hence {
namespace {

std::string text(Json object, std::string_view name) {
    return object[name].string().value_or("");
}

// What a sub-agent was asked to do: the one text among what it was called with, or all of it.
std::string task_of(Json arguments) {
    for (const std::string_view name : {"input", "prompt", "task", "query"}) {
        if (arguments[name].is_string()) {
            return text(arguments, name);
        }
    }
    return arguments.is_object() && arguments.raw() != "{}" ? std::string(arguments.raw())
                                                            : std::string();
}

// A record of a kind that we know nothing of must not be taken for one of ours.
std::string kept_kind(std::string_view type) {
    static constexpr std::array<std::string_view, 10> kept{
        "state",  "store",      "sandbox",    "subtask",   "step",
        "branch", "checkpoint", "score_edit", "interrupt", "sample_init",
    };
    const bool known = std::ranges::find(kept, type) != kept.end();
    return known ? std::string(type) : kind_from("inspect_" + std::string(type));
}

std::string kind_of(const InspectRecord& record) {
    struct Word {
        std::string_view type;
        std::string_view kind;
    };
    static constexpr std::array<Word, 8> words{{
        {"approval", "decision"},
        {"score", "observation"},
        {"error", "error"},
        {"sample_limit", "termination"},
        {"compaction", "curation"},
        {"info", "log"},
        {"logger", "log"},
        {"input", "prompt"},
    }};
    const auto word = std::ranges::find(words, record.type, &Word::type);
    if (word != words.end()) {
        return std::string(word->kind);
    }
    // A user who interrupts a turn does not end the sample.
    const bool ends = record.type == "interrupt" && text(record.json, "source") != "user_cancel";
    return ends ? "termination" : kept_kind(record.type);
}

void describe_log(Fields& fields, Foreign& rest, std::string_view type) {
    if (type == "info") {
        fields.text("severity", "info");
        fields.value("body", rest.take("data"));
        return;
    }
    Foreign message(rest.take("message"));
    fields.text("severity", message.text("level"));
    fields.text("body", message.text("message"));
    put_rest(fields, "logger", message, inspect_name);
}

void describe_error(Fields& fields, Foreign& rest) {
    const Json error = rest.take("error");
    if (!error.is_object()) {
        return fields.value("error", error);
    }
    Foreign said(error);
    said.take("traceback_ansi");
    fields.text("error", said.text("message"));
    fields.text("context", said.text("traceback"));
    put_rest(fields, "error_details", said, inspect_name);
}

// Where no call says that it started an agent, this is worked out.
void delegate_by_tool(EventDraft& draft, const InspectSpan& span) {
    draft.parent = span.tool;
    if (span.tool.empty() || span.tool_derived) {
        draft.flags.push_back(Flag::derived);
    }
    if (span.tool_derived) {
        draft.flags.push_back(Flag::parent_derived);
    }
}

}  // namespace

void describe_grade(Fields& fields, std::string_view name, Json score) {
    const std::string scorer(name);
    const Json value = score["value"];
    fields.text("key", "score:" + scorer);
    fields.text("content", scorer + ": " + value.string().value_or(std::string(value.raw())));
    Foreign(score).leave(fields, inspect_name);
}

// An event of 2024 does not say whose the score is; the sample has the same score by name.
std::string InspectSample::scorer_of(Json score) const {
    std::string name;
    sample_["scores"].each_member([&](std::string_view scorer, Json told) {
        const bool same = same_value(told["value"].raw(), score["value"].raw()) &&
                          same_value(told["answer"].present() ? told["answer"].raw() : "null",
                                     score["answer"].present() ? score["answer"].raw() : "null");
        if (same && !scores_.contains(scorer)) {
            name = scorer;
        }
        return name.empty();
    });
    return name.empty() ? "score" : name;
}

void InspectSample::describe_score(EventDraft& draft, Foreign& rest, const InspectRecord& record) {
    std::string name = rest.text("scorer");
    if (name.empty() && record.span->type == "scorer") {
        name = record.span->name;
    }
    if (name.empty()) {
        name = scorer_of(record.json["score"]);
    }
    describe_grade(draft.fields, name, rest.take("score"));
    if (!record.json["intermediate"].boolean().value_or(false)) {
        scores_.insert(name);
    }
}

void InspectSample::describe(EventDraft& draft, Foreign& rest, const InspectRecord& record) {
    if (record.type == "approval") {
        describe_approval(draft, rest);
    } else if (record.type == "score") {
        describe_score(draft, rest, record);
    } else if (record.type == "error") {
        describe_error(draft.fields, rest);
    } else if (record.type == "sample_limit") {
        draft.fields.text("reason", rest.text("type") + " limit");
    } else if (draft.kind == "termination") {
        draft.fields.text("reason", "interrupted: " + rest.text("source"));
    } else if (record.type == "compaction") {
        const std::string role = rest.text("role");
        draft.fields.text("action", "compressed");
        draft.fields.text("target", role.empty() ? "conversation" : "conversation of " + role);
    } else if (draft.kind == "log") {
        describe_log(draft.fields, rest, record.type);
    } else if (record.type == "input") {
        draft.fields.text("text", rest.text("input"));
        rest.take("input_ansi");
    }
}

// An anchor is a point that a sample can be rolled back to, and a branch is what follows that. Of a
// branch from an anchor that is not in the sample nothing more is known.
void InspectSample::go_back(EventDraft& draft, Foreign& rest, const InspectRecord& record) {
    if (record.type == "anchor") {
        const std::string name = rest.text("anchor_id");
        draft.kind = "session_checkpoint";
        draft.fields.text("name", name);
        anchors_[name] = record.id;
    } else if (record.type == "branch") {
        const auto anchor = anchors_.find(text(record.json, "from_anchor"));
        if (anchor != anchors_.end()) {
            draft.kind = "session_rewind";
            draft.fields.text("to", anchor->second);
        }
    }
}

Result<std::vector<Event>> InspectSample::tell_other(const InspectRecord& record) {
    const std::string whole = attachments_.resolve(record.json);
    Foreign rest{Json(whole)};
    for (const std::string_view name : {"event", "uuid", "timestamp"}) {
        rest.take(name);
    }
    EventDraft draft = this->draft(kind_of(record), record);
    go_back(draft, rest, record);
    if (record.type == "subtask") {
        rest.take("events");
    }
    describe(draft, rest, record);
    draft.duration = duration_between(record.time, time_from(rest.take("completed")).value_or(""));
    stand_in_span(draft, record);
    rest.leave(draft.fields, inspect_name);
    Event event = TRY(std::move(draft).finish(inspect_name));
    return std::vector<Event>{std::move(event)};
}

// A span is told where it begins, with its end. One that is an agent's, within another's, is a
// delegation.
Result<std::vector<Event>> InspectSample::tell_span(const InspectRecord& record) {
    const InspectSpan& span = spans_.find(text(record.json, "id"));
    if (!span.is_told() || span.event != record.id) {
        return std::vector<Event>();
    }
    InspectRecord outside = record;
    outside.span = &spans_.find(span.parent);
    Foreign rest(record.json);
    for (const std::string_view name :
         {"event", "uuid", "timestamp", "span_id", "parent_id", "name", "type", "id"}) {
        rest.take(name);
    }
    EventDraft draft = this->draft(span.is_subagent ? "delegation" : "span", outside);
    draft.fields.text("name", span.is_subagent ? "" : span.name);
    if (span.is_subagent) {
        draft.fields.text("parent_id", outside.span->agent);
        draft.fields.text("child_id", span.name);
        draft.fields.text("task", task_of(Json(attachments_.resolve(span.arguments))));
        draft.fields.text("run_id", span.run);
        delegate_by_tool(draft, span);
    } else {
        draft.fields.text("type", span.type);
        draft.duration = duration_between(span.begin, span.end);
    }
    draft.fields.value("span_id", record.json["id"]);
    stand_in_span(draft, outside);
    rest.leave(draft.fields, inspect_name);
    Event event = TRY(std::move(draft).finish(inspect_name));
    return std::vector<Event>{std::move(event)};
}

}  // namespace hence
