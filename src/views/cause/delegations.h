// What a delegation led to, and which delegation led to an event.
//
// A delegation names a run, a child agent, or both; it does not name an event. This class is the
// same rule read in both directions, so explanations up and down agree. A run is (session, run),
// and a delegation names only the run. It means that of its own session; else, of the runs of that
// name that no delegation of their own session means, the one that begins next; else the last one,
// if no other delegation means it. A delegation that names the run that it stands in says nothing
// of its child's run. When only the child is known, a delegation covers the time up to the next
// delegation to the same child in the same thread; the first parentless event of the child in that
// time is what the delegation led to. Each question is a few look-ups in the index, and never a
// walk through a session; what runs of one name began with is noted once for an answer.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/by_text.h"
#include "hence/store.h"
#include "views/find/places.h"
#include "views/find/session_events.h"

namespace hence {

// For one answer; the store and `sessions` must outlive it.
class DelegatedWork {
public:
    DelegatedWork(const Store& store, Sessions& sessions) : store_(store), sessions_(sessions) {}

    // The first thing the child did: the first event without a parent of the run that the
    // delegation names; else the first of the child behind the delegation, in the same correlation
    // (or in the same session, where there is no correlation), before the next delegation to that
    // child.
    Result<std::optional<Event>> first_of_child(const Event& delegation);
    // What else the child did that names no parent, in order: all of that run, or all of the child
    // up to the next delegation to it.
    Result<void> each_other_of_child(const Event& delegation, const Event& first,
                                     const std::function<Result<void>(Event&&)>& visit);

    // The delegations whose child's first event this is, in order.
    Result<std::vector<Event>> led_to(const Event& event);
    // The delegations that meant the event's run, in order.
    Result<std::vector<Event>> of_run(const Event& event);
    // The last delegation to the event's agent before it.
    Result<std::optional<Event>> last_before(const Event& event);

private:
    // The runs of one name.
    struct NamedRuns {
        ByText<Position> firsts = {};  // By session: its first event without a parent.
        Places in_order = {};          // All of these.
        std::unordered_map<std::uint64_t, Position> leads = {};  // By seq of a delegation.
        std::unordered_map<std::uint64_t, Places> led_by = {};   // By seq of a first event.
    };
    // Events of an agent, or delegations to it, in the thread that an event belongs to.
    struct InThread {
        Space space;
        std::string_view agent;
    };

    Result<std::unique_ptr<Cursor>> in_thread(const Event& event, const InThread& asked,
                                              const Scan& scan);
    Result<std::optional<Event>> next_in_thread(const Event& event, const InThread& asked,
                                                Direction direction);
    Result<const NamedRuns*> runs_named(const std::string& run);
    Result<void> note_firsts(const std::string& run, NamedRuns& runs);
    Result<void> note_delegations(const std::string& run, NamedRuns& runs);
    Result<std::optional<Event>> first_of_run(const std::string& run, const Event& delegation);
    Result<void> add_by_run(const Event& event, bool first_only, std::vector<Event>& found);

    const Store& store_;
    Sessions& sessions_;
    ByText<NamedRuns> runs_;
};

}  // namespace hence
