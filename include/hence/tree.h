// A session as a tree: each event below the one that it names as its parent.
//
// A tree of a long session keeps only its shape, and reads its events again while it is written, so
// that a session of a million events can be shown. An event is never left out: one whose parent is
// missing becomes a root and is reported, and a cycle of parents is cut before its earliest event
// and reported.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hence/completeness.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct TreeRequest {
    std::string session;       // Its name, or an unambiguous beginning or end of it.
    bool delegations = false;  // Go on below a delegation with what the child did, in any session.
    bool flat = false;         // In JSON, a list with parent and level instead of nested children.
    bool steps = false;        // In text, the bare tree instead of turns.
};

// What the end of a call says, where the end is an event of its own.
struct NotedEnd {
    std::string duration_ms = {};  // As JSON, as it was given; empty: nothing.
    bool failed = false;
    std::string error = {};  // The first line of what went wrong.
};

struct TreeNode {
    std::uint64_t seq = 0;
    std::uint32_t level = 1;  // Roots stand at level 1.
    bool last = true;         // Among its siblings.
    // For text, which folds to turns.
    std::uint32_t ordinal = 0;  // Its place in the order of events.
    std::uint32_t agent = 0;    // A number for its agent.
    bool opens_turn = false;    // It is a prompt, a model call or an end.
};

struct Tree {
    std::string session;  // The whole name.
    bool flat = false;
    bool steps = false;
    std::uint64_t roots = 0;
    std::uint64_t depth = 0;                   // The deepest level.
    std::optional<std::string> root_event_id;  // Of the first root.
    std::vector<TreeNode> nodes;               // Depth first; siblings in the order of events.
    std::vector<Event> events;                 // Of the nodes, one each; empty for a long session.
    // By seq, of the session's tool calls: what the event that ended the call says of it.
    std::unordered_map<std::uint64_t, NotedEnd> call_ends;
    Completeness completeness;
};

// Roots are events without a parent in the session: they name none, or one of another session, or
// one that was never recorded, which is reported. A cycle is cut before its earliest event, which
// becomes a root, and is reported. With delegations, what the child did comes behind the
// delegation's own children, and no event is listed twice. Fails with not_found when the session
// was never recorded, and with invalid when it is ambiguous.
Result<Tree> tree(const Store& store, const TreeRequest& request);

// {"session","root_event_id","depth","count","events","completeness"}
Result<void> write_json(const Tree& tree, const Store& store, const Sink& sink);
// One line an event, folded to turns: what opens a turn (a prompt, a model call) does not indent
// below the turn before it. With `steps` the bare tree; there, from the 41st level on, the
// indentation stays that of the 40th, and the line begins with its level in brackets.
Result<void> write_text(const Tree& tree, const Store& store, const Sink& sink);

}  // namespace hence
