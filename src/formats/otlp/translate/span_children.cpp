// The events that a span gives besides its own: thoughts and assumptions of a model, the goal and
// the result of a run, and what happened while the span lasted.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "formats/otlp/conventions/hence_attributes.h"
#include "formats/otlp/decode/loose_json.h"
#include "formats/otlp/translate/span_fields.h"
#include "formats/otlp/translate/span_in_progress.h"
#include "model/json/members.h"
#include "model/rationale/rationale.h"
#include "model/tokens.h"

namespace hence {
namespace {

using Type = MessagePart::Type;

void add_assumptions(SpanWork& work, const std::string& text) {
    std::size_t number = 0;
    for (const StatedAssumption& stated : stated_assumptions(without_rationale_blocks(text))) {
        EventDraft draft =
            draft_beside(work.told.main, "assumption", fmt::format("~a{}", ++number));
        draft.time = time_of_nanos(work.span.end_ns);
        tell_assumption(draft, stated);
        work.told.more.push_back(std::move(draft));
    }
}

// What a person asked for: the last thing that was said in that role.
std::string goal_in(const Chat& chat, std::deque<std::string>& kept) {
    for (auto at = chat.elements.rbegin(); at != chat.elements.rend(); ++at) {
        const ChatMessage message = read_message(*at, "user", kept);
        std::string text = message.role == "user" ? text_of(message) : std::string();
        if (!text.empty()) {
            return text;
        }
    }
    return {};
}

// The last text; of an answer that is no text, the answer.
std::string final_output(const Chat& chat, std::deque<std::string>& kept) {
    std::string json;
    for (auto at = chat.elements.rbegin(); at != chat.elements.rend(); ++at) {
        const std::string text = text_of(read_message(*at, "assistant", kept));
        if (!text.empty()) {
            append_token(json, text);
            return json;
        }
    }
    const bool is_answer = chat.elements.size() == 1 && !chat.recognised;
    return is_answer ? std::string(chat.elements.front()["content"].raw()) : json;
}

// A route that a graph took, as its own words have it.
void add_routing(SpanWork& work) {
    const Meanings::Found target = work.meanings.first(Meaning::routed_to);
    if (work.told.main.kind != "span" || !target.value.present()) {
        return;
    }
    const Json chosen = loosened(target.value, work.content.kept()).value;
    std::string to = chosen.is_string() ? chosen.string().value_or("") : std::string(chosen.raw());
    const std::string from = work.meanings.text(Meaning::routed_from);
    EventDraft draft = draft_beside(work.told.main, "decision", "~d1");
    draft.time = time_of_nanos(work.span.end_ns);
    draft.flags.push_back(Flag::derived);
    draft.fields.text("description",
                      from.empty() ? "go to " + to : fmt::format("go from {} to {}", from, to));
    draft.fields.text("decision_type", "routing");
    draft.fields.value("chosen", chosen);
    work.told.more.push_back(std::move(draft));
}

// What the whole used. The Claude Agent SDK tells no model calls: its agent's span has their sum.
void add_used(SpanWork& work, Fields& end) {
    const std::string_view scope = work.span.origin->scope_name;
    if (scope.find("claude_agent_sdk") == scope.npos &&
        scope.find("claude-agent-sdk") == scope.npos) {
        return;
    }
    Fields stated;
    add_tokens(work, stated);
    const Result<std::string> json = std::move(stated).take();
    const TokenUse used = json ? tokens_used(ObjectMembers(*json), otlp_format) : TokenUse();
    if (used.total.value_or(0) > 0) {
        std::string total;
        append_number(total, *used.total);
        end.value("total_tokens", Json(total));
        end.value("cost_usd", Json(*json)["cost_usd"]);
    }
}

EventDraft log_of(const SpanEvent& event, std::size_t number, const EventDraft& main) {
    EventDraft draft = draft_beside(main, "log", fmt::format("~l{}", number));
    draft.time = event.time_ns != 0 ? time_of_nanos(event.time_ns) : main.time;
    if (event.time_ns == 0) {
        draft.flags.push_back(Flag::time_derived);
    }
    const std::string said = exception_text(event.attributes);
    draft.fields.text("body", event.name.empty() ? std::string_view("event") : event.name);
    draft.fields.text("exception", said);
    const std::string attributes = attributes_json(event.attributes);
    draft.fields.value("attributes", Json(attributes));
    add_dropped(draft.fields, "attributes", event.dropped_attributes);
    return draft;
}

}  // namespace

void add_thoughts(SpanWork& work) {
    std::size_t number = 0;
    std::string text;
    for (const ChatMessage& answer : work.answers) {
        for (const MessagePart& part : answer.parts) {
            if (part.type != Type::reasoning) {
                continue;
            }
            EventDraft draft =
                draft_beside(work.told.main, "thought", fmt::format("~t{}", ++number));
            draft.time = time_of_nanos(work.span.end_ns);
            draft.flags.push_back(Flag::derived);
            draft.fields.text("text", part.text);
            work.told.more.push_back(std::move(draft));
        }
        const std::string said = text_of(answer);
        text += text.empty() ? said : "\n" + said;
    }
    if (text.find("assum") != std::string::npos) {
        add_assumptions(work, text);
    }
    add_routing(work);
}

void add_beginning_and_end(SpanWork& work) {
    const EventDraft& main = work.told.main;
    if (work.role != SpanRole::wrapper || main.kind != "span" || !work.span.parent_id.empty()) {
        return;
    }
    const SpanChat prompt = work.content.prompt();
    const std::string goal =
        prompt.chat.recognised ? goal_in(prompt.chat, work.content.kept()) : std::string();
    if (goal.empty()) {
        return;
    }
    EventDraft start = draft_beside(main, "session_start", "~start");
    start.flags.push_back(Flag::derived);
    start.fields.text("goal", goal);
    work.told.more.push_back(std::move(start));

    EventDraft end = draft_beside(main, "session_end", "~end");
    end.time = time_of_nanos(work.span.end_ns);
    end.flags.push_back(Flag::derived);
    const bool ok = work.span.status == SpanStatus::ok;
    end.fields.text("status", failure_of(work).failed ? "failure" : ok ? "success" : "");
    const SpanChat answer = work.content.completion();
    const std::string output = final_output(answer.chat, work.content.kept());
    end.fields.value("output", Json(output));
    add_used(work, end.fields);
    work.told.more.push_back(std::move(end));
}

void add_span_events(SpanWork& work) {
    std::ranges::sort(work.moved_events);
    for (std::size_t i = 0; i < work.span.events.size(); ++i) {
        const SpanEvent& event = work.span.events[i];
        Translation& told = work.told;
        if (!std::ranges::binary_search(work.moved_events, i) &&
            !add_stated_event(event, i + 1, work.span.trace_id, told.main, told.more)) {
            told.more.push_back(log_of(event, i + 1, told.main));
        }
    }
}

}  // namespace hence
