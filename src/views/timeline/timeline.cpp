// A session by the clock. Events that overlap the window come as spans if they are few enough, and
// otherwise as counts in buckets of equal width: either the one or the other, so an answer is never
// larger than its limits. The critical path is that of the whole session, cut to the window,
// because a path of the window alone would change as a reader scrolls.
#include "hence/timeline.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/cause/event_marks.h"
#include "views/find/event_reader.h"
#include "views/find/session_events.h"
#include "views/shape/cache.h"
#include "views/timeline/of_shape.h"
#include "views/timeline/window.h"

namespace hence {
namespace {

constexpr std::size_t segments_max = 500;
constexpr std::size_t bar_columns = 48;

Result<void> check(const TimelineRequest& request) {
    if (request.buckets == 0 || request.buckets > timeline_buckets_max) {
        return Error{Code::invalid,
                     "buckets is not from 1 to " + std::to_string(timeline_buckets_max)};
    }
    if (request.limit > timeline_spans_max) {
        return Error{Code::invalid, "limit is larger than " + std::to_string(timeline_spans_max),
                     "ask for a shorter stretch by from and to"};
    }
    if (request.from && request.to && *request.from > *request.to) {
        return Error{Code::invalid, "from is later than to"};
    }
    return {};
}

class Draftsman {
public:
    Draftsman(const Store& store, const TimelineRequest& request, const SessionShape& shape)
        : store_(store), request_(request), shape_(shape), lanes_(shape, request.lanes) {
        answer_.session = shape.session;
    }

    Result<Timeline> draw() {
        set_window();
        const BucketScale scale(window_, request_.buckets);
        collect(scale);
        if (inside_.size() <= request_.limit) {
            TRY(tell_spans());
        } else {
            answer_.buckets = fill_buckets(shape_, scale, inside_, lanes_);
        }
        TRY(tell_critical());
        if (request_.bars) {
            draw_bars();
        }
        return std::move(answer_);
    }

private:
    void set_window();
    void collect(const BucketScale& scale);
    Result<void> tell_spans();
    Result<void> tell_critical();
    void draw_bars();

    // The events of these indexes, in the same order.
    Result<std::vector<Event>> read(const std::vector<std::uint32_t>& indexes) const {
        std::vector<std::uint64_t> seqs;
        for (const std::uint32_t index : indexes) {
            seqs.push_back(shape_.seqs[index]);
        }
        EventReader reader(store_, std::move(seqs));
        std::vector<Event> events;
        for (std::size_t i = 0; i < indexes.size(); ++i) {
            Event event = TRY(reader.next());
            events.push_back(std::move(event));
        }
        return events;
    }

