#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/store.h"
#include "hence/timeline.h"
#include "model/event_body.h"
#include "model/json.h"
#include "model/summary_text.h"
#include "model/text.h"
#include "views/columns.h"
#include "views/member_writers.h"
#include "views/pieces.h"
#include "views/when.h"

namespace hence {
namespace {

constexpr std::size_t name_columns = 16;

void append_lane(std::string& out, const TimelineLane& lane) {
    out += R"({"name":)";
    append_string_or_null(out, lane.name);
    append_member(out, "events", lane.events);
    append_member(out, "errors", lane.errors);
    append_member(out, "others", lane.others);
    out += '}';
}

void append_span(std::string& out, const TimelineSpan& span) {
    out += R"({"seq":)" + std::to_string(span.event.seq());
    append_member(out, "id", span.event.id());
    append_member(out, "ordinal", span.ordinal);
    append_member(out, "lane", span.lane);
    append_member(out, "row", span.row);
    append_member(out, "kind", span.event.kind());
    append_member(out, "time", to_string(span.event.time()));
    append_member_name(out, "duration_ms");
    const std::string_view given = span.event.body().duration_ms;
    if (given.empty()) {
        append_number_or_null(out, span.duration_ms);
    } else {
        out += given;
    }
    append_member(out, "summary", summary(span.event, span.duration_ms));
    append_member(out, "status", span.status);
    append_truth(out, "critical", span.critical);
    out += '}';
}

void append_bucket(std::string& out, const TimelineBucket& bucket) {
    out += R"({"lane":)" + std::to_string(bucket.lane);
    append_member(out, "from", to_string(bucket.from));
    append_member(out, "to", to_string(bucket.to));
    append_member(out, "events", bucket.events);
    append_member(out, "errors", bucket.errors);
    append_member(out, "first_ordinal", bucket.first_ordinal);
    append_member(out, "last_ordinal", bucket.last_ordinal);
    append_member(out, "kind", bucket.kind);
    append_truth(out, "critical", bucket.critical);
    out += '}';
}

void append_segment(std::string& out, const TimelineSegment& segment) {
    out += R"({"event":)";
    append_string(out, segment.event.id());
    append_member(out, "ordinal", segment.ordinal);
    append_member(out, "lane", segment.lane);
    append_member(out, "from", to_string(segment.from));
    append_member(out, "to", to_string(segment.to));
    out += '}';
}

// A list, each element by its own writer.
template <class Element>
Result<void> write_list(Pieces& pieces, const std::vector<Element>& list,
                        void (*append)(std::string&, const Element&)) {
    pieces.text += '[';
    for (const Element& each : list) {
        pieces.text += &each == &list.front() ? "" : ",";
        append(pieces.text, each);
        TRY(pieces.pass_on());
    }
    pieces.text += ']';
    return {};
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
    append_duration(out, answer.critical_ms);
    out += "ms in " + std::to_string(answer.critical_steps) + " step(s)\n";
    for (const TimelineSegment& segment : answer.critical) {
        std::string length;
        append_duration(length, ms_between(segment.from, segment.to));
        out += '[' + to_text(segment.from) + "] " + right_aligned(length + "ms", 12) + "  ";
        out += padded(cut(lane_name(answer, segment.lane), name_columns), name_columns) + " ";
        out += summary(segment.event) + "  (" + printable(short_id(segment.event.id())) + ")\n";
    }
}

}  // namespace

Result<void> write_json(const Timeline& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    std::string& out = pieces.text;
    out += R"({"session":)";
    append_string(out, answer.session);
    append_member(out, "first", to_string(answer.first));
    append_member(out, "last", to_string(answer.last));
    append_member(out, "from", to_string(answer.from));
    append_member(out, "to", to_string(answer.to));
    append_member(out, "events", answer.events);
    append_member_name(out, "lanes");
    TRY(write_list(pieces, answer.lanes, append_lane));
    append_member_name(out, "spans");
    TRY(write_list(pieces, answer.spans, append_span));
    append_member_name(out, "buckets");
    TRY(write_list(pieces, answer.buckets, append_bucket));
    out += R"(,"critical":{"duration_ms":)";
    append_number(out, answer.critical_ms);
    append_member(out, "steps", answer.critical_steps);
    append_member_name(out, "segments");
    TRY(write_list(pieces, answer.critical, append_segment));
    out += "}}\n";
    return pieces.finish();
}

Result<void> write_text(const Timeline& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += "Session: " + printable(answer.session) + "\n";
    pieces.text += "From " + to_text(answer.from) + " to " + to_text(answer.to) + ": " +
                   std::to_string(answer.events) + " event(s)\n\n";
    append_bars(pieces.text, answer);
    append_critical(pieces.text, answer);
    return pieces.finish();
}

}  // namespace hence
