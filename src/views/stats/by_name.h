// The figures of each tool and of each agent, counted beside the figures of all.
//
// Of each call the number of its tool and of its agent are kept, since a call's end may tell its
// duration and its failure later. Memory grows with the names, and by a few bytes with each call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"
#include "hence/stats.h"
#include "model/tokens.h"
#include "views/stats/durations.h"
#include "views/stats/paired_calls.h"

namespace hence {

class FiguresByName {
public:
    // Every event, before one of the two below.
    void add(const Event& event);
    // A tool call: `place` is what `settle` is told later, and counts up from 0.
    void add_tool_call(const Event& event, std::size_t place);
    // What became of a call.
    void settle(const PairedCall& call);

    std::vector<ToolFigures> tools() const;    // Most calls first, then by name.
    std::vector<AgentFigures> agents() const;  // Most events first, then by name.

private:
    struct OfTool {
        std::string name;
        Durations durations;
        std::uint64_t failed = 0;
    };
    struct OfAgent {
        AgentFigures figures;
        Spent spent;
    };
    struct Call {
        std::uint32_t tool = 0;
        std::uint32_t agent = 0;
        std::size_t place = 0;  // Among the calls of its tool.
    };

    OfAgent& agent_named(std::string_view name);

    ByText<std::uint32_t> tool_numbers_;
    ByText<std::uint32_t> agent_numbers_;
    std::vector<OfTool> tools_;
    std::vector<OfAgent> agents_;
    std::vector<Call> calls_;
};

}  // namespace hence
