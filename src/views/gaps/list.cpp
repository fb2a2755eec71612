#include "views/gaps/list.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "model/position.h"

namespace hence {

Place place_of(const Event& event) {
    return {position_of(event), std::string(event.id())};
}

void GapList::add(Place place, std::string_view rule, std::string detail) {
    found_.emplace_back(place.position,
                        Gap{std::string(rule), std::move(place.id), std::move(detail)});
}

std::vector<Gap> GapList::in_order() && {
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
