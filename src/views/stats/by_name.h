// The figures of each tool and of each agent, counted beside the figures of all.
//
// Of each call the number of its tool and of its agent are kept, since a call's end may tell its
// duration and its failure later. Memory grows with the names, and by a few bytes with each call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hence/stats.h"
#include "model/counted/counted.h"
#include "model/tokens.h"
#include "views/stats/durations.h"
#include "views/stats/paired_calls.h"

namespace hence {

// What model calls used, of which each says so itself.
struct SpentOnCalls {
    TokenUse tokens = {};
    std::optional<double> usd = {};

    void add(const SpentOnCalls& other);
};

class FiguresByName {
public:
    // The names must outlive it.
    explicit FiguresByName(const NameTable& names) : names_(names) {}

    // Every event, before one of the two below.
    void add(const Counted& event, bool is_error);
    void add_llm_call(const Counted& call, const SpentOnCalls& spent);
    // A tool call: `place` is what `settle` is told later, and counts up from 0.
    void add_tool_call(const Counted& call, std::size_t place);
    // What became of a call.
    void settle(const PairedCall& call);

    std::vector<ToolFigures> tools() const;    // Most calls first, then by name.
    std::vector<AgentFigures> agents() const;  // Most events first, then by name.

private:
    struct OfTool {
        Durations durations = {};
        std::uint64_t failed = 0;
    };
    struct OfAgent {
        AgentFigures figures = {};
        SpentOnCalls spent = {};
    };
    struct Call {
        std::uint32_t tool = 0;
        std::uint32_t agent = 0;
        std::size_t place = 0;  // Among the calls of its tool.
    };

    OfAgent& of_agent(std::uint32_t name);

    const NameTable& names_;
    // By the number of the name; those without any event or call are none.
    std::vector<std::optional<OfTool>> tools_;
    std::vector<std::optional<OfAgent>> agents_;
    std::vector<Call> calls_;
};

}  // namespace hence
