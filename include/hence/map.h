// A session's context graph, folded to what a screen can hold.
//
// The whole graph of `context` may have a million nodes. A map has a few hundred: nodes of the
// graph, decisions and outcomes, and stacks (aggregates) that stand for several nodes. A decision
// hangs under the thought that made it, and an outcome under what it judges. There are four kinds
// of stacks, and a stack may contain smaller ones:
// - Turns one after the other, in tens, hundreds, thousands and so on, counted from the first turn
//   of the line.
// - Calls and observations of a thought, beyond the first few.
// - Decisions and outcomes of a thought, beyond the first few.
// - Sub-agents that a thought delegated to, beyond the first few.
// The map is as fine as the limit allows: everything; else each delegated run as a stack; else the
// thoughts alone, with everything under them hidden; else stacks of turns. Room that is left shows
// the end of the session, and then its beginning, in more detail. Opening a stack or a node adds to
// that and changes nothing else, and a stack keeps its id while the session grows: a page can open
// stacks one after the other and keep its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/completeness.h"
#include "hence/context.h"
#include "hence/explain.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

inline constexpr std::uint64_t map_nodes = 300;  // Unless another limit is given,
inline constexpr std::uint64_t map_nodes_max = 5'000;
inline constexpr std::uint64_t map_fan = 6;
inline constexpr std::size_t map_ids_max = 200;  // Opened and closed together.

struct MapRequest {
    std::string session;  // Its name, or an unambiguous beginning or end of it.
    ContextBy by = ContextBy::turn;
    std::uint64_t limit = map_nodes;  // Nodes, before anything is opened; at least 1.
    std::uint64_t fan = map_fan;      // How many calls of a thought are shown; at least 1.
    // Ids of stacks and nodes: shows what they stand for or hide, and whatever they lie in. An id
    // that names nothing in the graph is passed over, as in `closed`; so is what lies more than
    // 1000 levels deep.
    std::vector<std::string> open = {};
    std::vector<std::string> closed = {};  // Ids of nodes: hides what hangs under them.
};

// The keys of a ContextNode, and of a stack: of its first member, of the time from its first
// beginning to its last end, of all tokens, and of run and agent where all have the same.
struct MapNode {
    std::string id;
    DrawnType type = DrawnType::thought;
    std::string label;
    std::optional<Time> time;
    std::optional<double> duration_ms;
    std::optional<double> tokens;
    std::string status;
    std::string event;
    std::string run;
    std::string agent;
    bool synthesized = false;
    std::optional<std::uint64_t> ordinal;       // In the session's order; nothing: of another one.
    std::optional<std::uint64_t> last_ordinal;  // The last of all that it stands for or hides.
    std::string parent;                         // The node that it hangs under; empty: none.
    std::uint64_t members = 1;  // Of a stack: how many turns, calls, decisions or sub-agents.
    std::uint64_t errors = 0;   // What failed, of all that it stands for or hides.
    std::uint64_t hidden = 0;   // Nodes of the graph that it stands for or hides, besides itself.
    std::uint32_t level = 1;
    bool time_derived = false;  // Its time only says its place in the order.
    std::string kind = {};      // Of its event; empty: it stands for none.
    std::string summary = {};   // Of its event, in one line.
};

struct MapEdge {
    std::string from;
    std::string to;
    std::string_view label;                       // As in a ContextEdge, or "decides" or "judged".
    Provenance provenance = Provenance::assumed;  // The weakest of those that it stands for.
    std::uint64_t count = 1;                      // Edges of the graph that it stands for.
};

struct SessionMap {
    std::string session;  // The whole name.
    std::uint64_t nodes_total = 0;
    std::uint64_t last_seq = 0;  // All that arrived up to this one is in it.
    std::vector<MapNode> nodes;  // In the order of a walk: each before what hangs under it.
    std::vector<MapEdge> edges;  // In the order of the graph's.
    Completeness completeness;   // With a few entries of each kind; `truncated` counts the rest.
};

// Fails with not_found when the session was never recorded, and with invalid when it is ambiguous,
// or when a limit is 0 or too large.
Result<SessionMap> session_map(const Store& store, const MapRequest& request);

// {"session","nodes_total","last_seq","shown","nodes","edges","completeness"}
Result<void> write_json(const SessionMap& answer, const Store& store, const Sink& sink);
Result<void> write_text(const SessionMap& answer, const Store& store, const Sink& sink);

}  // namespace hence
