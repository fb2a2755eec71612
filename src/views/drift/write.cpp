#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/across/drift.h"
#include "model/json/json.h"
#include "model/summary/duration_text.h"
#include "model/text.h"
#include "views/write/grid.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"

namespace hence {
namespace {

constexpr std::size_t events_in_row_max = 3;

void append_measure(JsonWriter& json, const DriftMeasure& measure) {
    json.begin_object().member("measure", measure.measure).member("of", OrNull{measure.of});
    json.member("value", measure.value).member("n", measure.n).member("mean", measure.mean);
    json.member("spread", measure.spread).member("z", measure.z);
    json.key("band");
    measure.band ? json.value(to_string(*measure.band)) : json.null();
    json.member("note", OrNull{measure.note}).list("events", measure.events);
    json.member("events_total", measure.events_total).end_object();
}

// A value as a person reads it: shares in percent, durations with a unit.
std::string value_text(const DriftMeasure& measure, const std::optional<double>& value) {
    if (!value) {
        return "-";
    }
    const std::string& name = measure.measure;
    if (name == "duration_ms") {
        return duration_text(*value < 1'000 ? std::round(*value) : std::round(*value / 100) * 100);
    }
    if (name == "failure_rate" || name == "rationale_coverage" ||
        (name == "tools" && !measure.of.empty())) {
        return fmt::format("{:.0f} %", *value * 100);
    }
    if (name == "confidence" || name == "tools") {
        return fmt::format("{:.2f}", *value);
    }
    std::string out = fmt::format("{:.1f}", *value);
    if (out.ends_with(".0")) {
        out.resize(out.size() - 2);
    }
    return out;
}

std::string name_text(const DriftMeasure& measure) {
    if (measure.of.empty()) {
        return measure.measure == "tools"         ? "tools (distance)"
               : measure.measure == "duration_ms" ? "duration"
                                                  : measure.measure;
    }
    return fmt::format("  {}", printable(measure.of));
}

std::string events_text(const DriftMeasure& measure, ShownIds& ids) {
    std::string out = measure.note;
    if (measure.band == DriftBand::normal) {
        return out;
    }
    for (std::size_t i = 0; i < measure.events.size() && i < events_in_row_max; ++i) {
        out += fmt::format("{}{}",
                           i > 0         ? ", "
                           : out.empty() ? ""
                                         : "; ",
                           ids.of(measure.events[i]));
    }
    if (measure.events_total > events_in_row_max) {
        out += fmt::format(", … {} in all", measure.events_total);
    }
    return out;
}

void append_rows(std::string& out, const Drift& answer) {
    using Align = Grid::Align;
    Grid grid({{"MEASURE"},
               {"VALUE", Align::number},
               {"USUAL", Align::number},
               {"SPREAD", Align::number},
               {"Z", Align::number},
               {"BAND"},
               {"EVENTS"}});
    ShownIds ids;
    for (const DriftMeasure& measure : answer.measures) {
        grid.add({name_text(measure), value_text(measure, measure.value),
                  value_text(measure, measure.mean), value_text(measure, measure.spread),
                  measure.z ? fmt::format("{:+.1f}", *measure.z) : std::string("-"),
                  measure.band ? std::string(to_string(*measure.band)) : std::string("-"),
                  events_text(measure, ids)});
    }
    grid.append_to(out, 2);
}

std::string measure_title(const DriftMeasure& measure) {
    return measure.of.empty() ? measure.measure
                              : fmt::format("{} of {}", measure.measure, printable(measure.of));
}

void append_failures(std::string& out, const Drift& answer) {
    if (!answer.failed()) {
        return;
    }
    for (const DriftMeasure& measure : answer.measures) {
        if (measure.band && *measure.band > *answer.max) {
            out += fmt::format("! {} is {}, above {}\n", measure_title(measure),
                               to_string(*measure.band), to_string(*answer.max));
        }
    }
}

}  // namespace

Result<void> write_json(const Drift& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().member("agent", answer.agent).member("session", answer.session);
    out.json.key("baseline").begin_object().member("asked", answer.baseline);
    out.json.member("needed", drift_sessions_min).list("sessions", answer.sessions).end_object();
    out.json.member("enough", answer.enough()).key("band");
    answer.band() ? out.json.value(to_string(*answer.band())) : out.json.null();
    TRY(out.list("measures", answer.measures, append_measure));
    out.json.end_object().end_line();
    return out.finish();
}

Result<void> write_text(const Drift& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.text += fmt::format("Drift: {}, session {} against {} before it\n", printable(answer.agent),
                            printable(answer.session), answer.sessions.size());
    if (!answer.enough()) {
        out.text += fmt::format("Not enough: {} earlier session{}, and {} are needed\n",
                                answer.sessions.size(), answer.sessions.size() == 1 ? "" : "s",
                                drift_sessions_min);
        return out.finish();
    }
    out.text += answer.band() ? fmt::format("Strongest: {}\n\n", to_string(*answer.band())) : "\n";
    append_rows(out.text, answer);
    append_failures(out.text, answer);
    return out.finish();
}

}  // namespace hence
