#include "views/stats/by_name.h"

#include <algorithm>

namespace hence {

void SpentOnCalls::add(const SpentOnCalls& other) {
    tokens.add(other.tokens);
    if (other.usd || usd) {
        usd = usd.value_or(0) + other.usd.value_or(0);
    }
}

FiguresByName::OfAgent& FiguresByName::of_agent(std::uint32_t name) {
    if (name >= agents_.size()) {
        agents_.resize(names_.size());
    }
    if (!agents_[name]) {
        agents_[name].emplace();
        agents_[name]->figures.agent = names_.text(name);
    }
    return *agents_[name];
}

void FiguresByName::add(const Counted& event, bool is_error) {
    AgentFigures& figures = of_agent(event.agent).figures;
    ++figures.events;
    figures.errors += is_error ? 1 : 0;
}

// What an end states for the whole is left out: it would count the calls of other agents once more.
void FiguresByName::add_llm_call(const Counted& call, const SpentOnCalls& spent) {
    OfAgent& of = of_agent(call.agent);
    of.spent.add(spent);
    ++of.figures.llm_calls;
    of.figures.calls_ms += call.duration_ms.value_or(0);
    of.figures.errors += call.failed ? 1 : 0;
}

void FiguresByName::add_tool_call(const Counted& call, std::size_t place) {
    AgentFigures& agent = of_agent(call.agent).figures;
    ++agent.tool_calls;
    agent.calls_ms += call.duration_ms.value_or(0);
    if (call.tool >= tools_.size()) {
        tools_.resize(names_.size());
    }
    if (!tools_[call.tool]) {
        tools_[call.tool].emplace();
    }
    const std::size_t own = tools_[call.tool]->durations.add(call.duration_ms);
    if (place >= calls_.size()) {
        calls_.resize(place + 1);
    }
    calls_[place] = {call.tool, call.agent, own};
}

void FiguresByName::settle(const PairedCall& call) {
    if (!call.started || call.tag >= calls_.size()) {
        of_agent(call.agent).figures.errors += call.failed ? 1 : 0;
        return;
    }
    const Call& known = calls_[call.tag];
    OfTool& tool = *tools_[known.tool];
    AgentFigures& agent = of_agent(known.agent).figures;
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
    for (std::uint32_t name = 0; name < tools_.size(); ++name) {
        if (const std::optional<OfTool>& tool = tools_[name]) {
            all.push_back({names_.text(name), tool->durations.figures(), tool->failed,
                           tool->durations.sum()});
        }
    }
    std::ranges::sort(all, [](const ToolFigures& a, const ToolFigures& b) {
        return a.calls.n != b.calls.n ? a.calls.n > b.calls.n : a.tool < b.tool;
    });
    return all;
}

std::vector<AgentFigures> FiguresByName::agents() const {
    std::vector<AgentFigures> all;
    for (const std::optional<OfAgent>& agent : agents_) {
        if (agent) {
            all.push_back(agent->figures);
            all.back().tokens = agent->spent.tokens.known() ? agent->spent.tokens : TokenUse{};
            all.back().cost_usd = agent->spent.usd;
        }
    }
    std::ranges::sort(all, [](const AgentFigures& a, const AgentFigures& b) {
        return a.events != b.events ? a.events > b.events : a.agent < b.agent;
    });
    return all;
}

}  // namespace hence
