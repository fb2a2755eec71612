#include "views/shape/critical_path.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hence {
namespace {

// An event that the walk is inside of, or the session itself.
struct Inside {
    std::uint32_t event = SessionShape::none;
    std::int64_t begins = 0;
    std::int64_t stands = 0;   // Where the walk does.
    std::size_t children = 0;  // From here on in `waiting`, the largest E last.
};

// A root of the session's tree that a delegation led to, and where it stands in the tree.
struct Led {
    std::uint32_t delegation = SessionShape::none;
    std::size_t place = 0;
};

// Finds the roots that delegations led to: the first event of the run that the delegation names,
// else the next event of the agent. No root is led to twice, and none from below itself.
class Delegations {
public:
    explicit Delegations(const SessionShape& shape) : shape_(shape) {
        if (shape.delegated.empty()) {
            return;
        }
        note_roots();
        std::unordered_map<std::uint64_t, const SessionShape::Delegated*> by_seq;
        for (const SessionShape::Delegated& each : shape.delegated) {
            by_seq.emplace(each.seq, &each);
        }
        const std::vector<std::uint32_t> first_of_run = first_of_runs();
        // From the last to the first, so that the next event of an agent is known.
        std::vector<std::uint32_t> next_of_agent(shape.agent_names.size(), SessionShape::none);
        for (auto i = static_cast<std::uint32_t>(shape.size()); i-- > 0;) {
            const auto delegated = by_seq.find(shape.seqs[i]);
            if (delegated != by_seq.end()) {
                std::uint32_t run = shape.run_names.find(delegated->second->run);
                run = run == shape.runs[i] ? ShapeNames::none : run;  // Not the child's.
                const std::uint32_t agent = shape.agent_names.find(delegated->second->child);
                lead(i, run != ShapeNames::none     ? first_of_run[run]
                        : agent != ShapeNames::none ? next_of_agent[agent]
                                                    : SessionShape::none);
            }
            if (shape.agents[i] != ShapeNames::none) {
                next_of_agent[shape.agents[i]] = i;
            }
        }
    }

    // Roots that were led to, the deepest delegations first.
    std::vector<Led> deepest_first() const {
        std::unordered_map<std::uint32_t, std::size_t> depths;
        std::vector<std::pair<std::size_t, Led>> ordered;
        for (const auto& [root, led] : led_) {
            ordered.emplace_back(depth_of(root, depths), led);
        }
        std::ranges::sort(ordered, [](const auto& a, const auto& b) {
            return std::tuple(b.first, a.second.place) < std::tuple(a.first, b.second.place);
        });
        std::vector<Led> all;
        for (const auto& [depth, led] : ordered) {
            all.push_back(led);
        }
        return all;
    }
    bool is_led(std::uint32_t root) const { return led_.contains(root); }

private:
    // How many delegations lie above a root. Each way up is walked once.
    std::size_t depth_of(std::uint32_t root,
                         std::unordered_map<std::uint32_t, std::size_t>& depths) const {
        std::vector<std::uint32_t> way;
        auto at = led_.find(root);
        for (; at != led_.end() && !depths.contains(at->first);
             at = led_.find(root_of_[at->second.delegation])) {
            way.push_back(at->first);
        }
        std::size_t depth = at == led_.end() ? 0 : depths[at->first];
        for (; !way.empty(); way.pop_back()) {
            depths[way.back()] = ++depth;
        }
        return depths[root];
    }

    void note_roots() {
        root_of_.resize(shape_.size());
        place_of_root_.resize(shape_.size());
        for (std::size_t place = 0; place < shape_.tree.size(); ++place) {
            const std::uint32_t event = shape_.tree.events[place];
            const std::uint32_t parent = shape_.parents[event];
            root_of_[event] = parent == SessionShape::none ? event : root_of_[parent];
            place_of_root_[event] = place;
        }
    }

    std::vector<std::uint32_t> first_of_runs() const {
        std::vector<std::uint32_t> first(shape_.run_names.size(), SessionShape::none);
        for (std::uint32_t i = 0; i < shape_.size(); ++i) {
            const std::uint32_t run = shape_.runs[i];
            if (run != ShapeNames::none && first[run] == SessionShape::none) {
                first[run] = i;
            }
        }
        return first;
    }

