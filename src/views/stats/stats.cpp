// Figures over the events that match a filter: hands each event to the tally and writes what came
// out.
#include "hence/stats.h"

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "base/try.h"
#include "model/tokens.h"
#include "views/find/counted_walk.h"
#include "views/find/query_match.h"
#include "views/stats/tally.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

void append_calls(JsonWriter& json, std::string_view name, const CallStats& calls) {
    json.key(name).begin_object().member("n", calls.n).member("mean_ms", calls.mean_ms);
    json.member("p50_ms", calls.p50_ms).member("p95_ms", calls.p95_ms);
    json.member("max_ms", calls.max_ms).end_object();
}

void append_slow(JsonWriter& json, const SlowCall& call) {
    json.begin_object().member("event", call.event).member("summary", call.summary);
    json.member("duration_ms", call.duration_ms).end_object();
}

void append_errors(JsonWriter& json, const ErrorGroup& group) {
    json.begin_object().member("error", group.error).member("count", group.count);
    json.member("last_seen", group.last_seen).list("agents", group.agents).end_object();
}

void append_loop(JsonWriter& json, const ToolLoop& loop) {
    json.begin_object().member("run", OrNull{loop.run}).list("steps", loop.steps);
    json.member("repeats", loop.repeats).member("first_event", loop.first_event).end_object();
}

// Any finite duration may be recorded, and two of the largest add up to none.
std::optional<double> if_finite(double sum) {
    return std::isfinite(sum) ? std::optional(sum) : std::nullopt;
}

void append_tool(JsonWriter& json, const ToolFigures& tool) {
    json.begin_object().member("tool", OrNull{tool.tool}).member("calls", tool.calls.n);
    json.member("failed", tool.failed).member("p50_ms", tool.calls.p50_ms);
    json.member("p95_ms", tool.calls.p95_ms)
        .member("total_ms", if_finite(tool.total_ms))
        .end_object();
}

void append_agent(JsonWriter& json, const AgentFigures& agent) {
    json.begin_object().member("agent", OrNull{agent.agent}).member("events", agent.events);
    json.member("tool_calls", agent.tool_calls).member("llm_calls", agent.llm_calls);
    json.member("errors", agent.errors).member("calls_ms", if_finite(agent.calls_ms)).key("tokens");
    write_tokens(json, agent.tokens);
    json.member("cost_usd", agent.cost_usd).end_object();
}

void append_computed(JsonWriter& json, const std::optional<ComputedCost>& computed) {
    json.key("computed");
    if (!computed) {
        json.null();
        return;
    }
    json.begin_object().member("cost_usd", computed->cost_usd).member("calls", computed->calls);
    json.member("calls_unpriced", computed->calls_unpriced);
    json.list("unpriced", computed->unpriced).end_object();
}

void append_figures(JsonWriter& json, const Stats& stats) {
    json.member("agent", OrNull{stats.agent}).member("events", stats.events);
    json.object("kinds", stats.kinds);
    append_calls(json, "tool_calls", stats.tool_calls);
    append_calls(json, "llm_calls", stats.llm_calls);
    json.key("tokens").begin_object();
    append_token_members(json, stats.tokens);
    json.member("prompt", stats.prompt_tokens).member("completion", stats.completion_tokens);
    json.end_object();
    json.key("rationale").begin_object().member("given", stats.rationale_given);
    json.member("missing", stats.rationale_missing).end_object();
}

// Sheets know no prices' models, and of a part of the events an index finds less to read.
bool asks_for_all(const StatsRequest& request) {
    return request.agent.empty() && request.session.empty() && request.run.empty() &&
           !request.from && !request.to && !request.prices;
}

Result<Stats> from_sheets(const Store& store, NameTable& names, StatsTally& tally) {
    CountedWalk events(store, names);
    for (const Counted* event = TRY(events.next()); event != nullptr;) {
        TRY(tally.add(*event));
        event = TRY(events.next());
    }
    return tally.finish();
}

}  // namespace

Result<void> Stats::write_json(const Sink& sink) const {
    Pieces out(sink);
    out.json.begin_object();
    append_figures(out.json, *this);
    TRY(out.list("slow", slow, append_slow));
    TRY(out.list("errors", errors, append_errors));
    TRY(out.list("loops", loops, append_loop));
    out.json.member("from", from).member("to", to).member("duration_ms", duration_ms);
    out.json.member("cost_usd", cost_usd);
    append_computed(out.json, computed);
    TRY(out.list("by_tool", by_tool, append_tool));
    TRY(out.list("by_agent", by_agent, append_agent));
    out.json.end_object().end_line();
    return out.finish();
}

Result<Stats> stats(const Store& store, const StatsRequest& request) {
    EventQuery asked{.agent = request.agent, .session = request.session, .run = request.run};
    asked.from = request.from;
    asked.to = request.to;
    const EventQuery whole = TRY(with_whole_names(store, std::move(asked)));
    NameTable names;
    StatsTally tally(store, request, names);
    const bool kept = TRY(asks_for_all(request) ? keeps_sheets(store) : Result<bool>(false));
    if (kept) {
        return from_sheets(store, names, tally);
    }
    const std::unique_ptr<Cursor> events = TRY(matching(store, whole, {}));
    return tally_of(*events, tally);
}

}  // namespace hence
