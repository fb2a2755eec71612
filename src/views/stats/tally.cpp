#include "views/stats/tally.h"

#include <utility>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"

namespace hence {
namespace {

// Nothing when its time only says the order.
std::optional<Time> time_of(const Event& event) {
    return event.has(Flag::time_derived) ? std::nullopt : std::optional(event.time());
}

}  // namespace

StatsTally::StatsTally(const Store& store, const StatsRequest& request)
    : store_(store),
      sessions_(store),
      slow_(request.slower_than_ms),
      calls_(store, sessions_, [this](const PairedCall& call) { add_settled(call); }) {
    stats_.agent = request.agent;
    stats_.slower_than_ms = request.slower_than_ms;
    if (request.prices) {
        pricing_.emplace(*request.prices);
    }
}

Result<void> StatsTally::add(const Event& event) {
    const std::string_view kind = event.kind();
    ++stats_.events;
    ++stats_.kinds[std::string(kind)];
    extent_.add(event);
    spent_.add(event);
    by_name_.add(event);
    if (event.kind() == Kind::llm_call) {
        const auto add = [&](std::optional<double>& sum, std::string_view name) {
            if (const std::optional<double> count = field(event, name).number()) {
                sum = sum.value_or(0) + *count;
            }
        };
        add(stats_.prompt_tokens, "prompt_tokens");
        add(stats_.completion_tokens, "completion_tokens");
    }
    if (wants_rationale(kind)) {
        ++(rationale_given(event) ? stats_.rationale_given : stats_.rationale_missing);
    }
    if (kind == Kind::tool_call) {
        return add_tool_call(event);
    }
    if (kind == Kind::observation) {
        return calls_.add_end(event);
    }
    if (kind == Kind::llm_call) {
        add_llm_call(event);
    } else if (kind == Kind::error) {
        const std::optional<std::string> text = Json(event.fields())["error"].string();
        errors_.add(text && !text->empty() ? *text : "unknown", time_of(event), event.agent());
    }
    return {};
}

void StatsTally::add_llm_call(const Event& event) {
    llm_durations_.add(event.duration_ms());
    if (event.duration_ms()) {
        slow_.offer(*event.duration_ms(), position_of(event), event.id());
    }
    if (pricing_) {
        pricing_->add(event);
    }
}

Result<void> StatsTally::add_tool_call(const Event& event) {
    const std::string session = TRY(sessions_.of(event));
    tools_.add(session, event);
    const std::size_t place = tool_durations_.add(event.duration_ms());
    by_name_.add_tool_call(event, place);
    if (event.duration_ms()) {
        slow_.offer(*event.duration_ms(), position_of(event), event.id());
    }
    return calls_.add_start(event, place);
}

void StatsTally::add_settled(const PairedCall& call) {
    by_name_.settle(call);
    if (call.late_ms) {
        tool_durations_.set(call.tag, *call.late_ms);
        slow_.offer(*call.late_ms, call.place, call.event);
    }
    if (call.failed) {
        errors_.add(call.error.empty() ? "unknown" : call.error, call.failed_at, call.agent);
    }
}

Result<Stats> StatsTally::finish() {
    TRY(calls_.finish());
    stats_.tool_calls = tool_durations_.figures();
    stats_.llm_calls = llm_durations_.figures();
    stats_.from = extent_.from();
    stats_.to = extent_.to();
    stats_.duration_ms = extent_.duration_ms();
    stats_.tokens = spent_.tokens();
    stats_.cost_usd = spent_.cost_usd();
    if (pricing_) {
        stats_.computed = pricing_->cost();
    }
    stats_.slow = TRY(slow_.list(store_));
    stats_.errors = errors_.list();
    stats_.loops = TRY(tools_.loops(store_));
    stats_.by_tool = by_name_.tools();
    stats_.by_agent = by_name_.agents();
    return std::move(stats_);
}

}  // namespace hence
