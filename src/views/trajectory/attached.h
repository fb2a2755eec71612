// What belongs to a step of a trajectory besides its own event: the observation that ended its
// call, and its logs.
//
// There are two ways to know. One asks the store for each event and suits a page out of a long
// session (attached_by_question.cpp). The other walks through the session once before the first
// step and suits the whole of it (attached_by_walk.cpp). Both must say the same, or a session would
// change with the size of its pages. An event is told once: as a step, or with one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/store.h"
#include "views/find/session_events.h"

namespace hence {

class StepParts {
public:
    struct Parts {
        std::optional<Event> end;  // Of a tool call: what ended it.
        std::vector<Event> logs;   // Under the event and under what ended it, in order.
    };

    virtual ~StepParts() = default;
    // Whether the event is told with another one: it ends a call, or is the log of an event. A log
    // of a log is told by itself.
    virtual Result<bool> belongs_elsewhere(const Event& event) = 0;
    // To be asked for events that belong nowhere else, in order.
    virtual Result<Parts> of(const Event& event) = 0;
};

// A session, and the part of it that is wanted.
struct StepRange {
    std::string session;
    std::optional<Position> after;  // Steps are behind this.
    std::uint64_t seq_max = 0;      // What arrived later is not seen.
};

// Whether a session may have logs or observations: it is cheaper to know that there are none than
// to look for them.
struct KindsWithParts {
    bool logs = true;
    bool observations = true;
};
Result<KindsWithParts> kinds_with_parts(const Store& store, Sessions& sessions,
                                        std::string_view session);

// The store and `sessions` must outlive them.
Result<std::unique_ptr<StepParts>> asked_step_parts(const Store& store, Sessions& sessions,
                                                    const StepRange& range);
Result<std::unique_ptr<StepParts>> known_step_parts(const Store& store, Sessions& sessions,
                                                    const StepRange& range);

}  // namespace hence
