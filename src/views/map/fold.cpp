// Folds a drawn graph to a limited number of items; map/fold.h explains rows, groups and exponents.
//
// A Walk goes through the graph from the incident to the action and either counts items or notes
// them. Counting stops just beyond the limit, so that a grain which is far too fine costs little.
// Parts that are not finished wait on a stack of the walk's own; nothing recurses. Fitting calls
// the walk with one grain after another, and then spends the room that is left.
#include "views/map/fold.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace hence {
namespace {

constexpr std::uint32_t none = DrawnGraph::none;
// What is opened is shown whole if it has no more than so many: steps or sub-agents,
constexpr std::size_t opened_max = 50;
// or nodes in the turns of a group.
constexpr std::uint64_t opened_nodes_max = 100;

// How finely the graph is shown where nobody asked for anything.
struct Grain {
    std::uint8_t exponent = 0;  // Of the backbone's groups; 0: each turn.
    bool insides = true;        // What hangs under a turn.
    bool delegated = true;      // Delegated lines turn by turn; else each as one stack.
};

// How many nodes of a row there are. Turns are not counted here.
template <class Below>
auto& count_in(Below& below, RowKind row) {
    return row == RowKind::agents      ? below.lines
           : row == RowKind::decisions ? below.decisions
                                       : below.steps;
}

// Walks through the graph from the incident to the action and notes what is shown.
class Walk {
public:
    Walk(const DrawnGraph& graph, std::uint64_t fan, const Grain& grain)
        : graph_(graph), fan_(fan), grain_(grain) {}

    // How many items are shown; counts no further than just beyond `limit`.
    std::uint64_t count(const FoldChoice& own, std::uint64_t limit) {
        choices_ = {&own};
        limit_ = limit;
        walk();
        return shown_;
    }

    Folding take(const FoldChoice& own, const FoldChoice& asked) && {
        choices_ = {&own, &asked};
        keeping_ = true;
        folding_.shown_by.assign(graph_.size(), none);
        walk();
        return std::move(folding_);
    }

private:
    // Something whose parts are shown one after the other.
    struct Turns {
        std::uint32_t line;
        std::uint8_t exponent;
        bool insides;
        std::size_t at;
        std::size_t end;
    };
    struct Under {
        std::uint32_t node;
        std::uint32_t next;
        DrawnGraph::Below shown = {};  // So far.
    };
    struct Rest {
        FoldRow row;
        std::shared_ptr<const std::vector<std::uint32_t>> nodes;  // Steps; of each line the first.
        std::uint8_t exponent;
        std::size_t at;
        std::size_t end;
    };
    struct Part {
        enum class Kind : std::uint8_t { turns, under, rest } kind;
        Turns turns = {};
        Under under = {};
        Rest rest = {};
    };

    void walk();
    void go_on(const Turns& part);
    void go_on(const Under& part);
    void go_on(const Rest& part);
    void push_line(std::uint32_t line);
    void push_turns(Turns turns);
    void push_under(std::uint32_t node);
    void push_rest(const FoldRow& row, std::uint32_t node);
    void push_groups(Rest rest);
    void show_step(std::uint32_t node);
    void show_thought(std::uint32_t node, bool insides);
    void show_beside(std::uint32_t node);
    void show(std::uint32_t node, std::uint32_t end);
    void show_group(const FoldGroup& group, std::uint64_t members, std::uint32_t first);
    void stand_for(std::uint32_t from, std::uint32_t to);
    std::uint64_t cost(const Turns& turns) const;
    bool all_folded(const DrawnGraph::Below& all, const DrawnGraph::Below& shown) const;
    bool opened(const FoldGroup& group) const;
    bool opened(std::uint32_t node) const;
    bool closed(std::uint32_t node) const;

