// The turns of one session: which model call an agent made last, what was new to a model call, and
// which step came before another.
//
// An agent's work goes in turns. A model call answers what is new since the agent's model call
// before it: a prompt, results of tools, messages. Emitters seldom say so, but the order in which
// one agent's events were recorded does. The table notes for each agent in each run (a lane) where
// its model calls and its results stand, and for each run where its prompts stand. It is built by
// one walk through the session, because an answer that needs it once mostly needs it again; after
// that each question is a binary search. Two agents that work at the same time have two lanes, so
// the results of one are never taken for the input of the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"
#include "model/position.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"

namespace hence {

// Not for several threads while it is built; afterwards it may be read by many.
class SessionTurns {
public:
    // Reads all events of a session, in order. What a rewind left behind is never before what came
    // after it. `lineage` must outlive this object.
    static Result<SessionTurns> of(Cursor& events, const Lineage& lineage);

    // What was new to a model call since its agent's model call before it, the nearest first:
    // prompts of the run (the goal of a session_start is one), results in the lane, messages to the
    // agent. Only places are known.
    std::vector<Position> new_to(const Event& model_call) const;
    // The inverse: the model calls that `input` was new to.
    std::vector<Position> answers_to(const Event& input) const;

    // The agent's last model call before the event, in its run or else in the session.
    std::optional<Position> model_call_before(const Event& event) const;
    // The inverse: the steps whose model_call_before this is.
    std::vector<Position> steps_behind(const Event& model_call) const;

    // The step before this one in its run; in the session, where the event names no run.
    std::optional<Position> step_before(const Event& event) const;
    // The inverse: the steps that this one may be before, in its run and in the session.
    std::vector<Position> steps_next_to(const Event& event) const;

    // The last answers, before a place, of the agents that a tool call set to work: one for each
    // delegation that hangs on the call.
    std::vector<Position> child_answers(const Event& call, const Position& before) const;
    // The inverse: the ids of the calls that set the agent of this model call to work. A superset.
    std::vector<std::string> delegating_calls(const Event& model_call) const;
    bool delegates() const { return !delegations_.empty(); }
    // The last answer before a place of a child in this session: of its run, or of the agent behind
    // `from` where no run is named.
    std::optional<Position> last_answer_of(const std::string& run, const std::string& child,
                                           const Position& from, const Position& before) const {
        return last_answer({run, child}, from, before);
    }

    // Whether an agent of that name did anything here besides sending messages.
    bool has_agent(std::string_view name) const { return doers_.contains(name); }

private:
    using Places = std::vector<Position>;
    struct Lane {
        Places models = {};
        Places results = {};  // Observations, and calls that no observation ends.
        Places steps = {};    // All of these, and whatever else is a step.
    };
    struct Call {
        Position place;
        Lane* lane;
    };
    struct Delegation {
        std::string run;  // Of the child; empty: it is known by its name.
        std::string child;
    };

    explicit SessionTurns(const Lineage& lineage) : lineage_(&lineage) {}
    void see(const Event& event);
    void add_between(const Places& places, const std::optional<Position>& from, const Position& to,
                     Places& found) const;
    void see_result(const Event& event, Lane& lane);
    void see_delegation(const Event& event);
    std::optional<Position> last_answer(const Delegation& delegation, const Position& from,
                                        const Position& before) const;
    void settle();
    Lane& lane_named(const Event& event);
    const Lane* lane_of(const Event& event) const;
    void add_result(Lane& lane, const Position& place);

    const Lineage* lineage_;
    ByText<Lane> lanes_;              // By joined(run, agent).
    ByText<Places> prompts_;          // By run.
    ByText<Places> messages_;         // By receiver.
    ByText<Places> models_of_agent_;  // By agent.
    ByText<std::vector<const Lane*>> lanes_of_run_;
    ByText<std::vector<const Lane*>> lanes_of_agent_;
    std::unordered_map<std::uint64_t, const Lane*> lane_of_result_;  // By seq.
    ByText<Places> steps_of_run_;                      // By run; all of them under the empty name.
    ByText<std::vector<Delegation>> delegations_;      // By the id of their call.
    ByText<std::vector<std::string>> calls_to_child_;  // By joined(run, child).
    Texts doers_;
    ByText<std::vector<Call>> open_;  // Calls by call_id, until an observation ends them.
};

// Whether an event holds other steps and is none itself: where something happened, not why.
bool is_wrapper(const Event& event);
// Whether an event is something that was done: no wrapper, no log, no change of a decision graph,
// no outcome.
bool is_step(const Event& event);

}  // namespace hence
