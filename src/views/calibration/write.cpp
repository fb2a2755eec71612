#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/calibration.h"
#include "model/json/json.h"
#include "model/text.h"
#include "views/write/columns.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::size_t bar_cells = 40;

void append_bin(JsonWriter& json, const CalibrationBin& bin) {
    json.begin_object().member("lo", bin.lo).member("hi", bin.hi).member("n", bin.n);
    if (bin.n == 0) {
        json.key("mean_confidence").null().key("accuracy").null();
        json.key("wilson_lo").null().key("wilson_hi").null();
    } else {
        const WilsonInterval interval = wilson_interval(bin.correct, bin.n);
        json.member("mean_confidence", bin.mean_confidence()).member("accuracy", bin.accuracy());
        json.member("wilson_lo", interval.lo).member("wilson_hi", interval.hi);
    }
    json.end_object();
}

// How many of the cells lie below a share of the whole.
std::size_t cells(double share) {
    return std::min(bar_cells, static_cast<std::size_t>(share * bar_cells + 0.5));
}

// The bar is as long as the accuracy; the mark stands where it would end if confidence were right.
std::string bar(const CalibrationBin& bin) {
    std::string out;
    const std::size_t filled = bin.n == 0 ? 0 : cells(bin.accuracy());
    const std::size_t mark =
        bin.n == 0 ? bar_cells : std::max<std::size_t>(cells(bin.mean_confidence()), 1) - 1;
    for (std::size_t cell = 0; cell < bar_cells; ++cell) {
        out += cell == mark ? "◆" : cell < filled ? "█" : "·";
    }
    return out;
}

std::string row(const Calibration& answer, const CalibrationBin& bin) {
    const int digits = answer.bins.size() > 100 ? 3 : 2;
    const std::string widest = std::to_string(answer.n);
    std::string out = fmt::format("  {:.{}f}-{:.{}f}  {}  {}", bin.lo, digits, bin.hi, digits,
                                  right_aligned(std::to_string(bin.n), widest.size()), bar(bin));
    if (bin.n > 0) {
        const WilsonInterval interval = wilson_interval(bin.correct, bin.n);
        out += fmt::format("  right {:.2f} (95 %: {:.2f}-{:.2f}), sure {:.2f}", bin.accuracy(),
                           interval.lo, interval.hi, bin.mean_confidence());
    }
    return out + '\n';
}

std::string headline(const Calibration& answer) {
    std::string out = fmt::format("Calibration: {} decision{}", answer.n, answer.n == 1 ? "" : "s");
    if (!answer.decision_type.empty()) {
        out += " of type " + printable(answer.decision_type);
    }
    if (!answer.agent.empty()) {
        out += " by " + printable(answer.agent);
    }
    out += fmt::format(" ({} more without outcome)\n", answer.without_outcome);
    if (answer.brier && answer.ece) {
        out += fmt::format("Brier {:.4f}, ECE {:.4f}\n", *answer.brier, *answer.ece);
    }
    return out;
}

std::string warnings(const Calibration& answer) {
    std::string out;
    if (answer.constant_confidence) {
        out += "! all confidences are the same: such a score says nothing about single decisions\n";
    }
    if (answer.failed()) {
        std::string limit;
        append_number(limit, *answer.max_brier);
        out += fmt::format("! the Brier score is above {}\n", limit);
    }
    return out;
}

}  // namespace

Result<void> write_json(const Calibration& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.json.begin_object().member("decision_type", OrNull{answer.decision_type});
    pieces.json.member("agent", OrNull{answer.agent}).member("n", answer.n);
    pieces.json.member("without_outcome", answer.without_outcome).member("brier", answer.brier);
    pieces.json.member("ece", answer.ece);
    pieces.json.member("constant_confidence", answer.constant_confidence);
    TRY(pieces.list("bins", answer.bins, append_bin));
    pieces.json.end_object().end_line();
    return pieces.finish();
}

Result<void> write_text(const Calibration& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += headline(answer);
    if (answer.n > 0) {
        pieces.text += "\n  how sure, how many, how often right (█) against how sure (◆)\n";
        for (const CalibrationBin& bin : answer.bins) {
            pieces.text += row(answer, bin);
            TRY(pieces.pass_on());
        }
    }
    pieces.text += warnings(answer);
    return pieces.finish();
}

}  // namespace hence