    const DrawnGraph& graph_;
    std::uint64_t fan_;
    Grain grain_;
    std::vector<const FoldChoice*> choices_;
    std::vector<Part> parts_;  // The innermost last.
    Folding folding_;
    std::uint64_t shown_ = 0;
    std::uint64_t limit_ = UINT64_MAX;
    bool keeping_ = false;
};

bool Walk::opened(const FoldGroup& group) const {
    return std::ranges::any_of(choices_, [&](const auto* each) { return each->opened(group); });
}

bool Walk::opened(std::uint32_t node) const {
    return std::ranges::any_of(choices_, [&](const auto* each) { return each->opened(node); });
}

bool Walk::closed(std::uint32_t node) const {
    return std::ranges::any_of(choices_, [&](const auto* each) { return each->closed(node); });
}

void Walk::walk() {
    const std::uint32_t action = graph_.size() - 1;
    show(0, closed(0) ? graph_.ends[0] : 1);
    const std::vector<std::uint32_t>& backbone = graph_.lines.front().nodes;
    push_turns({0, grain_.exponent, grain_.insides, 0, backbone.size()});
    if (!closed(0)) {
        push_under(0);
    }
    while (!parts_.empty() && shown_ <= limit_) {
        const Part part = std::move(parts_.back());
        parts_.pop_back();
        switch (part.kind) {
            case Part::Kind::turns: go_on(part.turns); break;
            case Part::Kind::under: go_on(part.under); break;
            case Part::Kind::rest: go_on(part.rest); break;
        }
    }
    show(action, graph_.size());
}

void Walk::stand_for(std::uint32_t from, std::uint32_t to) {
    if (keeping_) {
        const auto item = static_cast<std::uint32_t>(folding_.items.size() - 1);
        std::fill(folding_.shown_by.begin() + from, folding_.shown_by.begin() + to, item);
    }
}

// A node, and all behind it up to `end`, which it hides.
void Walk::show(std::uint32_t node, std::uint32_t end) {
    ++shown_;
    if (keeping_) {
        const std::uint32_t above = graph_.parents[node];
        folding_.items.push_back(
            {.node = node, .parent = above == none ? none : folding_.shown_by[above]});
        stand_for(node, end);
    }
}

void Walk::show_group(const FoldGroup& group, std::uint64_t members, std::uint32_t first) {
    show(first, first);
    if (keeping_) {
        folding_.items.back().members = members;
        folding_.items.back().group = group;
    }
}

void Walk::push_turns(Turns turns) {
    parts_.push_back({.kind = Part::Kind::turns, .turns = turns});
}

// One that was delegated to.
void Walk::push_line(std::uint32_t line) {
    const std::size_t size = graph_.lines[line].nodes.size();
    push_turns(
        {line, grain_.delegated ? std::uint8_t{0} : exponent_for(size), grain_.delegated, 0, size});
}

void Walk::go_on(const Turns& part) {
    if (part.at == part.end) {
        return;
    }
    const std::vector<std::uint32_t>& nodes = graph_.lines[part.line].nodes;
    const std::uint64_t places = places_in(part.exponent);
    const auto index = static_cast<std::uint32_t>(part.at / places);
    const std::size_t end = std::min<std::size_t>((index + std::uint64_t{1}) * places, part.end);
    Turns after = part;
    after.at = end;
    push_turns(after);
    const FoldGroup group{{RowKind::turns, part.line}, part.exponent, index};
    if (end - part.at == 1) {
        show_thought(nodes[part.at], part.insides);
    } else if (opened(group)) {
        Turns inner{part.line, static_cast<std::uint8_t>(part.exponent - 1), part.insides, part.at,
                    end};
        inner.insides = inner.insides || (inner.exponent == 0 && cost(inner) <= opened_nodes_max);
        push_turns(inner);
    } else {
        show_group(group, end - part.at, nodes[part.at]);
        stand_for(nodes[part.at], graph_.ends[nodes[end - 1]]);
    }
}

// How many nodes the turns have when each shows what hangs under it, or more.
std::uint64_t Walk::cost(const Turns& turns) const {
    std::uint64_t cost = 0;
    for (std::size_t at = turns.at; at < turns.end && cost <= opened_nodes_max; ++at) {
        const std::uint32_t node = graph_.lines[turns.line].nodes[at];
        const DrawnGraph::Below& below = graph_.below(node);
        cost += 1 + 2 * std::min<std::uint64_t>(below.steps, fan_) +
                2 * std::min<std::uint64_t>(below.decisions, fan_) +
                std::min<std::uint64_t>(below.lines, fan_);
    }
    return cost;
}

void Walk::show_thought(std::uint32_t node, bool insides) {
    const bool inside = !closed(node) && (insides || opened(node));
    show(node, inside ? node + 1 : graph_.ends[node]);
    if (inside) {
        push_under(node);
    }
}

void Walk::push_under(std::uint32_t node) {
    const Under under{.node = node, .next = node + 1};
    parts_.push_back({.kind = Part::Kind::under, .under = under});
}

// Whether every row was shown to its end, or as far as its stack.
bool Walk::all_folded(const DrawnGraph::Below& all, const DrawnGraph::Below& shown) const {
    return std::ranges::all_of(std::array{RowKind::calls, RowKind::decisions, RowKind::agents},
                               [&](RowKind row) {
                                   const std::uint32_t size = count_in(all, row);
                                   return count_in(shown, row) >= (size > fan_ ? fan_ : size);
                               });
}

// A stack stands where its first member stands.
void Walk::go_on(const Under& part) {
    Under after = part;
    const DrawnGraph::Below& below = graph_.below(part.node);
    while (after.next < graph_.ends[part.node]) {
        const std::uint32_t node = after.next;
        after.next = next_beside(graph_, node);
        const RowKind row = row_of(graph_, node);
        const std::uint32_t at = count_in(after.shown, row)++;
        const bool folds = count_in(below, row) > fan_;
        if (folds && at + 1 > fan_) {
            if (all_folded(below, after.shown)) {
                return;
            }
            continue;
        }
        parts_.push_back({.kind = Part::Kind::under, .under = after});
        if (folds && at + 1 == fan_) {
            push_rest({row, part.node}, node);
        } else {
            show_beside(node);
        }
        return;
    }
}

// A step, or the line that the thought begins.
void Walk::show_beside(std::uint32_t node) {
    if (graph_.types[node] == DrawnType::thought) {
        push_line(graph_.thought(node).line);
    } else {
        show_step(node);
    }
}

void Walk::show_step(std::uint32_t node) {
    const bool inside = !closed(node);
    show(node, inside ? node + 1 : graph_.ends[node]);
    for (std::uint32_t each = node + 1; inside && each < graph_.ends[node]; ++each) {
        show(each, each + 1);
    }
}

// From `node` on, all of its kind.
void Walk::push_rest(const FoldRow& row, std::uint32_t node) {
    const bool shut = !opened(FoldGroup{row});
    if (shut && !keeping_) {
        ++shown_;
        return;
    }
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t each = node; each < graph_.ends[row.of]; each = next_beside(graph_, each)) {
        if (row_of(graph_, each) == row.kind) {
            nodes.push_back(each);
        }
    }
    if (shut) {
        show_group(FoldGroup{row}, nodes.size(), node);
        for (const std::uint32_t each : nodes) {
            stand_for(each, next_beside(graph_, each));
        }
        return;
    }
    const std::size_t size = nodes.size();
    const int exponent = size > opened_max ? exponent_for(size) - 1 : 0;
    push_groups({.row = row,
                 .nodes = std::make_shared<std::vector<std::uint32_t>>(std::move(nodes)),
                 .exponent = static_cast<std::uint8_t>(exponent),
                 .at = 0,
                 .end = size});
}

