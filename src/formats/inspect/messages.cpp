// A sample without events has its messages only: the same conversation, without times, tokens and
// durations.
#include <utility>

#include "base/try.h"
#include "formats/inspect/sample.h"
#include "hence/time.h"

namespace hence {
namespace {

std::string text(Json object, std::string_view name) {
    return object[name].string().value_or("");
}

// A call from what asked for it and what came of it, either of which may be missing.
void describe_call(EventDraft& draft, Json call, Json result) {
    Foreign asked(call);
    Foreign got(result);
    const std::string function = asked.text("function");
    const std::string id = asked.text("id");
    asked.take("type");
    draft.fields.text("tool_name", function.empty() ? got.text("function") : function);
    draft.fields.value("input", asked.take("arguments"));
    put_content(draft.fields, "output", got.take("content"));
    draft.fields.text("call_id", id.empty() ? text(result, "tool_call_id") : id);
    const Json error = got.take("error");
    if (result.is_object()) {
        draft.fields.text("status", error.present() ? "error" : "ok");
    }
    const std::string message = error.is_object() ? text(error, "message") : std::string();
    const std::string type = text(error, "type");
    draft.fields.text("error", message.empty() ? error.string().value_or(type) : message);
    draft.fields.text("error_type", type);
    for (const std::string_view name : {"role", "tool_call_id", "function", "id"}) {
        got.take(name);
    }
    asked.leave(draft.fields, inspect_name);
    got.leave(draft.fields, inspect_name);
}

}  // namespace

// So many nanoseconds after the beginning.
Moment InspectSample::moment_of(std::size_t number) const {
    constexpr std::uint64_t nanos_per_second = 1'000'000'000;
    const Result<Time> begin = parse_time(beginning().time);
    if (!begin) {
        return {time_of_index(number), true};
    }
    const std::uint64_t nanos = begin->nanos + std::uint64_t{number};
    Time time = *begin;
    time.seconds += static_cast<std::int64_t>(nanos / nanos_per_second);
    time.nanos = static_cast<std::uint32_t>(nanos % nanos_per_second);
    time.digits = 9;
    return {to_string(time), true};
}

Result<std::vector<Event>> InspectSample::tell_answer(Messages& messages, std::size_t number) {
    const Json message = messages.all[number];
    Conversation& talk = conversation(spans_.find({}));
    const Moment when = moment_of(number + 1);
    Turn turn;
    turn.model_call = talk.draft("llm_call", derived({}, "message", std::to_string(number)), when);
    const std::string model = text(message, "model");
    turn.model_call.fields.text("model", model.empty() ? eval_.model : model);
    turn.completion = text_of_content(message["content"]);
    turn.thoughts = thoughts_in(message);
    std::vector<std::string> call_ids;
    std::vector<EventDraft> calls;
    message["tool_calls"].each_element([&](Json call) {
        const std::string id = text(call, "id");
        const auto result = messages.results.lower_bound({id, number});
        const bool came = result != messages.results.end() && result->first == id;
        const std::size_t at = came ? result->second : number;
        const std::string part = std::to_string(number) + "/" + std::to_string(calls.size());
        EventDraft& draft = calls.emplace_back(
            talk.draft("tool_call", derived({}, "call", part), moment_of(at + 1)));
        describe_call(draft, call, came ? messages.all[at] : Json());
        call_ids.push_back(id);
        if (came) {
            messages.results.erase(result);
        }
        return true;
    });
    turn.model_call.fields.list("call_ids", call_ids);
    messages.before = turn.model_call.id;
    for (EventDraft& call : calls) {
        turn.calls.push_back(&call);
    }
    std::vector<Event> told = TRY(talk.tell(std::move(turn)));
    for (EventDraft& call : calls) {
        talk.came(call.id);
        Event event = TRY(std::move(call).finish(inspect_name));
        told.push_back(std::move(event));
    }
    return told;
}

Result<std::vector<Event>> InspectSample::tell_message(Messages& messages, std::size_t number) {
    const Json message = messages.all[number];
    const std::string role = text(message, "role");
    if (role == "assistant") {
        return tell_answer(messages, number);
    }
    const InspectSpan& whole = spans_.find({});
    // What was asked for has been told, and so has the goal.
    const bool known =
        (role == "tool" && !messages.results.contains({text(message, "tool_call_id"), number})) ||
        (role == "user" && is_goal(message, whole));
    if (known) {
        return std::vector<Event>();
    }
    Conversation& talk = conversation(whole);
    EventDraft draft =
        talk.draft(role == "tool"   ? "tool_call"
                   : role == "user" ? "prompt"
                                    : "log",
                   derived({}, "message", std::to_string(number)), moment_of(number + 1));
    if (role == "tool") {
        // Nobody asked for it here, least of all the result before it.
        draft.parent = messages.before;
        draft.flags.push_back(Flag::parent_derived);
        describe_call(draft, Json(), message);
    } else {
        talk.follow(draft);
        draft.fields.text(role == "user" ? "text" : "body", text_of_content(message["content"]));
        draft.fields.text("severity", role == "user" ? "" : role);
        messages.before = draft.kind == "log" ? messages.before : draft.id;
    }
    if (draft.kind != "log") {
        talk.came(draft.id);
    }
    Event event = TRY(std::move(draft).finish(inspect_name));
    return std::vector<Event>{std::move(event)};
}

Result<std::vector<Event>> InspectSample::tell_messages(Json list) {
    const std::string resolved = attachments_.resolve(list);
    Messages messages;
    Json(resolved).each_element([&messages](Json message) {
        if (text(message, "role") == "tool") {
            messages.results.emplace(text(message, "tool_call_id"), messages.all.size());
        }
        messages.all.push_back(message);
        return true;
    });
    messages.before = start_id_;
    last_time_ = moment_of(messages.all.size() + 1).time;
    last_derived_ = true;
    std::vector<Event> told;
    for (std::size_t number = 0; number < messages.all.size(); ++number) {
        const std::vector<Event> said = TRY(tell_message(messages, number));
        told.insert(told.end(), said.begin(), said.end());
    }
    return told;
}

}  // namespace hence
