// A session step by step: what was asked, called, answered and logged, in order, a page at a time
// or all of it.
//
// Every event is a step, except events that belong to another step: the observation that ends a
// call (the same call_id and session) is told with the tool call, and a log is told under the event
// above it. No event is told twice, and none is left out, whatever the size of the pages. Events
// that arrive after the answer was begun are not in it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hence/completeness.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct TrajectoryRequest {
    std::string session;      // Its name, or an unambiguous beginning or end of it.
    std::uint64_t limit = 0;  // Of steps; 0: all.
    std::string cursor = {};  // Trajectory::next_page of the page before.
};

struct TrajectoryStep {
    Event event;
    std::optional<Event> end;  // What ended the call, where that is an event of its own.
    std::vector<Event> logs;   // In order.
};

// The answer, read from the store as it is written. The store must outlive it. Use it once, by
// either `next` or one of the writers.
class Trajectory {
public:
    class Walk;

    Trajectory(std::string session, std::unique_ptr<Walk> walk);
    Trajectory(Trajectory&&) noexcept;
    Trajectory& operator=(Trajectory&&) noexcept;
    ~Trajectory();

    const std::string& session() const { return session_; }  // The whole name.

    // The next step, or nothing at the end of the page.
    Result<std::optional<TrajectoryStep>> next();
    // Once the page is at its end: where the next one begins, and what the events of this one lack.
    // A cycle is reported when all of it stands on this page.
    const std::optional<std::string>& next_page() const;
    Result<Completeness> completeness();

private:
    std::string session_;
    std::unique_ptr<Walk> walk_;
};

// Fails with not_found when the session was never recorded, and with invalid when it is ambiguous
// or the cursor is not one of this list.
Result<Trajectory> trajectory(const Store& store, const TrajectoryRequest& request);

// {"session","trajectory","next","completeness"}
Result<void> write_json(Trajectory& answer, const Store& store, const Sink& sink);
// A block of lines a step.
Result<void> write_text(Trajectory& answer, const Store& store, const Sink& sink);

}  // namespace hence
