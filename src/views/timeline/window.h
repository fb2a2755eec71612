// A stretch of a session's time, and its lanes: the parts of a shape that a timeline is made of.
//
// Times are nanoseconds behind the session's first event, as one signed number, so that buckets are
// plain divisions. The ends are bounded (offset_max): two times can be subtracted without overflow,
// whatever a recorded time or duration says. Lanes are those of the whole session, so a lane keeps
// its number when the window moves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hence/timeline.h"
#include "views/shape/critical_path.h"
#include "views/shape/shape.h"

namespace hence {

// In ns behind the session's first event. Both ends inclusive.
struct TimeWindow {
    std::int64_t from = 0;
    std::int64_t to = 0;
};

// Which lane an event stands in. Lanes are those of the whole session, whatever the window.
class LaneTable {
public:
    LaneTable(const SessionShape& shape, TimelineLanes by);

    std::uint32_t lane(std::uint32_t index) const {
        const std::uint32_t name = column_[index];
        return name == ShapeNames::none ? unnamed_ : lanes_[name];
    }
    // Their names, without counts.
    std::vector<TimelineLane> take_lanes() const { return told_; }
    std::size_t size() const { return told_.size(); }

private:
    const std::vector<std::uint32_t>& column_;  // Of names, by index.
    std::vector<std::uint32_t> lanes_;          // By name.
    std::uint32_t unnamed_ = 0;
    std::vector<TimelineLane> told_;
};

// An event of the window, and the buckets that it overlaps: from the first to the last.
struct Bucketed {
    std::uint32_t event = 0;
    std::uint16_t lane = 0;
    std::uint16_t first = 0;
    std::uint16_t last = 0;
};

// The window cut into equal parts.
struct BucketScale {
    TimeWindow window;
    std::int64_t width = 1;
    std::uint16_t count = 1;

    BucketScale(const TimeWindow& whole, std::uint64_t buckets);
    // A time that is outside counts as the nearest inside.
    std::uint16_t bucket(std::int64_t offset) const;
    std::int64_t begins(std::uint16_t bucket) const { return window.from + bucket * width; }
    std::int64_t ends(std::uint16_t bucket) const;
    // The last bucket of a stretch of time; `to` is exclusive unless the two times are equal.
    std::uint16_t last_bucket(std::int64_t from, std::int64_t to) const {
        return bucket(to > from ? to - 1 : to);
    }
};

// Finds the buckets of times that come in order: divides only where a bucket ends.
class BucketWalk {
public:
    explicit BucketWalk(const BucketScale& scale)
        : scale_(scale), behind_(scale.window.from + scale.width) {}

    std::uint16_t first(std::int64_t from) {
        if (from >= behind_) {
            at_ = scale_.bucket(from);
            behind_ = scale_.begins(at_) + scale_.width;
        }
        return at_;
    }
    // `from` is the time that first() was given last.
    std::uint16_t last(std::int64_t from, std::int64_t to) const {
        return to <= behind_ && to > from ? at_ : scale_.last_bucket(from, to);
    }

private:
    const BucketScale& scale_;
    std::uint16_t at_ = 0;
    std::int64_t behind_;
};

// What of the path overlaps the window, and one of these cut to it.
std::span<const CriticalPath::Segment> within(const TimeWindow& window, const CriticalPath& path);
inline CriticalPath::Segment cut_to(const TimeWindow& window,
                                    const CriticalPath::Segment& segment) {
    return {std::max(segment.from, window.from), std::min(segment.to, window.to), segment.event};
}
// All of them cut, at most so many: neighbours that begin in the same part of the window become
// one, under the event that has most of it.
std::vector<CriticalPath::Segment> thinned(std::span<const CriticalPath::Segment> segments,
                                           const TimeWindow& window, std::size_t most);

// Everything that a bucket says. In the order of lanes, then of time; none is empty.
std::vector<TimelineBucket> fill_buckets(const SessionShape& shape, const BucketScale& scale,
                                         const std::vector<Bucketed>& events,
                                         const LaneTable& lanes);

// Rows for spans that are given in the order of their beginnings, each span the lowest that is
// free. What takes no time takes a nanosecond.
std::vector<std::size_t> pack_rows(const SessionShape& shape, const std::vector<Bucketed>& spans,
                                   std::size_t lanes);

}  // namespace hence
