// The one rule for cause: every way in which one event hangs on another, in both directions.
//
// The rules stand in one order of strength. What the emitter said comes first: the named causes,
// and the parent unless it is a mere wrapper. Then come rules over ids and content (derived): the
// model call that asked for a call, the call of a result, the answer that a thought was taken out
// of, what was new to a model call, refs of a rationale, the decision that an outcome judges,
// delegations; and the edges of decision graphs. A wrapper is where something happened and not why,
// so it is followed only when nothing of this is known. Rules over order and time (assumed) come
// last, again only when nothing else is known, and never for an event that is a beginning.
//
// Answers about causes ask here, so that they cannot disagree. effects_of is the inverse of
// causes_of, which a property test checks. A cause that was named and never recorded is reported as
// missing and never replaced silently.
//
// The rules are in five sources: links.cpp (causes), links_effects.cpp (effects), links_graph.cpp
// (decision graphs), links_assumed.cpp, and turns.cpp (who was asked what, in order), of which
// near_turns.cpp gives the answers that lie close by. What is
// looked up once (graphs, messages of a correlation, turns of a session) is kept for the life of
// the object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/by_text.h"
#include "hence/completeness.h"
#include "hence/explain.h"
#include "hence/graph.h"
#include "hence/store.h"
#include "views/cause/delegations.h"
#include "views/cause/near_turns.h"
#include "views/cause/turns.h"
#include "views/find/session_events.h"

namespace hence {

// The other end of an edge.
struct Link {
    Event event;
    LinkType type;
    Provenance provenance;
};

// Follows links for one answer. Not for several threads; the store and `sessions` must outlive it.
class Links {
public:
    Links(const Store& store, Sessions& sessions, Follow follow)
        : store_(store),
          sessions_(sessions),
          follow_(follow),
          work_(store, sessions),
          near_(sessions) {}

    // Every recorded cause, strongest first. All that was named and never recorded goes to
    // `missing`.
    Result<std::vector<Link>> causes_of(const Event& effect, std::vector<MissingParent>& missing);
    // The first of these alone, which costs less: weaker rules are not asked.
    Result<std::optional<Link>> first_cause(const Event& effect,
                                            std::vector<MissingParent>& missing);

    // Every recorded effect, by strength and then in order: the same edges, from the other end.
    Result<std::vector<Link>> effects_of(const Event& cause);

    // Whether an event needs no cause: a prompt, the start of a session, a message from outside the
    // record, the root span of an agent, the first event of its session.
    Result<bool> is_beginning(const Event& event);

    // The event that arrived as number `seq`, which must have been seen in the store before.
    Result<Event> at(std::uint64_t seq) const;

private:
    // What a walk over causes has come to.
    struct Causes {
        const Event& effect;
        std::vector<MissingParent>& missing;
        std::vector<Link> found = {};
        std::optional<Event> wrapper = {};
        bool first_only = false;

        bool done() const { return first_only && !found.empty(); }
    };
    // A node of a decision graph.
    struct NodeName {
        std::string graph;
        std::string id;
        bool operator==(const NodeName&) const = default;
    };
    enum class Side : std::uint8_t { causes, effects };
    // What the assumed rules know of one correlation.
    struct Thread {
        ByText<std::vector<Position>> messages = {};  // By receiver.
        bool is_timed = false;  // Whether any event of it has a time that was recorded.
        std::optional<Position> first = {};
        std::vector<Position> steps = {};
        std::vector<Position> runless = {};  // Those of the steps that name no run.
        Texts doers = {};                    // Who did more here than send messages.

        void see_order(const Event& event);
    };

    struct How {
        LinkType type;
        Provenance provenance;
    };

    // Those that the strongest rule found which found any.
    Result<std::vector<Link>> strongest_causes(const Event& effect,
                                               std::vector<MissingParent>& missing);
    std::optional<How> by_parent(const Event& effect, const Event& parent) const;
    Result<std::optional<How>> how_on_parent(const Event& parent, const Event& child);
    Result<std::optional<How>> how_among_strongest(const Event& cause, const Event& effect);

