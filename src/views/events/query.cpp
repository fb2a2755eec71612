// Lists of events, streamed from one scan of the index (views/find/query_match.h). The newest page
// is found by a scan backward and then read again forward, so that a page of any size takes no
// memory; a number of the log that is fixed at the beginning keeps later arrivals out of both
// scans.
#include "hence/query.h"

#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/position.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/cause/event_marks.h"
#include "views/find/page_token.h"
#include "views/find/query_match.h"
#include "views/find/session_events.h"
#include "views/write/columns.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

// Wide enough for most kinds and names. Fixed, since an answer that is written as it is read cannot
// know what will come.
constexpr std::size_t kind_columns = 11;
constexpr std::size_t agent_columns = 12;

// Events up to a place, of those that had arrived when the answer was begun: what arrives while it
// is written can neither push out what was counted nor make it more.
class UpTo final : public Cursor {
public:
    UpTo(std::unique_ptr<Cursor> events, std::optional<Position> end, std::uint64_t seq_max)
        : events_(std::move(events)), end_(end), seq_max_(seq_max) {}

    Result<std::optional<Event>> next() override {
        while (true) {
            std::optional<Event> event = TRY(events_->next());
            if (!event || (end_ && position_of(*event) > *end_)) {
                return std::optional<Event>();
            }
            if (event->seq() <= seq_max_) {
                return event;
            }
        }
    }

private:
    std::unique_ptr<Cursor> events_;
    std::optional<Position> end_;
    std::uint64_t seq_max_;
};

// The page of the newest: where it begins and ends, and whether something is before it.
struct Bounds {
    std::optional<Position> begin;
    std::optional<Position> end;
    bool more = false;
};

Result<Bounds> newest_bounds(Cursor& backward, std::uint64_t limit) {
    Bounds bounds;
    for (std::uint64_t count = 0;; ++count) {
        const std::optional<Event> event = TRY(backward.next());
        if (!event) {
            return bounds;
        }
        if (count == limit) {
            bounds.more = true;
            return bounds;
        }
        bounds.begin = position_of(*event);
        if (!bounds.end) {
            bounds.end = bounds.begin;
        }
    }
}

}  // namespace

EventList::EventList(const Store& store, std::unique_ptr<Cursor> events)
    : store_(&store), events_(std::move(events)) {}
EventList::EventList(EventList&&) noexcept = default;
EventList& EventList::operator=(EventList&&) noexcept = default;
EventList::~EventList() = default;

Result<std::optional<Event>> EventList::next() {
    if (!events_) {
        return std::optional<Event>();
    }
    std::optional<Event> event = TRY(events_->next());
    if (event && limited_ && left_ == 0) {
        // One more than the page holds: there is another page.
        next_page_ = to_token({Direction::forward, *last_});
        event.reset();
    }
    if (!event) {
        events_.reset();
        return event;
    }
    last_ = position_of(*event);
    left_ -= limited_ ? 1 : 0;
    return event;
}

Result<void> EventList::write_ndjson(const Sink& sink) {
    Pieces out(sink);
    while (true) {
        const std::optional<Event> event = TRY(next());
        if (!event) {
            return out.finish();
        }
        event->append_json(out.text);
        out.text += '\n';
        TRY(out.pass_on());
    }
}

Result<void> EventList::write_json(const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().key("events").begin_list();
    while (true) {
        const std::optional<Event> event = TRY(next());
        if (!event) {
            break;
        }
        event->append_json(out.json.text());
        TRY(out.pass_on());
    }
    out.json.end_list().member("next", next_page_).end_object().end_line();
    return out.finish();
}

Result<void> EventList::write_text(const Sink& sink) {
    Pieces out(sink);
    Sessions sessions(*store_);
    const EventMarks marks = TRY(EventMarks::of(sessions, session_));
    ShownIds ids;
    for (bool first = true;; first = false) {
        const std::optional<Event> event = TRY(next());
        if (!event) {
            out.text += first ? "No events.\n" : "";
            return out.finish();
        }
        std::string told = TRY(summary_of(sessions, *event));
        told += TRY(marks.words(*event));
        const std::string agent = event->agent().empty() ? "-" : printable(event->agent());
        out.text += fmt::format("{} {}  {}  {}  ({})\n", padded(when(*event), when_columns()),
                                padded(event->kind(), kind_columns), padded(agent, agent_columns),
                                told, ids.of(event->id()));
        TRY(out.pass_on());
    }
}

namespace {

bool is_of_session_alone(const EventQuery& asked) {
    return !asked.session.empty() && asked.agent.empty() && asked.run.empty() &&
           asked.correlation.empty() && asked.kinds.empty() && asked.where.empty() &&
           asked.text.empty();
}

}  // namespace

Result<EventList> query(const Store& store, const EventQuery& asked) {
    const EventQuery whole = TRY(with_whole_names(store, asked));
    const bool backward = asked.newest && asked.limit > 0;
    const Inherited inherited = asked.own ? Inherited::left_out : Inherited::shown;
    Scan scan{.direction = backward ? Direction::backward : Direction::forward};
    if (!asked.cursor.empty()) {
        const EventToken page = TRY(event_token(asked.cursor, scan.direction));
        scan.after = page.place;
    }
    const std::uint64_t seq_max = store.last_seq();
    std::unique_ptr<Cursor> events = TRY(matching(store, whole, scan, inherited));
    if (!backward) {
        EventList list(store, std::move(events));
        list.session_ = whole.session;
        list.unbroken_ = is_of_session_alone(whole);
        list.limited_ = asked.limit > 0;
        list.left_ = asked.limit;
        return list;
    }

    // Found from the end, then read again forward, so that a page of any size takes no memory.
    UpTo counted(std::move(events), std::nullopt, seq_max);
    const Bounds bounds = TRY(newest_bounds(counted, asked.limit));
    if (!bounds.begin) {
        return EventList(store, nullptr);
    }
    const Position before{bounds.begin->time, bounds.begin->seq - 1};
    std::unique_ptr<Cursor> forward = TRY(matching(store, whole, {.after = before}, inherited));
    EventList list(store, std::make_unique<UpTo>(std::move(forward), bounds.end, seq_max));
    list.session_ = whole.session;
    list.unbroken_ = is_of_session_alone(whole);
    if (bounds.more) {
        list.next_page_ = to_token({Direction::backward, *bounds.begin});
    }
    return list;
}

}  // namespace hence
