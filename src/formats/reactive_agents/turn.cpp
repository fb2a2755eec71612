#include "formats/reactive_agents/turn.h"

#include <utility>

#include "model/rationale/rationale.h"

namespace hence {

// Blocks stand in the text of the answer or in the model's thinking; where both name a call, the
// text counts. Rationales beside the calls come last.
void ReactiveTurn::read_rationales(Json response) {
    for (const std::string_view name : {"content", "thinking", "reasoning"}) {
        rationales_.merge(rationales_in(response[name].string().value_or("")).by_call);
    }
    const Json calls = response["toolCalls"];
    if (rationales_.empty() && calls.is_array()) {
        std::optional<RationalesOfCalls> beside = rationales_beside_calls(calls.raw());
        rationales_ = beside ? std::move(beside->by_call) : std::move(rationales_);
    }
}

ReactiveTurn::ReactiveTurn(const ReactiveRecord& exchange)
    : id_(exchange.draft.id), iteration_(exchange.draft.iteration) {
    const Json response = exchange.json["response"];
    read_rationales(response);
    std::uint64_t number = 0;
    response["toolCalls"].each_element([this, &number](Json call) {
        asked_for_[call["name"].string().value_or("")].push_back(++number);
        return true;
    });
    lists_calls_ = number > 0;
}

std::optional<std::uint64_t> ReactiveTurn::number_of(std::string_view tool) {
    if (!lists_calls_) {
        return ++calls_;
    }
    const auto asked = asked_for_.find(tool);
    if (asked == asked_for_.end() || asked->second.empty()) {
        return std::nullopt;
    }
    const std::uint64_t number = asked->second.front();
    asked->second.pop_front();
    return number;
}

ReactiveTurn::Asked ReactiveTurn::asked(std::string_view tool,
                                        std::optional<std::int64_t> iteration) {
    if (empty() || iteration != iteration_) {
        return {};
    }
    const std::optional<std::uint64_t> number = number_of(tool);
    const auto found = number ? rationales_.find(*number) : rationales_.end();
    Asked asked;
    asked.rationale = found == rationales_.end() ? std::string() : found->second;
    // An answer that lists no calls asked for those that it gives a reason for.
    asked.by = number && (lists_calls_ || !asked.rationale.empty()) ? id_ : std::string();
    return asked;
}

}  // namespace hence
