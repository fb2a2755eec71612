#include "views/timeline/window.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace hence {
namespace {

constexpr std::size_t lanes_max = 60;

// A name's part in a session; the last of all is of events that name none.
struct Share {
    std::uint32_t name = 0;
    std::uint32_t first = UINT32_MAX;  // The first event, by index.
    std::uint64_t events = 0;
};

std::vector<Share> shares_of(const std::vector<std::uint32_t>& column, std::size_t names) {
    std::vector<Share> shares(names + 1);
    for (std::uint32_t i = 0; i < column.size(); ++i) {
        Share& share = shares[column[i] == ShapeNames::none ? names : column[i]];
        share.first = std::min(share.first, i);
        ++share.events;
    }
    for (std::uint32_t name = 0; name < shares.size(); ++name) {
        shares[name].name = name;
    }
    std::erase_if(shares, [](const Share& share) { return share.events == 0; });
    return shares;
}

}  // namespace

LaneTable::LaneTable(const SessionShape& shape, TimelineLanes by)
    : column_(by == TimelineLanes::agent ? shape.agents : shape.runs) {
    const ShapeNames& names = by == TimelineLanes::agent ? shape.agent_names : shape.run_names;
    std::vector<Share> shares = shares_of(column_, names.size());
    std::ranges::sort(shares, {}, &Share::first);
    std::vector<Share> rest;
    if (shares.size() > lanes_max) {
        std::ranges::stable_sort(shares, std::greater<>(), &Share::events);
        rest.assign(shares.begin() + (lanes_max - 1), shares.end());
        shares.resize(lanes_max - 1);
        std::ranges::sort(shares, {}, &Share::first);
    }
    std::vector<std::uint32_t> lanes(names.size() + 1, static_cast<std::uint32_t>(shares.size()));
    for (const Share& share : shares) {
        lanes[share.name] = static_cast<std::uint32_t>(told_.size());
        const bool named = share.name < names.size();
        told_.push_back({.name = named ? names.name(share.name) : std::string()});
    }
    if (!rest.empty()) {
        told_.push_back({.name = {}, .others = rest.size()});
    }
    unnamed_ = lanes.back();
    lanes.pop_back();
    lanes_ = std::move(lanes);
}

BucketScale::BucketScale(const TimeWindow& whole, std::uint64_t buckets)
    : window(whole), count(static_cast<std::uint16_t>(buckets)) {
    const std::int64_t length = whole.to - whole.from;
    width = std::max<std::int64_t>(1, length / count + (length % count == 0 ? 0 : 1));
}

std::uint16_t BucketScale::bucket(std::int64_t offset) const {
    const std::int64_t inside = std::clamp(offset, window.from, window.to) - window.from;
    return static_cast<std::uint16_t>(std::min<std::int64_t>(inside / width, count - 1));
}

std::int64_t BucketScale::ends(std::uint16_t bucket) const {
    return std::min(window.to, begins(bucket) + width);
}

std::span<const CriticalPath::Segment> within(const TimeWindow& window, const CriticalPath& path) {
    using Segment = CriticalPath::Segment;
    const auto begin = std::ranges::upper_bound(path.segments, window.from, {}, &Segment::to);
    const auto end =
        std::ranges::lower_bound(begin, path.segments.end(), window.to, {}, &Segment::from);
    return {begin, end};
}

std::vector<CriticalPath::Segment> thinned(std::span<const CriticalPath::Segment> segments,
                                           const TimeWindow& window, std::size_t most) {
    const BucketScale scale(window, most);
    const bool all = segments.size() <= most;
    std::vector<CriticalPath::Segment> few;
    std::int64_t longest = 0;
    std::int64_t part_ends = window.from;  // That of the last one of the few.
    for (const CriticalPath::Segment& each : segments) {
        const CriticalPath::Segment segment = cut_to(window, each);
        const std::int64_t length = segment.to - segment.from;
        if (all || few.empty() || segment.from >= part_ends) {
            few.push_back(segment);
            longest = length;
            part_ends = scale.begins(scale.bucket(segment.from)) + scale.width;
            continue;
        }
        few.back().to = segment.to;
        if (length > longest) {
            longest = length;
            few.back().event = segment.event;
        }
    }
    return few;
}

std::vector<std::size_t> pack_rows(const SessionShape& shape, const std::vector<Bucketed>& spans,
                                   std::size_t lanes) {
    struct Lane {
        using Busy = std::pair<std::int64_t, std::size_t>;  // Until when, and which row.
        std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy = {};
        std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> free = {};
        std::size_t rows = 0;
    };
    std::vector<Lane> packed(lanes);
    std::vector<std::size_t> rows;
    rows.reserve(spans.size());
    for (const Bucketed& span : spans) {
        Lane& lane = packed[span.lane];
        const std::int64_t begins = offset_of(shape, span.event);
        for (; !lane.busy.empty() && lane.busy.top().first <= begins; lane.busy.pop()) {
            lane.free.push(lane.busy.top().second);
        }
        std::size_t row = lane.rows;
        if (lane.free.empty()) {
            ++lane.rows;
        } else {
            row = lane.free.top();
            lane.free.pop();
        }
        lane.busy.emplace(std::max(end_of(shape, span.event), begins + 1), row);
        rows.push_back(row);
    }
    return rows;
}

}  // namespace hence
