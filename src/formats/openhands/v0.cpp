// OpenHands V0: events are numbered, and an observation names the number of its cause.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/try.h"
#include "formats/openhands/events.h"

namespace hence {
namespace {

// Actions of an agent that nothing is run for.
constexpr std::array<std::string_view, 8> silent_actions = {
    "change_agent_state", "recall", "null", "condensation_request", "pause", "resume",
    "loop_recovery",      "stop",
};

// Observations that belong to no tool call.
constexpr std::array<std::string_view, 3> silent_observations = {"recall", "null",
                                                                 "agent_state_changed"};

std::string text_in(Json json, std::string_view name) {
    return json[name].string().value_or("");
}

std::string kind_of(std::string_view type) {
    return kind_from("openhands_" + std::string(type));
}

Result<void> read_condensation(HandsEvent& event, OpenHandsTalk& talk) {
    TRY(talk.settle());
    const Json args = event.json["args"];
    EventDraft draft = talk.talk().draft("curation", event.id, event.when);
    std::string target;
    args["forgotten_event_ids"].each_element([&target](Json id) {
        target += target.empty() ? "events " : ", ";
        target += id.raw();
        return true;
    });
    const Json first = args["forgotten_events_start_id"];
    if (target.empty() && first.present()) {
        target = "events " + std::string(first.raw()) + " to " +
                 std::string(args["forgotten_events_end_id"].raw());
    }
    draft.fields.text("action", "compressed");
    draft.fields.text("target", target.empty() ? "context" : target);
    event.rest.leave(draft.fields, openhands_name);
    return talk.give(std::move(draft), event.line);
}

Result<void> read_delegation(HandsEvent& event, OpenHandsTalk& talk) {
    TRY(talk.settle());
    const Json args = event.json["args"];
    EventDraft draft = talk.talk().draft("delegation", event.id, event.when);
    draft.fields.text("parent_id", openhands_name);
    draft.fields.text("child_id", text_in(args, "agent"));
    draft.fields.text("task", text_in(args["inputs"], "task"));
    talk.talk().follow(draft);
    talk.talk().came(draft.id);
    event.rest.leave(draft.fields, openhands_name);
    return talk.give(std::move(draft), event.line);
}

Result<void> read_error(HandsEvent& event, OpenHandsTalk& talk) {
    TRY(talk.settle());
    EventDraft draft = talk.talk().draft("error", event.id, event.when);
    draft.fields.value("error", event.rest.take("content"));
    event.rest.leave(draft.fields, openhands_name);
    return talk.give(std::move(draft), event.line);
}

// Whether an observation says that its action failed.
bool failed(HandsEvent& event) {
    const Json extras = event.json["extras"];
    const Json code = extras["metadata"]["exit_code"].present() ? extras["metadata"]["exit_code"]
                                                                : extras["exit_code"];
    return event.type == "error" || code.number().value_or(0) > 0 ||
           !extras["success"].boolean().value_or(true) ||
           !event.json["success"].boolean().value_or(true);
}

}  // namespace

Result<void> HandsReading::read_message_v0(HandsEvent& event, OpenHandsTalk& talk) {
    const Json content = event.json["args"]["content"];
    if (event.source == "user") {
        event.rest.take("message");
        return read_prompt(event, content, talk);
    }
    Turn turn;
    turn.model_call = talk.talk().draft("llm_call", event.id, event.when);
    const Json response = event.json["tool_call_metadata"]["model_response"];
    put_response(turn.model_call.fields, response);
    turn.completion = text_of_content(content);
    event.rest.take("tool_call_metadata");
    event.rest.take("message");
    event.rest.leave(turn.model_call.fields, openhands_name);
    return talk.say(std::move(turn), event.line);
}

Result<void> HandsReading::read_action_v0(HandsEvent& event, OpenHandsTalk& talk) {
    const Json args = event.json["args"];
    const Json metadata = event.rest.take("tool_call_metadata");
    const Json response = metadata["model_response"];
    const Json message = response["choices"].at(0)["message"];
    HandsAction action;
    action.id = event.json["id"].raw();
    action.response_id = text_in(response, "id");
    action.call_id = text_in(metadata, "tool_call_id");
    action.call_id = action.call_id.empty() ? event.id : action.call_id;
    action.model_call = talk.talk().draft(
        "llm_call", hands_model_call_id(action.response_id, event.id), event.when);
    put_response(action.model_call.fields, response);
    const std::string thought = text_in(args, "thought");
    action.completion = text_of_content(message["content"]);
    action.completion = action.completion.empty() ? thought : action.completion;
    const std::string reasoning = text_in(message, "reasoning_content");
    if (!reasoning.empty() || !thought.empty()) {
        action.thoughts.push_back(reasoning.empty() ? thought : reasoning);
    }
    action.call = talk.talk().draft("tool_call", event.id, event.when);
    const std::string function = text_in(metadata, "function_name");
    action.call.fields.text("tool_name", function.empty() ? event.type : function);
    action.call.fields.value("input", event.rest.take("args"));
    action.call.fields.text("call_id", action.call_id);
    action.ends = event.type == "finish";
    action.has_result = !action.ends;
    action.final_output = text_in(args, "final_thought");
    action.final_output = action.final_output.empty() ? thought : action.final_output;
    event.rest.leave(action.call.fields, openhands_name);
    action.response_id = action.response_id.empty() ? event.id : action.response_id;
    return talk.act(std::move(action), event.line);
}

Result<void> HandsReading::read_observation_v0(HandsEvent& event, OpenHandsTalk& talk) {
    const Json extras = event.json["extras"];
    const std::string cause(event.json["cause"].raw());
    const std::string call_id = text_in(event.json["tool_call_metadata"], "tool_call_id");
    event.rest.take("tool_call_metadata");
    if (event.type == "user_rejected") {
        HandsRejection rejection;
        rejection.action_id = cause;
        rejection.call_id = call_id;
        rejection.reason = event.rest.text("content");
        rejection.by = "user";
        rejection.tool = text_in(event.json["tool_call_metadata"], "function_name");
        return reject(event, rejection, talk);
    }
    const std::string state = text_in(extras, "agent_state");
    if (event.type == "agent_state_changed" &&
        (state == "error" || state == "rejected" || (state == "finished" && !talk.ended()))) {
        return end_by_state(event, state, talk);
    }
    const bool bookkeeping =
        std::ranges::find(silent_observations, event.type) != silent_observations.end();
    if (call_id.empty() && (bookkeeping || !event.json["cause"].present())) {
        return event.type == "error" ? read_error(event, talk)
                                     : keep_event(event, kind_of(event.type), talk);
    }
    HandsResult result;
    result.action_id = cause;
    result.call_id = call_id;
    result.status = failed(event) ? "error" : "ok";
    result.output = event.rest.take("content").raw();
    result.rest = event.rest.take("extras").raw();
    result.alone = talk.talk().draft("observation", event.id, event.when);
    event.rest.leave(result.alone.fields, openhands_name);
    return talk.answer(std::move(result), event.line);
}

Result<void> HandsReading::read_v0(HandsEvent& event, OpenHandsTalk& talk) {
    if (!event.json["action"].is_string()) {
        event.rest.take("observation");
        return read_observation_v0(event, talk);
    }
    event.rest.take("action");
    const std::string& type = event.type;
    if (type == "message") {
        return read_message_v0(event, talk);
    }
    if (type == "condensation") {
        return read_condensation(event, talk);
    }
    if (type == "delegate") {
        return read_delegation(event, talk);
    }
    const bool silent = std::ranges::find(silent_actions, type) != silent_actions.end();
    if (silent || event.source != "agent" || type == "system") {
        return keep_event(event, type == "system" ? "system_prompt" : kind_of(type), talk);
    }
    return read_action_v0(event, talk);
}

}  // namespace hence
