// How often decisions were right, against how sure their makers were: bins of confidence, the Brier
// score and the expected calibration error (ECE). Decisions are added up in the order of the log,
// so the same log gives the same last digit. Only a confidence that the maker gave counts; one that
// an importer derived does not.
#include "hence/calibration.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/store.h"
#include "model/kinds.h"
#include "views/cause/considered.h"
#include "views/cause/outcomes.h"
#include "views/find/counted_walk.h"
#include "views/find/query_match.h"
#include "views/find/text_numbers.h"

namespace hence {
namespace {

struct Sure {
    std::string id;
    double confidence;
};

Key key_for(const CalibrationRequest& request) {
    return request.decision_type.empty() ? Key{Space::kind, std::string(name_of(Kind::decision))}
                                         : Key{Space::decision_type, request.decision_type};
}

// The decisions that somebody gave a confidence for, in order.
Result<std::vector<Sure>> sure_decisions(const Store& store, const CalibrationRequest& request) {
    std::vector<Sure> found;
    const std::unique_ptr<Cursor> decisions = TRY(store.scan(key_for(request)));
    for (;;) {
        const std::optional<Event> decision = TRY(decisions->next());
        if (!decision) {
            return found;
        }
        const std::optional<double> confidence = confidence_given(*decision);
        if (confidence && (request.agent.empty() || decision->agent() == request.agent)) {
            found.push_back({std::string(decision->id()), *confidence});
        }
    }
}

std::vector<CalibrationBin> empty_bins(std::uint64_t count) {
    std::vector<CalibrationBin> bins(count);
    for (std::uint64_t k = 0; k < count; ++k) {
        bins[k].lo = static_cast<double>(k) / static_cast<double>(count);
        bins[k].hi = static_cast<double>(k + 1) / static_cast<double>(count);
    }
    return bins;
}

// Multiplying may miss by one where a confidence stands on an edge: the edges themselves decide.
CalibrationBin& bin_of(std::vector<CalibrationBin>& bins, double confidence) {
    const double product = confidence * static_cast<double>(bins.size());
    std::size_t k = std::min(static_cast<std::size_t>(product), bins.size() - 1);
    while (k > 0 && confidence < bins[k].lo) {
        --k;
    }
    while (k + 1 < bins.size() && confidence >= bins[k].hi) {
        ++k;
    }
    return bins[k];
}

// Adds decisions up in order, so that the same log gives the same last digit.
class Tally {
public:
    explicit Tally(Calibration& answer) : answer_(answer) {}

    void add(double confidence, bool correct) {
        CalibrationBin& bin = bin_of(answer_.bins, confidence);
        ++bin.n;
        bin.correct += correct ? 1 : 0;
        bin.confidence_sum += confidence;
        const double miss = confidence - (correct ? 1 : 0);
        squares_ += miss * miss;
        least_ = std::min(least_, confidence);
        most_ = std::max(most_, confidence);
        ++answer_.n;
    }
    void add_without_outcome() { ++answer_.without_outcome; }

    void finish() {
        if (answer_.n == 0) {
            return;
        }
        const auto n = static_cast<double>(answer_.n);
        double error = 0;
        for (const CalibrationBin& bin : answer_.bins) {
            if (bin.n > 0) {
                const double distance = std::abs(bin.accuracy() - bin.mean_confidence());
                error += static_cast<double>(bin.n) / n * distance;
            }
        }
        answer_.brier = squares_ / n;
        answer_.ece = error;
        answer_.constant_confidence = answer_.n > 1 && least_ == most_;
    }

private:
    Calibration& answer_;
    double squares_ = 0;
    double least_ = 1;
    double most_ = 0;
};

Result<void> weigh_events(const Store& store, const CalibrationRequest& request, Tally& tally) {
    const std::vector<Sure> decisions = TRY(sure_decisions(store, request));
    Outcomes outcomes;
    for (const Sure& decision : decisions) {
        outcomes.want(decision.id);
    }
    TRY(outcomes.find(store));
    for (const Sure& decision : decisions) {
        const std::optional<Outcomes::Known>& outcome = outcomes.of(decision.id);
        if (outcome && outcome->correct) {
            tally.add(decision.confidence, *outcome->correct);
        } else {
            tally.add_without_outcome();
        }
    }
    return {};
}

// An outcome may come before its decision, so all are read before any is weighed.
Result<void> weigh_sheets(const Store& store, const CalibrationRequest& request, Tally& tally) {
    NameTable names;
    const std::uint32_t agent = names.number_of(request.agent);
    TextNumbers ids;
    std::vector<std::optional<bool>> correct;  // By the number of the decision.
    std::vector<std::pair<std::uint32_t, double>> decisions;
    DecidedWalk rows(store, names);
    for (const Decided* row = TRY(rows.next()); row != nullptr;) {
        const std::uint32_t number = ids.number_of(row->decision);
        correct.resize(ids.size());
        if (row->is_outcome) {
            correct[number] = row->correct;
        } else if (agent == NameTable::none || row->agent == agent) {
            decisions.emplace_back(number, row->confidence);
        }
        row = TRY(rows.next());
    }
    for (const auto& [number, confidence] : decisions) {
        if (correct[number]) {
            tally.add(confidence, *correct[number]);
        } else {
            tally.add_without_outcome();
        }
    }
    return {};
}

}  // namespace

WilsonInterval wilson_interval(std::uint64_t correct, std::uint64_t n) {
    constexpr double z = 1.959963984540054;
    const auto count = static_cast<double>(n);
    const double p = static_cast<double>(correct) / count;
    const double scale = 1 + z * z / count;
    const double centre = (p + z * z / (2 * count)) / scale;
    const double half = z / scale * std::sqrt(p * (1 - p) / count + z * z / (4 * count * count));
    // At either end the interval closes exactly, whatever rounding says.
    return {correct == 0 ? 0.0 : centre - half, correct == n ? 1.0 : centre + half};
}

Result<Calibration> calibration(const Store& store, const CalibrationRequest& request) {
    if (request.bins < 1 || request.bins > calibration_bins_max) {
        return Error{Code::invalid, fmt::format("bins is {}", request.bins),
                     fmt::format("choose from 1 to {}", calibration_bins_max)};
    }
    if (!request.agent.empty()) {
        TRY(check_agent(store, request.agent));
    }
    Calibration answer;
    answer.decision_type = request.decision_type;
    answer.agent = request.agent;
    answer.max_brier = request.max_brier;
    answer.bins = empty_bins(request.bins);
    Tally tally(answer);
    // Of one type of decisions an index finds less to read.
    const bool kept =
        TRY(request.decision_type.empty() ? keeps_sheets(store) : Result<bool>(false));
    TRY(kept ? weigh_sheets(store, request, tally) : weigh_events(store, request, tally));
    tally.finish();
    return answer;
}

}  // namespace hence
