#include "views/stats/by_name.h"

#include <algorithm>

#include "model/facts.h"
#include "model/kinds.h"

namespace hence {

FiguresByName::OfAgent& FiguresByName::agent_named(std::string_view name) {
    const auto [at, added] =
        agent_numbers_.try_emplace(std::string(name), static_cast<std::uint32_t>(agents_.size()));
    if (added) {
        agents_.push_back({.figures = {.agent = std::string(name)}, .spent = {}});
    }
    return agents_[at->second];
}

void FiguresByName::add(const Event& event) {
    OfAgent& agent = agent_named(event.agent());
    ++agent.figures.events;
    if (event.kind() == Kind::llm_call) {
        // What an end states for the whole would count the calls of other agents once more.
        agent.spent.add(event);
        ++agent.figures.llm_calls;
        agent.figures.calls_ms += event.duration_ms().value_or(0);
        agent.figures.errors += failed_call(event) ? 1 : 0;
    } else if (event.kind() == Kind::error) {
        ++agent.figures.errors;
    }
}

void FiguresByName::add_tool_call(const Event& event, std::size_t place) {
    OfAgent& agent = agent_named(event.agent());
    ++agent.figures.tool_calls;
    agent.figures.calls_ms += event.duration_ms().value_or(0);
    const std::string name = text_field(event, "tool_name");
    const auto [at, added] =
        tool_numbers_.try_emplace(name, static_cast<std::uint32_t>(tools_.size()));
    if (added) {
        tools_.push_back({.name = name, .durations = {}});
    }
    const std::size_t own = tools_[at->second].durations.add(event.duration_ms());
    calls_.resize(std::max(calls_.size(), place + 1));
    calls_[place] = {at->second, agent_numbers_.find(event.agent())->second, own};
}

void FiguresByName::settle(const PairedCall& call) {
    if (!call.started || call.tag >= calls_.size()) {
        agent_named(call.agent).figures.errors += call.failed ? 1 : 0;
        return;
    }
    const Call& known = calls_[call.tag];
    OfTool& tool = tools_[known.tool];
    AgentFigures& agent = agents_[known.agent].figures;
    if (call.late_ms) {
        tool.durations.set(known.place, *call.late_ms);
        agent.calls_ms += *call.late_ms;
    }
    if (call.failed) {
        ++tool.failed;
        ++agent.errors;
    }
}

std::vector<ToolFigures> FiguresByName::tools() const {
    std::vector<ToolFigures> all;
    for (const OfTool& tool : tools_) {
        all.push_back({tool.name, tool.durations.figures(), tool.failed, tool.durations.sum()});
    }
    std::ranges::sort(all, [](const ToolFigures& a, const ToolFigures& b) {
        return a.calls.n != b.calls.n ? a.calls.n > b.calls.n : a.tool < b.tool;
    });
    return all;
}

std::vector<AgentFigures> FiguresByName::agents() const {
    std::vector<AgentFigures> all;
    for (const OfAgent& agent : agents_) {
        all.push_back(agent.figures);
        all.back().tokens = agent.spent.tokens();
        all.back().cost_usd = agent.spent.cost_usd();
    }
    std::ranges::sort(all, [](const AgentFigures& a, const AgentFigures& b) {
        return a.events != b.events ? a.events > b.events : a.agent < b.agent;
    });
    return all;
}

}  // namespace hence