void Walk::push_groups(Rest rest) {
    parts_.push_back({.kind = Part::Kind::rest, .rest = std::move(rest)});
}

// Places count from the first of the row, of which some are shown before these.
void Walk::go_on(const Rest& part) {
    if (part.at == part.end) {
        return;
    }
    const std::vector<std::uint32_t>& nodes = *part.nodes;
    const std::uint64_t before = fan_ - 1;
    const std::uint64_t places = places_in(part.exponent);
    const std::uint64_t index = (before + part.at) / places;
    const auto end =
        static_cast<std::size_t>(std::min<std::uint64_t>((index + 1) * places - before, part.end));
    Rest after = part;
    after.at = end;
    push_groups(std::move(after));
    const FoldGroup group{part.row, part.exponent, static_cast<std::uint32_t>(index)};
    if (end - part.at == 1) {
        show_beside(nodes[part.at]);
    } else if (opened(group)) {
        Rest inner = part;
        inner.exponent = static_cast<std::uint8_t>(part.exponent - 1);
        inner.end = end;
        push_groups(std::move(inner));
    } else {
        show_group(group, end - part.at, nodes[part.at]);
        for (std::size_t at = part.at; at < end; ++at) {
            stand_for(nodes[at], next_beside(graph_, nodes[at]));
        }
    }
}

