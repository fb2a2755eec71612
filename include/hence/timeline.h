// A session by the clock: who did what when, at the same time as what else, and what it waited for.
//
// The answer is either spans, one for each event, or counts in buckets, depending on how many
// events overlap the window; so its size is bounded however long the session is. Lanes are agents
// or runs. The critical path names the events that the session could not have been shorter without
// (docs/answers/timeline.md has the rule).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

enum class TimelineLanes : std::uint8_t { agent, run };

inline constexpr std::uint64_t timeline_buckets_max = 2'000;
inline constexpr std::uint64_t timeline_spans_max = 10'000;

struct TimelineRequest {
    std::string session;            // Its name, or an unambiguous beginning or end of it.
    std::optional<Time> from = {};  // Both ends inclusive; else all of it.
    std::optional<Time> to = {};
    std::uint64_t buckets = 600;  // At least 1, at most timeline_buckets_max.
    std::uint64_t limit = 1'000;  // Of spans, at most timeline_spans_max.
    TimelineLanes lanes = TimelineLanes::agent;
    bool bars = false;  // Fill in Timeline::bars.
};

struct TimelineLane {
    std::string name;          // Empty: events that name none, or those of several lanes.
    std::uint64_t events = 0;  // In the window.
    std::uint64_t errors = 0;
    std::uint64_t others = 0;  // How many lanes it stands for; 0: only for itself.
};

// One event. Rows count up from 0 within a lane; no two events of a row overlap.
struct TimelineSpan {
    Event event;
    std::uint64_t ordinal = 0;
    std::size_t lane = 0;
    std::size_t row = 0;
    std::optional<double> duration_ms = {};
    std::string status = {};
    std::string summary = {};
    bool critical = false;
    std::string inherited = {};  // The session that it is inherited from; or empty.
    bool abandoned = false;      // A rewind left it behind.
};

// Events of a lane that overlap a stretch of time; a long one is in several.
struct TimelineBucket {
    std::size_t lane = 0;
    Time from = {};
    Time to = {};
    std::uint64_t events = 0;
    std::uint64_t errors = 0;
    std::uint64_t first_ordinal = 0;
    std::uint64_t last_ordinal = 0;
    std::string kind = {};  // The most frequent; of several, the first in the alphabet.
    bool critical = false;
};

struct TimelineSegment {
    Event event;
    std::string summary = {};
    std::uint64_t ordinal = 0;
    std::size_t lane = 0;
    Time from = {};
    Time to = {};
};

struct Timeline {
    std::string session;  // The whole name.
    Time first = {};      // Of the session: when it begins,
    Time last = {};       // and when the last of its events ends.
    Time from = {};
    Time to = {};
    std::uint64_t events = 0;        // That overlap the window.
    bool untimed = false;            // No event has a time: they stand in their order.
    std::uint64_t without_time = 0;  // Left out, where other events have times.
    bool marked = false;             // The session is a fork or was rewound: JSON marks its spans.
    std::vector<TimelineLane> lanes = {};        // Of the session, by their first events.
    std::vector<TimelineSpan> spans = {};        // Either these, in order,
    std::vector<TimelineBucket> buckets = {};    // or these, by lane and time, without empty ones.
    double critical_ms = 0;                      // Of the critical path, within the window.
    std::uint64_t critical_steps = 0;            // Events on it.
    std::vector<TimelineSegment> critical = {};  // In order, at most 500.
    std::vector<std::vector<std::uint64_t>> bars =
        {};  // By lane: events, in columns of the window.
};

// The critical path is that of the whole session, cut to the window: docs/answers/timeline.md has
// its rule. Where it has more segments than are given, neighbours are told as one, under the event
// that has most of it. Fails with not_found when the session was never recorded, and with invalid
// when its name is ambiguous, the window is empty, or too much is asked for.
Result<Timeline> timeline(const Store& store, const TimelineRequest& request);

Result<void> write_json(const Timeline& answer, const Store& store, const Sink& sink);
Result<void> write_text(const Timeline& answer, const Store& store, const Sink& sink);

}  // namespace hence
