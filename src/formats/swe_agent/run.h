// One run of SWE-agent as events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/conversation.h"
#include "formats/common/foreign.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view swe_agent_name = "swe-agent";

// The name of a run: the problem, if it says which, and a mark of its beginning.
struct SweAgentName {
    std::string session;
    std::string run;  // Empty while nothing was done, and it has not ended.

    static SweAgentName of(Json document);
};

class SweAgentRun {
public:
    SweAgentRun(Json document, SweAgentName name);

    // What it was asked, each step in turn (the first is number 1), and its end. Each fails when
    // what it says breaks the rules of an event; the others still stand.
    Result<std::vector<Event>> start();
    Result<std::vector<Event>> step(Json json, std::uint64_t number);
    Result<std::vector<Event>> end();

private:
    Json asked_in_history(const std::string& action);
    EventDraft call_of(Foreign& rest, std::uint64_t number, const std::string& action);
    std::optional<EventDraft> remark_of(Foreign& rest, std::uint64_t number) const;
    Result<void> give(EventDraft draft);
    static Moment moment_of(std::uint64_t number) { return {time_of_index(number), true}; }
    std::string id_of(std::uint64_t number, std::string_view part) const;

    Json document_;
    std::string config_;  // The replay configuration, as JSON.
    std::string model_;
    Conversation talk_;
    std::vector<Json> acts_;  // Of the history: what the model said.
    std::size_t next_act_ = 0;
    std::uint64_t steps_ = 0;
    std::vector<Event> told_;
};

}  // namespace hence
