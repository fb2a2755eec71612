// Figures over events: how many, how long calls took, what failed, what was slow, which sequences
// of tools repeat.
//
// All figures come from one pass over the events that match. Percentiles are by nearest rank, so
// each of them is a duration that was recorded. A call that is recorded as two events counts once,
// and a call without a duration counts in the number of calls only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"
#include "hence/store.h"
#include "hence/time.h"
#include "hence/tokens.h"

namespace [[gnu::visibility("default")]] hence {

// What a token of a model costs, in US dollars, by class. A class without a price cannot be
// charged; reasoning without one is charged as the output that it is part of.
struct TokenPrices {
    std::optional<double> input = {};
    std::optional<double> output = {};
    std::optional<double> cache_read = {};
    std::optional<double> cache_write = {};
    std::optional<double> reasoning = {};
};
using Prices = std::map<std::string, TokenPrices>;  // By the name of the model, as it is recorded.

// Reads {"MODEL":{"input":n,"output":n,"cache_read":n,"cache_write":n,"reasoning":n}}, each class
// or none. Fails with invalid, saying what is wrong.
Result<Prices> parse_prices(std::string_view json);

// Over which events. As in EventQuery, an empty filter lets everything pass.
struct StatsRequest {
    std::string agent = {};
    std::string session = {};
    std::string run = {};
    std::optional<Time> from = {};  // Both ends inclusive.
    std::optional<Time> to = {};
    std::optional<double> slower_than_ms =
        {};                             // Lists all calls that took longer, not the slowest.
    std::optional<Prices> prices = {};  // To work out what calls cost that do not say it.
};

// Calls that tell no duration count in `n` alone.
struct CallStats {
    std::uint64_t n = 0;
    std::optional<double> mean_ms;  // Whole, half up.
    std::optional<double> p50_ms;   // By nearest rank: always a duration that was recorded.
    std::optional<double> p95_ms;
    std::optional<double> max_ms;
};

struct SlowCall {
    std::string event;
    std::string summary;
    double duration_ms = 0;
};

// Errors and failed calls that say the same.
struct ErrorGroup {
    std::string error;
    std::uint64_t count = 0;
    std::optional<Time> last_seen;    // Nothing when none of them has a time.
    std::vector<std::string> agents;  // Sorted.
};

// The same tools with the same arguments in the same order, again and again.
struct ToolLoop {
    std::string run;  // Empty: of the events of a session that name no run.
    std::vector<std::string> steps;
    std::vector<std::string> arguments;  // Of each step, as its summary shows them.
    std::uint64_t repeats = 0;
    std::string first_event;
};

// The calls of one tool.
struct ToolFigures {
    std::string tool;  // Empty: no name was recorded.
    CallStats calls = {};
    std::uint64_t failed = 0;
    double total_ms = 0;  // Of the durations that were recorded.
};

// What one agent did.
struct AgentFigures {
    std::string agent;  // Empty: of the events that name none.
    std::uint64_t events = 0;
    std::uint64_t tool_calls = 0;
    std::uint64_t llm_calls = 0;
    std::uint64_t errors = 0;  // Error events and failed calls, each once.
    double calls_ms = 0;       // What its calls took together.
    TokenUse tokens = {};
    std::optional<double> cost_usd = {};  // As recorded.
};

// What model calls that state no cost come to by a list of prices.
struct ComputedCost {
    double cost_usd = 0;
    std::uint64_t calls = 0;            // So many were priced.
    std::uint64_t calls_unpriced = 0;   // So many could not be.
    std::vector<std::string> unpriced;  // Their models, sorted.
};

struct Stats {
    std::string agent;  // Empty: not asked for one.
    std::optional<double> slower_than_ms;
    std::uint64_t events = 0;
    std::map<std::string, std::uint64_t> kinds;
    CallStats tool_calls;
    CallStats llm_calls;
    std::optional<Time> from;  // The first beginning; nothing when no event has a time.
    std::optional<Time> to;    // The last end.
    std::optional<double> duration_ms;
    TokenUse tokens;  // Of the model calls, else as ends state.
    // As the model calls state them, whatever their emitters count in.
    std::optional<double> prompt_tokens;
    std::optional<double> completion_tokens;
    std::optional<double> cost_usd;        // As recorded, likewise.
    std::optional<ComputedCost> computed;  // Where prices were given.
    // Of decisions, assumptions, curations and tool calls. One that a rule worked out is not given.
    std::uint64_t rationale_given = 0;
    std::uint64_t rationale_missing = 0;
    std::vector<SlowCall> slow;          // Slowest first; of equal ones the earlier first.
    std::vector<ErrorGroup> errors;      // Most frequent first, then by text.
    std::vector<ToolLoop> loops;         // In the order of their first events.
    std::vector<ToolFigures> by_tool;    // Most calls first, then by name.
    std::vector<AgentFigures> by_agent;  // Most events first, then by name.

    Result<void> write_json(const Sink& sink) const;
    Result<void> write_text(const Sink& sink) const;
};

// A call of two events, a tool_call and the observation that ended it, counts once, where its
// tool_call matches. Fails with invalid when a shortened name fits several.
Result<Stats> stats(const Store& store, const StatsRequest& request);

}  // namespace hence
