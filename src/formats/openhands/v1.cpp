// OpenHands V1: each event says its kind, and results name the action that they are of.
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "formats/openhands/events.h"

namespace hence {
namespace {

std::string text_in(Json json, std::string_view name) {
    return json[name].string().value_or("");
}

// "ConversationStateUpdateEvent" as "conversation_state_update_event". What could mean something
// else to us says whose word it is.
std::string kind_of(std::string_view type) {
    std::string spelled;
    for (const char c : type) {
        spelled += is_upper(c) && !spelled.empty() && spelled.back() != '_' ? "_" : "";
        spelled += c;
    }
    const std::string kind = kind_from(spelled);
    return kind.ends_with("_event") ? kind : kind_from("openhands_" + kind);
}

// Reasoning that the model gave apart from its text. Blocks that are redacted say nothing.
std::vector<std::string> reasoning_in(Json json) {
    std::vector<std::string> thoughts;
    if (std::string text = text_in(json, "reasoning_content"); !text.empty()) {
        thoughts.push_back(std::move(text));
        return thoughts;
    }
    json["thinking_blocks"].each_element([&thoughts](Json block) {
        if (std::string text = text_in(block, "thinking"); !text.empty()) {
            thoughts.push_back(std::move(text));
        }
        return true;
    });
    return thoughts;
}

void take_reasoning(Foreign& rest) {
    for (const std::string_view told : {"reasoning_content", "thinking_blocks"}) {
        rest.take(told);
    }
}

// The content of an observation: its text, or its output, or the whole of it.
HandsResult result_of(HandsEvent& event) {
    HandsResult result;
    const Json observation = event.rest.take("observation");
    Foreign rest(observation);
    const Json content = observation["content"];
    result.output = content_json(content.present() ? rest.take("content") : rest.take("output"));
    const bool failed = observation["is_error"].boolean().value_or(false) ||
                        observation["exit_code"].number().value_or(0) > 0 ||
                        observation["error"].is_string();
    result.error = rest.text("error");
    result.status = failed ? "error" : "ok";
    result.rest = rest_json(rest, openhands_name);
    return result;
}

Result<void> read_result(HandsEvent& event, OpenHandsTalk& talk) {
    const bool error = event.type == "AgentErrorEvent";
    HandsResult result;
    if (error) {
        result.status = "error";
        result.error = event.rest.text("error");
    } else {
        result = result_of(event);
    }
    result.action_id = event.rest.text("action_id");
    result.call_id = event.rest.text("tool_call_id");
    const bool nameless = result.call_id.empty() && result.action_id.empty();
    result.alone =
        talk.talk().draft(error && nameless ? "error" : "observation", event.id, event.when);
    result.alone.parent = result.action_id;
    event.rest.leave(result.alone.fields, openhands_name);
    return talk.answer(std::move(result), event.line);
}

Result<void> read_rejection(HandsEvent& event, OpenHandsTalk& talk) {
    HandsRejection rejection;
    rejection.action_id = event.rest.text("action_id");
    rejection.call_id = event.rest.text("tool_call_id");
    rejection.parent = rejection.action_id;
    rejection.reason = event.rest.text("rejection_reason");
    rejection.by = event.rest.text("rejection_source");
    rejection.tool = event.rest.text("tool_name");
    return reject(event, rejection, talk);
}

Result<void> read_condensation(HandsEvent& event, OpenHandsTalk& talk) {
    TRY(talk.settle());
    EventDraft draft = talk.talk().draft("curation", event.id, event.when);
    std::size_t forgotten = 0;
    event.json["forgotten_event_ids"].each_element([&forgotten](Json) {
        ++forgotten;
        return true;
    });
    draft.fields.text("action", "compressed");
    draft.fields.text("target",
                      std::to_string(forgotten) + (forgotten == 1 ? " event" : " events"));
    event.rest.leave(draft.fields, openhands_name);
    return talk.give(std::move(draft), event.line);
}

Result<void> read_error(HandsEvent& event, OpenHandsTalk& talk) {
    TRY(talk.settle());
    EventDraft draft = talk.talk().draft("error", event.id, event.when);
    draft.fields.text("error", event.rest.text("detail"));
    draft.fields.text("context", event.rest.text("code"));
    talk.talk().follow(draft);
    event.rest.leave(draft.fields, openhands_name);
    return talk.give(std::move(draft), event.line);
}

// A hook that lets everything pass decides nothing.
Result<void> read_hook(HandsEvent& event, OpenHandsTalk& talk) {
    if (!event.json["blocked"].boolean().value_or(false)) {
        return keep_event(event, kind_of(event.type), talk);
    }
    TRY(talk.settle());
    EventDraft draft = talk.talk().draft("decision", event.id, event.when);
    draft.agent = event.source;
    draft.parent = event.rest.text("action_id");
    draft.fields.text("description", event.rest.text("hook_command"));
    draft.fields.text("decision_type", "permission");
    draft.fields.text("chosen", "block");
    draft.fields.text("status", "declined");
    draft.fields.text("reasoning", event.rest.text("reason"));
    event.rest.leave(draft.fields, openhands_name);
    return talk.give(std::move(draft), event.line);
}

}  // namespace

// All totals grow from response to response, and the last response's own count is beside them:
// where the difference is that count, it is that of one response.
void HandsReading::count(Json stats) {
    const Json usage = stats["usage_to_metrics"]["default"]["accumulated_token_usage"];
    const auto amount = [usage](std::string_view name) { return usage[name].number().value_or(0); };
    const HandsUsage total{amount("prompt_tokens"), amount("completion_tokens"),
                           amount("cache_read_tokens")};
    const HandsUsage spent{total.prompt - total_.prompt, total.completion - total_.completion,
                           total.cache_read - total_.cache_read};
    const bool one = spent.prompt >= 0 && spent.completion >= 0 && spent.cache_read >= 0 &&
                     spent.prompt + spent.completion > 0 &&
                     spent.prompt + spent.completion == amount("per_turn_token");
    spent_ = one ? std::optional(spent) : std::nullopt;
    total_ = total;
    model_ = text_in(usage, "model");
}

void HandsReading::put_usage(Fields& fields) {
    fields.text("model", model_);
    if (!spent_) {
        return;
    }
    const auto put = [&fields](std::string_view name, double amount) {
        std::string json;
        append_number(json, amount);
        fields.value(name, Json(json));
    };
    put("prompt_tokens", spent_->prompt);
    put("completion_tokens", spent_->completion);
    put("cache_read_tokens", spent_->cache_read);
    spent_.reset();
}

Result<void> HandsReading::read_action(HandsEvent& event, OpenHandsTalk& talk) {
    HandsAction action;
    action.id = event.id;
    action.response_id = event.rest.text("llm_response_id");
    action.call_id = event.rest.text("tool_call_id");
    action.completion = text_of_content(event.json["thought"]);
    action.thoughts = reasoning_in(event.json);
    if (action.thoughts.empty() && !action.completion.empty()) {
        action.thoughts.push_back(action.completion);
    }
    action.model_call = talk.talk().draft(
        "llm_call", hands_model_call_id(action.response_id, event.id), event.when);
    put_usage(action.model_call.fields);
    action.model_call.fields.text("response_id", action.response_id);
    action.call = talk.talk().draft("tool_call", event.id, event.when);
    Fields& fields = action.call.fields;
    const std::string tool = event.rest.text("tool_name");
    fields.text("tool_name", tool);
    const Json asked = event.json["tool_call"]["arguments"];
    if (asked.present()) {
        fields.unpacked("input", asked, JsonText::any);
        event.rest.take("tool_call");
    } else {
        fields.value("input", event.json["action"]);
    }
    fields.text("call_id", action.call_id);
    action.ends = tool == "finish";
    action.final_output = action.ends ? text_in(event.json["action"], "message") : std::string();
    event.rest.take("thought");
    take_reasoning(event.rest);
    event.rest.leave(fields, openhands_name);
    action.response_id = action.response_id.empty() ? event.id : action.response_id;
    return talk.act(std::move(action), event.line);
}

Result<void> HandsReading::read_message(HandsEvent& event, OpenHandsTalk& talk) {
    Foreign message(event.rest.take("llm_message"));
    const Json json = event.json["llm_message"];
    const Json content = message.take("content");
    if (event.source == "user") {
        return read_prompt(event, content, talk);
    }
    if (event.source != "agent") {
        TRY(talk.settle());
        EventDraft draft = talk.talk().draft("message_event", event.id, event.when);
        put_content(draft.fields, "text", content);
        event.rest.leave(draft.fields, openhands_name);
        return talk.give(std::move(draft), event.line);
    }
    Turn turn;
    turn.model_call = talk.talk().draft("llm_call", event.id, event.when);
    put_usage(turn.model_call.fields);
    turn.completion = text_of_content(content);
    turn.thoughts = reasoning_in(json);
    take_reasoning(message);
    message.take("role");
    put_rest(turn.model_call.fields, "llm_message", message, openhands_name);
    event.rest.leave(turn.model_call.fields, openhands_name);
    return talk.say(std::move(turn), event.line);
}

Result<void> HandsReading::read_state(HandsEvent& event, OpenHandsTalk& talk) {
    const std::string key = text_in(event.json, "key");
    const std::string state = text_in(event.json, "value");
    if (key == "stats") {
        count(event.json["value"]);
    }
    const bool ends =
        state == "error" || state == "stuck" || (state == "finished" && !talk.ended());
    return key == "execution_status" && ends ? end_by_state(event, state, talk)
                                             : keep_event(event, kind_of(event.type), talk);
}

Result<void> HandsReading::read_v1(HandsEvent& event, OpenHandsTalk& talk) {
    const std::string& type = event.type;
    if (type == "ActionEvent") {
        return read_action(event, talk);
    }
    if (type == "ObservationEvent" || type == "AgentErrorEvent") {
        return read_result(event, talk);
    }
    if (type == "UserRejectObservation") {
        return read_rejection(event, talk);
    }
    if (type == "MessageEvent") {
        return read_message(event, talk);
    }
    if (type == "ConversationStateUpdateEvent") {
        return read_state(event, talk);
    }
    if (type == "Condensation") {
        return read_condensation(event, talk);
    }
    if (type == "HookExecutionEvent") {
        return read_hook(event, talk);
    }
    return type == "ConversationErrorEvent" ? read_error(event, talk)
                                            : keep_event(event, kind_of(type), talk);
}

}  // namespace hence
