// The turns of an ATIF trajectory: a model call, its tool calls, and whom they were delegated to.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "formats/atif/trajectory.h"

namespace hence {
namespace {

std::string text_in(Json json, std::string_view name) {
    return json[name].string().value_or("");
}

}  // namespace

EventDraft AtifTrajectory::model_call_of(Step& step) const {
    EventDraft draft = talk_.draft("llm_call", id_of(step.when, step.key, "llm"), step.when);
    const std::string model = step.rest.text("model_name");
    draft.fields.text("model",
                      model.empty() ? text_in(document_.json["agent"], "model_name") : model);
    Foreign metrics(step.rest.take("metrics"));
    draft.fields.value("prompt_tokens", metrics.amount("prompt_tokens"));
    draft.fields.value("completion_tokens", metrics.amount("completion_tokens"));
    draft.fields.value("cache_read_tokens", metrics.amount("cached_tokens"));
    draft.fields.value("cost_usd", metrics.amount("cost_usd"));
    put_rest(draft.fields, "metrics", metrics, atif_name);
    return draft;
}

std::vector<AtifTrajectory::Call> AtifTrajectory::calls_of(Step& step) const {
    std::vector<Call> calls;
    step.rest.take("tool_calls").each_element([&](Json json) {
        const std::string number = std::to_string(calls.size() + 1);
        Call& call = calls.emplace_back();
        Foreign rest(json);
        call.call_id = rest.text("tool_call_id");
        call.draft =
            talk_.draft("tool_call", id_of(step.when, step.key, "call" + number), step.when);
        call.draft.fields.text("tool_name", rest.text("function_name"));
        call.draft.fields.value("input", rest.take("arguments"));
        // A call without an id is known by where it stands.
        call.call_id = call.call_id.empty() ? call.draft.id : call.call_id;
        call.draft.fields.text("call_id", call.call_id);
        if (json.is_object()) {
            rest.leave(call.draft.fields, atif_name);
        }
        return true;
    });
    return calls;
}

std::vector<Json> AtifTrajectory::pair(Json results, std::vector<Call>& calls) {
    ByText<std::size_t> by_id;
    for (std::size_t n = 0; n < calls.size(); ++n) {
        by_id.try_emplace(calls[n].call_id, n);
    }
    std::vector<Json> by_order;
    std::vector<Json> left;
    results.each_element([&](Json result) {
        const std::string id = text_in(result, "source_call_id");
        const auto found = by_id.find(id);
        if (id.empty()) {
            by_order.push_back(result);
        } else if (found != by_id.end() && calls[found->second].result.raw().empty()) {
            calls[found->second].result = result;
        } else {
            left.push_back(result);
        }
        return true;
    });
    auto next = calls.begin();
    for (const Json result : by_order) {
        next = std::find_if(next, calls.end(),
                            [](const Call& call) { return call.result.raw().empty(); });
        if (next == calls.end()) {
            left.push_back(result);
        } else {
            next->result = result;
        }
    }
    return left;
}

Turn AtifTrajectory::turn_of(Step& step, std::vector<Call>& calls) const {
    Turn turn;
    const Json count = step.json["llm_call_count"];
    const bool asked_model = !(count.is_number() && count.number() == 0.0);
    turn.model_call = asked_model
                          ? model_call_of(step)
                          : talk_.draft("step", id_of(step.when, step.key, "step"), step.when);
    const Json message = step.rest.take("message");
    turn.completion = text_of_content(message);
    if (message.is_array()) {
        turn.model_call.fields.value("content", message);
    }
    if (std::string thought = step.rest.text("reasoning_content"); !thought.empty()) {
        turn.thoughts.push_back(std::move(thought));
    }
    std::vector<std::string> ids;
    for (Call& call : calls) {
        turn.calls.push_back(&call.draft);
        ids.push_back(call.call_id);
    }
    turn.model_call.fields.list("call_ids", ids);
    return turn;
}

Result<void> AtifTrajectory::tell_agent(Step& step) {
    std::vector<Call> calls = calls_of(step);
    Turn turn = turn_of(step, calls);
    Foreign observation(step.rest.take("observation"));
    const std::vector<Json> unasked = pair(observation.take("results"), calls);
    put_rest(turn.model_call.fields, "observation", observation, atif_name);
    step.rest.leave(turn.model_call.fields, atif_name);
    const std::string id = turn.model_call.id;
    std::vector<Event> events = TRY(talk_.tell(std::move(turn)));
    std::ranges::move(events, std::back_inserter(told_));
    TRY(tell_calls(step, calls));
    return tell_unasked(step, id, unasked);
}

Result<void> AtifTrajectory::tell_unasked(const Step& step, const std::string& parent,
                                          const std::vector<Json>& results) {
    for (std::size_t n = 0; n < results.size(); ++n) {
        const std::string part = "result" + std::to_string(n + 1);
        EventDraft draft = talk_.draft("observation", id_of(step.when, step.key, part), step.when);
        draft.parent = parent;
        if (results[n].is_object()) {
            Foreign rest(results[n]);
            draft.fields.text("call_id", rest.text("source_call_id"));
            put_content(draft.fields, "content", rest.take("content"));
            rest.leave(draft.fields, atif_name);
        } else {
            draft.fields.value("content", results[n]);
        }
        talk_.came(draft.id);
        const std::string id = draft.id;
        TRY(give(std::move(draft)));
        TRY(tell_delegations(step, id, part, results[n]));
    }
    return {};
}

// A call without a result has none any more once a step follows it, or all has been counted up.
Result<void> AtifTrajectory::tell_calls(const Step& step, std::vector<Call>& calls) {
    for (Call& call : calls) {
        if (call.result.raw().empty() && step.last && !document_.finished) {
            call.draft.flags.push_back(Flag::unfinished);
        }
        Foreign rest(call.result);
        rest.take("source_call_id");
        put_content(call.draft.fields, "output", rest.take("content"));
        put_rest(call.draft.fields, "result", rest, atif_name);
        talk_.came(call.draft.id);
        std::string id = call.draft.id;
        TRY(give(std::move(call.draft)));
        call.draft.id = std::move(id);
        TRY(tell_delegations(step, call.draft.id, call.call_id, call.result));
    }
    return {};
}

const AtifTrajectory::Child* AtifTrajectory::child_of(const std::string& trajectory,
                                                      const std::string& session) const {
    auto found = child_by_name_.find(trajectory);
    // Sub-agents may share the session of whoever called them: it names one only by itself.
    if (found == child_by_name_.end() && trajectory.empty()) {
        found = child_by_name_.find(session);
    }
    return found == child_by_name_.end() ? nullptr : &children_[found->second];
}

EventDraft AtifTrajectory::delegation_of(const Step& step, const std::string& key, Json ref) const {
    Foreign rest(ref);
    const std::string trajectory = rest.text("trajectory_id");
    const std::string session = rest.text("session_id");
    const std::string run = !trajectory.empty() ? trajectory : session;
    const Child* child = child_of(trajectory, session);
    EventDraft draft =
        talk_.draft("delegation", id_of(step.when, step.key, key + "/" + run), step.when);
    const std::string name = child == nullptr ? "" : text_in(child->json["agent"], "name");
    draft.fields.text("parent_id", talk_.place().agent);
    draft.fields.text("child_id", name.empty() ? run : name);
    draft.fields.text("task", child == nullptr ? text_in(ref["extra"], "summary") : child->goal);
    draft.fields.text("run_id", run);
    draft.fields.text("session_id", session);
    rest.leave(draft.fields, atif_name);
    return draft;
}

Result<void> AtifTrajectory::tell_delegations(const Step& step, const std::string& parent,
                                              const std::string& key, Json result) {
    const Json told = result["subagent_trajectory_ref"];
    std::vector<Json> refs;
    if (told.is_object()) {
        refs.push_back(told);
    }
    told.each_element([&refs](Json ref) {
        refs.push_back(ref);
        return true;
    });
    for (const Json ref : refs) {
        if (ref.is_object()) {
            EventDraft draft = delegation_of(step, key, ref);
            draft.parent = parent;
            TRY(give(std::move(draft)));
        }
    }
    return {};
}

}  // namespace hence
