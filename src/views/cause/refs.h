// What the refs of a rationale name.
//
// A ref is the id of an event, or the key of an observation in the same session that is not later
// than the event. Two kinds of refs are never reported as unresolved: refs to an agent's own notes,
// which are not recorded, and refs before the first observation of a session. Refs asks the store
// about each ref and suits an answer about a few events; SessionRefs walks through a session and
// remembers the keys. Both must report the same refs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/by_text.h"
#include "hence/completeness.h"
#include "hence/store.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"

namespace hence {

// The refs of the event's rationale, each once, in the order given.
std::vector<std::string> refs_of(const Event& event);

// Refs to an agent's own notes name nothing that is recorded.
bool is_scratch(std::string_view ref);

// The key by which an observation can be referred to; empty when it has none.
std::string key_of(const Event& event);

// How a ref stands that somebody is about to give.
struct RefStanding {
    bool exempt = false;         // It is never reported: an own note, or nothing was observed yet.
    std::optional<Event> named;  // The event or observation that it names.
};

// Finds refs that name nothing: neither an event's id nor the key of an observation of the same
// session that is not later. Exempt are notes, and refs before the session's first observation.
class Refs {
public:
    Refs(const Store& store, Sessions& sessions) : store_(store), sessions_(sessions) {}

    // Adds the unresolved refs of `event`.
    Result<void> check(const Event& event, std::vector<UnresolvedRef>& unresolved);
    // How the ref would stand if an event of `session` gave it now. Without a session, only ids of
    // events are looked for.
    Result<RefStanding> standing(const std::string& session, const std::string& ref);
    // How many refs were looked at so far: those that are not exempt.
    std::uint64_t checked() const { return checked_; }

private:
    Result<std::optional<Position>> first_observation(const std::string& session);
    Result<bool> resolves(const Event& event, const std::string& session, const std::string& ref);

    const Store& store_;
    Sessions& sessions_;
    ByText<std::optional<Position>> first_observations_;
    std::uint64_t checked_ = 0;
};

// Checks a session that is walked through whole, in order: remembers the keys that it has seen
// instead of asking for each.
class SessionRefs {
public:
    explicit SessionRefs(const Store& store) : store_(store) {}

    // To be called for every event of the session, in order.
    Result<void> check(const Event& event, std::vector<UnresolvedRef>& unresolved);
    std::uint64_t checked() const { return checked_; }

private:
    const Store& store_;
    std::uint64_t checked_ = 0;
    bool observed_ = false;
    TextNumbers keys_;       // Seen so far.
    ByText<bool> recorded_;  // Ids asked for.
};

}  // namespace hence
