// Tells of one event after another what its agent knew, and uses for each answer what the earlier
// ones have read.
//
// An answer goes back to the model call before the last one, which may be at the beginning of the
// run, or nowhere. Reading back for each event of a long run would take time with the square of its
// length. So each run is read once, and the places of each agent's events there are noted (a lane);
// every answer then reads only the steps that it shows. The answer must equal that of knew(). What
// is noted holds for one moment of the store.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/by_text.h"
#include "hence/knew.h"
#include "views/find/places.h"
#include "views/find/session_events.h"
#include "views/knew/told.h"

namespace hence {

// What happened before an event and is shown beside it.
Result<KnewStep> knew_step(Sessions& sessions, const Event& event);

// What was told up to an event, that event included, in its session.
Result<ToldTable> told_until(Sessions& sessions, const Event& event);

// Adds messages and items to an answer whose model calls and steps are known.
Result<void> finish_knew(Sessions& sessions, const ToldTable& told, const KnewRequest& request,
                         Knew& answer);

inline constexpr std::size_t knew_steps_max = 200;

// For one moment of a store. `sessions` must outlive it. Not for several threads.
class KnewLanes {
public:
    explicit KnewLanes(Sessions& sessions) : sessions_(sessions) {}

    // As knew() of an event whose whole id is given.
    Result<Knew> knew(const KnewRequest& request);

private:
    // What one agent did in a run, or all of them.
    struct Lane {
        Places places;
        std::vector<std::size_t> model_calls;  // Which of them are.
    };
    using Lanes = ByText<Lane>;  // By agent; of all agents under "".

    Result<const Lane*> lane_of(const Event& event);
    Result<const ToldTable*> told_in(const Event& event);
    Result<Event> at(const Position& place) const;
    Result<const KnewStep*> step_at(const Position& place);

    Sessions& sessions_;
    ByText<Lanes> lanes_;                                // By joined(session, run).
    std::unordered_map<std::uint64_t, KnewStep> steps_;  // By seq.
    ByText<ToldTable> told_;                             // By session; by run without one.
};

}  // namespace hence
