#include "views/cause/call_ends_of.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "base/by_text.h"
#include "base/try.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/call.h"

namespace hence {
namespace {

constexpr std::size_t walked_calls_min = 8;    // Few calls are looked up one by one.
constexpr std::size_t events_for_a_call = 32;  // About what a look-up costs.
constexpr std::size_t events_behind_max = 64;  // An end mostly stands close behind its call.

// A call whose end is wanted.
struct Wanted {
    Position place;
    std::size_t index = 0;  // Among the events that were given.
    std::string call_id;
};

using Ends = std::vector<std::optional<Event>>;

// Walks through the session until each of these calls has its end, or for as long as that pays.
Result<void> walk_to_ends(Sessions& sessions, std::string_view session,
                          const std::vector<Wanted>& calls, Ends& ends) {
    const std::unique_ptr<Cursor> cursor =
        TRY(sessions.events(session, {.from = calls.front().place.time}));
    ByText<std::vector<std::size_t>> open;  // By call_id: calls that were met, and no end behind.
    std::size_t met = 0;
    std::size_t left = calls.size();
    std::size_t behind = 0;
    for (std::size_t read = 0;
         left > 0 && behind < events_behind_max && read < calls.size() * events_for_a_call;
         ++read) {
        const std::optional<Event> event = TRY(cursor->next());
        if (!event) {
            break;
        }
        const Position place = position_of(*event);
        for (; met < calls.size() && calls[met].place < place; ++met) {
            open[calls[met].call_id].push_back(calls[met].index);
        }
        behind += met == calls.size() ? 1 : 0;
        if (event->kind() != Kind::observation || open.empty()) {
            continue;
        }
        const std::optional<std::string> id = call_id_of(*event);
        const auto ended = id ? open.find(*id) : open.end();
        if (ended != open.end()) {
            for (const std::size_t index : ended->second) {
                ends[index] = event;
            }
            left -= ended->second.size();
            open.erase(ended);
        }
    }
    return {};
}

// The ends that stand among the events themselves, behind their calls. A fork may also inherit the
// end of a call of its own: such calls are looked up.
Result<void> pair_among(Sessions& sessions, const std::vector<Event>& events,
                        const ByText<std::vector<Wanted>>& by_session, Ends& ends) {
    ByText<std::vector<std::size_t>> open;  // By session and call_id.
    for (const auto& [session, calls] : by_session) {
        const Lineage* lineage = TRY(sessions.lineage(session));
        for (const Wanted& call : calls) {
            if (lineage->pieces().empty()) {
                open[joined(session, call.call_id)].push_back(call.index);
            }
        }
    }
    for (std::size_t i = 0; i < events.size() && !open.empty(); ++i) {
        const std::optional<std::string> id =
            events[i].kind() == Kind::observation ? call_id_of(events[i]) : std::nullopt;
        if (!id) {
            continue;
        }
        const std::string session = TRY(sessions.told_in(events[i]));
        const auto waiting = session.empty() ? open.end() : open.find(joined(session, *id));
        if (waiting == open.end()) {
            continue;
        }
        std::vector<std::size_t>& calls = waiting->second;
        const auto behind = std::ranges::lower_bound(calls, i);
        std::ranges::for_each(calls.begin(), behind,
                              [&](std::size_t call) { ends[call] = events[i]; });
        calls.erase(calls.begin(), behind);
        if (calls.empty()) {
            open.erase(waiting);
        }
    }
    return {};
}

}  // namespace

Result<std::vector<std::optional<Event>>> ends_of_calls(Sessions& sessions,
                                                        const std::vector<Event>& events,
                                                        ListOf list) {
    Ends ends(events.size());
    ByText<std::vector<Wanted>> by_session;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (events[i].kind() != Kind::tool_call) {
            continue;
        }
        std::optional<std::string> id = call_id_of(events[i]);
        if (id) {
            const std::string session = TRY(sessions.told_in(events[i]));
            by_session[session].push_back({position_of(events[i]), i, std::move(*id)});
        }
    }
    if (list == ListOf::whole_session) {
        TRY(pair_among(sessions, events, by_session, ends));
    }
    for (auto& [session, calls] : by_session) {
        // Without a session a call_id counts within its run only: such calls are looked up.
        if (list == ListOf::some_events && !session.empty() && calls.size() >= walked_calls_min) {
            std::ranges::sort(calls, {}, &Wanted::place);
            TRY(walk_to_ends(sessions, session, calls, ends));
        }
        for (const Wanted& call : calls) {
            if (!ends[call.index]) {
                ends[call.index] = TRY(end_of_call(sessions, events[call.index]));
            }
        }
    }
    return ends;
}

}  // namespace hence
