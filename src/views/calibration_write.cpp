#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/calibration.h"
#include "model/json.h"
#include "model/text.h"
#include "views/columns.h"
#include "views/pieces.h"

namespace hence {
namespace {

constexpr std::size_t bar_cells = 40;

void append_bin(std::string& out, const CalibrationBin& bin) {
    out += R"({"lo":)";
    append_number(out, bin.lo);
    out += R"(,"hi":)";
    append_number(out, bin.hi);
    out += fmt::format(R"(,"n":{},"mean_confidence":)", bin.n);
    if (bin.n == 0) {
        out += R"(null,"accuracy":null,"wilson_lo":null,"wilson_hi":null})";
        return;
    }
    const WilsonInterval interval = wilson_interval(bin.correct, bin.n);
    append_number(out, bin.mean_confidence());
    out += R"(,"accuracy":)";
    append_number(out, bin.accuracy());
    out += R"(,"wilson_lo":)";
    append_number(out, interval.lo);
    out += R"(,"wilson_hi":)";
    append_number(out, interval.hi);
    out += '}';
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
    std::string& out = pieces.text;
    out += R"({"decision_type":)";
    append_string_or_null(out, answer.decision_type);
    out += R"(,"agent":)";
    append_string_or_null(out, answer.agent);
    out +=
        fmt::format(R"(,"n":{},"without_outcome":{},"brier":)", answer.n, answer.without_outcome);
    append_number_or_null(out, answer.brier);
    out += R"(,"ece":)";
    append_number_or_null(out, answer.ece);
    out += fmt::format(R"(,"constant_confidence":{},"bins":[)", answer.constant_confidence);
    std::string_view comma;
    for (const CalibrationBin& bin : answer.bins) {
        out += comma;
        comma = ",";
        append_bin(out, bin);
        TRY(pieces.pass_on());
    }
    out += "]}\n";
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
