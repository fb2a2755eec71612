// Debriefs of one run after another, which share what they find out about the session: its goal,
// and where its observations begin. For answers that debrief every run of a session, such as the
// recorded page; a single debrief uses it, too, so that both give the same answer.
#pragma once

#include <optional>
#include <string>

#include "base/by_text.h"
#include "hence/debrief.h"
#include "views/cause/refs.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {

// For one moment of a store, which must outlive it as `sessions` must. Not for several threads.
class Debriefing {
public:
    Debriefing(const Store& store, Sessions& sessions)
        : store_(store), sessions_(sessions), refs_(store, sessions) {}

    // As debrief() of a run whose whole name is given.
    Result<Debrief> debrief(const RunName& run);

private:
    Result<std::optional<std::string>> goal_of(const std::string& session);

    const Store& store_;
    Sessions& sessions_;
    Refs refs_;
    ByText<std::optional<std::string>> goals_;  // By session.
};

}  // namespace hence
