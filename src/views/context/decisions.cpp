#include "views/context/decisions.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace hence {
namespace {

constexpr std::uint32_t none = ContextLog::none;

// Whether the node of its turn already stands for a decision.
bool is_its_turn(const ContextTurns& turns, std::uint32_t decision) {
    const std::uint32_t turn = turns.turn_of(decision);
    return turn != none && turns.turn(turn).named_by == decision && turns.stands_for(turn) == none;
}

std::uint32_t turn_of_decision(const ContextTurns& turns, std::uint32_t node) {
    const std::uint32_t anchor = turns.anchor(node);
    const std::uint32_t above = anchor == none ? none : turns.turn_of(anchor);
    return above == none ? turns.turn_of(node) : above;
}

// The last turn of the strand that began before an event.
std::uint32_t turn_before(const ContextLog& log, const ContextTurns& turns, std::uint32_t node) {
    const std::vector<std::uint32_t>& line = turns.of_strand(log.strand_of(node));
    const auto behind = std::ranges::partition_point(line, [&](std::uint32_t turn) {
        return log.fact(turns.turn(turn).first).place <= log.fact(node).place;
    });
    return behind == line.begin() ? none : *std::prev(behind);
}

// The event that an outcome judges, if it is part of the graph.
std::uint32_t target_of(const ContextLog& log, std::uint32_t outcome) {
    const std::uint32_t target = log.find(log.fact(outcome).result);
    return target != none && log.shown(target) ? target : none;
}

}  // namespace

bool is_decision(const ContextFact& fact) {
    return fact.part == ContextPart::remark && fact.names == NameOfTurn::decision;
}

ContextDecisions::ContextDecisions(const ContextLog& log, const ContextTurns& turns) {
    for (std::uint32_t node = 0; node < log.size(); ++node) {
        const ContextFact& fact = log.fact(node);
        if (fact.judges) {
            place_outcome(log, turns, node);
        } else if (is_decision(fact) && log.shown(node) && !is_its_turn(turns, node)) {
            const std::uint32_t turn = turn_of_decision(turns, node);
            if (turn != none) {
                steps_.push_back({turn, node});
            }
        }
    }
    std::ranges::sort(steps_);
    std::ranges::sort(outcomes_);
}

void ContextDecisions::place_outcome(const ContextLog& log, const ContextTurns& turns,
                                     std::uint32_t node) {
    const std::uint32_t target = target_of(log, node);
    if (target == none && !log.shown(node)) {
        return;
    }
    std::uint32_t turn = target == none ? none : turns.turn_of(target);
    if (turn != none) {
        const ContextFact& judged = log.fact(target);
        const bool is_call = judged.part == ContextPart::tool_call;
        if (is_call || (is_decision(judged) && !is_its_turn(turns, target))) {
            outcomes_.push_back({target, node});
            return;
        }
    }
    turn = turn == none ? turn_before(log, turns, node) : turn;
    if (turn == none) {
        early_.push_back(node);
    } else {
        steps_.push_back({turn, node});
    }
}

std::vector<std::uint32_t> ContextDecisions::at(const std::vector<Hung>& hung,
                                                std::uint32_t above) {
    std::vector<std::uint32_t> nodes;
    auto each = std::ranges::lower_bound(hung, above, {}, &Hung::above);
    for (; each != hung.end() && each->above == above; ++each) {
        nodes.push_back(each->node);
    }
    return nodes;
}

std::vector<std::uint32_t> ContextDecisions::steps_of(const ContextTurns& turns,
                                                      std::uint32_t turn) const {
    const std::vector<std::uint32_t>& steps = turns.turn(turn).steps;
    const std::vector<std::uint32_t> more = at(steps_, turn);
    if (more.empty()) {
        return steps;
    }
    std::vector<std::uint32_t> all;
    std::ranges::merge(steps, more, std::back_inserter(all));
    return all;
}

Provenance ContextDecisions::judged(const ContextLog& log, std::uint32_t outcome) {
    return target_of(log, outcome) == none ? Provenance::assumed : Provenance::derived;
}

}  // namespace hence
