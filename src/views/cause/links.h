// Every rule by which one event hangs on another, in both directions.
//
// The rules stand in one order of strength: the parent, the named causes, edges of decision graphs,
// the model call that requested a call, refs of a rationale, delegations, and the decision that an
// outcome judges. All of these are known links. Two more are assumed: a message to the agent, and
// the step before it in the run; they are followed only when the question asks for assumed links.
// first_cause stops at the first rule that finds something, causes_of asks all of them, and
// effects_of is the exact inverse, which a property test checks. Every link carries its type and
// provenance. A cause that was named and never recorded is reported as missing and never replaced
// silently.
//
// The rules are in four sources: links.cpp (causes), links_effects.cpp (effects), links_graph.cpp
// (decision graphs) and links_assumed.cpp. What is looked up once (graphs, messages of a
// correlation, steps of a run) is kept for the life of the object.
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
    enum class Follow : std::uint8_t { known, assumed_too };

    Links(const Store& store, Sessions& sessions, Follow follow)
        : store_(store), sessions_(sessions), assumed_(follow == Follow::assumed_too) {}

    // The strongest recorded cause. Stronger ones that were named and never recorded go to
    // `missing`.
    Result<std::optional<Link>> first_cause(const Event& effect,
                                            std::vector<MissingParent>& missing);

    // Every recorded cause, strongest first. All that was named and never recorded goes to
    // `missing`.
    Result<std::vector<Link>> causes_of(const Event& effect, std::vector<MissingParent>& missing);

    // Every recorded effect, by strength and then in order: the same edges, from the other end.
    Result<std::vector<Link>> effects_of(const Event& cause);

    // The event that arrived as number `seq`, which must have been seen in the store before.
    Result<Event> at(std::uint64_t seq) const;

private:
    // What a walk over causes has come to.
    struct Causes {
        const Event& effect;
        bool first_only;
        std::vector<MissingParent>& missing;
        std::vector<Link> found = {};

        bool done() const { return first_only && !found.empty(); }
    };
    // A node of a decision graph.
    struct NodeName {
        std::string graph;
        std::string id;
        bool operator==(const NodeName&) const = default;
    };
    enum class Side : std::uint8_t { causes, effects };
    using ByReceiver = ByText<std::vector<Position>>;

    Result<void> follow(Causes& causes);
    Result<void> add_named(Causes& causes, std::string_view id, LinkType type,
                           Provenance provenance);
    Result<void> add_graph_causes(Causes& causes);
    Result<void> add_call_cause(Causes& causes);
    Result<void> add_ref_causes(Causes& causes);
    Result<void> add_delegation_causes(Causes& causes);
    Result<void> add_outcome_cause(Causes& causes);
    Result<void> add_message_causes(Causes& causes);
    Result<void> add_sequence_cause(Causes& causes);

    Result<void> add_stated_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_graph_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_call_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_ref_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_key_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_delegation_effect(const Event& cause, std::vector<Link>& found);
    Result<void> add_message_effects(const Event& cause, std::vector<Link>& found);
    Result<void> add_sequence_effect(const Event& cause, std::vector<Link>& found);

    Result<bool> any_nodes();
    Graph& graph_of_name(const std::string& name);
    Result<Event> event_of(const GraphNode& node);
    Result<void> add_node(const Event& adding, const Event& event, std::vector<NodeName>& nodes);
    Result<std::vector<NodeName>> nodes_of(const Event& event);  // That stand for it.
    Result<void> add_named_node(const Event& event, std::vector<NodeName>& nodes);
    Result<void> follow_edges(const std::vector<NodeName>& nodes, Side side, const Event& event,
                              std::vector<Link>& found);

    Result<const ByReceiver*> messages_in(const std::string& correlation);
    Result<const std::vector<Position>*> steps_of_run(const Event& event);

    const Store& store_;
    Sessions& sessions_;
    bool assumed_;
    std::optional<bool> any_nodes_;
    ByText<Graph> graphs_;                // By name.
    ByText<ByReceiver> messages_;         // By correlation.
    ByText<std::vector<Position>> runs_;  // By joined(session, run).
};

}  // namespace hence
