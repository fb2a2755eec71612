#include "views/context/links.h"

#include <algorithm>

namespace hence {
namespace {

// Whether it may be what the graph begins with.
bool begins(const ContextFact& fact) {
    return fact.part == ContextPart::start || fact.asks;
}

}  // namespace

// The best reason to say that `node` hangs on an event that `is` true of.
template <class Is>
Provenance ContextLinks::named(std::uint32_t node, Is is) const {
    Provenance best = Provenance::assumed;
    const std::uint32_t above = turns_.above(node);
    if (above != none && is(above)) {
        best = log_.fact(node).parent_derived ? Provenance::derived : Provenance::explicit_;
    }
    for (const ContextLog::Named& each : log_.named_by(node)) {
        if (is(each.target)) {
            best = std::min(best, each.provenance);
        }
    }
    return best;
}

template <class Is>
Provenance ContextLinks::named_by_turn(std::uint32_t number, Is is) const {
    const ContextTurn& turn = turns_.turn(number);
    Provenance best = named(turn.first, is);
    for (const std::uint32_t node : {turn.model_call, turn.thought}) {
        if (node != none && node != turn.first) {
            best = std::min(best, named(node, is));
        }
    }
    return best;
}

Provenance ContextLinks::leads(std::uint32_t from, std::uint32_t to) const {
    return named_by_turn(to, [&](std::uint32_t node) {
        return from == none ? begins(log_.fact(node)) : turns_.turn_of(node) == from;
    });
}

Provenance ContextLinks::calls(std::uint32_t turn, std::uint32_t call) const {
    const auto in_turn = [&](std::uint32_t node) {
        return node != none && turns_.turn_of(node) == turn;
    };
    const Provenance said = named(call, in_turn);
    const std::uint32_t anchor = turns_.anchor(call);
    if (said == Provenance::explicit_ || (in_turn(anchor) && !log_.fact(call).parent_derived)) {
        return Provenance::explicit_;
    }
    return in_turn(anchor) || in_turn(turns_.requested_by(call)) ? Provenance::derived : said;
}

Provenance ContextLinks::returns(std::uint32_t call, std::uint32_t end) const {
    if (end == none) {
        return Provenance::derived;
    }
    const Provenance said = named(end, [&](std::uint32_t node) { return node == call; });
    return std::min(said, Provenance::derived);
}

Provenance ContextLinks::informs(std::uint32_t event, std::uint32_t turn) const {
    return named_by_turn(turn, [&](std::uint32_t node) { return node == event; });
}

Provenance ContextLinks::informs_end(std::uint32_t event, std::uint32_t end) const {
    return end == none ? Provenance::assumed
                       : named(end, [&](std::uint32_t node) { return node == event; });
}

Provenance ContextLinks::executes(std::uint32_t turn, std::uint32_t end) const {
    if (end == none) {
        return Provenance::assumed;
    }
    return named(end, [&](std::uint32_t node) {
        return turn == none ? begins(log_.fact(node)) : turns_.turn_of(node) == turn;
    });
}

Provenance ContextLinks::delegates(std::uint32_t turn, std::uint32_t to) const {
    const Provenance said =
        named_by_turn(to, [&](std::uint32_t node) { return turns_.turn_of(node) == turn; });
    return std::min(said, Provenance::derived);
}

}  // namespace hence
