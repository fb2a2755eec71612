// Lays the tree of a shape out depth first, in time linear in the number of events and without
// recursion. A cycle of parents is cut before its earliest event, which becomes a root.
#include <algorithm>
#include <utility>

#include "views/shape/rows.h"

namespace hence {
namespace {

constexpr std::uint32_t none = SessionShape::none;

// Each event has one parent, so a walk up ends at a root, at an event of an earlier walk, or at one
// of its own: a cycle. The index is the order, so the earliest is the least.
void cut_cycles(SessionShape& shape) {
    const auto size = static_cast<std::uint32_t>(shape.size());
    const auto upwards = [&](std::uint32_t index) {
        return shape.parents[index] != none && shape.parents[index] >= index;
    };
    bool any = false;
    for (std::uint32_t i = 0; i < size && !any; ++i) {
        any = upwards(i);
    }
    if (!any) {
        return;  // Every parent is before its children.
    }
    std::vector<std::uint32_t> walks(size, none);
    std::vector<std::uint32_t> cut;
    for (std::uint32_t start = 0; start < size; ++start) {
        std::uint32_t event = start;
        while (event != none && walks[event] == none) {
            walks[event] = start;
            event = shape.parents[event];
        }
        if (event == none || walks[event] != start) {
            continue;
        }
        std::uint32_t earliest = event;
        for (std::uint32_t next = shape.parents[event]; next != event; next = shape.parents[next]) {
            earliest = std::min(earliest, next);
        }
        cut.push_back(earliest);
    }
    for (const std::uint32_t event : cut) {
        shape.parents[event] = none;
        shape.flags[event] |= SessionShape::cycle_cut;
    }
    shape.cycles += cut.size();
}

// Fills in the places, in order, and levels; where each event stands.
std::vector<std::uint32_t> put_in_places(const std::vector<std::uint32_t>& parents,
                                         ShapeTree& tree) {
    const auto size = static_cast<std::uint32_t>(parents.size());
    std::vector<std::uint32_t> first_child(size + std::size_t{1}, none);  // The last: of no event.
    std::vector<std::uint32_t> next_sibling(size, none);
    for (std::uint32_t i = size; i-- > 0;) {
        const std::uint32_t above = parents[i] == none ? size : parents[i];
        next_sibling[i] = std::exchange(first_child[above], i);
    }
    std::vector<std::uint32_t> places(size);
    std::uint32_t level = 1;
    std::uint32_t event = first_child[size];
    for (std::uint32_t place = 0; event != none; ++place) {
        places[event] = place;
        tree.events[place] = event;
        tree.levels[place] = level;
        tree.depth = std::max(tree.depth, level);
        if (first_child[event] != none) {
            event = first_child[event];
            ++level;
            continue;
        }
        while (event != none && next_sibling[event] == none) {
            event = parents[event];
            --level;
        }
        event = event == none ? none : next_sibling[event];
    }
    return places;
}

}  // namespace

void settle_tree(SessionShape& shape) {
    cut_cycles(shape);
    lay_out(shape.parents, shape.tree);
}

void lay_out(const std::vector<std::uint32_t>& parents, ShapeTree& tree) {
    tree.events.assign(parents.size(), 0);
    tree.levels.assign(parents.size(), 1);
    tree.descendants.assign(parents.size(), 0);
    tree.children.assign(parents.size(), 0);
    tree.roots = 0;
    tree.depth = 0;
    const std::vector<std::uint32_t> places = put_in_places(parents, tree);
    // From the last place on, everything below an event is counted before the event itself.
    for (std::size_t place = tree.size(); place-- > 0;) {
        const std::uint32_t parent = parents[tree.events[place]];
        if (parent == none) {
            ++tree.roots;
        } else {
            tree.descendants[places[parent]] += tree.descendants[place] + 1;
            ++tree.children[places[parent]];
        }
    }
}

}  // namespace hence
