// Calls of tools told once each, whether a call was recorded as one event or as two.
//
// The events come in order. A call whose end would add something waits until its end comes. An end
// that lies outside the events that were given is looked up when too many calls wait and when the
// walk is over; so whichever way an end is found, the call is the same. A call fails once, however
// many events say so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"
#include "model/counted/counted.h"
#include "views/find/session_events.h"

namespace hence {

// The sessions that counted events belong to, by the numbers of their names.
class CountedSessions {
public:
    // Both must outlive it.
    CountedSessions(Sessions& sessions, NameTable& names) : sessions_(sessions), names_(names) {}

    // As Sessions::of.
    Result<std::uint32_t> of(const Counted& event);
    Sessions& sessions() { return sessions_; }
    NameTable& names() { return names_; }

private:
    using ByRun = std::vector<std::optional<std::uint32_t>>;

    Sessions& sessions_;
    NameTable& names_;
    ByRun derived_;
    ByRun loose_;
};

// What became of a call.
struct PairedCall {
    std::size_t tag = 0;  // As it was given with the start.
    bool started = true;  // False: only a failed end was met, and its start is not among these.
    std::uint32_t agent = NameTable::none;
    Position place = {};                 // Of the start, or of that end.
    std::optional<double> late_ms = {};  // The duration, where only the end states it.
    bool failed = false;
    std::string error = {};              // Of a failed call, what it says.
    std::optional<Time> failed_at = {};  // Nothing where no time was recorded.
};

// For one answer. The store and `sessions` must outlive it.
class PairedCalls {
public:
    using Visit = std::function<void(const PairedCall&)>;
    PairedCalls(const Store& store, CountedSessions& sessions, Visit visit)
        : store_(store),
          sessions_(sessions),
          counting_(sessions.names()),
          visit_(std::move(visit)) {}

    // A tool call, and what it is to be told with.
    Result<void> add_start(const Counted& call, std::size_t tag);
    Result<void> add_start(const Event& call, std::size_t tag) {
        return add_start(counting_.of(call), tag);
    }
    // An observation; one that ends no call changes nothing.
    Result<void> add_end(const Counted& observation);
    Result<void> add_end(const Event& observation) { return add_end(counting_.of(observation)); }
    // Tells the calls that still wait.
    Result<void> finish();

private:
    struct Waiting {
        PairedCall call;
        bool timed = false;
        std::optional<Time> begun = {};  // Nothing where no time was recorded.
    };

    Result<std::string> key_of_call(const Counted& event);
    Result<void> settle(const std::string& key, Waiting& waiting, const Counted* end);
    Result<std::string> words_of_end(const Counted& end);

    const Store& store_;
    CountedSessions& sessions_;
    Counting counting_;
    Visit visit_;
    ByText<Waiting> waiting_;
    Texts failed_;
};

}  // namespace hence
