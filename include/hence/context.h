// A session as a picture of what led to what: the incident, a thought for each turn, the tools that
// it called, what they returned, and the action at the end.
//
// A log has far more events than a person can follow, and most of them belong to a turn: a model
// thinks, calls tools, and reads what they return. The graph draws a turn as one thought, its calls
// and results under it, and delegated runs under the thought that delegated. Emitters record turns
// in many ways, so the rules below are part of the interface: the same log always gives the same
// graph. A node that nobody recorded is marked as synthesized.
//
// Turns of a run, in the order of its events:
// - A model call begins a turn. If a turn was begun without a model call, and nothing was called or
//   observed since, the model call joins that turn instead.
// - A thought joins the turn of the model call that it names as its parent; else the turn that is
//   under way, as long as nothing was called or observed since; else it begins a turn. Where a run
//   has no model calls, each thought begins a turn.
// - An event of another iteration, or of another agent, never joins a turn.
// - Anything else that is said before a run's first turn begins one. A run without thoughts and
//   model calls is therefore one turn.
// A call belongs to the turn of the model call that it names among its causes or as its parent;
// else of the one that requested its call_id; else to the turn of the nearest model call or thought
// above it in its run, by parents, through all events between; else to the turn under way, of the
// same agent if that agent has one. The first two are the rules by which `explain` goes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/completeness.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

enum class ContextBy : std::uint8_t { turn, run };

struct ContextRequest {
    std::string session;  // Its name, or an unambiguous beginning or end of it.
    ContextBy by = ContextBy::turn;
};

// What a node is that a picture of a session shows, here and in maps (hence/map.h).
enum class DrawnType : std::uint8_t {
    incident,
    thought,
    tool_call,
    observation,
    action,
    // Those below occur in maps only.
    decision,
    outcome,
    stack,  // Of folded nodes.
};
std::string_view to_string(DrawnType type);  // "INCIDENT", ... "STACK"

// Texts are views that live as long as the graph.
struct ContextNode {
    std::string_view id;
    DrawnType type = DrawnType::thought;
    std::string_view label;
    std::optional<Time> time;
    std::optional<double> duration_ms;
    std::optional<double> tokens;
    std::string_view status;  // "ok", "error", or empty: not known.
    std::string_view event;   // The event that it stands for; empty when it stands for none.
    std::string_view run;
    std::string_view agent;
    bool synthesized = false;    // Nobody recorded it: it makes the picture readable.
    std::string_view inherited;  // The session that its event is inherited from; or empty.
    bool abandoned = false;      // A rewind left its event behind.
    // For text alone.
    std::uint32_t level = 1;    // Of indentation, from 1.
    bool time_derived = false;  // Its time only says its place in the order.
};

struct ContextEdge {
    std::string_view from;
    std::string_view to;
    std::string_view label;  // "leads to", "calls", "returns", "informs", "executes", "delegates".
};

struct ContextGraph {
    std::string session;             // The whole name.
    std::vector<ContextNode> nodes;  // In the order of a walk: each before what hangs under it.
    std::vector<ContextEdge> edges;
    Completeness completeness;
    bool marked = false;                // A fork, or rewound: JSON marks its nodes.
    std::shared_ptr<const void> texts;  // What the views of nodes and edges point at.
};

// The backbone has the session's turns in order, but for those of runs that were delegated to: they
// hang under the thought that delegated, wherever they were recorded. A result informs the next
// thought of its run, or the next of the backbone (or of the delegated run) where there is none. An
// observation that no call returned informs the next thought too, or the action. Completeness
// covers the session and what it delegated.
// Fails with not_found when the session was never recorded, and with invalid when it is ambiguous.
Result<ContextGraph> context(const Store& store, const ContextRequest& request);

// {"session","nodes","edges","completeness"}
Result<void> write_json(const ContextGraph& answer, const Store& store, const Sink& sink);
Result<void> write_text(const ContextGraph& answer, const Store& store, const Sink& sink);

}  // namespace hence
