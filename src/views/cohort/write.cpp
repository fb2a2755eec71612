#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/across/cohort.h"
#include "model/json/json.h"
#include "model/summary/duration_text.h"
#include "model/text.h"
#include "views/write/grid.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::size_t value_columns_max = 60;

void append_distribution(JsonWriter& json, std::string_view name, const Distribution& spread) {
    json.key(name).begin_object().member("n", spread.n).member("min", spread.min);
    json.member("p25", spread.p25).member("median", spread.median).member("p75", spread.p75);
    json.member("max", spread.max).member("spread", spread.spread()).end_object();
}

void append_group(JsonWriter& json, const CohortGroup& group) {
    json.begin_object().member("value", group.value).member("runs", group.runs);
    json.member("success", group.success).object("statuses", group.statuses);
    append_distribution(json, "tokens", group.tokens);
    append_distribution(json, "cost_usd", group.cost_usd);
    append_distribution(json, "duration_ms", group.duration_ms);
    append_distribution(json, "failures", group.failures);
    append_distribution(json, "loops", group.loops);
    const CohortCalibration& calibration = group.calibration;
    json.key("calibration").begin_object().member("n", calibration.n);
    json.member("mean_confidence", calibration.mean_confidence);
    json.member("accuracy", calibration.accuracy).member("brier", calibration.brier);
    json.end_object().end_object();
}

std::string plain(double value) {
    std::string out = fmt::format("{:.1f}", value);
    if (out.ends_with(".0")) {
        out.resize(out.size() - 2);
    }
    return out;
}

std::string dollars(double value) {
    return fmt::format("${:.4f}", value);
}

// Tenths of a second are enough for a median.
std::string took_text(double ms) {
    constexpr double tenth_ms = 100;
    return duration_text(ms < 1'000 ? std::round(ms) : std::round(ms / tenth_ms) * tenth_ms);
}

// "120 (90-180)": the median, and between which values the middle half lies.
template <class Text>
std::string spread_cell(const Distribution& spread, const Text& text) {
    if (spread.n == 0) {
        return "-";
    }
    const std::string middle = text(*spread.median);
    const std::string low = text(*spread.p25);
    const std::string high = text(*spread.p75);
    return low == high ? middle : fmt::format("{} ({}-{})", middle, low, high);
}

std::string success_cell(const CohortGroup& group) {
    if (!group.success) {
        return "-";
    }
    std::uint64_t ended = 0;
    for (const auto& [status, count] : group.statuses) {
        ended += count;
    }
    return fmt::format("{:.0f} % of {}", *group.success * 100, ended);
}

std::string brier_cell(const CohortCalibration& calibration) {
    return calibration.brier ? fmt::format("{:.3f} of {}", *calibration.brier, calibration.n)
                             : std::string("-");
}

}  // namespace

Result<void> write_json(const Cohort& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.json.begin_object().member("by", answer.by).member("runs", answer.runs);
    out.json.member("without", answer.without);
    TRY(out.list("groups", answer.groups, append_group));
    out.json.end_object().end_line();
    return out.finish();
}

Result<void> write_text(const Cohort& answer, const Store&, const Sink& sink) {
    Pieces out(sink);
    out.text += fmt::format("Cohort: {} run{} by {}, {} group{}\n", answer.runs,
                            answer.runs == 1 ? "" : "s", printable(answer.by), answer.groups.size(),
                            answer.groups.size() == 1 ? "" : "s");
    using Align = Grid::Align;
    Grid grid({{"VALUE"},
               {"RUNS", Align::number},
               {"SUCCESS", Align::number},
               {"TOKENS", Align::number},
               {"COST", Align::number},
               {"TOOK", Align::number},
               {"FAILURES", Align::number},
               {"LOOPS", Align::number},
               {"BRIER", Align::number}});
    for (const CohortGroup& group : answer.groups) {
        grid.add({first_line(group.value, value_columns_max), std::to_string(group.runs),
                  success_cell(group), spread_cell(group.tokens, plain),
                  spread_cell(group.cost_usd, dollars), spread_cell(group.duration_ms, took_text),
                  spread_cell(group.failures, plain), spread_cell(group.loops, plain),
                  brier_cell(group.calibration)});
    }
    if (!grid.empty()) {
        out.text += "\n";
        grid.append_to(out.text, 2);
        out.text += "\nMedians of runs; in brackets where the middle half of them lies.\n";
    }
    if (answer.without > 0) {
        out.text +=
            fmt::format("! {} run{} in no group: no event names a value of {}\n", answer.without,
                        answer.without == 1 ? "" : "s", printable(answer.by));
    }
    return out.finish();
}

}  // namespace hence
