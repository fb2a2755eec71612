#include "views/stats/tally.h"

#include <utility>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/json.h"

namespace hence {

StatsTally::StatsTally(const Store& store, const StatsRequest& request, NameTable& names)
    : store_(store),
      names_(names),
      counting_(names),
      sessions_(store),
      counted_sessions_(sessions_, names),
      slow_(request.slower_than_ms),
      by_name_(names),
      calls_(store, counted_sessions_, [this](const PairedCall& call) { add_settled(call); }) {
    stats_.agent = request.agent;
    stats_.slower_than_ms = request.slower_than_ms;
    if (request.prices) {
        pricing_.emplace(*request.prices);
    }
}

StatsTally::OfKind& StatsTally::of_kind(std::uint32_t kind) {
    if (kind >= kinds_.size()) {
        kinds_.resize(names_.size());
    }
    if (!kinds_[kind]) {
        const std::string& name = names_.text(kind);
        kinds_[kind] = OfKind{0, wants_rationale(name), kind_named(name)};
    }
    return *kinds_[kind];
}

Result<void> StatsTally::add(const Event& event) {
    if (pricing_ && event.kind() == Kind::llm_call) {
        pricing_->add(event);
    }
    arguments_ = event.kind() == Kind::tool_call
                     ? std::optional(tools_.hash_of(Json(event.fields())["input"]))
                     : std::nullopt;
    return add(counting_.of(event));
}

Result<void> StatsTally::add(const Counted& event) {
    OfKind& kind = of_kind(event.kind);
    ++stats_.events;
    ++kind.events;
    if (event.is_work) {
        extent_.add(event.place.time,
                    end_of_work(names_.text(event.kind), event.place.time, event.duration_ms));
    }
    by_name_.add(event, kind.known == Kind::error);
    if (kind.wants_rationale) {
        ++(event.rationale_given ? stats_.rationale_given : stats_.rationale_missing);
    }
    if (kind.known == Kind::tool_call) {
        return add_tool_call(event);
    }
    if (kind.known == Kind::observation) {
        return calls_.add_end(event);
    }
    if (kind.known == Kind::llm_call) {
        add_llm_call(event);
    } else if (kind.known == Kind::session_end) {
        ends_spent_.add({event.amounts.tokens, event.amounts.usd});
    } else if (kind.known == Kind::error) {
        add_error(event.error, event.time(), event.agent);
    }
    return {};
}

void StatsTally::add_error(std::string_view error, const std::optional<Time>& time,
                           std::uint32_t agent) {
    errors_.add(error.empty() ? "unknown" : error, time, names_.text(agent));
}

void StatsTally::add_llm_call(const Counted& call) {
    const auto add = [](std::optional<double>& sum, const std::optional<double>& count) {
        if (count) {
            sum = sum.value_or(0) + *count;
        }
    };
    add(stats_.prompt_tokens, call.amounts.prompt);
    add(stats_.completion_tokens, call.amounts.completion);
    const SpentOnCalls spent{call.amounts.tokens, call.amounts.usd};
    calls_spent_.add(spent);
    by_name_.add_llm_call(call, spent);
    llm_durations_.add(call.duration_ms);
    if (call.duration_ms) {
        slow_.offer(*call.duration_ms, call.place);
    }
    if (call.failed) {
        add_error(call.error, call.time(), call.agent);
    }
}

Result<void> StatsTally::add_tool_call(const Counted& call) {
    TRY(add_to_sequence(call));
    const std::size_t place = tool_durations_.add(call.duration_ms);
    by_name_.add_tool_call(call, place);
    if (call.duration_ms) {
        slow_.offer(*call.duration_ms, call.place);
    }
    return calls_.add_start(call, place);
}

// Without a session and a run there is nothing that would hold these calls together.
Result<void> StatsTally::add_to_sequence(const Counted& call) {
    const std::uint32_t session = TRY(counted_sessions_.of(call));
    if (session == NameTable::none && call.run == NameTable::none) {
        return {};
    }
    const std::uint64_t key = std::uint64_t{session} << 32 | call.run;
    auto known = sequences_.find(key);
    if (known == sequences_.end()) {
        const std::size_t place = tools_.sequence_of(names_.text(session), names_.text(call.run));
        known = sequences_.emplace(key, place).first;
    }
    if (call.tool >= tool_numbers_.size()) {
        tool_numbers_.resize(names_.size());
    }
    std::optional<std::uint32_t>& tool = tool_numbers_[call.tool];
    tool = tool ? tool : tools_.tool_named(names_.text(call.tool));
    tools_.add(known->second, {*tool, call.place.seq, arguments_});
    return {};
}

void StatsTally::add_settled(const PairedCall& call) {
    by_name_.settle(call);
    if (call.late_ms) {
        tool_durations_.set(call.tag, *call.late_ms);
        slow_.offer(*call.late_ms, call.place);
    }
    if (call.failed) {
        add_error(call.error, call.failed_at, call.agent);
    }
}

Result<Stats> StatsTally::finish() {
    TRY(calls_.finish());
    stats_.tool_calls = tool_durations_.figures();
    stats_.llm_calls = llm_durations_.figures();
    stats_.from = extent_.from();
    stats_.to = extent_.to();
    stats_.duration_ms = extent_.duration_ms();
    for (std::uint32_t name = 0; name < kinds_.size(); ++name) {
        if (kinds_[name]) {
            stats_.kinds.emplace(names_.text(name), kinds_[name]->events);
        }
    }
    stats_.tokens = calls_spent_.tokens.known() ? calls_spent_.tokens : ends_spent_.tokens;
    stats_.cost_usd = calls_spent_.usd ? calls_spent_.usd : ends_spent_.usd;
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