// Finds the finest grain that fits, and what else fits besides.
class Fitting {
public:
    Fitting(const DrawnGraph& graph, const FoldLimits& limits)
        : graph_(graph), limits_(limits), own_(graph, limits.fan) {}

    void find() {
        const std::size_t turns = graph_.lines.front().nodes.size();
        for (const Grain grain : {Grain{0, true, true}, Grain{0, true, false}}) {
            grain_ = grain;
            if (fits(own_)) {
                return;
            }
        }
        grain_ = {0, false, false};
        if (turns == 0) {
            return;
        }
        if (fits(own_)) {
            open_last_turns(turns);
            return;
        }
        const std::uint8_t whole = exponent_for(turns);
        for (grain_.exponent = 1; grain_.exponent < whole && !fits(own_); ++grain_.exponent) {
        }
        open_end(turns - 1);
        open_end(0);
        open_last_turns((turns - 1) % places_in(1) + 1);
    }

    const Grain& grain() const { return grain_; }
    const FoldChoice& own() const { return own_; }

private:
    bool fits(const FoldChoice& own) const {
        return Walk(graph_, limits_.fan, grain_).count(own, limits_.nodes) <= limits_.nodes;
    }

    FoldChoice with_last_turns(std::size_t count) const {
        const std::vector<std::uint32_t>& turns = graph_.lines.front().nodes;
        FoldChoice choice = own_;
        for (std::size_t i = 0; i < count; ++i) {
            choice.open(turns[turns.size() - 1 - i]);
        }
        return choice;
    }

    // As many of the last turns as there is room for show what hangs under them.
    void open_last_turns(std::size_t most) {
        std::size_t fit = 0;
        std::size_t too_many = most + 1;
        while (too_many - fit > 1) {
            const std::size_t middle = fit + (too_many - fit) / 2;
            (fits(with_last_turns(middle)) ? fit : too_many) = middle;
        }
        own_ = with_last_turns(fit);
    }

    // Group within group, towards the turn at one end.
    void open_end(std::size_t place) {
        for (std::uint8_t exponent = grain_.exponent; exponent > 0; --exponent) {
            FoldChoice more = own_;
            more.open(FoldGroup{{RowKind::turns, 0},
                                exponent,
                                static_cast<std::uint32_t>(place / places_in(exponent))});
            if (!fits(more)) {
                return;
            }
            own_ = std::move(more);
        }
    }

    const DrawnGraph& graph_;
    FoldLimits limits_;
    Grain grain_;
    FoldChoice own_;
};

}  // namespace

Folding fold(const DrawnGraph& graph, const FoldLimits& limits, const FoldChoice& asked) {
    Fitting fitting(graph, limits);
    fitting.find();
    return Walk(graph, limits.fan, fitting.grain()).take(fitting.own(), asked);
}

}  // namespace hence
