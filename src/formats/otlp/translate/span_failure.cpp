// How spans fail: a call says so in its own event, and for plumbing an error event is added.
//
// An exception that is not caught is recorded by every span that it passes through. Each tells of
// it here; settling (intake/once) lets the innermost count.
#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include <fmt/format.h>

#include "formats/otlp/conventions/hence_attributes.h"
#include "formats/otlp/decode/loose_json.h"
#include "formats/otlp/translate/span_fields.h"
#include "formats/otlp/translate/span_in_progress.h"

namespace hence {
namespace {

const SpanEvent* last_exception(const Span& span) {
    const auto last =
        std::ranges::find_if(span.events.rbegin(), span.events.rend(),
                             [](const SpanEvent& event) { return event.name == "exception"; });
    return last == span.events.rend() ? nullptr : &*last;
}

bool says_false(Json value) {
    return value.raw() == "false" || value.string() == "false";
}

// LangGraph raises what directs the flow of a graph.
bool directs_flow(const Span& span) {
    const SpanEvent* const exception = last_exception(span);
    const std::string type =
        exception == nullptr ? "" : exception->attributes["exception.type"].string().value_or("");
    const std::string message =
        exception == nullptr ? ""
                             : exception->attributes["exception.message"].string().value_or("");
    constexpr auto names = std::to_array<std::string_view>(
        {"ParentCommand", "GraphInterrupt", "NodeInterrupt", "GraphBubbleUp"});
    return std::ranges::any_of(names, [&](std::string_view name) {
        return type.ends_with(name) || message.starts_with(name) ||
               span.status_message.starts_with(name);
    });
}

// Whether an exception is all that came of a call of LangChain4j: Quarkus records it, and sets no
// status. With others such an exception may be how a call is put off.
bool ended_in_exception(const SpanWork& work) {
    const Fields& fields = work.told.main.fields;
    const auto has = [&fields](std::string_view name) { return fields.has(name); };
    return work.span.name.starts_with("langchain4j.") && work.span.status == SpanStatus::unset &&
           last_exception(work.span) != nullptr && !has("output") && !has("completion") &&
           !has("completion_tokens");
}

bool says_failed(const SpanWork& work) {
    const Span& span = work.span;
    if (directs_flow(span)) {
        return false;
    }
    const Attributes& attributes = span.attributes;
    if (span.status == SpanStatus::error || !says_nothing(attributes["error.type"]) ||
        attributes["langfuse.observation.level"].string() == "ERROR") {
        return true;
    }
    const std::string& kind = work.told.main.kind;
    if ((kind == "llm_call" || kind == "tool_call") && ended_in_exception(work)) {
        return true;
    }
    if (kind == "llm_call") {
        return attributes["gen_ai.response.status"].string() == "failed" ||
               why_finished(work.meanings) == "error";
    }
    return kind == "tool_call" && (work.result_failed || says_false(attributes["success"]) ||
                                   attributes["haystack.tool.error"].raw() == "true");
}

// The words of a failure in the output of a tool: {"error":…}, or what an MCP server answers:
// {"isError":true,"content":[{"type":"text","text":…}]}.
std::string failure_in(Json output) {
    std::deque<std::string> kept;
    const Json told = loosened(output, kept).value;
    std::string text = told["error"].string().value_or("");
    if (text.empty() && told["isError"].raw() == "true") {
        text = told["content"].at(0)["text"].string().value_or("");
    }
    return text;
}

bool has_status_of_call(std::string_view kind) {
    return kind == "tool_call" || kind == "llm_call" || kind == "observation" || kind == "span";
}

}  // namespace

std::string exception_text(const Attributes& attributes) {
    const std::string type = attributes["exception.type"].string().value_or("");
    const std::string message = attributes["exception.message"].string().value_or("");
    const bool both = !type.empty() && !message.empty();
    return both ? fmt::format("{}: {}", type, message) : type + message;
}

Failure failure_of(const SpanWork& work) {
    Failure failure{.failed = says_failed(work)};
    if (!failure.failed) {
        return failure;
    }
    if (const SpanEvent* exception = last_exception(work.span)) {
        failure.text = exception_text(exception->attributes);
    }
    if (failure.text.empty()) {
        failure.text = work.span.status_message;
    }
    if (failure.text.empty()) {
        failure.text = work.meanings.text(Meaning::error);
    }
    if (failure.text.empty() && work.told.main.kind == "tool_call") {
        failure.text = failure_in(work.meanings.first(Meaning::tool_output).value);
    }
    return failure;
}

void add_status(SpanWork& work) {
    Fields& fields = work.told.main.fields;
    const std::string& kind = work.told.main.kind;
    const Failure failure = failure_of(work);
    const bool ok = !failure.failed && work.span.status == SpanStatus::ok;
    const std::string_view status = failure.failed ? "error" : ok ? "ok" : "";
    fields.text(has_status_of_call(kind) ? "status" : "span_status", status);
    if (kind == "tool_call" || kind == "llm_call" || kind == "observation" || kind == "error") {
        fields.text("error", failure.text);
    }
    const SpanEvent* exception = last_exception(work.span);
    if (failure.failed && exception != nullptr) {
        const std::string told = attributes_json(exception->attributes);
        fields.value("exception", Json(told));
        work.moved_events.push_back(static_cast<std::size_t>(exception - work.span.events.data()));
    }
}

void add_errors(SpanWork& work) {
    const EventDraft& main = work.told.main;
    const Failure failure = failure_of(work);
    if (main.kind != "span" || !failure.failed || failure.text.empty()) {
        return;
    }
    const SpanEvent* exception = last_exception(work.span);
    EventDraft draft = draft_beside(main, "error", "~e1");
    draft.time = time_of_nanos(work.span.end_ns);
    if (exception != nullptr && !exception_text(exception->attributes).empty()) {
        draft.time = exception->time_ns != 0 ? time_of_nanos(exception->time_ns) : draft.time;
    }
    draft.flags.push_back(Flag::derived);
    draft.fields.text("error", failure.text);
    draft.fields.text("context", work.span.name);
    work.told.if_absent.push_back(std::move(draft));
}

}  // namespace hence
