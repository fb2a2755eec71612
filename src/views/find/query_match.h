// Finds the events that match every filter of a query, by the key that leaves the least to look at.
//
// There is one index scan for a query: of the run if one is given, else of the session, the
// correlation, the agent, the kinds, else of everything. The other filters are applied to each
// event that the scan hands out. A run is mostly part of a session and a session part of a
// correlation, so this fixed order needs no statistics. Each filter is applied to every event, also
// to those that the index found by it: an index by run does not know the session.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "hence/query.h"
#include "hence/result.h"
#include "hence/store.h"
#include "model/where/where.h"
#include "model/words/text_search.h"
#include "views/find/session_events.h"

namespace hence {

// Fails with invalid when one of them cannot be a kind.
Result<void> check_kinds(const std::vector<std::string>& kinds);

// Agents are named whole. Fails with not_found for one that was never recorded.
Result<void> check_agent(const Store& store, const std::string& agent);

// What becomes of a name that nobody has recorded.
enum class UnknownName : std::uint8_t {
    refused,  // It is a mistake: an error, and no empty answer.
    kept,     // It may yet be recorded.
};

// The query with its shortened names made whole. Fails with invalid when one fits several names,
// and with not_found for one that fits nothing, where that is refused.
Result<EventQuery> with_whole_names(const Store& store, EventQuery query,
                                    UnknownName unknown = UnknownName::refused);

// What becomes of events that a fork inherits, where a session is named. What counts events leaves
// them out, so that each counts once.
enum class Inherited : std::uint8_t { left_out, shown };

// The filters of a query, to be applied to one event after the other. Names must be whole.
class EventFilter {
public:
    // Fails with invalid when a kind, `where` or `text` makes no sense.
    static Result<EventFilter> from(const Store& store, const EventQuery& query,
                                    Inherited inherited = Inherited::left_out);
    // The range of time is not looked at.
    Result<bool> lets_pass(const Event& event);

private:
    EventFilter(const Store& store, EventQuery query, Inherited inherited)
        : query_(std::move(query)), inherited_(inherited), sessions_(store) {}
    Result<bool> is_of_session(const Event& event);

    EventQuery query_;
    Inherited inherited_;
    std::optional<Where> where_;
    std::optional<TextSearch> text_;
    Sessions sessions_;
};

// Everything that matches, in the order and from the place that `scan` says; its range is the
// query's, whose limit and cursor play no part. Names must be whole.
Result<std::unique_ptr<Cursor>> matching(const Store& store, const EventQuery& query, Scan scan,
                                         Inherited inherited = Inherited::left_out);

// Adds all that is left of `events` to `tally`, and gives what the tally then says.
template <class Tally>
auto tally_of(Cursor& events, Tally& tally) -> decltype(tally.finish()) {
    while (true) {
        const std::optional<Event> event = TRY(events.next());
        if (!event) {
            return tally.finish();
        }
        TRY(tally.add(*event));
    }
}

}  // namespace hence
