// Model calls: the new messages of the prompt, the answer, and the event that the call answers. The
// prompt names its messages, so the log tells what a call answered; nothing is guessed from order.
#include <utility>

#include "base/try.h"
#include "formats/inspect/sample.h"

namespace hence {
namespace {

std::string text(Json object, std::string_view name) {
    return object[name].string().value_or("");
}

void describe_usage(Fields& fields, Json usage) {
    Foreign rest(usage);
    fields.value("prompt_tokens", rest.amount("input_tokens"));
    fields.value("completion_tokens", rest.amount("output_tokens"));
    fields.value("total_tokens", rest.amount("total_tokens"));
    fields.value("cache_read_tokens", rest.amount("input_tokens_cache_read"));
    fields.value("cache_write_tokens", rest.amount("input_tokens_cache_write"));
    fields.value("reasoning_tokens", rest.amount("reasoning_tokens"));
    fields.value("cost_usd", rest.amount("total_cost"));
    if (usage.is_object()) {
        put_rest(fields, "usage", rest, inspect_name);
    }
}

// Reasoning that a provider keeps to itself is a cipher: then its summary speaks.
void add_thought(Json part, std::vector<std::string>& thoughts) {
    const bool redacted = part["redacted"].boolean().value_or(false);
    std::string said = text(part, redacted ? "summary" : "reasoning");
    said = said.empty() ? text(part, "summary") : said;
    if (!said.empty()) {
        thoughts.push_back(std::move(said));
    }
}

std::string names_of(Json tools) {
    std::string names;
    tools.each_element([&names](Json tool) {
        names += names.empty() ? '[' : ',';
        append_token(names, text(tool, "name"));
        return true;
    });
    return names.empty() ? names : names + ']';
}

// A tool that the provider itself called.
void describe_provider_call(EventDraft& draft, Json part) {
    Foreign rest(part);
    rest.take("type");
    draft.fields.text("tool_name", rest.text("name"));
    draft.fields.unpacked("input", rest.take("arguments"), JsonText::any);
    draft.fields.value("output", rest.take("result"));
    draft.fields.text("call_id", rest.text("id"));
    const std::string error = rest.text("error");
    draft.fields.text("status", error.empty() ? "ok" : "error");
    draft.fields.text("error", error);
    rest.leave(draft.fields, inspect_name);
}

}  // namespace

std::vector<std::string> thoughts_in(Json message) {
    std::vector<std::string> thoughts;
    if (message["reasoning"].is_string()) {
        thoughts.push_back(text(message, "reasoning"));
    }
    message["content"].each_element([&thoughts](Json part) {
        if (text(part, "type") == "reasoning") {
            add_thought(part, thoughts);
        }
        return true;
    });
    std::erase(thoughts, "");
    return thoughts;
}

bool InspectSample::is_goal(Json message, const InspectSpan& span) const {
    return span.run == run_ &&
           (text(message, "source") == "input" || input_ids_.contains(text(message, "id")) ||
            text_of_content(message["content"]) == goal_);
}

Result<Event> InspectSample::tell_prompt(Json message, const InspectRecord& record,
                                         const std::string& after) {
    const std::string whole = attachments_.resolve(message);
    const Json json(whole);
    EventDraft draft = this->draft("prompt", record);
    const std::string id = text(json, "id");
    draft.id = derived(record.time, "prompt", id.empty() ? record.id + whole : id);
    draft.parent = after;
    Foreign rest(json);
    draft.fields.text("text", text_of_content(json["content"]));
    if (json["content"].is_string()) {
        rest.take("content");
    }
    rest.leave(draft.fields, inspect_name);
    note_said(id, draft.id);
    stand_in_span(draft, record);
    return std::move(draft).finish(inspect_name);
}

void InspectSample::note_said(const std::string& message, const std::string& event) {
    if (!message.empty()) {
        said_in_.insert_or_assign(message, event);
    }
}

// What the user said since, and what the calls of its last turn returned.
Result<std::vector<Event>> InspectSample::answer(EventDraft& call, const InspectRecord& record,
                                                 const InspectPrompt& prompt) {
    const auto answer = said_in_.find(prompt.last_answer);
    std::string last = answer == said_in_.end() ? std::string() : answer->second;
    std::vector<Event> told;
    for (const InspectMessage* message : prompt.answered) {
        const auto result = calls_.find(message->call_id);
        if (message->role == "tool" && result != calls_.end() && !result->second.event.empty()) {
            call.causes.push_back(result->second.event);
            last = result->second.event;
        } else if (message->role != "user") {
            continue;
        } else if (!message->fresh) {
            const auto said = said_in_.find(message->id);
            last = said == said_in_.end() ? last : said->second;
        } else if (is_goal(message->json, *record.span)) {
            last = last.empty() ? start_id_ : last;
            note_said(message->id, start_id_);
        } else {
            Event event = TRY(tell_prompt(message->json, record, last));
            last = event.id();
            told.push_back(std::move(event));
        }
    }
    std::erase(call.causes, last);
    call.parent = last;
    return told;
}

void InspectSample::describe_prompt(EventDraft& call, const InspectRecord& record,
                                    const InspectPrompt& prompt) {
    std::string messages;
    for (const Json message : prompt.fresh) {
        messages += messages.empty() ? '[' : ',';
        messages += attachments_.resolve(message);
    }
    call.fields.value("messages", Json(messages.empty() ? messages : messages + ']'));
    if (prompt.known > 0) {
        call.fields.value("messages_before", Json(std::to_string(prompt.known)));
    }
    const Json tools = record.json["tools"];
    call.fields.value("tool_names", Json(names_of(tools)));
    if (tools.raw() != tools_) {
        tools_ = tools.raw();
        call.fields.value("tools", Json(attachments_.resolve(tools)));
    }
}

// What the answer says of the call, but for its text.
void InspectSample::describe_answer(EventDraft& call, const InspectRecord& record, Json answer) {
    Foreign output(answer);
    Foreign rest(record.json);
    for (const std::string_view name :
         {"event", "uuid", "timestamp", "output", "input", "input_refs", "tools", "call"}) {
        rest.take(name);
    }
    const std::string asked = rest.text("model");
    const std::string answered = output.text("model");
    call.fields.text("model", answered.empty() ? asked : answered);
    call.fields.text("request_model", answered.empty() || answered == asked ? "" : asked);
    const std::size_t slash = asked.find('/');
    call.fields.text("provider", slash == asked.npos ? "" : asked.substr(0, slash));
    describe_usage(call.fields, output.take("usage"));
    call.fields.value("finish_reason", answer["choices"].at(0)["stop_reason"]);
    const std::string failure = rest.text("error");
    const std::string failed = failure.empty() ? output.text("error") : failure;
    call.fields.text("status", failed.empty() ? "" : "error");
    call.fields.text("error", failed);
    call.duration = duration_between(record.time, time_from(rest.take("completed")).value_or(""));
    for (const std::string_view name : {"choices", "completion", "time", "fallback"}) {
        output.take(name);
    }
    put_rest(call.fields, "output", output, inspect_name);
    rest.leave(call.fields, inspect_name);
}

// The calls that it asked for are told when they were made; those that the provider made itself are
// told here.
Result<std::vector<Event>> InspectSample::tell_turn(Turn turn, const InspectRecord& record,
                                                    Json message) {
    turn.completion = text_of_content(message["content"]);
    turn.thoughts = thoughts_in(message);
    std::vector<std::string> call_ids;
    message["tool_calls"].each_element([&call_ids](Json each) {
        call_ids.push_back(text(each, "id"));
        return true;
    });
    turn.model_call.fields.list("call_ids", call_ids);
    std::vector<EventDraft> calls(call_ids.size());
    message["content"].each_element([&](Json part) {
        if (text(part, "type") == "tool_use") {
            EventDraft& made = calls.emplace_back(this->draft("tool_call", record));
            made.id = record.id + "~call" + std::to_string(calls.size());
            describe_provider_call(made, part);
        }
        return true;
    });
    for (EventDraft& each : calls) {
        turn.calls.push_back(&each);
    }
    std::vector<Event> told = TRY(conversation(*record.span).tell(std::move(turn)));
    for (std::size_t n = 0; n < call_ids.size(); ++n) {
        InspectCall& known = calls_[call_ids[n]];
        known.model_call = record.id;
        known.event.clear();
        known.iteration = calls[n].iteration;
        known.rationale = calls[n].rationale;
    }
    for (std::size_t n = call_ids.size(); n < calls.size(); ++n) {
        Event made = TRY(std::move(calls[n]).finish(inspect_name));
        told.push_back(std::move(made));
    }
    return told;
}

Result<Event> InspectSample::tell_fallback(const InspectRecord& record, Json fallback) {
    EventDraft draft = this->draft("strategy_switch", record);
    draft.id = record.id + "~fallback";
    draft.parent = record.id;
    Foreign rest(fallback);
    draft.fields.text("from", rest.text("model"));
    draft.fields.text("to", rest.text("fallback_model"));
    draft.fields.text("reason", "fallback");
    rest.leave(draft.fields, inspect_name);
    return std::move(draft).finish(inspect_name);
}

Result<std::vector<Event>> InspectSample::tell_model(const InspectRecord& record) {
    const std::string resolved = attachments_.resolve(record.json["output"]);
    const Json output(resolved);
    const Json message = output["choices"].at(0)["message"];
    const InspectPrompt prompt = prompts_.read(record.json["input"], record.json["input_refs"]);
    Turn turn;
    turn.model_call = this->draft("llm_call", record);
    std::vector<Event> told = TRY(answer(turn.model_call, record, prompt));
    describe_answer(turn.model_call, record, output);
    describe_prompt(turn.model_call, record, prompt);
    const std::vector<Event> said = TRY(tell_turn(std::move(turn), record, message));
    told.insert(told.end(), said.begin(), said.end());
    note_said(text(message, "id"), record.id);
    prompts_.note(record.json["output"]["choices"].at(0)["message"]);
    if (output["fallback"].is_object()) {
        Event change = TRY(tell_fallback(record, output["fallback"]));
        told.push_back(std::move(change));
    }
    return told;
}

}  // namespace hence
