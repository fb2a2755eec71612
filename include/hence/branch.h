// Goes on with a session from an earlier event: in another session (a fork), or in the same one (a
// rewind); and marks an event to come back to (a checkpoint).
//
// Each is one event that is appended. Nothing is copied and nothing is removed: a fork shows what
// its origin shows up to the point, and after a rewind what came after the point is shown as
// abandoned. The point must be an event that the session shows. The check runs inside the commit,
// so two writers at the same time cannot both make a fork of one name. A request that is sent again
// under the same id gives the first answer again.
#pragma once

#include <string>

#include "hence/event.h"
#include "hence/result.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct ForkRequest {
    std::string session = {};  // Its name, or an unambiguous beginning or end of it.
    // The last event that the fork shows of it: an id, or the name of a checkpoint. Absent: the
    // newest that no rewind left behind.
    std::string at = {};
    std::string as = {};     // The name of the fork. Absent: one is made.
    std::string agent = {};  // Who does it, or empty.
    std::string id = {};     // Of the event. Absent: one is made.
};

struct RewindRequest {
    std::string session = {};
    std::string to = {};  // The last event that counts: an id, or the name of a checkpoint.
    std::string agent = {};
    std::string id = {};
};

struct CheckpointRequest {
    std::string session = {};
    std::string name = {};  // Or empty.
    std::string agent = {};
    std::string id = {};
};

// The event as it was stored. Each fails with not_found when the session was never recorded or does
// not show the point, with invalid when a name is ambiguous or breaks a rule of events, and with
// conflict when the id means something else.

// A session_fork, in the session that it begins. Fails with conflict as well when a session of that
// name was recorded.
Result<Event> fork_session(Store& store, const ForkRequest& request);
// A session_rewind, in the session.
Result<Event> rewind_session(Store& store, const RewindRequest& request);
// A session_checkpoint, in the session.
Result<Event> checkpoint_session(Store& store, const CheckpointRequest& request);

// "forked s1 at e2 as s2", "rewound s1 to e2", "checkpoint before tests of s1 at e2"
std::string branch_line(const Event& event);

}  // namespace hence
