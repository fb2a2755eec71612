// The ends of many calls at once, found by one walk instead of one question each.
//
// A list of events asks for the end of every tool call in it. One look-up each costs more than
// reading the events themselves, and a round trip each where the store is at the other end of a
// network. So events are taken in batches. Where a list is all events of a session in order, most
// ends stand in the batch itself. Of any other list, one walk through the session, from the first
// call of the batch on, meets the ends of most of them. It ends when every call has its end, or
// when it has read more than the look-ups would have cost. What is left over is looked up. Every
// call gets the end that end_of_call (views/cause/call.h) gives it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "views/find/session_events.h"

namespace hence {

// What a list of events leaves out: nothing of what its session shows from the first to the last of
// them, or anything.
enum class ListOf : std::uint8_t { whole_session, some_events };

// One for each event: the observation that ended it, if it is a tool call that has one.
Result<std::vector<std::optional<Event>>> ends_of_calls(Sessions& sessions,
                                                        const std::vector<Event>& events,
                                                        ListOf list = ListOf::some_events);

// Events as they come from `next`, with the ends of the calls among them. At most some hundred
// events are held, and few where they are large.
class EventsWithEnds {
public:
    explicit EventsWithEnds(Sessions& sessions, ListOf list = ListOf::some_events)
        : sessions_(sessions), list_(list) {}

    struct Told {
        Event event;
        std::optional<Event> end = {};
    };
    // `next` gives the next event or nothing, as a Result of an optional.
    template <class Next>
    Result<std::optional<Told>> next(const Next& next) {
        if (at_ == events_.size()) {
            Result<void> filled = fill(next);
            if (!filled) {
                return filled.error();
            }
        }
        if (at_ == events_.size()) {
            return std::optional<Told>();
        }
        Told told{events_[at_], std::move(ends_[at_])};
        ++at_;
        return std::optional<Told>(std::move(told));
    }

private:
    static constexpr std::size_t events_max = 512;
    static constexpr std::size_t bytes_max = std::size_t{1} << 20;

    template <class Next>
    Result<void> fill(const Next& next) {
        events_.clear();
        at_ = 0;
        for (std::size_t bytes = 0; events_.size() < events_max && bytes < bytes_max;) {
            Result<std::optional<Event>> event = next();
            if (!event) {
                return event.error();
            }
            if (!*event) {
                break;
            }
            bytes += (*event)->fields().size() + (*event)->rationale().size();
            events_.push_back(std::move(**event));
        }
        Result<std::vector<std::optional<Event>>> ends = ends_of_calls(sessions_, events_, list_);
        if (!ends) {
            return ends.error();
        }
        ends_ = std::move(ends).take();
        return {};
    }

    Sessions& sessions_;
    ListOf list_;
    std::vector<Event> events_;
    std::vector<std::optional<Event>> ends_;
    std::size_t at_ = 0;
};

}  // namespace hence
