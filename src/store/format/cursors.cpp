// Both cursors. PostingCursor reads the index and then the log; BatchCursor reads the log alone.
#include "store/format/cursors.h"

#include <algorithm>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "base/try.h"
#include "model/repeat.h"
#include "store/format/event_codec.h"
#include "store/format/posting.h"

namespace hence {
namespace {

// Holds the chunk that the event lies in, so that it is looked up once for all of its events.
struct Found {
    Position position;
    std::shared_ptr<const Chunk> chunk;
    std::size_t slot = 0;
};

// The events of one posting, in the order of a scan, and how many were handed out.
struct Opened {
    std::vector<Found> events;
    std::size_t given = 0;

    const Position& next() const { return events[given].position; }
    bool at_end() const { return given == events.size(); }
};

// Postings are walked by their earliest instant, and each spans an hour at most. A forward cursor
// may hand out an event once no unopened posting begins before it. A backward cursor may hand out
// an event once no unopened posting can end behind it; to know this, it looks at postings (without
// opening them) up to an hour further back.
class PostingCursor : public Cursor {
public:
    PostingCursor(const EventSource& source, std::unique_ptr<PostingWalk> postings,
                  const Scan& scan, std::uint64_t seq_max)
        : source_(source),
          postings_(std::move(postings)),
          scan_(scan),
          seq_max_(seq_max),
          later_{scan.direction} {}

    // A child that lies beside its parent. What was withdrawn lies there, too, and is no child.
    void offer_children(std::vector<Found> found) {
        passes_withdrawn_ = true;
        offer(std::move(found));
    }

    Result<std::optional<Event>> next() override {
        while (true) {
            TRY(open_what_could_come_first());
            if (opened_.empty()) {
                return std::optional<Event>{};
            }
            const Found first = take_first();
            // A child of an unfinished event is found by its posting and beside its parent.
            if (given_ == first.position) {
                continue;
            }
            Event event = TRY(source_.in(first.chunk, first.slot));
            const bool completed = TRY(event.has(Flag::unfinished) || event.has(Flag::settled)
                                           ? postings_->is_completed(event.seq())
                                           : Result<bool>(false));
            if (!completed && !(passes_withdrawn_ && is_withdrawn(event))) {
                given_ = first.position;
                return std::optional(std::move(event));
            }
        }
    }

private:
    struct Later {
        Direction direction;
        bool operator()(const Position& a, const Position& b) const {
            return direction == Direction::forward ? a > b : a < b;
        }
        bool operator()(const Opened& a, const Opened& b) const {
            return (*this)(a.next(), b.next());
        }
    };
    struct Unopened {
        Time latest;
        std::string value;
        bool operator<(const Unopened& other) const { return latest < other.latest; }
    };

    // Events mostly lie in a posting in the order in which they happened.
    void offer(std::vector<Found> found) {
        std::erase_if(found, [this](const Found& each) { return !wanted(each.position); });
        if (found.empty()) {
            return;
        }
        if (!forward()) {
            std::ranges::reverse(found);
        }
        const auto earlier = [this](const Position& a, const Position& b) { return later_(b, a); };
        if (!std::ranges::is_sorted(found, earlier, &Found::position)) {
            std::ranges::sort(found, earlier, &Found::position);
        }
        opened_.push_back({std::move(found)});
        std::ranges::push_heap(opened_, later_);
    }

    Found take_first() {
        std::ranges::pop_heap(opened_, later_);
        Opened& posting = opened_.back();
        Found first = std::move(posting.events[posting.given++]);
        if (posting.at_end()) {
            opened_.pop_back();
        } else {
            std::ranges::push_heap(opened_, later_);
        }
        return first;
    }

    bool forward() const { return scan_.direction == Direction::forward; }

    bool walking() const { return !far_enough_ && postings_->valid(); }

    // When the posting that comes next begins.
    Time earliest() const {
        ByteReader in(postings_->place_in_key());
        return take_instant(in);
    }

    Result<void> open_what_could_come_first() {
        if (forward()) {
            TRY(open_forward());
        } else {
            TRY(open_backward());
        }
        return postings_->status();
    }

    Result<void> open_forward() {
        const std::optional<Time> high = latest_of(scan_);
        const std::optional<Time> low = earliest_of(scan_);
        while (walking()) {
            const Time begins = earliest();
            if ((high && begins > *high) ||
                (!opened_.empty() && begins > opened_.front().next().time)) {
                break;
            }
            if (!low || latest_in(postings_->value()) >= *low) {
                TRY(open(postings_->value()));
            }
            postings_->step();
        }
        return {};
    }

    Result<void> open_backward() {
        const std::optional<Time> low = earliest_of(scan_);
        for (;;) {
            std::optional<Time> newest;
            if (!opened_.empty()) {
                newest = opened_.front().next().time;
            }
            if (!unopened_.empty() && (!newest || unopened_.top().latest > *newest)) {
                newest = unopened_.top().latest;
            }
            if (walking()) {
                Time could_end = earliest();
                could_end.seconds += posting_span_max_seconds;
                if (low && could_end < *low) {
                    far_enough_ = true;  // Nothing further back can be wanted.
                    continue;
                }
                if (!newest || could_end >= *newest) {
                    const std::string_view value = postings_->value();
                    unopened_.push({latest_in(value), std::string(value)});
                    postings_->step();
                    continue;
                }
            }
            if (unopened_.empty() ||
                (!opened_.empty() && unopened_.top().latest < opened_.front().next().time)) {
                return {};
            }
            TRY(open(unopened_.top().value));
            unopened_.pop();
        }
    }

