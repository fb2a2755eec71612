#include "views/find/places.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/try.h"

namespace hence {
namespace {

class PlacesCursor final : public Cursor {
public:
    // Hands out the places from `begin` up to `end`, or from `end` down to `begin`.
    PlacesCursor(const Store& store, const Position* begin, const Position* end,
                 Direction direction)
        : store_(store), begin_(begin), end_(end), direction_(direction) {}

    Result<std::optional<Event>> next() override {
        if (begin_ == end_) {
            return std::optional<Event>();
        }
        const Position& place = direction_ == Direction::forward ? *begin_++ : *--end_;
        const std::unique_ptr<Cursor> cursor = TRY(store_.read(place.seq, place.seq));
        std::optional<Event> event = TRY(cursor->next());
        if (!event) {
            return Error{Code::corrupt,
                         "event number " + std::to_string(place.seq) + " is no longer there"};
        }
        return event;
    }

private:
    const Store& store_;
    const Position* begin_;
    const Position* end_;
    Direction direction_;
};

}  // namespace

std::unique_ptr<Cursor> events_at(const Store& store, const Places& places, const Scan& scan) {
    auto begin = places.begin();
    auto end = places.end();
    if (scan.from) {
        begin = std::ranges::lower_bound(begin, end, *scan.from, {}, &Position::time);
    }
    if (scan.to) {
        end = std::ranges::upper_bound(begin, end, *scan.to, {}, &Position::time);
    }
    if (scan.after && scan.direction == Direction::forward) {
        begin = std::max(begin, std::ranges::upper_bound(places, *scan.after));
    } else if (scan.after) {
        end = std::min(end, std::ranges::lower_bound(places, *scan.after));
    }
    const Position* const first = places.data() + (begin - places.begin());
    const Position* const last = places.data() + (std::max(begin, end) - places.begin());
    return std::make_unique<PlacesCursor>(store, first, last, scan.direction);
}

}  // namespace hence