    Result<void> add_causes(Causes& causes);
    Result<void> add_stated_causes(Causes& causes);
    Result<void> add_parent(Causes& causes);
    Result<void> add_graph_causes(Causes& causes);
    Result<void> add_call_cause(Causes& causes);
    // Whether the emitter itself named the call that a result ends, or the request that a call
    // answers: then no other event of that call_id is looked for.
    static bool follows_its_call(const Event& effect, const std::string& call_id,
                                 const std::vector<Link>& stated);
    Result<std::optional<Position>> next_asker(const Event& model_call, const std::string& call_id,
                                               Direction direction);
    Result<bool> is_asked_by(const Event& call, const std::string& call_id,
                             const Event& model_call);
    Result<bool> states_its_call(const Event& event, const std::string& call_id);
    Result<std::optional<Event>> call_of_result(const Event& result, const std::string& call_id);
    // So many requests of other runs with the same call_id are passed over on each side.
    static constexpr int askers_max = 16;
    Result<std::optional<Event>> asker_by_id(const Event& call, const std::string& call_id);
    Result<std::optional<Event>> asker_by_content(const Event& call);
    Result<void> add_answered(Causes& causes);
    Result<void> add_ref_causes(Causes& causes);
    Result<void> add_delegation_causes(Causes& causes);
    Result<void> add_child_answers(Causes& causes);
    Result<void> add_outcome_cause(Causes& causes);
    Result<void> add_assumed_cause(Causes& causes);
    Result<void> add_message_causes(Causes& causes);

    Result<void> add_stated_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_graph_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_call_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_results(const Event& call, std::vector<Link>& found);
    Result<void> add_ref_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_key_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_delegation_effect(const Event& cause, std::vector<Link>& found);
    Result<void> add_child_answer_effects(const Event& answer, std::vector<Link>& found);
    Result<void> add_turn_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_message_effects(const Event& cause, std::vector<Event>& candidates);

    Result<bool> any_nodes();
    Result<bool> any_delegations();
    Graph& graph_of_name(const std::string& name);
    Result<Event> event_of(const GraphNode& node);
    Result<void> add_node(const Event& adding, const Event& event, std::vector<NodeName>& nodes);
    Result<std::vector<NodeName>> nodes_of(const Event& event);  // That stand for it.
    Result<void> add_named_node(const Event& event, std::vector<NodeName>& nodes);
    Result<void> follow_edges(const std::vector<NodeName>& nodes, Side side, const Event& event,
                              std::vector<Link>& found);

    Result<const Thread*> thread_of(const std::string& correlation);
    Result<bool> any_messages();
    Result<bool> has_messages(const std::string& correlation);
    Result<std::vector<Position>> messages_to(const Event& effect,
                                              const std::optional<Position>& from);
    Result<bool> begins_thread(const Event& event);
    Result<std::optional<Position>> step_before_in_thread(const Event& event);
    Result<bool> may_follow(const Event& effect, const Event& cause);
    Result<void> add_thread_effects(const Event& cause, std::vector<Event>& candidates);
    // Null for an event that belongs to no session and no run.
    Result<const SessionTurns*> turns_of(const Event& event);
    // These look at what stands right before the event, and ask turns_of where that is not enough.
    Result<std::vector<Position>> new_to(const Event& model_call);
    Result<std::optional<Position>> model_call_before(const Event& event);
    Result<std::optional<Position>> step_before(const Event& event);
    // What turns_ knows the session or the run of an event by. Empty where it has neither.
    Result<std::string> name_of_turns(const Event& event);
    Result<bool> may_delegate(const Event& call);
    Result<void> add_answers_elsewhere(const Event& call, const Event& effect,
                                       std::vector<Position>& answers);
    Result<void> add_calls_elsewhere(const Event& answer, std::vector<std::string>& calls);

    const Store& store_;
    Sessions& sessions_;
    Follow follow_;
    std::optional<bool> any_nodes_;
    std::optional<bool> any_delegations_;
    std::optional<bool> any_messages_;
    ByText<Graph> graphs_;        // By name.
    ByText<Thread> threads_;      // By correlation.
    ByText<SessionTurns> turns_;  // By session; of a run without one, by its name behind a zero.
    DelegatedWork work_;
    NearTurns near_;
};

}  // namespace hence
