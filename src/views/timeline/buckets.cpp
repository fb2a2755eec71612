// Fills the buckets of a timeline. An event overlaps a range of buckets. A count is kept as the
// change from one bucket to the next, and summed up at the end, so that an event costs the same
// however many buckets it overlaps.
#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "views/timeline/window.h"

namespace hence {
namespace {

constexpr std::size_t kinds_max = 64;  // That compete for being the most frequent one of a bucket.

// Buckets of all lanes in one row, each lane with one more that only takes what ends.
class Counts {
public:
    Counts(std::size_t lanes, std::size_t buckets)
        : stride_(buckets + 1), changes_(lanes * stride_) {}

    void add(std::size_t lane, std::size_t first, std::size_t last) {
        ++changes_[lane * stride_ + first];
        --changes_[lane * stride_ + last + 1];
    }
    // To be called once, when all is added: counts instead of changes.
    void sum_up() {
        for (std::size_t lane = 0; lane < changes_.size(); lane += stride_) {
            const auto begin = changes_.begin() + static_cast<std::ptrdiff_t>(lane);
            std::partial_sum(begin, begin + static_cast<std::ptrdiff_t>(stride_), begin);
        }
    }
    std::int32_t at(std::size_t lane, std::size_t bucket) const {
        return changes_[lane * stride_ + bucket];
    }

private:
    std::size_t stride_;
    std::vector<std::int32_t> changes_;
};

// Who came first to each bucket. Buckets that are taken are passed over in one step.
class Firsts {
public:
    Firsts(std::size_t lanes, std::size_t buckets)
        : stride_(buckets + 1), events_(lanes * stride_), free_(lanes * stride_) {
        std::iota(free_.begin(), free_.end(), std::size_t{0});
    }

    void offer(const Bucketed& event) {
        const std::size_t lane = event.lane * stride_;
        for (std::size_t at = free_from(lane + event.first); at <= lane + event.last;
             at = free_from(at)) {
            events_[at] = event.event;
            free_[at] = at + 1;
        }
    }
    std::uint32_t at(std::size_t lane, std::size_t bucket) const {
        return events_[lane * stride_ + bucket];
    }

private:
    // The place behind a lane's buckets is never taken.
    std::size_t free_from(std::size_t at) {
        while (free_[at] != at) {
            free_[at] = free_[free_[at]];
            at = free_[at];
        }
        return at;
    }

    std::size_t stride_;
    std::vector<std::uint32_t> events_;
    std::vector<std::size_t> free_;  // The next free one from here on, or one nearer to it.
};

// Who came last. Most events stay within a bucket, where the next one simply takes the place; only
// those that reach further are gone through backwards.
class Lasts {
public:
    Lasts(std::size_t lanes, std::size_t buckets)
        : stride_(buckets + 1), within_(lanes * stride_), across_(lanes, buckets) {}

    void offer(const Bucketed& event) {
        if (event.first == event.last) {
            within_[event.lane * stride_ + event.first] = event.event;
        } else {
            reaching_.push_back(event);
        }
    }
    // To be called once, when all are offered.
    void settle() {
        for (auto event = reaching_.rbegin(); event != reaching_.rend(); ++event) {
            across_.offer(*event);
        }
    }
    std::uint32_t at(std::size_t lane, std::size_t bucket) const {
        return std::max(within_[lane * stride_ + bucket], across_.at(lane, bucket));
    }

private:
    std::size_t stride_;
    std::vector<std::uint32_t> within_;
    Firsts across_;
    std::vector<Bucketed> reaching_;
};

// The kinds of the session that are counted, in the order of the alphabet.
struct CountedKinds {
    std::vector<std::uint32_t> kinds;  // Numbers of names.
    std::vector<std::size_t> places;   // By number: its place among them, or their count.
};

CountedKinds counted_kinds(const SessionShape& shape) {
    std::vector<std::uint64_t> events(shape.kind_names.size());
    for (const std::uint32_t kind : shape.kinds) {
        ++events[kind];
    }
    CountedKinds counted;
    counted.kinds.resize(events.size());
    std::iota(counted.kinds.begin(), counted.kinds.end(), 0U);
    const auto by_name = [&](std::uint32_t kind) -> const std::string& {
        return shape.kind_names.name(kind);
    };
    std::ranges::sort(counted.kinds, {}, by_name);
    std::ranges::stable_sort(counted.kinds, std::greater<>(),
                             [&](std::uint32_t kind) { return events[kind]; });
    counted.kinds.resize(std::min(counted.kinds.size(), kinds_max));
    std::ranges::sort(counted.kinds, {}, by_name);
    counted.places.assign(events.size(), counted.kinds.size());
    for (std::size_t place = 0; place < counted.kinds.size(); ++place) {
        counted.places[counted.kinds[place]] = place;
    }
    return counted;
}

// The critical path, lane by lane.
Counts critical_counts(const SessionShape& shape, const BucketScale& scale,
                       const LaneTable& lanes) {
    Counts counts(lanes.size(), scale.count);
    BucketWalk walk(scale);
    for (const CriticalPath::Segment& each : within(scale.window, critical_path(shape))) {
        const CriticalPath::Segment segment = cut_to(scale.window, each);
        const std::uint16_t first = walk.first(segment.from);
        counts.add(lanes.lane(segment.event), first, walk.last(segment.from, segment.to));
    }
    counts.sum_up();
    return counts;
}

class Buckets {
public:
    Buckets(const SessionShape& shape, const BucketScale& scale, const LaneTable& lanes)
        : shape_(shape),
          scale_(scale),
          lanes_(lanes),
          counted_(counted_kinds(shape)),
          events_(lanes.size(), scale.count),
          errors_(lanes.size(), scale.count),
          kinds_(lanes.size() * counted_.kinds.size(), scale.count),
          firsts_(lanes.size(), scale.count),
          lasts_(lanes.size(), scale.count),
          critical_(critical_counts(shape, scale, lanes)) {}

