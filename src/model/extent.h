// How long something took: from the first beginning among its events to the last end.
//
// An event's time is when it began, so its end is that time and its duration; an observation, a
// session_end and a termination are recorded at the end and last no longer. An outcome or a
// score (an observation whose key begins with "score:") may be recorded days later and is no part
// of the work. A time that only says the order of events (time_derived) is no time, and enters
// nothing here.
#pragma once

#include <optional>
#include <string_view>

#include "hence/event.h"
#include "hence/time.h"

namespace hence {

// When an event ended. Nothing when its time is derived, or when it is no part of the work.
std::optional<Time> end_of(const Event& event);

// When work of this kind ended that began then, and took so long.
Time end_of_work(std::string_view kind, const Time& begin, std::optional<double> duration_ms);

// From one time to a later one, in milliseconds: exact to the nanosecond for as long as a double
// can be.
double ms_between(const Time& from, const Time& to);

class Extent {
public:
    void add(const Event& event);
    // The same of work whose beginning and end are known.
    void add(const Time& begin, const Time& end);

    const std::optional<Time>& from() const { return from_; }
    const std::optional<Time>& to() const { return to_; }
    // Nothing when no event has a time.
    std::optional<double> duration_ms() const;

private:
    std::optional<Time> from_;
    std::optional<Time> to_;
};

}  // namespace hence
