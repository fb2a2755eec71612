#include "views/cause/cycles.h"

#include <algorithm>
#include <utility>

namespace hence {
namespace {

constexpr std::uint32_t none = UINT32_MAX;

// Arrows grouped by where they begin.
class Targets {
public:
    Targets(std::size_t nodes, std::span<const Arrow> arrows)
        : begins_(nodes + 1), targets_(arrows.size()) {
        for (const Arrow& arrow : arrows) {
            ++begins_[arrow.from + 1];
        }
        for (std::size_t i = 0; i < nodes; ++i) {
            begins_[i + 1] += begins_[i];
        }
        std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
        for (const Arrow& arrow : arrows) {
            targets_[next[arrow.from]++] = arrow.to;
        }
    }

    std::span<const std::uint32_t> of(std::uint32_t node) const {
        return std::span(targets_).subspan(begins_[node], begins_[node + 1] - begins_[node]);
    }

private:
    std::vector<std::size_t> begins_;
    std::vector<std::uint32_t> targets_;
};

// Tarjan's strongly connected components, with the call stack kept as a list.
class Components {
public:
    explicit Components(std::size_t nodes, const Targets& targets)
        : targets_(targets), component_(nodes, none), number_(nodes, none), low_(nodes, none) {
        for (std::uint32_t node = 0; node < nodes; ++node) {
            if (number_[node] == none) {
                visit_from(node);
            }
        }
    }

    const std::vector<std::uint32_t>& of_node() const { return component_; }
    std::uint32_t count() const { return count_; }

private:
    struct Frame {
        std::uint32_t node;
        std::size_t next_target;
    };

    void enter(std::uint32_t node) {
        number_[node] = low_[node] = visited_++;
        open_.push_back(node);
        frames_.push_back({node, 0});
    }

    void visit_from(std::uint32_t start) {
        enter(start);
        while (!frames_.empty()) {
            Frame& frame = frames_.back();
            const std::span<const std::uint32_t> targets = targets_.of(frame.node);
            if (frame.next_target == targets.size()) {
                leave();
                continue;
            }
            const std::uint32_t target = targets[frame.next_target++];
            if (number_[target] == none) {
                enter(target);
            } else if (component_[target] == none) {
                low_[frame.node] = std::min(low_[frame.node], number_[target]);
            }
        }
    }

    void leave() {
        const std::uint32_t node = frames_.back().node;
        frames_.pop_back();
        if (!frames_.empty()) {
            std::uint32_t& above = low_[frames_.back().node];
            above = std::min(above, low_[node]);
        }
        if (low_[node] != number_[node]) {
            return;
        }
        for (std::uint32_t member = none; member != node;) {
            member = open_.back();
            open_.pop_back();
            component_[member] = count_;
        }
        ++count_;
    }

    const Targets& targets_;
    std::vector<std::uint32_t> component_;  // none: not complete yet.
    std::vector<std::uint32_t> number_;     // In the order of visits; none: not visited.
    std::vector<std::uint32_t> low_;        // The first visited that is reached from here.
    std::vector<std::uint32_t> open_;
    std::vector<Frame> frames_;
    std::uint32_t visited_ = 0;
    std::uint32_t count_ = 0;
};

// Breadth first within the component, until an arrow leads back to `start`.
std::vector<std::uint32_t> shortest_cycle(const Targets& targets,
                                          const std::vector<std::uint32_t>& component,
                                          std::vector<std::uint32_t>& came_from,
                                          std::uint32_t start) {
    std::vector<std::uint32_t> queue{start};
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const std::uint32_t target : targets.of(queue[i])) {
            if (target == start) {
                std::vector<std::uint32_t> cycle;
                for (std::uint32_t node = queue[i]; node != start; node = came_from[node]) {
                    cycle.push_back(node);
                }
                cycle.push_back(start);
                std::ranges::reverse(cycle);
                return cycle;
            }
            if (component[target] == component[start] && came_from[target] == none) {
                came_from[target] = queue[i];
                queue.push_back(target);
            }
        }
    }
    return {};
}

}  // namespace

std::vector<std::vector<std::uint32_t>> cycles(std::span<const Position> places,
                                               std::span<const Arrow> arrows) {
    const Targets targets(places.size(), arrows);
    const Components components(places.size(), targets);
    std::vector<std::uint32_t> first(components.count(), none);
    for (std::uint32_t node = 0; node < places.size(); ++node) {
        std::uint32_t& earliest = first[components.of_node()[node]];
        if (earliest == none || places[node] < places[earliest]) {
            earliest = node;
        }
    }
    std::ranges::sort(first, {}, [&](std::uint32_t node) { return places[node]; });
    std::vector<std::vector<std::uint32_t>> found;
    std::vector<std::uint32_t> came_from(places.size(), none);
    for (const std::uint32_t node : first) {
        std::vector<std::uint32_t> cycle =
            shortest_cycle(targets, components.of_node(), came_from, node);
        if (!cycle.empty()) {
            found.push_back(std::move(cycle));
        }
    }
    return found;
}

}  // namespace hence
