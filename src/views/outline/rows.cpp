#include "views/outline/rows.h"

#include <algorithm>
#include <utility>

namespace hence {

OutlineRows::OutlineRows(const SessionShape& shape, const OutlineFilter& filter)
    : shape_(shape), filter_(filter) {
    if (filter_.order == OutlineOrder::turns) {
        turns_ = turn_tree(shape);
    }
    open_named();
    if (filter_.at) {
        open_above(*filter_.at);
    }
    if (filter_.order == OutlineOrder::time) {
        keep_events();
        return;
    }
    if (!filter_.all_kinds || filter_.errors) {
        keep_branches();
    }
    select();
}

bool OutlineRows::kept(std::uint32_t event) const {
    if (filter_.errors && !shape_.has(event, SessionShape::failed)) {
        return false;
    }
    return filter_.all_kinds ||
           std::ranges::find(filter_.kinds, shape_.kinds[event]) != filter_.kinds.end();
}

bool OutlineRows::in_range(std::uint32_t event) const {
    const std::uint64_t ordinal = std::uint64_t{event} + 1;
    return ordinal > filter_.after && ordinal < filter_.before;
}

// Whether what is below a row is left out.
bool OutlineRows::hides(std::uint32_t event, std::uint32_t level) const {
    const bool closed = (!filter_.closed.empty() && filter_.closed.contains(event)) ||
                        (filter_.levels > 0 && level >= filter_.levels);
    return closed && !open(event);
}

void OutlineRows::open_named() {
    if (filter_.open.empty()) {
        return;
    }
    open_.resize(shape_.size());
    for (const std::uint32_t event : filter_.open) {
        open_[event] = true;
    }
}

void OutlineRows::open_above(std::uint32_t event) {
    open_.resize(shape_.size());
    for (std::uint32_t above = parents()[event]; above != SessionShape::none;
         above = parents()[above]) {
        open_[above] = true;
    }
}

void OutlineRows::keep_events() {
    const auto size = static_cast<std::uint64_t>(shape_.size());
    const std::uint64_t first = std::min(filter_.after, size);
    const std::uint64_t behind = filter_.before == 0 ? 0 : std::min(filter_.before - 1, size);
    if (filter_.all_kinds && !filter_.errors) {
        first_ = first;
        count_ = behind > first ? behind - first : 0;
        return;
    }
    rows_.emplace();
    for (std::uint64_t i = first; i < behind; ++i) {
        if (kept(static_cast<std::uint32_t>(i))) {
            rows_->push_back(static_cast<std::uint32_t>(i));
        }
    }
}

// An event that is not kept passes what is below it on to the nearest kept one above, unless it is
// closed itself.
void OutlineRows::keep_branches() {
    struct Above {
        std::size_t place;   // In the part.
        std::size_t behind;  // In the whole tree.
    };
    const ShapeTree& all = whole();
    ShapeTree part;
    std::vector<Above> above;
    const auto leave = [&](std::size_t place) {
        while (!above.empty() && above.back().behind <= place) {
            const std::size_t left = above.back().place;
            part.descendants[left] = static_cast<std::uint32_t>(part.size() - left - 1);
            above.pop_back();
        }
    };
    for (std::size_t place = 0; place < all.size();) {
        leave(place);
        const std::uint32_t event = all.events[place];
        if (!kept(event)) {
            const bool closed = filter_.closed.contains(event) && !open(event);
            place = closed ? all.behind(place) : place + 1;
            continue;
        }
        if (!above.empty()) {
            ++part.children[above.back().place];
        }
        above.push_back({part.size(), all.behind(place)});
        part.events.push_back(event);
        part.levels.push_back(static_cast<std::uint32_t>(above.size()));
        part.descendants.push_back(0);
        part.children.push_back(0);
        ++place;
    }
    leave(all.size());
    part_ = std::move(part);
}

void OutlineRows::select() {
    const bool everything = filter_.closed.empty() && filter_.levels == 0;
    const bool whole_range = filter_.after == 0 && filter_.before > shape_.size();
    count_ = tree().size();
    if (everything && whole_range) {
        return;
    }
    rows_.emplace();
    for (std::size_t place = 0; place < tree().size();) {
        const std::uint32_t event = tree().events[place];
        if (in_range(event)) {
            rows_->push_back(static_cast<std::uint32_t>(place));
        }
        place = hides(event, tree().levels[place]) ? tree().behind(place) : place + 1;
    }
}

std::uint32_t OutlineRows::entry(std::size_t row) const {
    return rows_ ? (*rows_)[row] : static_cast<std::uint32_t>(first_ + row);
}

std::vector<OutlinePlace> OutlineRows::window(std::size_t offset, std::size_t limit) const {
    std::vector<OutlinePlace> places;
    const std::size_t begin = std::min(offset, size());
    const std::size_t end = begin + std::min(limit, size() - begin);
    places.reserve(end - begin);
    const bool in_order = filter_.order == OutlineOrder::time;
    for (std::size_t row = begin; row < end; ++row) {
        const std::uint32_t place = entry(row);
        if (in_order) {
            places.push_back({.event = place, .last = row + 1 == size()});
            continue;
        }
        const std::uint32_t event = tree().events[place];
        const std::uint32_t below = tree().descendants[place];
        places.push_back({.event = event,
                          .level = tree().levels[place],
                          .children = tree().children[place],
                          .descendants = below,
                          .closed = below > 0 && hides(event, tree().levels[place]),
                          .last = tree().last_of_siblings(place)});
    }
    if (in_order) {
        count_below(places);
    }
    return places;
}

// In order, an event still says what is below it in the tree. Its place there is looked for once
// for all, since the shape knows only which event stands at a place.
void OutlineRows::count_below(std::vector<OutlinePlace>& places) const {
    if (places.empty()) {
        return;
    }
    const ShapeTree& all = shape_.tree;
    const std::uint32_t first = places.front().event;
    const std::uint32_t last = places.back().event;
    std::vector<OutlinePlace*> wanted(std::size_t{last} - first + 1, nullptr);
    for (OutlinePlace& each : places) {
        wanted[each.event - first] = &each;
    }
    for (std::size_t place = 0; place < all.size(); ++place) {
        const std::uint32_t event = all.events[place];
        if (event >= first && event <= last && wanted[event - first] != nullptr) {
            wanted[event - first]->children = all.children[place];
            wanted[event - first]->descendants = all.descendants[place];
        }
    }
}

std::size_t OutlineRows::row_at(std::uint32_t event) const {
    if (size() == 0) {
        return 0;
    }
    // By the order of the rows: where the event stands in it, kept or not.
    std::vector<std::uint32_t> standing;  // By event, in a tree.
    const auto at = [&](std::uint32_t each) { return standing.empty() ? each : standing[each]; };
    if (filter_.order != OutlineOrder::time) {
        standing.resize(shape_.size());
        for (std::uint32_t place = 0; place < shape_.size(); ++place) {
            standing[whole().events[place]] = place;
        }
    }
    std::size_t begin = 0;
    std::size_t end = size();
    while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        const std::uint32_t each =
            filter_.order != OutlineOrder::time ? tree().events[entry(middle)] : entry(middle);
        if (at(each) <= at(event)) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin == 0 ? 0 : begin - 1;
}

}  // namespace hence
