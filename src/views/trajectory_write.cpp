#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/trajectory.h"
#include "model/event_body.h"
#include "model/facts.h"
#include "model/json.h"
#include "model/members.h"
#include "model/summary_text.h"
#include "model/text.h"
#include "views/pieces.h"
#include "views/when.h"

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

std::string_view present(Json value) {
    return value.present() ? value.raw() : std::string_view();
}

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
    if (event.kind() != "tool_call") {
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

void append_name(std::string& out, std::string_view name) {
    out += ",\"";
    out += name;
    out += "\":";
}

void append_member(std::string& out, std::string_view name, std::string_view json) {
    append_name(out, name);
    out += json.empty() ? std::string_view("null") : json;
}

void append_text_member(std::string& out, std::string_view name, std::string_view text) {
    append_name(out, name);
    append_string_or_null(out, text);
}

void append_tokens(std::string& out, const Event& event) {
    std::string tokens;
    if (event.kind() == "llm_call") {
        const std::optional<double> number = tokens_of(event);
        if (number) {
            append_number(tokens, *number);
        }
    }
    append_member(out, "tokens", tokens);
}

void append_logs(std::string& out, const std::vector<Event>& logs) {
    out += R"(,"logs":[)";
    for (const Event& log : logs) {
        const auto [severity, body] = members<2>(log.fields(), {"severity", "body"});
        out += &log == &logs.front() ? "" : ",";
        out += R"({"time":)";
        append_string(out, to_string(log.time()));
        append_member(out, "severity", present(severity));
        append_member(out, "body", present(body));
        out += '}';
    }
    out += ']';
}

void append_step(std::string& out, const TrajectoryStep& step) {
    const Event& event = step.event;
    const Told told = tell(step);
    out += R"({"event":)";
    append_string(out, event.id());
    append_text_member(out, "parent", event.parent());
    append_text_member(out, "run", event.run());
    append_text_member(out, "time", to_string(event.time()));
    append_member(out, "duration_ms", told.duration_ms);
    append_text_member(out, "kind", event.kind());
    append_text_member(out, "label", summary(event, Json(told.duration_ms).number()));
    append_text_member(out, "status", told.status);
    append_member(out, "model", told.model.is_string() ? told.model.raw() : std::string_view());
    append_tokens(out, event);
    append_member(out, "messages", present(told.messages));
    append_member(out, "completion", present(told.completion));
    append_member(out, "tool_name",
                  told.tool_name.is_string() ? told.tool_name.raw() : std::string_view());
    append_member(out, "tool_input", present(told.input));
    append_member(out, "tool_output", present(told.output));
    append_member(out, "error", present(told.error));
    append_member(out, "rationale", event.rationale());
    append_logs(out, step.logs);
    out += '}';
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

void append_block(std::string& out, const TrajectoryStep& step) {
    const Event& event = step.event;
    const Told told = tell(step);
    out += when(event) + " " + summary(event, Json(told.duration_ms).number());
    out += told.status == "error" && event.kind() == "tool_call" ? " FAILED" : "";
    out += "  (" + printable(short_id(event.id())) + ")\n";
    const std::string why = why_of(event);
    if (!why.empty()) {
        out += "    why: " + first_line(why, line_max) + "\n";
    }
    append_line(out, "messages", told.messages);
    append_line(out, "completion", told.completion);
    append_line(out, "input", told.input);
    append_line(out, "output", told.output);
    if (event.kind() != "error" && is_error(told.error)) {
        append_line(out, "error", told.error);
    }
    for (const Event& log : step.logs) {
        out += "    " + when(log) + " " + summary(log) + "\n";
    }
}

}  // namespace

Result<void> write_json(Trajectory& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += R"({"session":)";
    append_string(pieces.text, answer.session());
    pieces.text += R"(,"trajectory":[)";
    for (bool first = true;; first = false) {
        const std::optional<TrajectoryStep> step = TRY(answer.next());
        if (!step) {
            break;
        }
        pieces.text += first ? "" : ",";
        append_step(pieces.text, *step);
        TRY(pieces.pass_on());
    }
    pieces.text += ']';
    append_text_member(pieces.text, "next", answer.next_page().value_or(""));
    const Completeness completeness = TRY(answer.completeness());
    pieces.text += R"(,"completeness":)";
    completeness.append_json(pieces.text);
    pieces.text += "}\n";
    return pieces.finish();
}

Result<void> write_text(Trajectory& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += "Session: " + printable(answer.session()) + "\n\n";
    while (true) {
        const std::optional<TrajectoryStep> step = TRY(answer.next());
        if (!step) {
            break;
        }
        append_block(pieces.text, *step);
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
