#include "formats/swe_agent/run.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"

namespace hence {
namespace {

// How many acts of the history may belong to no step of the trajectory.
constexpr std::size_t acts_skipped_max = 8;

std::string text_in(Json json, std::string_view name) {
    return json[name].string().value_or("");
}

// The first thing that a user said which is no demonstration.
std::string prompt_in(Json history) {
    std::string prompt;
    history.each_element([&prompt](Json item) {
        if (item["role"].string() == "user" && !item["is_demo"].boolean().value_or(false)) {
            prompt = text_of_content(item["content"]);
        }
        return prompt.empty();
    });
    return prompt;
}

std::string first_word(const std::string& action) {
    const std::size_t begin = std::min(action.find_first_not_of(" \t\r\n"), action.size());
    const std::size_t end = std::min(action.find_first_of(" \t\r\n;", begin), action.size());
    return action.substr(begin, end - begin);
}

std::string agent_in(Json history) {
    std::string agent;
    history.each_element([&agent](Json item) {
        agent = text_in(item, "agent");
        return agent.empty();
    });
    return agent;
}

// A run that was broken off is a failure, one that handed in is none: what that was worth is for
// an outcome to say.
std::string_view status_of(std::string_view exit) {
    if (exit == "submitted") {
        return "success";
    }
    return exit.starts_with("exit_") || exit.starts_with("submitted (") ? "failure" : "";
}

}  // namespace

SweAgentName SweAgentName::of(Json document) {
    const Json first = document["trajectory"].at(0);
    if (first.raw().empty() && !document["info"]["exit_status"].present()) {
        return {};
    }
    const std::string config = object_of(document["replay_config"]);
    const std::string problem = text_in(Json(config)["problem_statement"], "id");
    std::string begun = prompt_in(document["history"]);
    begun += '\n';
    begun += first.raw();
    const std::string name =
        (problem.empty() ? std::string(swe_agent_name) : problem) + "-" + mark_of(begun);
    return {name, name};
}

SweAgentRun::SweAgentRun(Json document, SweAgentName name)
    : document_(document),
      config_(object_of(document["replay_config"])),
      model_(text_in(Json(config_)["agent"]["model"], "name")),
      talk_({.format = swe_agent_name,
             .agent = agent_in(document["history"]),
             .session = std::move(name.session),
             .run = std::move(name.run),
             .session_derived = true}) {
    document["history"].each_element([this](Json item) {
        if (item["role"].string() == "assistant" && !item["is_demo"].boolean().value_or(false)) {
            acts_.push_back(item);
        }
        return true;
    });
    document["trajectory"].each_element([this](Json) {
        ++steps_;
        return true;
    });
}

std::string SweAgentRun::id_of(std::uint64_t number, std::string_view part) const {
    const ConversationPlace& place = talk_.place();
    return derived_id(time_of_index(number),
                      {swe_agent_name, place.run, std::to_string(number), part});
}

Result<void> SweAgentRun::give(EventDraft draft) {
    Event event = TRY(talk_.finish(std::move(draft)));
    told_.push_back(std::move(event));
    return {};
}

Result<std::vector<Event>> SweAgentRun::start() {
    EventDraft draft = talk_.draft("session_start", id_of(0, "start"), moment_of(0));
    const std::string problem = text_in(Json(config_)["problem_statement"], "text");
    const std::string prompt = prompt_in(document_["history"]);
    draft.fields.text("goal", problem.empty() ? prompt : problem);
    draft.fields.text("prompt", problem.empty() ? "" : prompt);
    const Json system = document_["history"].at(0);
    if (system["role"].string() == "system") {
        draft.fields.text("system_prompt", text_of_content(system["content"]));
    }
    Foreign rest(document_);
    for (const std::string_view told : {"trajectory", "history", "info", "attempts"}) {
        rest.take(told);
    }
    if (!config_.empty()) {
        rest.take("replay_config");
        draft.fields.value("replay_config", Json(config_));
    }
    rest.leave(draft.fields, swe_agent_name);
    talk_.came(draft.id);
    TRY(give(std::move(draft)));
    return std::exchange(told_, {});
}

// The tool call of a step as the history has it; absent where it says nothing of it.
Json SweAgentRun::asked_in_history(const std::string& action) {
    const std::size_t end = std::min(acts_.size(), next_act_ + acts_skipped_max);
    for (std::size_t n = next_act_; n < end; ++n) {
        if (text_in(acts_[n], "action") == action) {
            next_act_ = n + 1;
            return acts_[n]["tool_calls"].at(0);
        }
    }
    return {};
}

EventDraft SweAgentRun::call_of(Foreign& rest, std::uint64_t number, const std::string& action) {
    EventDraft draft = talk_.draft("tool_call", id_of(number, "call"), moment_of(number));
    const Json asked = asked_in_history(action);
    const Json function = asked["function"];
    const std::string name = text_in(function, "name");
    draft.fields.text("tool_name", name.empty() ? first_word(action) : name);
    if (function["arguments"].present()) {
        draft.fields.unpacked("input", function["arguments"], JsonText::any);
        draft.fields.text("action", action);
    } else {
        draft.fields.text("input", action);
    }
    draft.fields.value("output", rest.take("observation"));
    draft.fields.text("call_id", text_in(asked, "id"));
    draft.fields.text("call_id", draft.id);
    draft.fields.value("state", rest.take("state"));
    draft.duration = ms_from_seconds(rest.take("execution_time"));
    return draft;
}

// Nothing was run: what was observed is why not. Nothing, where there is nothing to say.
std::optional<EventDraft> SweAgentRun::remark_of(Foreign& rest, std::uint64_t number) const {
    const Json observed = rest.take("observation");
    if (observed.string().value_or("").empty()) {
        return std::nullopt;
    }
    EventDraft draft = talk_.draft("observation", id_of(number, "call"), moment_of(number));
    draft.parent = id_of(number, "llm");
    draft.fields.value("content", observed);
    return draft;
}

// `query` and `messages` repeat the history up to the step: what is new in them is the result of
// the step before.
Result<std::vector<Event>> SweAgentRun::step(Json json, std::uint64_t number) {
    told_.clear();
    Foreign rest(json);
    const std::string action = rest.text("action");
    Turn turn;
    turn.model_call = talk_.draft("llm_call", id_of(number, "llm"), moment_of(number));
    turn.model_call.fields.text("model", model_);
    turn.completion = rest.text("response");
    if (std::string thought = rest.text("thought"); !thought.empty()) {
        turn.thoughts.push_back(std::move(thought));
    }
    const bool acts = !first_word(action).empty();
    std::optional<EventDraft> made =
        acts ? std::optional(call_of(rest, number, action)) : remark_of(rest, number);
    if (acts) {
        turn.calls.push_back(&*made);
    }
    rest.take("query");
    rest.take("messages");
    rest.leave(turn.model_call.fields, swe_agent_name);
    told_ = TRY(talk_.tell(std::move(turn)));
    if (made) {
        talk_.came(made->id);
        TRY(give(std::move(*made)));
    }
    return std::exchange(told_, {});
}

Result<std::vector<Event>> SweAgentRun::end() {
    told_.clear();
    Foreign info(document_["info"]);
    const std::string exit = info.text("exit_status");
    if (exit.empty()) {
        return std::vector<Event>();
    }
    const Moment when = moment_of(steps_ + 1);
    EventDraft termination = talk_.draft("termination", id_of(steps_ + 1, "termination"), when);
    termination.fields.text("reason", exit);
    talk_.follow(termination);
    talk_.came(termination.id);
    TRY(give(std::move(termination)));
    EventDraft draft = talk_.draft("session_end", id_of(steps_ + 1, "end"), when);
    talk_.follow(draft);
    draft.fields.text("status", status_of(exit));
    draft.fields.value("output", info.take("submission"));
    const Json spent = document_["info"]["model_stats"];
    draft.fields.value("cost_usd", number_from(spent["instance_cost"]));
    // The calls themselves do not say how much each used up.
    const std::optional<double> sent = spent["tokens_sent"].number();
    const std::optional<double> received = spent["tokens_received"].number();
    if (sent && received && *sent >= 0 && *received >= 0) {
        std::string total;
        append_number(total, *sent + *received);
        draft.fields.value("total_tokens", Json(total));
    }
    info.leave(draft.fields, swe_agent_name);
    TRY(give(std::move(draft)));
    return std::exchange(told_, {});
}

}  // namespace hence