    void lead(std::uint32_t delegation, std::uint32_t child) {
        if (child == SessionShape::none || root_of_[child] != child || led_.contains(child)) {
            return;
        }
        std::uint32_t top = root_of_[delegation];
        for (auto at = led_.find(top); at != led_.end(); at = led_.find(top)) {
            top = root_of_[at->second.delegation];
        }
        if (top != child) {
            led_.emplace(child, Led{delegation, place_of_root_[child]});
        }
    }

    const SessionShape& shape_;
    std::vector<std::uint32_t> root_of_;          // By index.
    std::vector<std::size_t> place_of_root_;      // Likewise.
    std::unordered_map<std::uint32_t, Led> led_;  // By root.
};

class Walk {
public:
    explicit Walk(const SessionShape& shape)
        : shape_(shape), delegations_(shape), latest_(shape.size()) {
        for (std::uint32_t i = 0; i < shape.size(); ++i) {
            latest_[i] = is_timed(i) ? end_of(shape, i) : never;
            if (!shape.has(i, SessionShape::untimed)) {
                path_.latest = std::max(path_.latest, end_of(shape, i));
            }
        }
        for (const Led& led : delegations_.deepest_first()) {
            add_up(led.place, shape.tree.behind(led.place));
            const std::uint32_t root = shape.tree.events[led.place];
            latest_[led.delegation] = std::max(latest_[led.delegation], latest_[root]);
            led_[led.delegation].push_back(static_cast<std::uint32_t>(led.place));
        }
        add_up(0, shape.tree.size());
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
    static constexpr std::int64_t never = -offset_max;

    // Whether the event may be on the path by itself.
    bool is_timed(std::uint32_t event) const {
        return !shape_.has(event, SessionShape::untimed) &&
               !shape_.has(event, SessionShape::beside_work);
    }

    // E of all events in a part of the tree.
    void add_up(std::size_t first, std::size_t behind) {
        for (std::size_t place = behind; place-- > first;) {
            const std::uint32_t event = shape_.tree.events[place];
            const std::uint32_t parent = shape_.parents[event];
            if (parent != SessionShape::none) {
                latest_[parent] = std::max(latest_[parent], latest_[event]);
            }
        }
    }

    // Children stand behind their parent, each behind all that is below the one before. What a
    // delegation led to counts as below it.
    void enter(Inside entered, std::size_t first, std::size_t behind) {
        entered.children = waiting_.size();
        for (std::size_t place = first; place < behind; place = shape_.tree.behind(place)) {
            const bool elsewhere = entered.event == SessionShape::none &&
                                   delegations_.is_led(shape_.tree.events[place]);
            if (!elsewhere) {
                waiting_.push_back(static_cast<std::uint32_t>(place));
            }
        }
        if (const auto led = led_.find(entered.event); led != led_.end()) {
            waiting_.insert(waiting_.end(), led->second.begin(), led->second.end());
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
        if (latest != latest_.end() && *latest != never) {
            enter({.stands = *latest}, 0, shape_.tree.size());
        }
    }

    // False when no child is on the path any more.
    bool enter_child() {
        Inside& above = inside_.back();
        while (waiting_.size() > above.children) {
            const std::uint32_t place = waiting_.back();
            const std::uint32_t event = shape_.tree.events[place];
            if (latest_[event] < above.begins || latest_[event] == never) {
                return false;
            }
            waiting_.pop_back();
            if (latest_[event] <= above.stands) {
                if (above.begins != never) {
                    add(above.event, latest_[event], above.stands);
                }
                above.stands = latest_[event];
                path_.on_path[event] = true;
                ++path_.steps;
                const std::int64_t begins = is_timed(event) ? offset_of(shape_, event) : never;
                enter({event, begins, latest_[event]}, place + std::size_t{1},
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
        // Of an event without a time only what is below it is known.
        const bool timed = left.begins != never;
        if (timed) {
            add(left.event, left.begins, left.stands);
        }
        if (!inside_.empty()) {
            inside_.back().stands = timed ? std::min(left.begins, left.stands) : left.stands;
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
    Delegations delegations_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> led_;  // Places, by delegation.
    std::vector<std::int64_t> latest_;                                   // E, by index.
    std::vector<Inside> inside_;                                         // From the session on.
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
