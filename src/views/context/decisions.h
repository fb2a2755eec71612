// Where the decisions and outcomes of a session hang in a map.
//
// A context graph draws turns, calls and results. A decision is named by its turn at most, and an
// outcome appears nowhere. A map draws both as nodes. A decision is a step of a turn: of the turn
// of the nearest model call or thought above it, else of the turn in which it was recorded. An
// outcome hangs under the event that it judges: under a call, under a decision, or else as a step
// of the turn of that event. An outcome of an event without a node is a step of the last turn
// before the outcome. A turn that already stands for a decision does not get that decision as a
// step.
#pragma once

#include <cstdint>
#include <vector>

#include "hence/explain.h"
#include "views/context/log.h"
#include "views/context/turns.h"

namespace hence {

class ContextDecisions {
public:
    static constexpr std::uint32_t none = ContextLog::none;

    // Without any: a context graph has no such nodes.
    ContextDecisions() = default;
    ContextDecisions(const ContextLog& log, const ContextTurns& turns);

    // The steps of a turn, with its decisions and outcomes among them, in order.
    std::vector<std::uint32_t> steps_of(const ContextTurns& turns, std::uint32_t turn) const;
    // The outcomes of a call, or of a decision that is a step.
    std::vector<std::uint32_t> outcomes_of(std::uint32_t node) const { return at(outcomes_, node); }
    // Outcomes from before the first turn.
    const std::vector<std::uint32_t>& early() const { return early_; }
    // Derived where the outcome names a recorded event, else assumed.
    static Provenance judged(const ContextLog& log, std::uint32_t outcome);

private:
    struct Hung {
        std::uint32_t above;
        std::uint32_t node;
        friend auto operator<=>(const Hung&, const Hung&) = default;
    };

    static std::vector<std::uint32_t> at(const std::vector<Hung>& hung, std::uint32_t above);
    void place_outcome(const ContextLog& log, const ContextTurns& turns, std::uint32_t node);

    std::vector<Hung> steps_;     // By turn.
    std::vector<Hung> outcomes_;  // By call or decision.
    std::vector<std::uint32_t> early_;
};

// Whether an event is a decision.
bool is_decision(const ContextFact& fact);

}  // namespace hence
