// What one agent did in one session, in figures, and by which events.
//
// The rules are those of stats and of the lists: a call of two events counts once, a failure is an
// error event or a failed call, tokens are those of the model calls, and a derived rationale is not
// given.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"
#include "model/extent.h"
#include "model/tokens.h"
#include "views/find/session_events.h"
#include "views/stats/paired_calls.h"

namespace hence {

// The events behind a figure: how many, and the first of them.
struct Evidence {
    static constexpr std::size_t shown_max = 10;
    std::vector<std::string> events = {};
    std::uint64_t total = 0;

    void add(std::string_view event);
};

struct AgentWork {
    Evidence steps;
    Evidence calls;  // Of tools and models.
    Evidence tool_calls;
    std::map<std::string, Evidence> tools;
    Evidence token_calls;
    std::optional<double> tokens;
    Evidence span;  // The event that began first, and the one that ended last.
    std::optional<double> duration_ms;
    Evidence failures;        // Error events and failed calls.
    std::uint64_t tries = 0;  // Calls and error events.
    Evidence all_decisions;
    std::map<std::string, Evidence> decisions;
    Evidence sure;  // Decisions with a confidence.
    double confidence_sum = 0;
    std::uint64_t rationale_given = 0;
    Evidence rationale_missing;
};

// The events of `agent` in `session`, both whole names.
struct WorkAsked {
    std::string agent;
    std::string session;
};
Result<AgentWork> agent_work(const Store& store, const WorkAsked& asked);

}  // namespace hence