    void count(const std::vector<Bucketed>& events) {
        for (const Bucketed& event : events) {
            events_.add(event.lane, event.first, event.last);
            firsts_.offer(event);
            lasts_.offer(event);
            if (shape_.counts_as_failed(event.event)) {
                errors_.add(event.lane, event.first, event.last);
            }
            const std::size_t kind = counted_.places[shape_.kinds[event.event]];
            if (kind < counted_.kinds.size()) {
                kinds_.add(row_of(event.lane, kind), event.first, event.last);
            }
        }
        lasts_.settle();
        events_.sum_up();
        errors_.sum_up();
        kinds_.sum_up();
    }

    std::vector<TimelineBucket> take(const Time& first) const {
        std::vector<TimelineBucket> buckets;
        for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
            for (std::uint16_t at = 0; at < scale_.count; ++at) {
                if (events_.at(lane, at) > 0) {
                    buckets.push_back(tell(lane, at, first));
                }
            }
        }
        return buckets;
    }

private:
    std::size_t row_of(std::size_t lane, std::size_t kind) const {
        return lane * counted_.kinds.size() + kind;
    }

    TimelineBucket tell(std::size_t lane, std::uint16_t at, const Time& first) const {
        return {.lane = lane,
                .from = time_at(first, scale_.begins(at)),
                .to = time_at(first, scale_.ends(at)),
                .events = static_cast<std::uint64_t>(events_.at(lane, at)),
                .errors = static_cast<std::uint64_t>(errors_.at(lane, at)),
                .first_ordinal = std::uint64_t{firsts_.at(lane, at)} + 1,
                .last_ordinal = std::uint64_t{lasts_.at(lane, at)} + 1,
                .kind = shape_.kind_names.name(kind_at(lane, at)),
                .critical = critical_.at(lane, at) > 0};
    }

    // Where none of those that compete is there, that of the first event.
    std::uint32_t kind_at(std::size_t lane, std::size_t at) const {
        std::uint32_t best = shape_.kinds[firsts_.at(lane, at)];
        std::int32_t most = 0;
        for (std::size_t kind = 0; kind < counted_.kinds.size(); ++kind) {
            if (kinds_.at(row_of(lane, kind), at) > most) {
                most = kinds_.at(row_of(lane, kind), at);
                best = counted_.kinds[kind];
            }
        }
        return best;
    }

    const SessionShape& shape_;
    const BucketScale& scale_;
    const LaneTable& lanes_;
    CountedKinds counted_;
    Counts events_;
    Counts errors_;
    Counts kinds_;  // A row for each kind of each lane.
    Firsts firsts_;
    Lasts lasts_;
    Counts critical_;
};

}  // namespace

std::vector<TimelineBucket> fill_buckets(const SessionShape& shape, const BucketScale& scale,
                                         const std::vector<Bucketed>& events,
                                         const LaneTable& lanes) {
    Buckets buckets(shape, scale, lanes);
    buckets.count(events);
    return buckets.take(shape.times.front());
}

}  // namespace hence
