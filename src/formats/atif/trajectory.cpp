#include "formats/atif/trajectory.h"

#include <optional>
#include <utility>

#include "base/try.h"

namespace hence {
namespace {

// The session that "NAME-cont-2" continues; empty when it continues none.
std::string continued_session(const std::string& session) {
    constexpr std::string_view mark = "-cont-";
    const std::size_t at = session.rfind(mark);
    const bool is = at != std::string::npos && at > 0 && at + mark.size() < session.size() &&
                    session.find_first_not_of("0123456789", at + mark.size()) == std::string::npos;
    return is ? session.substr(0, at) : std::string();
}

std::string text_in(Json json, std::string_view name) {
    return json[name].string().value_or("");
}

// Who a trajectory is when it does not say so: what it begins with.
std::string name_of(Json json) {
    return derived_id(time_of_index(0),
                      {atif_name, json["agent"].raw(), json["steps"].at(0).raw()});
}

// The first thing that the user said in a trajectory; a copy of what was said elsewhere only when
// there is nothing else.
std::string goal_of(Json trajectory) {
    std::string goal;
    trajectory["steps"].each_element([&goal](Json step) {
        const bool copied = step["is_copied_context"].boolean().value_or(false);
        std::string text =
            step["source"].string() == "user" ? text_of_content(step["message"]) : std::string();
        const bool own = !copied && !text.empty();
        if (own || goal.empty()) {
            goal = std::move(text);
        }
        return !own;
    });
    return goal;
}

}  // namespace

AtifDocument AtifDocument::root(Json json) {
    AtifDocument document{.json = json};
    const std::string session = text_in(json, "session_id");
    const std::string trajectory = text_in(json, "trajectory_id");
    const std::string base = continued_session(session);
    document.continued = !base.empty();
    document.session = document.continued ? base : !session.empty() ? session : trajectory;
    document.session_derived = document.continued || session.empty();
    document.run = !trajectory.empty() ? trajectory : session;
    if (document.run.empty()) {
        document.run = name_of(json);
        document.session = document.run;
    }
    document.finished = json["final_metrics"].present();
    return document;
}

AtifDocument AtifDocument::child(Json json, const AtifDocument& parent) {
    const bool named = !text_in(json, "session_id").empty();
    AtifDocument document = root(json);
    document.embedded = true;
    document.finished = document.finished || parent.finished;
    if (!named) {
        document.session = parent.session;
        document.session_derived = parent.session_derived;
    }
    return document;
}

AtifTrajectory::AtifTrajectory(const AtifDocument& document)
    : document_(document),
      talk_({.format = atif_name,
             .agent = text_in(document.json["agent"], "name"),
             .session = document.session,
             .run = document.run,
             .session_derived = document.session_derived}),
      goal_(goal_of(document.json)) {
    document.json["subagent_trajectories"].each_element([this](Json child) {
        if (!child.is_object()) {
            return true;
        }
        for (const std::string_view name : {"trajectory_id", "session_id"}) {
            // The first of a name stands.
            child_by_name_.try_emplace(text_in(child, name), children_.size());
        }
        children_.push_back({child, goal_of(child)});
        return true;
    });
    child_by_name_.erase("");
    // A step before the first time of all is at that time, too.
    document.json["steps"].each_element([this](Json step) {
        ++steps_;
        latest_time_ =
            latest_time_.empty() ? time_from(step["timestamp"]).value_or("") : latest_time_;
        return true;
    });
}

std::vector<AtifDocument> AtifTrajectory::children() const {
    std::vector<AtifDocument> children;
    for (const Child& child : children_) {
        children.push_back(AtifDocument::child(child.json, document_));
    }
    return children;
}

Moment AtifTrajectory::moment_of(Json step, std::uint64_t number) {
    if (const std::optional<std::string> time = time_from(step["timestamp"])) {
        latest_time_ = *time;
        return {*time, false};
    }
    return {latest_time_.empty() ? time_of_index(number) : latest_time_, true};
}

std::string AtifTrajectory::id_of(const Moment& when, std::string_view key,
                                  std::string_view part) const {
    const ConversationPlace& place = talk_.place();
    return derived_id(when.time, {atif_name, place.session, place.run, key, part});
}

Result<void> AtifTrajectory::give(EventDraft draft) {
    Event event = TRY(talk_.finish(std::move(draft)));
    told_.push_back(std::move(event));
    return {};
}

// Who the agent is, and what it was asked: the prompt itself is then told.
Result<std::vector<Event>> AtifTrajectory::start() {
    const Moment at = {latest_time_.empty() ? time_of_index(0) : latest_time_,
                       latest_time_.empty()};
    const std::string_view kind = document_.continued ? "continuation" : "session_start";
    EventDraft draft = talk_.draft(kind, id_of(at, {}, "start"), at);
    draft.fields.text("goal", goal_);
    Foreign rest(document_.json);
    for (const std::string_view told : {"session_id", "trajectory_id", "steps", "final_metrics",
                                        "subagent_trajectories", "continued_trajectory_ref"}) {
        rest.take(told);
    }
    rest.leave(draft.fields, atif_name);
    talk_.came(draft.id);
    TRY(give(std::move(draft)));
    return std::exchange(told_, {});
}

Result<std::vector<Event>> AtifTrajectory::step(Json json, std::uint64_t number) {
    Step step{.json = json, .rest = Foreign(json)};
    step.when = moment_of(json, number);
    step.key = step.rest.text("step_id");
    step.key = step.key.empty() ? "#" + std::to_string(number) : step.key;
    step.last = number == steps_;
    if (!step.when.derived) {
        step.rest.take("timestamp");
    }
    last_step_ = json;
    last_moment_ = step.when;
    told_.clear();
    // A step that was copied from another trajectory is told with that trajectory.
    if (!json["is_copied_context"].boolean().value_or(false)) {
        TRY(tell_step(step));
    }
    return std::exchange(told_, {});
}

Result<void> AtifTrajectory::tell_step(Step& step) {
    const std::string source = step.rest.text("source");
    if (source != "agent" && source != "user") {
        return tell_system(step);
    }
    acted_ = true;
    return source == "agent" ? tell_agent(step) : tell_prompt(step);
}

Result<void> AtifTrajectory::tell_prompt(Step& step) {
    if (!goal_told_ && text_of_content(step.json["message"]) == goal_) {
        goal_told_ = true;
        return {};
    }
    EventDraft draft = talk_.draft("prompt", id_of(step.when, step.key, "prompt"), step.when);
    put_content(draft.fields, "text", step.rest.take("message"));
    step.rest.leave(draft.fields, atif_name);
    talk_.came(draft.id);
    return give(std::move(draft));
}

Result<void> AtifTrajectory::tell_system(Step& step) {
    const bool managed = step.json["extra"]["context_management"].is_object();
    const std::string_view kind = managed   ? "curation"
                                  : !acted_ ? "system_prompt"
                                            : "system_message";
    EventDraft draft = talk_.draft(kind, id_of(step.when, step.key, "system"), step.when);
    talk_.follow(draft);
    if (managed) {
        draft.fields.text("action", "compressed");
        draft.fields.text("target", "context");
        talk_.came(draft.id);
    }
    put_content(draft.fields, "text", step.rest.take("message"));
    step.rest.leave(draft.fields, atif_name);
    const std::string id = draft.id;
    TRY(give(std::move(draft)));
    // The system may hand work to sub-agents by itself: to shorten the context, for example.
    std::vector<Json> results;
    step.json["observation"]["results"].each_element([&results](Json result) {
        results.push_back(result);
        return true;
    });
    for (std::size_t n = 0; n < results.size(); ++n) {
        TRY(tell_delegations(step, id, "result" + std::to_string(n + 1), results[n]));
    }
    return {};
}

// The metrics count up what the steps have counted: they are kept, and not as tokens.
Result<std::vector<Event>> AtifTrajectory::end() {
    told_.clear();
    const bool continues = document_.json["continued_trajectory_ref"].present();
    if (!document_.json["final_metrics"].present() && !continues) {
        return std::vector<Event>();
    }
    // A session has one end: that of the agent which delegated, and of the last part.
    const bool within =
        continues || (document_.embedded && !document_.json["session_id"].present());
    const Moment at = last_moment_.time.empty() ? Moment{time_of_index(1), true} : last_moment_;
    EventDraft draft =
        talk_.draft(within ? "trajectory_end" : "session_end", id_of(at, {}, "end"), at);
    talk_.follow(draft);
    if (last_step_["source"].string() == "agent") {
        put_content(draft.fields, "output", last_step_["message"]);
    }
    Foreign metrics(document_.json["final_metrics"]);
    draft.fields.value("cost_usd", metrics.amount("total_cost_usd"));
    put_rest(draft.fields, "final_metrics", metrics, atif_name);
    draft.fields.value("continued_trajectory_ref", document_.json["continued_trajectory_ref"]);
    TRY(give(std::move(draft)));
    return std::exchange(told_, {});
}

}  // namespace hence
