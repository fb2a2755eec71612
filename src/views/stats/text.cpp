#include "model/text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/stats.h"
#include "model/json/json.h"
#include "model/summary/duration_text.h"
#include "model/summary/summary_text.h"
#include "model/tokens.h"
#include "views/write/columns.h"
#include "views/write/pieces.h"
#include "views/write/shown_ids.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t error_characters_max = 120;

std::string ms_text(const std::optional<double>& ms) {
    std::string out;
    if (!ms) {
        return "-";
    }
    return duration_text(*ms);
}

std::string number_text(double value) {
    std::string out;
    append_number(out, value);
    return out;
}

std::string listed(const std::vector<std::string>& names, std::string_view between) {
    std::string out;
    for (const std::string& name : names) {
        out += out.empty() ? "" : between;
        out += printable(name);
    }
    return out;
}

void append_kinds(std::string& out, const Stats& stats) {
    std::size_t widest = 0;
    std::uint64_t most = 0;
    for (const auto& [kind, count] : stats.kinds) {
        widest = std::max(widest, kind.size());
        most = std::max(most, count);
    }
    const std::size_t digits = std::to_string(most).size();
    for (const auto& [kind, count] : stats.kinds) {
        out += fmt::format("  {}  {}\n", padded(kind, widest),
                           right_aligned(std::to_string(count), digits));
    }
}

void append_call_line(std::string& out, std::string_view name, const CallStats& calls) {
    if (calls.n == 0) {
        return;
    }
    out += fmt::format("{}: {}", name, calls.n);
    if (calls.mean_ms) {
        out += fmt::format("  (mean {}, p50 {}, p95 {}, max {})", ms_text(calls.mean_ms),
                           ms_text(calls.p50_ms), ms_text(calls.p95_ms), ms_text(calls.max_ms));
    }
    out += '\n';
}

void append_tokens(std::string& out, const Stats& stats) {
    if (!stats.tokens.known()) {
        return;
    }
    const std::string classes = token_classes(stats.tokens);
    out += "Tokens: " + number_text(*stats.tokens.total);
    out += classes.empty() ? "\n" : "  (" + classes + ")\n";
}

// Dollars to six decimals, which is less than a token costs.
std::string usd_text(double usd) {
    std::string text = fmt::format("{:.6f}", usd);
    const std::size_t cents_end = text.size() - 4;
    text.erase(std::max(text.find_last_not_of('0') + 1, cents_end));
    return "$" + text;
}

void append_cost(std::string& out, const Stats& stats) {
    if (stats.cost_usd) {
        out += "Cost: " + usd_text(*stats.cost_usd) + " recorded\n";
    }
    if (!stats.computed) {
        return;
    }
    const ComputedCost& computed = *stats.computed;
    out += fmt::format("Cost: {} computed from the prices given, for {} call{} that state{} none\n",
                       usd_text(computed.cost_usd), computed.calls, computed.calls == 1 ? "" : "s",
                       computed.calls == 1 ? "s" : "");
    if (computed.calls_unpriced > 0) {
        out +=
            fmt::format("! {} call{} without a price: {}\n", computed.calls_unpriced,
                        computed.calls_unpriced == 1 ? "" : "s", listed(computed.unpriced, ", "));
    }
}

void append_took(std::string& out, const Stats& stats) {
    // Of one instant nobody said how long it took.
    if (stats.duration_ms && *stats.from < *stats.to) {
        out += fmt::format("Took: {}  ({} to {})\n", duration_text(*stats.duration_ms),
                           time_text(*stats.from), time_text(*stats.to));
    }
}

void append_figures(std::string& out, const Stats& stats) {
    if (!stats.agent.empty()) {
        out += fmt::format("Agent: {}\n", printable(stats.agent));
    }
    out += fmt::format("Events: {}\n", stats.events);
    append_kinds(out, stats);
    append_took(out, stats);
    append_call_line(out, "Tool calls", stats.tool_calls);
    append_call_line(out, "LLM calls", stats.llm_calls);
    append_tokens(out, stats);
    append_cost(out, stats);
    if (stats.rationale_given + stats.rationale_missing > 0) {
        out += fmt::format("Rationale: {} given, {} missing\n", stats.rationale_given,
                           stats.rationale_missing);
    }
}

