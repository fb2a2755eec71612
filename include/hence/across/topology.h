// Answers "who works with whom?": which agents called, delegated to and messaged whom, across
// sessions.
//
// All calls, delegations and messages in a range of time are added up to edges: from an agent to a
// tool, a model or another agent. Each edge says how often, how often it failed and how long it
// took. Everything comes from one pass over the events of these kinds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/export.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/stats.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

enum class TopologyEdgeType : std::uint8_t {
    calls,      // A tool.
    asks,       // A model.
    delegates,  // To an agent.
    messages,   // To an agent.
};
std::string_view to_string(TopologyEdgeType type);

enum class TopologyNodeKind : std::uint8_t { agent, tool, model };
std::string_view to_string(TopologyNodeKind kind);

struct TopologyRequest {
    std::optional<Time> from = {};  // Both ends inclusive.
    std::optional<Time> to = {};
};

struct TopologyNode {
    TopologyNodeKind kind = TopologyNodeKind::agent;
    std::string name;  // Empty: of events that name none.
};

struct TopologyEdge {
    TopologyEdgeType type = TopologyEdgeType::calls;
    std::size_t from = 0;  // Of the nodes.
    std::size_t to = 0;
    std::uint64_t count = 0;
    // Failed calls; delegations of which nothing came; messages that were rejected, denied, blocked
    // or escalated.
    std::uint64_t failures = 0;
    std::uint64_t sessions = 0;
    // Of calls, their durations. Of delegations, until the first event of the child. Of messages,
    // until the first message back in the same correlation.
    CallStats latency;
    std::string first_event;
};

struct Topology {
    std::optional<Time> from;  // As asked.
    std::optional<Time> to;
    std::vector<TopologyNode> nodes;  // By kind, then by name.
    std::vector<TopologyEdge> edges;  // By from, type and to.
};

Result<Topology> topology(const Store& store, const TopologyRequest& request);

// {"from","to","nodes":[{"kind","name"}],"edges":[{"type","from","to","count","failures",
// "sessions","latency","first_event"}]}
Result<void> write_json(const Topology& answer, const Store& store, const Sink& sink);
// One line an edge, by agent.
Result<void> write_text(const Topology& answer, const Store& store, const Sink& sink);
Result<void> draw(const Topology& answer, const Drawn& how, const Sink& sink);

}  // namespace hence
