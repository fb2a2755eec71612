// Lists events: those that match every filter given, in order, a page at a time or all of them.
//
// One scan of the index finds the candidates, by the narrowest key that the query names; the other
// filters look at each of them. The list is read from the store while it is written. A cursor names
// the place of the last event of a page, so events that arrive between two pages neither repeat nor
// hide one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/store.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

inline constexpr std::uint64_t events_per_page = 1'000;  // Of the HTTP API, unless it is told.

// What to list. An empty filter lets everything pass.
struct EventQuery {
    std::string agent = {};
    // These three may be shortened, at either end, as long as one name alone fits. A run is looked
    // for in every session unless `session` is given; "latest" is the one with the newest event. An
    // event without a session is found under the session that its run belongs to.
    std::string session = {};
    std::string run = {};
    std::string correlation = {};
    std::optional<Time> from = {};  // Both ends inclusive.
    std::optional<Time> to = {};
    std::vector<std::string> kinds = {};  // Any of these.
    std::string where = {};               // `fields.tool_name = "Read" and duration_ms > 100`.
    std::string text = {};    // In the event's JSON as it was recorded, in upper or lower case.
    std::uint64_t limit = 0;  // 0: all.
    // Of all that match, the newest `limit`; they still come oldest first, as in every list. The
    // next page then holds the ones before. Without a limit it changes nothing.
    bool newest = false;
    bool own = false;         // Of a fork, without the events that it inherits.
    std::string cursor = {};  // EventList::next_page of the page before.
};

// The answer, read from the store as it is written. The store must outlive it. Use it once, by
// either `next` or one of the writers.
class EventList {
public:
    EventList(const Store& store, std::unique_ptr<Cursor> events);
    EventList(EventList&&) noexcept;
    EventList& operator=(EventList&&) noexcept;
    ~EventList();

    // The next event, or nothing at the end of the page.
    Result<std::optional<Event>> next();
    // Whether nothing is left out between two events of it that one session shows: it was asked
    // for by its session alone.
    bool is_unbroken() const { return unbroken_; }
    // Where the next page begins, once this one is at its end; nothing when there is none.
    const std::optional<std::string>& next_page() const { return next_page_; }

    Result<void> write_ndjson(const Sink& sink);
    Result<void> write_json(const Sink& sink);  // {"events":[...],"next":cursor or null}
    // One line each: time, kind, agent, summary, short id.
    Result<void> write_text(const Sink& sink);

private:
    friend Result<EventList> query(const Store& store, const EventQuery& query);

    const Store* store_;
    std::unique_ptr<Cursor> events_;
    std::string session_;     // The one that was asked for, if any: text marks what it inherits.
    std::uint64_t left_ = 0;  // How many this page may still hold, if there is a limit.
    bool limited_ = false;
    bool unbroken_ = false;
    std::optional<Position> last_;  // The place of what was handed out last.
    std::optional<std::string> next_page_;
};

// Fails with invalid when a kind, the cursor or `where` makes no sense, `text` is longer than 1,024
// bytes, or a shortened name fits several. What nothing matches is an empty list.
Result<EventList> query(const Store& store, const EventQuery& query);

}  // namespace hence
