#include "views/cohort/groups.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "views/cause/outcomes.h"

namespace hence {
namespace {

// So many decisions wait until their outcomes are looked up together.
constexpr std::size_t pending_max = 16'384;
constexpr std::string_view succeeded = "success";

// `values` are sorted and not empty.
double quantile(const std::vector<double>& values, double part) {
    const double place = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(place));
    const std::size_t above = std::min(below + 1, values.size() - 1);
    const double rest = place - static_cast<double>(below);
    return values[below] + rest * (values[above] - values[below]);
}

Distribution distribution_of(std::vector<double> values) {
    Distribution answer{.n = values.size()};
    if (!values.empty()) {
        std::ranges::sort(values);
        answer.min = values.front();
        answer.p25 = quantile(values, 0.25);
        answer.median = quantile(values, 0.5);
        answer.p75 = quantile(values, 0.75);
        answer.max = values.back();
    }
    return answer;
}

}  // namespace

Result<void> CohortGroups::add(const std::vector<std::string>& values, const RunFigures& figures,
                               std::vector<SureDecision> decisions) {
    std::vector<Group*> of_run;
    for (const std::string& value : values) {
        const auto [group, is_new] = groups_.try_emplace(value);
        if (is_new) {
            group->second.answer.value = value;
        }
        put(group->second, figures);
        of_run.push_back(&group->second);
    }
    if (groups_.size() > cohort_groups_max) {
        return Error{Code::invalid, fmt::format("there are more than {} groups", cohort_groups_max),
                     "choose a field with fewer values, or fewer runs"};
    }
    for (SureDecision& decision : decisions) {
        pending_.push_back({std::move(decision), of_run});
    }
    return pending_.size() < pending_max ? Result<void>() : judge_pending();
}

void CohortGroups::put(Group& group, const RunFigures& figures) {
    ++group.answer.runs;
    if (figures.status) {
        ++group.answer.statuses[*figures.status];
    }
    const auto note = [](std::vector<double>& list, const std::optional<double>& value) {
        // Sums of absurd numbers are no figures.
        if (value && std::isfinite(*value)) {
            list.push_back(*value);
        }
    };
    note(group.values.tokens, figures.tokens);
    note(group.values.cost_usd, figures.cost_usd);
    note(group.values.duration_ms, figures.duration_ms);
    group.values.failures.push_back(figures.failures);
    group.values.loops.push_back(figures.loops);
}

Result<void> CohortGroups::judge_pending() {
    Outcomes outcomes;
    for (const Pending& each : pending_) {
        outcomes.want(each.decision.id);
    }
    TRY(outcomes.find(store_));
    for (const Pending& each : pending_) {
        const std::optional<Outcomes::Known>& outcome = outcomes.of(each.decision.id);
        if (!outcome || !outcome->correct) {
            continue;
        }
        const double miss = each.decision.confidence - (*outcome->correct ? 1 : 0);
        for (Group* const group : each.groups) {
            ++group->answer.calibration.n;
            group->answer.calibration.correct += *outcome->correct ? 1 : 0;
            group->confidence_sum += each.decision.confidence;
            group->squares += miss * miss;
        }
    }
    pending_.clear();
    return {};
}

Result<std::vector<CohortGroup>> CohortGroups::finish() {
    TRY(judge_pending());
    std::vector<CohortGroup> list;
    for (auto& [value, group] : groups_) {
        CohortGroup& answer = group.answer;
        double ended = 0;
        for (const auto& [status, count] : answer.statuses) {
            ended += static_cast<double>(count);
        }
        if (ended > 0) {
            const auto good = answer.statuses.find(std::string(succeeded));
            answer.success =
                good == answer.statuses.end() ? 0 : static_cast<double>(good->second) / ended;
        }
        answer.tokens = distribution_of(std::move(group.values.tokens));
        answer.cost_usd = distribution_of(std::move(group.values.cost_usd));
        answer.duration_ms = distribution_of(std::move(group.values.duration_ms));
        answer.failures = distribution_of(std::move(group.values.failures));
        answer.loops = distribution_of(std::move(group.values.loops));
        if (answer.calibration.n > 0) {
            const auto n = static_cast<double>(answer.calibration.n);
            answer.calibration.mean_confidence = group.confidence_sum / n;
            answer.calibration.accuracy = static_cast<double>(answer.calibration.correct) / n;
            answer.calibration.brier = group.squares / n;
        }
        list.push_back(std::move(answer));
    }
    std::ranges::stable_sort(list, std::ranges::greater(), &CohortGroup::runs);
    return list;
}

}  // namespace hence
