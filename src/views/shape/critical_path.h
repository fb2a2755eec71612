// The events that a session could not have been shorter without, going by parents, delegations and
// times.
//
// An event reaches from its time to its time plus its duration, and E is the latest end of it and
// of everything below it. What a delegation led to counts as below the delegation. The walk goes
// back in time from the latest E of the session. Of the children of an event, the one with the
// largest E that is not later than where the walk stands is on the path; the walk goes on inside
// that child, and then from where the child begins. Time that no child covers belongs to the event
// itself. The session stands above its roots in the same way, but time that no root covers belongs
// to no event. Segments never overlap, so their lengths may be added up. An event without a time is
// on no path by itself, and neither is what is only said of the work, such as an outcome or a note.
// The path is worked out once for a shape, by the first thread that asks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "views/shape/shape.h"

namespace hence {

struct CriticalPath {
    struct Segment {
        std::int64_t from = 0;  // In ns behind the first event; see offset_of.
        std::int64_t to = 0;    // Later.
        std::uint32_t event = 0;
    };
    std::vector<Segment> segments;  // In order; they do not overlap.
    std::vector<bool> on_path;      // By index.
    std::uint64_t steps = 0;        // Events on it, those that took no time included.
    std::int64_t latest = 0;        // When the last event of the session ends.
};

// Where an event begins and ends, in ns behind the session's first. What is later than 146 years
// behind that stands there, so that two of them can be subtracted.
inline constexpr std::int64_t offset_max = INT64_MAX / 2;
inline constexpr std::int64_t offsets_per_second = 1'000'000'000;
inline std::int64_t offset_of(const Time& first, const Time& time) {
    constexpr std::int64_t seconds_max = offset_max / offsets_per_second - 1;
    const std::int64_t seconds = time.seconds - first.seconds;
    if (seconds > seconds_max) {
        return offset_max;
    }
    if (seconds < -seconds_max) {
        return -offset_max;
    }
    return seconds * offsets_per_second + std::int64_t{time.nanos} - std::int64_t{first.nanos};
}

inline std::int64_t offset_of(const SessionShape& shape, std::uint32_t index) {
    return offset_of(shape.times.front(), shape.times[index]);
}

inline std::int64_t end_of(const SessionShape& shape, std::uint32_t index) {
    const std::int64_t begins = offset_of(shape, index);
    const double nanos = shape.lasts_ms(index) * 1e6 + 0.5;
    if (nanos < 1) {
        return begins;  // Nothing is said of it, or no time was taken.
    }
    if (nanos >= static_cast<double>(offset_max)) {
        return offset_max;
    }
    return std::min(offset_max - begins, static_cast<std::int64_t>(nanos)) + begins;
}

// With as many digits as are needed: none, three, six or nine.
Time time_at(const Time& first, std::int64_t offset);

// No recursion: a tree may be as deep as it is long.
CriticalPath find_critical_path(const SessionShape& shape);

// The same, worked out once for a shape. From many threads.
const CriticalPath& critical_path(const SessionShape& shape);

}  // namespace hence
