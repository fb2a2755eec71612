#include "views/tree/forest.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace hence {
std::uint32_t Forest::add(const Event& event) {
    const auto node = static_cast<std::uint32_t>(parents_.size());
    const Position place = position_of(event);
    in_order_ = in_order_ && (places_.empty() || places_.back() < place);
    ids_.add(event.id());
    places_.push_back(place);
    parents_.push_back(none);
    below_.push_back(Below::as_child);
    return node;
}

std::optional<std::uint32_t> Forest::find(std::string_view id) const {
    const std::uint32_t node = ids_.find(id);
    return node == none ? std::nullopt : std::optional(node);
}

// Ways are halved as they are walked, so that a deep tree with many delegations stays cheap.
std::uint32_t Forest::top(std::uint32_t node) {
    for (auto i = static_cast<std::uint32_t>(tops_.size()); i < size(); ++i) {
        tops_.push_back(parents_[i] == none ? i : parents_[i]);
    }
    while (tops_[node] != node) {
        tops_[node] = tops_[tops_[node]];
        node = tops_[node];
    }
    return node;
}

bool Forest::hang_below(std::uint32_t root, std::uint32_t parent, Below below) {
    if (parents_[root] != none || top(parent) == root) {
        return false;
    }
    tops_[root] = parent;
    parents_[root] = parent;
    below_[root] = below;
    in_order_ = in_order_ && below == Below::as_child;
    return true;
}

// Each node has one parent, so a walk up ends at a root, at a node of an earlier walk, or at a node
// of its own: a cycle.
std::vector<std::vector<std::string>> Forest::cut_cycles() {
    std::vector<std::uint32_t> walks(size(), none);
    std::vector<std::uint32_t> cut;
    std::vector<std::vector<std::string>> cycles;
    for (std::uint32_t start = 0; start < size(); ++start) {
        std::uint32_t node = start;
        while (node != none && walks[node] == none) {
            walks[node] = start;
            node = parents_[node];
        }
        if (node == none || walks[node] != start) {
            continue;
        }
        std::vector<std::uint32_t> cycle{node};
        for (std::uint32_t next = parents_[node]; next != node; next = parents_[next]) {
            cycle.push_back(next);
        }
        std::ranges::reverse(cycle);  // From parent to child.
        const auto by_place = [&](std::uint32_t member) { return places_[member]; };
        std::rotate(cycle.begin(), std::ranges::min_element(cycle, {}, by_place), cycle.end());
        cut.push_back(cycle.front());
        std::vector<std::string>& named = cycles.emplace_back();
        for (const std::uint32_t member : cycle) {
            named.emplace_back(id(member));
        }
    }
    for (const std::uint32_t node : cut) {
        parents_[node] = none;
    }
    const auto place_of_first = [&](const std::vector<std::string>& cycle) {
        return places_[ids_.find(cycle.front())];
    };
    std::ranges::sort(cycles, {}, place_of_first);
    return cycles;
}

std::vector<std::uint32_t> Forest::siblings_in_order() const {
    std::vector<std::uint32_t> nodes(size());
    std::iota(nodes.begin(), nodes.end(), 0U);
    if (!in_order_) {
        std::ranges::sort(
            nodes, {}, [&](std::uint32_t node) { return std::tuple(below_[node], places_[node]); });
    }
    return nodes;
}

std::vector<std::uint32_t> Forest::lay_out(Tree& tree) const {
    // Lists of siblings, linked through one array; the roots are the children of one node more.
    const auto above_all = static_cast<std::uint32_t>(size());
    std::vector<std::uint32_t> first_child(size() + 1, none);
    std::vector<std::uint32_t> next_sibling(size(), none);
    std::vector<std::uint32_t> nodes = siblings_in_order();
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        const std::uint32_t parent = parents_[*node] == none ? above_all : parents_[*node];
        next_sibling[*node] = std::exchange(first_child[parent], *node);
        tree.roots += parent == above_all ? 1 : 0;
    }
    std::vector<std::uint32_t> order;
    order.reserve(size());
    tree.nodes.reserve(size());
    std::uint32_t level = 1;
    std::uint32_t node = first_child[above_all];
    while (node != none) {
        order.push_back(node);
        tree.nodes.push_back({places_[node].seq, level, next_sibling[node] == none});
        tree.depth = std::max<std::uint64_t>(tree.depth, level);
        if (first_child[node] != none) {
            node = first_child[node];
            ++level;
            continue;
        }
        while (node != none && next_sibling[node] == none) {
            node = parents_[node];
            --level;
        }
        node = node == none ? none : next_sibling[node];
    }
    if (!order.empty()) {
        tree.root_event_id = std::string(id(order.front()));
    }
    return order;
}

}  // namespace hence
