#include "views/shape/critical_path.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace hence {
namespace {

// An event that the walk is inside of, or the session itself.
struct Inside {
    std::uint32_t event = SessionShape::none;
    std::int64_t begins = 0;
    std::int64_t stands = 0;   // Where the walk does.
    std::size_t children = 0;  // From here on in `waiting`, the largest E last.
};

class Walk {
public:
    explicit Walk(const SessionShape& shape) : shape_(shape), latest_(shape.size()) {
        for (std::uint32_t i = 0; i < shape.size(); ++i) {
            latest_[i] = end_of(shape, i);
        }
        for (std::size_t place = shape.tree.size(); place-- > 0;) {
            const std::uint32_t event = shape.tree.events[place];
            const std::uint32_t parent = shape.parents[event];
            if (parent != SessionShape::none) {
                latest_[parent] = std::max(latest_[parent], latest_[event]);
            }
        }
        path_.on_path.resize(shape.size());
    }

    CriticalPath take() && {
        enter_session();
        while (!inside_.empty()) {
            if (!enter_child()) {
                leave();
            }
        }
        std::ranges::reverse(path_.segments);
        return std::move(path_);
    }

private:
    // Children stand behind their parent, each behind all that is below the one before.
    void enter(Inside entered, std::size_t first, std::size_t behind) {
        entered.children = waiting_.size();
        for (std::size_t place = first; place < behind; place = shape_.tree.behind(place)) {
            waiting_.push_back(static_cast<std::uint32_t>(place));
        }
        const auto by_end = [&](std::uint32_t place) {
            return std::tuple(latest_[shape_.tree.events[place]], place);
        };
        std::ranges::sort(waiting_.begin() + static_cast<std::ptrdiff_t>(entered.children),
                          waiting_.end(), {}, by_end);
        inside_.push_back(entered);
    }

    void enter_session() {
        const auto latest = std::ranges::max_element(latest_);
        if (latest != latest_.end()) {
            path_.latest = *latest;
            enter({.stands = *latest}, 0, shape_.tree.size());
        }
    }

    // False when no child is on the path any more.
    bool enter_child() {
        Inside& above = inside_.back();
        while (waiting_.size() > above.children) {
            const std::uint32_t place = waiting_.back();
            const std::uint32_t event = shape_.tree.events[place];
            if (latest_[event] < above.begins) {
                return false;
            }
            waiting_.pop_back();
            if (latest_[event] <= above.stands) {
                add(above.event, latest_[event], above.stands);
                above.stands = latest_[event];
                path_.on_path[event] = true;
                ++path_.steps;
                enter({event, offset_of(shape_, event), latest_[event]}, place + std::size_t{1},
                      shape_.tree.behind(place));
                return true;
            }
        }
        return false;
    }

    void leave() {
        const Inside left = inside_.back();
        inside_.pop_back();
        waiting_.resize(left.children);
        add(left.event, left.begins, left.stands);
        if (!inside_.empty()) {
            inside_.back().stands = std::min(left.begins, left.stands);
        }
    }

    // Comes before all that was added so far.
    void add(std::uint32_t event, std::int64_t from, std::int64_t to) {
        if (event == SessionShape::none || from >= to) {
            return;
        }
        std::vector<CriticalPath::Segment>& segments = path_.segments;
        if (!segments.empty() && segments.back().event == event && segments.back().from == to) {
            segments.back().from = from;
        } else {
            segments.push_back({from, to, event});
        }
    }

    const SessionShape& shape_;
    std::vector<std::int64_t> latest_;    // E, by index.
    std::vector<Inside> inside_;          // From the session on.
    std::vector<std::uint32_t> waiting_;  // Places of children that the walk has not met.
    CriticalPath path_;
};

}  // namespace

Time time_at(const Time& first, std::int64_t offset) {
    constexpr Time last{253'402'300'799, 999'999'999, 9};  // Of the year 9999.
    std::int64_t seconds = first.seconds + offset / offsets_per_second;
    std::int64_t nanos = std::int64_t{first.nanos} + offset % offsets_per_second;
    if (nanos < 0) {
        nanos += offsets_per_second;
        --seconds;
    } else if (nanos >= offsets_per_second) {
        nanos -= offsets_per_second;
        ++seconds;
    }
    if (seconds > last.seconds) {
        return last;
    }
    const int digits = nanos == 0 ? 0 : nanos % 1'000'000 == 0 ? 3 : nanos % 1'000 == 0 ? 6 : 9;
    return {seconds, static_cast<std::uint32_t>(nanos), static_cast<std::uint8_t>(digits)};
}

CriticalPath find_critical_path(const SessionShape& shape) {
    return Walk(shape).take();
}

const CriticalPath& critical_path(const SessionShape& shape) {
    std::call_once(shape.critical->once, [&] {
        shape.critical->path = std::make_shared<const CriticalPath>(find_critical_path(shape));
    });
    return *shape.critical->path;
}

}  // namespace hence
