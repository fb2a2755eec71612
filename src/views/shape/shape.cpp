#include "views/shape/shape.h"

#include <algorithm>
#include <ranges>

#include "base/try.h"
#include "model/position.h"
#include "views/find/event_at.h"

namespace hence {

std::uint32_t ShapeNames::number_of(std::string_view name) {
    if (name.empty()) {
        return none;
    }
    if (last_ == none || names_[last_] != name) {
        const auto known = numbers_.find(name);
        if (known != numbers_.end()) {
            last_ = known->second;
        } else {
            last_ = static_cast<std::uint32_t>(names_.size());
            names_.emplace_back(name);
            numbers_.emplace(name, last_);
        }
    }
    return last_;
}

std::uint32_t ShapeNames::find(std::string_view name) const {
    const auto known = numbers_.find(name);
    return known == numbers_.end() ? none : known->second;
}

std::optional<std::uint32_t> SessionShape::index_of(const Position& wanted) const {
    std::uint32_t begin = 0;
    auto end = static_cast<std::uint32_t>(size());
    while (begin < end) {
        const std::uint32_t middle = begin + (end - begin) / 2;
        if (position(middle) < wanted) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin < size() && position(begin) == wanted ? std::optional(begin) : std::nullopt;
}

Result<std::optional<std::uint32_t>> SessionShape::index_of(const Store& store,
                                                            std::uint64_t seq) const {
    std::optional<std::uint32_t> index;
    if (as_arrived) {
        const auto found = std::ranges::lower_bound(seqs, seq);
        if (found != seqs.end() && *found == seq) {
            index = static_cast<std::uint32_t>(found - seqs.begin());
        }
        return index;
    }
    // Where they did not arrive in order, the event's time says where it stands.
    const std::optional<Event> event = TRY(event_at(store, seq));
    if (event) {
        index = index_of(position_of(*event));
    }
    return index;
}

}  // namespace hence