    const Store& store_;
    const TimelineRequest& request_;
    const SessionShape& shape_;
    LaneTable lanes_;
    TimeWindow window_;
    std::vector<Bucketed> inside_;  // What overlaps the window, in order.
    Timeline answer_;
};

void Draftsman::set_window() {
    const Time& first = shape_.times.front();
    const std::int64_t latest = critical_path(shape_).latest;
    std::uint32_t timed = 0;
    while (timed < shape_.size() && shape_.has(timed, SessionShape::untimed)) {
        ++timed;
    }
    answer_.untimed = timed == shape_.size();
    answer_.first = answer_.untimed ? first : shape_.times[timed];
    answer_.last = latest == offset_of(shape_, static_cast<std::uint32_t>(shape_.size() - 1))
                       ? shape_.times.back()
                       : time_at(first, latest);
    answer_.from = request_.from.value_or(answer_.first);
    answer_.to = request_.to.value_or(std::max(answer_.last, answer_.from));
    if (answer_.to < answer_.from) {
        answer_.from = answer_.to;
    }
    // A window may begin long before the session, but its length must be a number.
    window_.from = std::max(offset_of(first, answer_.from), -offset_max / 2);
    window_.to = std::max(offset_of(first, answer_.to), window_.from);
}

void Draftsman::collect(const BucketScale& scale) {
    answer_.lanes = lanes_.take_lanes();
    const CriticalPath& path = critical_path(shape_);
    BucketWalk walk(scale);
    inside_.reserve(shape_.size());
    for (std::uint32_t i = 0; i < shape_.size(); ++i) {
        const std::int64_t begins = offset_of(shape_, i);
        if (begins > window_.to) {
            break;
        }
        if (!answer_.untimed && shape_.has(i, SessionShape::untimed)) {
            ++answer_.without_time;
            continue;
        }
        const std::int64_t ends = end_of(shape_, i);
        if (ends < window_.from) {
            continue;
        }
        const std::uint32_t lane = lanes_.lane(i);
        const std::uint16_t first = walk.first(begins);
        inside_.push_back({.event = i,
                           .lane = static_cast<std::uint16_t>(lane),
                           .first = first,
                           .last = ends == begins ? first : walk.last(begins, ends)});
        ++answer_.lanes[lane].events;
        answer_.lanes[lane].errors += shape_.counts_as_failed(i) ? 1 : 0;
        answer_.critical_steps += path.on_path[i] ? 1 : 0;
    }
    answer_.events = inside_.size();
}

Result<void> Draftsman::tell_spans() {
    const std::vector<std::size_t> rows = pack_rows(shape_, inside_, lanes_.size());
    const CriticalPath& path = critical_path(shape_);
    std::vector<std::uint32_t> indexes;
    for (const Bucketed& span : inside_) {
        indexes.push_back(span.event);
    }
    std::vector<Event> events = TRY(read(indexes));
    Sessions sessions(store_);
    const EventMarks marks = TRY(EventMarks::of(sessions, shape_.session));
    answer_.marked = marks.any();
    for (std::size_t i = 0; i < inside_.size(); ++i) {
        const Bucketed& span = inside_[i];
        TimelineSpan told{.event = std::move(events[i]),
                          .ordinal = std::uint64_t{span.event} + 1,
                          .lane = span.lane,
                          .row = rows[i],
                          .status = std::string(shape_.status(span.event)),
                          .critical = path.on_path[span.event]};
        if (const double lasts = shape_.lasts_ms(span.event); lasts >= 0) {
            told.duration_ms = lasts;
        }
        told.summary = TRY(summary_of(sessions, told.event));
        told.inherited = TRY(marks.inherited(told.event));
        told.abandoned = TRY(marks.abandoned(told.event));
        answer_.spans.push_back(std::move(told));
    }
    return {};
}

Result<void> Draftsman::tell_critical() {
    const std::span<const CriticalPath::Segment> inside = within(window_, critical_path(shape_));
    std::int64_t length = 0;
    for (const CriticalPath::Segment& each : inside) {
        const CriticalPath::Segment segment = cut_to(window_, each);
        length += segment.to - segment.from;
    }
    answer_.critical_ms = static_cast<double>(length) / 1e6;
    const std::vector<CriticalPath::Segment> segments = thinned(inside, window_, segments_max);
    std::vector<std::uint32_t> indexes;
    for (const CriticalPath::Segment& segment : segments) {
        indexes.push_back(segment.event);
    }
    std::vector<Event> events = TRY(read(indexes));
    Sessions sessions(store_);
    sessions.tell(shape_.session);
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const CriticalPath::Segment& segment = segments[i];
        std::string said = TRY(summary_of(sessions, events[i]));
        answer_.critical.push_back({.event = std::move(events[i]),
                                    .summary = std::move(said),
                                    .ordinal = std::uint64_t{segment.event} + 1,
                                    .lane = lanes_.lane(segment.event),
                                    .from = time_at(shape_.times.front(), segment.from),
                                    .to = time_at(shape_.times.front(), segment.to)});
    }
    return {};
}

void Draftsman::draw_bars() {
    const BucketScale scale(window_, bar_columns);
    std::vector<std::vector<std::int64_t>> changes(lanes_.size());
    for (std::vector<std::int64_t>& lane : changes) {
        lane.assign(bar_columns + 1, 0);
    }
    for (const Bucketed& each : inside_) {
        const std::int64_t begins = offset_of(shape_, each.event);
        ++changes[each.lane][scale.bucket(begins)];
        --changes[each.lane]
                 [scale.last_bucket(begins, end_of(shape_, each.event)) + std::size_t{1}];
    }
    for (const std::vector<std::int64_t>& lane : changes) {
        std::vector<std::uint64_t>& bar = answer_.bars.emplace_back();
        std::int64_t events = 0;
        for (std::size_t column = 0; column < bar_columns; ++column) {
            events += lane[column];
            bar.push_back(static_cast<std::uint64_t>(events));
        }
    }
}

}  // namespace

Result<Timeline> timeline(const Store& store, const TimelineRequest& request,
                          const SessionShape& shape) {
    TRY(check(request));
    if (shape.size() == 0) {
        return Error{Code::not_found, "session " + hence::quoted(shape.session) + " has no events"};
    }
    return Draftsman(store, request, shape).draw();
}

Result<Timeline> timeline(const Store& store, const TimelineRequest& request) {
    const Shaped shaped = TRY(shape_meant(nullptr, store, request.session));
    return timeline(store, request, *shaped.shape);
}

}  // namespace hence
