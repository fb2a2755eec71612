#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/trajectory.h"
#include "model/event_body.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "model/tokens.h"
#include "views/cause/event_marks.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t line_max = 120;

// A step in the words of the answer. Views live as long as the step. What is absent is empty.
struct Told {
    std::string_view duration_ms;
    std::string status;
    Json model;
    Json messages;
    Json completion;
    Json tool_name;
    Json input;
    Json output;
    Json error;
};

bool is_error(Json error) {
    return error.present() && error.raw() != "\"\"";
}

std::string call_status(const TrajectoryStep& step, const Told& told, Json status) {
    if (failed_call(step.event) || (step.end && failed_call(*step.end))) {
        return "error";
    }
    return step.end || told.output.present() || status.string() == "ok" ? "ok" : "";
}

Told tell(const TrajectoryStep& step) {
    const Event& event = step.event;
    Told told;
    told.duration_ms = event.body().duration_ms;
    const auto [model, messages, completion, tool_name, input, output, error, status] = members<8>(
        event.fields(),
        {"model", "messages", "completion", "tool_name", "input", "output", "error", "status"});
    told.model = model;
    told.messages = messages;
    told.completion = completion;
    told.error = error;
    if (event.kind() != Kind::tool_call) {
        told.status = status.string().value_or("");
        if (told.status.empty() && is_error(error)) {
            told.status = "error";
        }
        return told;
    }
    told.tool_name = tool_name;
    told.input = input;
    told.output = output;
    if (step.end) {
        const auto [content, end_error] = members<2>(step.end->fields(), {"content", "error"});
        told.output = output.present() ? output : content;
        told.error = is_error(error) ? error : end_error;
        told.duration_ms =
            told.duration_ms.empty() ? step.end->body().duration_ms : told.duration_ms;
    }
    told.status = call_status(step, told, status);
    return told;
}

Json text_or_none(Json value) {
    return value.is_string() ? value : Json();
}

void append_logs(JsonWriter& json, const std::vector<Event>& logs) {
    json.key("logs").begin_list();
    for (const Event& log : logs) {
        const auto [severity, body] = members<2>(log.fields(), {"severity", "body"});
        json.begin_object().member("time", log.time());
        json.member("severity", severity).member("body", body).end_object();
    }
    json.end_list();
}

CallEnd end_told(const TrajectoryStep& step) {
    return step.end ? call_end(*step.end) : CallEnd();
}

Result<void> append_step(JsonWriter& json, const TrajectoryStep& step, const EventMarks& marks) {
    const Event& event = step.event;
    const Told told = tell(step);
    json.begin_object().member("event", event.id()).member("parent", OrNull{event.parent()});
    json.member("run", OrNull{event.run()}).member("time", event.time());
    json.raw_or_null("duration_ms", told.duration_ms).member("kind", event.kind());
    json.member("label", OrNull{summary(event, end_told(step))});
    json.member("status", OrNull{told.status}).member("model", text_or_none(told.model));
    json.key("tokens");
    if (event.kind() == Kind::llm_call) {
        write_tokens(json, tokens_used(event));
    } else {
        json.null();
    }
    json.member("messages", told.messages).member("completion", told.completion);
    json.member("tool_name", text_or_none(told.tool_name)).member("tool_input", told.input);
    json.member("tool_output", told.output).member("error", told.error);
    json.raw_or_null("rationale", event.rationale());
    append_logs(json, step.logs);
    TRY(marks.append_json(json, event));
    json.end_object();
    return {};
}

std::string plain(Json value) {
    const std::optional<std::string> text = value.string();
    return first_line(text ? *text : value.raw(), line_max);
}

void append_line(std::string& out, std::string_view name, Json value) {
    if (value.present()) {
        out += "    ";
        out += name;
        out += ": " + plain(value) + "\n";
    }
}

void append_block(std::string& out, const TrajectoryStep& step, const std::string& marked,
                  ShownIds& ids) {
    const Event& event = step.event;
    const Told told = tell(step);
    out += when(event) + " " + summary(event, end_told(step)) + marked;
    out += "  (" + ids.of(event.id()) + ")\n";
    const std::string why = why_of(event);
    if (!why.empty()) {
        out += "    why: " + first_line(why, line_max) + "\n";
    }
    append_line(out, "messages", told.messages);
    append_line(out, "completion", told.completion);
    append_line(out, "input", told.input);
    append_line(out, "output", told.output);
    if (event.kind() != Kind::error && is_error(told.error)) {
        append_line(out, "error", told.error);
    }
    for (const Event& log : step.logs) {
        out += "    " + when(log) + " " + summary(log) + "\n";
    }
}

}  // namespace

Result<void> write_json(Trajectory& answer, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, answer.session()));
    pieces.json.begin_object().member("session", answer.session());
    pieces.json.key("trajectory").begin_list();
    while (true) {
        const std::optional<TrajectoryStep> step = TRY(answer.next());
        if (!step) {
            break;
        }
        TRY(append_step(pieces.json, *step, marks));
        TRY(pieces.pass_on());
    }
    pieces.json.end_list().member("next", OrNull{answer.next_page().value_or("")});
    const Completeness completeness = TRY(answer.completeness());
    completeness.append_json(pieces.json.key("completeness").text());
    pieces.json.end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(Trajectory& answer, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    Sessions sessions(store);
    const EventMarks marks = TRY(EventMarks::of(sessions, answer.session()));
    pieces.text += "Session: " + printable(answer.session()) + "\n\n";
    ShownIds ids;
    while (true) {
        const std::optional<TrajectoryStep> step = TRY(answer.next());
        if (!step) {
            break;
        }
        const std::string marked = TRY(marks.words(step->event));
        append_block(pieces.text, *step, marked, ids);
        TRY(pieces.pass_on());
    }
    if (answer.next_page()) {
        pieces.text += "More: --cursor " + *answer.next_page() + "\n";
    }
    const Completeness completeness = TRY(answer.completeness());
    completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
