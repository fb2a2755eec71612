// Which turns were taken, what each of them called, and what the calls returned. The rules are in
// hence/context.h.
//
// The constructor walks through each strand that is shown, once and in order, and lets every event
// begin a turn, join a turn, or become a step of a turn. Three things are worked out before the
// walk, since the rules ask for them at every event: the nearest model call or thought above (its
// anchor), the model call that requested a call_id, and the observation that each call returned.
// After the walk, calls move to the turn that requested them, and the best text of each turn
// becomes its name. Everything is a column by node number, so the work is linear in the number of
// events, apart from sorting. An observation is the result of one call at most; the result of a
// call is drawn below the call and is never a step of a turn as well.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hence/context.h"
#include "views/context/log.h"

namespace hence {

struct ContextTurn {
    static constexpr std::uint32_t none = ContextLog::none;

    std::uint32_t strand = 0;
    std::uint32_t first = 0;          // The event that began it.
    std::uint32_t model_call = none;  // The event that it stands for, first choice.
    std::uint32_t thought = none;     // The second.
    std::uint32_t named_by = none;  // The event that its label is from; none: nobody said anything.
    NameOfTurn name = NameOfTurn::none;
    bool acted = false;       // Something was called or observed since.
    std::uint32_t actor = 0;  // As ContextLog has them; 0: not known.
    std::optional<std::int64_t> iteration = {};
    std::optional<double> tokens = {};
    std::vector<std::uint32_t> steps =
        {};  // Calls, delegations, observations that no call returned.
};

class ContextTurns {
public:
    static constexpr std::uint32_t none = ContextLog::none;

    ContextTurns(const ContextLog& log, ContextBy by);

    std::size_t size() const { return turns_.size(); }
    const ContextTurn& turn(std::uint32_t number) const { return turns_[number]; }
    // The event that a turn stands for: its model call, else its thought. None for a whole run, and
    // for what was done before a run's first thought.
    std::uint32_t stands_for(std::uint32_t number) const;
    ContextBy by() const { return by_; }
    // The last model call that is part of a turn; or none.
    std::uint32_t last_model_call(std::uint32_t turn) const;
    // The turns of a strand, in order.
    const std::vector<std::uint32_t>& of_strand(std::uint32_t strand) const {
        return by_strand_[strand];
    }
    // The turns of all strands that no delegation claimed, in order.
    const std::vector<std::uint32_t>& backbone() const { return backbone_; }
    // Observations before the first turn of their run, unless that was delegated to: there they
    // are steps of that turn.
    const std::vector<std::uint32_t>& early() const { return early_; }

    // The turn that an event is part of, or was begun in; none where there is no turn.
    std::uint32_t turn_of(std::uint32_t node) const { return turn_of_[node]; }
    // The observation that a call returned, if that is an event of its own.
    std::uint32_t result_of(std::uint32_t call) const { return results_[call]; }
    // The turn that a result or an observation informs: the next turn of the same agent, else of
    // the strand, else of the backbone; or none. `caller` is the turn that made the call; none for
    // an observation that no call returned.
    std::uint32_t informed_by(std::uint32_t node, std::uint32_t caller) const;
    // The turn before this place of a line: behind a rewind, the last that it goes on from; or
    // none.
    std::uint32_t goes_on_from(const std::vector<std::uint32_t>& line, std::size_t place) const;
    // The turn that the result of the call informs which a delegation hangs on; none where it hangs
    // on no call, or the call has no result.
    std::uint32_t informed_by_child(std::uint32_t delegation) const;
    // The turn of an event, or the first of its strand from there on.
    std::uint32_t turn_from(std::uint32_t node) const;

    // The nearest event above, by parents, that says something; or none.
    std::uint32_t above(std::uint32_t node) const { return above_[node]; }
    // The nearest model call or thought above in the same strand; or none.
    std::uint32_t anchor(std::uint32_t node) const { return anchors_[node]; }
    // The model call that requested a call by its call_id: one of the same run if there is, and if
    // several did the last before it; or none.
    std::uint32_t requested_by(std::uint32_t node) const;

private:
    // A call that a model call requested.
    struct Request {
        std::uint32_t strand;
        std::uint32_t call;
        std::uint32_t node;
        friend auto operator<=>(const Request&, const Request&) = default;
    };
    // Where a strand's events are walked through.
    struct Walk {
        std::uint32_t strand;
        bool has_model_calls = false;
        std::uint32_t latest = none;
        std::unordered_map<std::uint32_t, std::uint32_t> latest_by_actor = {};
    };

    void sort_requests();
    void take_turns(std::uint32_t strand);
    void pass(Walk& walk, std::uint32_t node);
    void pass_thought(Walk& walk, std::uint32_t node);
    void pass_model_call(Walk& walk, std::uint32_t node);
    void pass_remark(Walk& walk, std::uint32_t node);
    void pass_step(Walk& walk, std::uint32_t node);
    bool may_join(const Walk& walk, std::uint32_t node) const;
    std::uint32_t own_thought(const Walk& walk, std::uint32_t node) const;
    std::uint32_t begin(Walk& walk, std::uint32_t node);
    void join(std::uint32_t turn, std::uint32_t node);
    static std::uint32_t last_before(const std::vector<Request>& requests, const Request& node);
    std::uint32_t chosen_by(std::uint32_t node) const;
    std::uint32_t under_way(const Walk& walk, std::uint32_t node) const;
    void give_steps();
    void name_turns();
    void line_up();
    bool before(std::uint32_t turn, std::uint32_t node) const;
    std::uint32_t next_in(const std::vector<std::uint32_t>& line, std::uint32_t node) const;

    const ContextLog& log_;
    ContextBy by_;
    std::vector<ContextTurn> turns_;
    std::vector<std::vector<std::uint32_t>> by_strand_;
    std::vector<std::uint32_t> backbone_;
    std::vector<std::uint32_t> early_;
    std::vector<std::uint32_t> turn_of_;  // By node.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>
        by_actor_;                        // By strand and actor.
    std::vector<Request> requests_;       // By strand, call and node.
    std::vector<Request> all_requests_;   // By call and node; the strand is 0.
    std::vector<std::uint32_t> anchors_;  // By node: the nearest model call or thought above it.
    std::vector<std::uint32_t> above_;    // By node: the nearest above it that says something.
    std::vector<std::uint32_t> results_;  // By node.
    std::vector<bool> returned_;          // By node: an observation that a call returned.
};

// By node: the nearest event above it, by parents, that is no plumbing.
std::vector<std::uint32_t> context_events_above(const ContextLog& log);

// Finds the observation that each call returned: by call_id, of the same run if there is one, the
// first that is not before the call, else the last before it; else by parent. None is given twice.
// By node.
std::vector<std::uint32_t> pair_context_calls(const ContextLog& log,
                                              const std::vector<std::uint32_t>& above);

}  // namespace hence