Result<void> write_slow(Pieces& out, const Stats& stats, ShownIds& ids) {
    if (stats.slow.empty()) {
        return {};
    }
    out.text += stats.slower_than_ms
                    ? fmt::format("\nSlower than {}\n", ms_text(stats.slower_than_ms))
                    : "\nSlowest\n";
    std::size_t widest = 0;
    for (const SlowCall& call : stats.slow) {
        widest = std::max(widest, ms_text(call.duration_ms).size());
    }
    for (const SlowCall& call : stats.slow) {
        out.text +=
            fmt::format("  {}  {}  ({})\n", right_aligned(ms_text(call.duration_ms), widest),
                        call.summary, ids.of(call.event));
        TRY(out.pass_on());
    }
    return {};
}

Result<void> write_errors(Pieces& out, const Stats& stats) {
    if (stats.errors.empty()) {
        return {};
    }
    out.text += "\nErrors\n";
    const std::size_t widest = std::to_string(stats.errors.front().count).size();
    for (const ErrorGroup& group : stats.errors) {
        const std::string agents = listed(group.agents, ", ");
        const std::string last =
            group.last_seen ? "last " + time_text(*group.last_seen) : std::string("[no time]");
        out.text +=
            fmt::format("  {} x {}  ({}{}{})\n", right_aligned(std::to_string(group.count), widest),
                        cut(printable(without_colours(group.error)), error_characters_max), last,
                        agents.empty() ? "" : ", ", agents);
        TRY(out.pass_on());
    }
    return {};
}

Result<void> write_loops(Pieces& out, const Stats& stats, ShownIds& ids) {
    if (stats.loops.empty()) {
        return {};
    }
    out.text += "\nLoops\n";
    for (const ToolLoop& loop : stats.loops) {
        std::vector<std::string> steps;
        for (std::size_t i = 0; i < loop.steps.size(); ++i) {
            const std::string& argument = loop.arguments[i];
            steps.push_back(argument.empty() ? loop.steps[i] : loop.steps[i] + " " + argument);
        }
        out.text +=
            fmt::format("  {} x {}  ({}from {})\n", loop.repeats, listed(steps, " → "),
                        loop.run.empty() ? "" : fmt::format("run {}, ", printable(loop.run)),
                        ids.of(loop.first_event));
        TRY(out.pass_on());
    }
    return {};
}

Result<void> write_tools(Pieces& out, const Stats& stats) {
    if (stats.by_tool.empty()) {
        return {};
    }
    out.text += "\nTools\n";
    const std::size_t widest = std::to_string(stats.by_tool.front().calls.n).size();
    for (const ToolFigures& tool : stats.by_tool) {
        std::string said = tool.failed == 0 ? "" : fmt::format("{} failed", tool.failed);
        if (tool.calls.p50_ms) {
            said += fmt::format("{}p50 {}, p95 {}", said.empty() ? "" : ", ",
                                ms_text(tool.calls.p50_ms), ms_text(tool.calls.p95_ms));
        }
        out.text +=
            fmt::format("  {} x {}{}\n", right_aligned(std::to_string(tool.calls.n), widest),
                        tool.tool.empty() ? "unknown" : printable(tool.tool),
                        said.empty() ? "" : "  (" + said + ")");
        TRY(out.pass_on());
    }
    return {};
}

// Of one agent alone, the figures of all are its own.
Result<void> write_agents(Pieces& out, const Stats& stats) {
    if (stats.by_agent.size() < 2) {
        return {};
    }
    out.text += "\nAgents\n";
    for (const AgentFigures& agent : stats.by_agent) {
        out.text += fmt::format("  {}: {} event{}",
                                agent.agent.empty() ? "(no agent)" : printable(agent.agent),
                                agent.events, agent.events == 1 ? "" : "s");
        out.text += fmt::format(", {} tool call{}, {} LLM call{}, {} error{}", agent.tool_calls,
                                agent.tool_calls == 1 ? "" : "s", agent.llm_calls,
                                agent.llm_calls == 1 ? "" : "s", agent.errors,
                                agent.errors == 1 ? "" : "s");
        if (agent.tokens.total) {
            out.text += ", " + number_text(*agent.tokens.total) + " tokens";
        }
        out.text += agent.cost_usd ? ", " + usd_text(*agent.cost_usd) : std::string();
        out.text += '\n';
        TRY(out.pass_on());
    }
    return {};
}

}  // namespace

Result<void> Stats::write_text(const Sink& sink) const {
    Pieces out(sink);
    append_figures(out.text, *this);
    ShownIds ids;
    TRY(write_slow(out, *this, ids));
    TRY(write_errors(out, *this));
    TRY(write_loops(out, *this, ids));
    TRY(write_tools(out, *this));
    TRY(write_agents(out, *this));
    return out.finish();
}

}  // namespace hence
