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
};

struct TreeNode {
    std::uint64_t seq = 0;
    std::uint32_t level = 1;  // Roots stand at level 1.
    bool last = true;         // Among its siblings.
};

struct Tree {
    std::string session;  // The whole name.
    bool flat = false;
    std::uint64_t roots = 0;
    std::uint64_t depth = 0;                   // The deepest level.
    std::optional<std::string> root_event_id;  // Of the first root.
    std::vector<TreeNode> nodes;               // Depth first; siblings in the order of events.
    std::vector<Event> events;                 // Of the nodes, one each; empty for a long session.
    // By seq, of the session's tool calls that do not say how long they took: what the event that
    // ended the call says, as JSON; empty when none does.
    std::unordered_map<std::uint64_t, std::string> call_durations;
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
// One line an event. From the 41st level on the indentation stays that of the 40th, and the line
// begins with its level in brackets.
Result<void> write_text(const Tree& tree, const Store& store, const Sink& sink);

}  // namespace hence
