#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/store.h"
#include "hence/timeline.h"
#include "model/event_body.h"
#include "model/extent.h"
#include "model/summary/duration_text.h"
#include "model/summary/summary_text.h"
#include "model/text.h"
#include "views/write/columns.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t name_columns = 16;

void append_lane(JsonWriter& json, const TimelineLane& lane) {
    json.begin_object().member("name", OrNull{lane.name}).member("events", lane.events);
    json.member("errors", lane.errors).member("others", lane.others).end_object();
}

void append_span(JsonWriter& json, const TimelineSpan& span, bool marked) {
    const Event& event = span.event;
    const std::string_view given = event.body().duration_ms;
    json.begin_object().member("seq", event.seq()).member("id", event.id());
    json.member("ordinal", span.ordinal).member("lane", span.lane).member("row", span.row);
    json.member("kind", event.kind()).member("time", event.time()).key("duration_ms");
    given.empty() ? json.value(span.duration_ms) : json.raw(given);
    json.member("summary", span.summary);
    json.member("status", OrNull{span.status}).member("critical", span.critical);
    if (marked) {
        json.member("inherited", OrNull{span.inherited}).member("abandoned", span.abandoned);
    }
    json.end_object();
}

void append_bucket(JsonWriter& json, const TimelineBucket& bucket) {
    json.begin_object().member("lane", bucket.lane).member("from", bucket.from);
    json.member("to", bucket.to).member("events", bucket.events).member("errors", bucket.errors);
    json.member("first_ordinal", bucket.first_ordinal).member("last_ordinal", bucket.last_ordinal);
    json.member("kind", OrNull{bucket.kind}).member("critical", bucket.critical).end_object();
}

void append_segment(JsonWriter& json, const TimelineSegment& segment) {
    json.begin_object().member("event", segment.event.id()).member("ordinal", segment.ordinal);
    json.member("lane", segment.lane).member("from", segment.from).member("to", segment.to);
    json.end_object();
}

std::string lane_name(const Timeline& answer, std::size_t lane) {
    const TimelineLane& told = answer.lanes[lane];
    if (told.others > 0) {
        return std::to_string(told.others) + " others";
    }
    return told.name.empty() ? "(none)" : printable(told.name);
}

// One column: how many events, of the most that any column has.
std::string_view block(std::uint64_t events, std::uint64_t most) {
    static constexpr std::array<std::string_view, 9> blocks{" ", "▁", "▂", "▃", "▄",
                                                            "▅", "▆", "▇", "█"};
    return blocks[(events * 8 + most - 1) / most];
}

void append_bars(std::string& out, const Timeline& answer) {
    std::uint64_t most = 1;
    for (const std::vector<std::uint64_t>& bar : answer.bars) {
        most = std::max(most, std::ranges::max(bar));
    }
    for (std::size_t lane = 0; lane < answer.bars.size(); ++lane) {
        out += padded(cut(lane_name(answer, lane), name_columns), name_columns) + " |";
        for (const std::uint64_t events : answer.bars[lane]) {
            out += block(events, most);
        }
        const TimelineLane& told = answer.lanes[lane];
        out += "| " + std::to_string(told.events);
        out += told.errors == 0 ? "" : " (" + std::to_string(told.errors) + " failed)";
        out += '\n';
    }
}

void append_critical(std::string& out, const Timeline& answer) {
    out += "\nCritical path: ";
    out += duration_text(answer.critical_ms) + " in " + std::to_string(answer.critical_steps) +
           " step(s)\n";
    ShownIds ids;
    for (const TimelineSegment& segment : answer.critical) {
        const std::string length = duration_text(ms_between(segment.from, segment.to));
        out += '[' + time_text(segment.from) + "] " + right_aligned(length, 12) + "  ";
        out += padded(cut(lane_name(answer, segment.lane), name_columns), name_columns) + " ";
        out += segment.summary + "  (" + ids.of(segment.event.id()) + ")\n";
    }
}

}  // namespace

Result<void> write_json(const Timeline& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    JsonWriter& json = pieces.json;
    json.begin_object().member("session", answer.session).member("first", answer.first);
    json.member("last", answer.last).member("from", answer.from).member("to", answer.to);
    json.member("events", answer.events);
    TRY(pieces.list("lanes", answer.lanes, append_lane));
    TRY(pieces.list("spans", answer.spans, [&answer](JsonWriter& out, const TimelineSpan& span) {
        append_span(out, span, answer.marked);
    }));
    TRY(pieces.list("buckets", answer.buckets, append_bucket));
    json.key("critical").begin_object().member("duration_ms", answer.critical_ms);
    json.member("steps", answer.critical_steps);
    TRY(pieces.list("segments", answer.critical, append_segment));
    json.end_object().end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const Timeline& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += "Session: " + printable(answer.session) + "\n";
    pieces.text += answer.untimed
                       ? "[no time] In the order of the record"
                       : "From " + time_text(answer.from) + " to " + time_text(answer.to);
    pieces.text += ": " + std::to_string(answer.events) + " event(s)\n";
    if (answer.without_time > 0) {
        pieces.text += std::to_string(answer.without_time) + " without a time are left out\n";
    }
    pieces.text += '\n';
    append_bars(pieces.text, answer);
    if (answer.critical_ms > 0) {
        append_critical(pieces.text, answer);
    }
    return pieces.finish();
}

}  // namespace hence
