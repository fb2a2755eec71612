// Calls of tools told once each, whether a call was recorded as one event or as two.
//
// The events come in order. A call whose end would add something waits until its end comes. An end
// that lies outside the events that were given is looked up when too many calls wait and when the
// walk is over; so whichever way an end is found, the call is the same. A call fails once, however
// many events say so.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/by_text.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"
#include "views/find/session_events.h"

namespace hence {

// What became of a call.
struct PairedCall {
    std::size_t tag = 0;     // As it was given with the start.
    bool started = true;     // False: only a failed end was met, and its start is not among these.
    std::string event = {};  // The start, or that end.
    std::string agent = {};
    Position place = {};
    std::optional<double> late_ms = {};  // The duration, where only the end states it.
    bool failed = false;
    std::string error = {};              // Of a failed call, what it says.
    std::optional<Time> failed_at = {};  // Nothing where no time was recorded.
};

// For one answer. The store and `sessions` must outlive it.
class PairedCalls {
public:
    using Visit = std::function<void(const PairedCall&)>;
    PairedCalls(const Store& store, Sessions& sessions, Visit visit)
        : store_(store), sessions_(sessions), visit_(std::move(visit)) {}

    // A tool call, and what it is to be told with.
    Result<void> add_start(const Event& call, std::size_t tag);
    // An observation; one that ends no call changes nothing.
    Result<void> add_end(const Event& observation);
    // Tells the calls that still wait.
    Result<void> finish();

private:
    struct Waiting {
        PairedCall call;
        bool timed = false;
        std::optional<Time> begun = {};  // Nothing where no time was recorded.
    };

    Result<std::string> key_of_call(const Event& event);
    void settle(const std::string& key, Waiting& waiting, const std::optional<Event>& end);

    const Store& store_;
    Sessions& sessions_;
    Visit visit_;
    ByText<Waiting> waiting_;
    Texts failed_;
};

}  // namespace hence
