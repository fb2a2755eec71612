#include "views/context/ending.h"

#include <algorithm>

namespace hence {
namespace {

constexpr std::uint32_t none = ContextLog::none;

}  // namespace

std::uint32_t final_event(const ContextLog& log) {
    enum : int { nothing, end_alone, reason, run_output, output };
    std::uint32_t found = none;
    int best = nothing;
    for (std::uint32_t node = 0; node < log.size() && log.of_session(node); ++node) {
        const ContextFact& fact = log.fact(node);
        int worth = nothing;
        if (fact.part == ContextPart::end) {
            worth = fact.text.empty() ? end_alone : output;
        } else if (fact.part == ContextPart::termination &&
                   log.strands()[log.strand_of(node)].claimed_by == none) {
            worth = !fact.text.empty() ? run_output : fact.result.empty() ? end_alone : reason;
        }
        if (worth != nothing && worth >= best) {
            best = worth;
            found = node;
        }
    }
    return found;
}

std::uint32_t last_answer(const ContextLog& log, const ContextTurns& turns) {
    if (turns.backbone().empty()) {
        return none;
    }
    const ContextTurn& turn = turns.turn(turns.backbone().back());
    const std::uint32_t call = turns.last_model_call(turns.backbone().back());
    const bool said = call != none && log.fact(call).names == NameOfTurn::completion;
    const bool asked = std::ranges::any_of(turn.steps, [&](std::uint32_t step) {
        return log.fact(step).place > log.fact(call == none ? step : call).place;
    });
    return said && !asked && !log.asks(call) ? call : none;
}

}  // namespace hence