    Result<void> open(std::string_view value) {
        const Posting posting = TRY(decode_posting(value));
        std::vector<Found> found;
        found.reserve(posting.places.size());
        std::shared_ptr<const Chunk> chunk;
        std::uint64_t chunk_seq = 0;
        for (const Place& place : posting.places) {
            if (chunk == nullptr || place.chunk != chunk_seq) {
                chunk = TRY(source_.chunk(place));
                chunk_seq = place.chunk;
            }
            const std::size_t slot = TRY(slot_of(*chunk, place.seq));
            const Time time = TRY(decode_time(chunk->events()[slot].stored));
            found.push_back({{time, place.seq}, chunk, slot});
        }
        offer(std::move(found));
        return {};
    }

    bool wanted(const Position& position) const {
        if ((scan_.from && position.time < *scan_.from) ||
            (scan_.to && position.time > *scan_.to) || position.seq > seq_max_) {
            return false;
        }
        if (!scan_.after) {
            return true;
        }
        return forward() ? position > *scan_.after : position < *scan_.after;
    }

    const EventSource& source_;
    std::unique_ptr<PostingWalk> postings_;
    Scan scan_;
    std::uint64_t seq_max_;
    bool far_enough_ = false;
    bool passes_withdrawn_ = false;
    Later later_;
    std::vector<Opened> opened_;  // A heap, by what comes next of each. None is at its end.
    std::optional<Position> given_;
    std::priority_queue<Unopened> unopened_;
};

class BatchCursor : public Cursor {
public:
    BatchCursor(const EventSource& source, const BatchSource& batches, std::uint64_t from_seq,
                std::uint64_t to_seq)
        : source_(source), batches_(batches), next_seq_(from_seq), to_seq_(to_seq) {}

    Result<std::optional<Event>> next() override {
        while (at_ == end_ && next_seq_ <= to_seq_) {
            TRY(load());
        }
        if (at_ == end_) {
            return std::optional<Event>{};
        }
        const Place& place = *at_++;
        if (chunk_ == nullptr || place.chunk != chunk_place_.chunk ||
            place.cluster != chunk_place_.cluster) {
            chunk_ = TRY(source_.chunk(place));
            chunk_place_ = place;
        }
        const std::size_t slot = TRY(slot_of(*chunk_, place.seq));
        Event event = TRY(source_.in(chunk_, slot));
        return std::optional(std::move(event));
    }

private:
    Result<void> load() {
        batch_ = TRY(batches_.places_at(next_seq_));
        if (batch_ == nullptr) {
            next_seq_ = to_seq_ + 1;
            return {};
        }
        const std::vector<Place>& places = batch_->places();
        at_ = std::ranges::lower_bound(places, next_seq_, {}, &Place::seq);
        end_ = std::ranges::upper_bound(places, to_seq_, {}, &Place::seq);
        next_seq_ = batch_->end_seq();
        return {};
    }

    const EventSource& source_;
    const BatchSource& batches_;
    std::uint64_t next_seq_;
    std::uint64_t to_seq_;
    std::shared_ptr<const BatchPlaces> batch_;
    std::vector<Place>::const_iterator at_ = {};
    std::vector<Place>::const_iterator end_ = {};
    std::shared_ptr<const Chunk> chunk_;  // Of the event before: the next mostly lies there, too.
    Place chunk_place_;
};

// The children that lie in their parent's own chunk, for which there are no postings.
Result<void> offer_children(PostingCursor& cursor, const EventSource& source,
                            const ParentPlace& parent) {
    const std::shared_ptr<const Chunk> chunk = TRY(source.chunk(parent.place));
    std::vector<Found> children;
    for (std::size_t slot = 0; slot < chunk->events().size(); ++slot) {
        const Chunk::Slot& child = chunk->events()[slot];
        if (has_parent(child.stored, parent.id)) {
            const Time time = TRY(decode_time(child.stored));
            children.push_back({{time, child.seq}, chunk, slot});
        }
    }
    cursor.offer_children(std::move(children));
    return {};
}

}  // namespace

std::optional<Time> earliest_of(const Scan& scan) {
    std::optional<Time> low = scan.from;
    if (scan.direction == Direction::forward && scan.after && (!low || *low < scan.after->time)) {
        low = scan.after->time;
    }
    return low;
}

std::optional<Time> latest_of(const Scan& scan) {
    std::optional<Time> high = scan.to;
    if (scan.direction == Direction::backward && scan.after &&
        (!high || *high > scan.after->time)) {
        high = scan.after->time;
    }
    return high;
}

Result<std::unique_ptr<Cursor>> scan_postings(const EventSource& source,
                                              std::unique_ptr<PostingWalk> walk, const Scan& scan,
                                              const std::optional<ParentPlace>& parent,
                                              std::uint64_t seq_max) {
    auto cursor = std::make_unique<PostingCursor>(source, std::move(walk), scan, seq_max);
    if (parent) {
        TRY(offer_children(*cursor, source, *parent));
    }
    return std::unique_ptr<Cursor>(std::move(cursor));
}

std::unique_ptr<Cursor> read_batches(const EventSource& source, const BatchSource& batches,
                                     std::uint64_t from_seq, std::uint64_t to_seq) {
    return std::make_unique<BatchCursor>(source, batches, from_seq, to_seq);
}

}  // namespace hence
