#include "views/gaps/list.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "model/position.h"

namespace hence {

GapPlace place_of(const Event& event) {
    return {position_of(event), std::string(event.id())};
}

void GapList::add(GapPlace place, std::string_view rule, std::string detail) {
    found_.emplace_back(place.position,
                        Gap{std::string(rule), std::move(place.id), std::move(detail)});
}

void GapList::checked(std::string_view rule, std::uint64_t places, std::string note) {
    const auto at = std::ranges::find(gap_rule::all, rule) - gap_rule::all.begin();
    checks_[static_cast<std::size_t>(at)] = {places, std::move(note)};
}

std::vector<RuleCheck> GapList::rules(const Completeness& completeness) const {
    std::map<std::string_view, std::uint64_t> found{
        {gap_rule::missing_parents, completeness.missing_parents.size()},
        {gap_rule::cycles, completeness.cycles.size()},
        {gap_rule::unresolved_refs, completeness.unresolved_refs.size()},
        {gap_rule::uncaused, completeness.uncaused.size()}};
    for (const Gap& gap : completeness.gaps) {
        ++found[gap.rule];
    }
    std::vector<RuleCheck> rules;
    for (std::size_t i = 0; i < checks_.size(); ++i) {
        const std::string_view rule = gap_rule::all[i];
        rules.push_back({std::string(rule), checks_[i].places, found[rule], checks_[i].note});
    }
    return rules;
}

std::string counted(std::uint64_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::vector<Gap> GapList::in_order() {
    const auto before = [](const auto& a, const auto& b) {
        return std::tie(a.first, a.second.rule) < std::tie(b.first, b.second.rule);
    };
    if (!std::is_sorted(found_.begin(), found_.end(), before)) {
        std::stable_sort(found_.begin(), found_.end(), before);
    }
    std::vector<Gap> gaps;
    gaps.reserve(found_.size());
    for (auto& [position, gap] : found_) {
        gaps.push_back(std::move(gap));
    }
    found_.clear();
    return gaps;
}

std::string seconds_between(const Time& earlier, const Time& later) {
    const bool borrow = later.nanos < earlier.nanos;
    const std::int64_t seconds = later.seconds - earlier.seconds - (borrow ? 1 : 0);
    const std::uint32_t nanos = later.nanos + (borrow ? 1'000'000'000U : 0U) - earlier.nanos;
    std::string text = std::to_string(seconds);
    if (nanos != 0) {
        text += fmt::format(".{:09}", nanos);
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text + " s";
}

}  // namespace hence
