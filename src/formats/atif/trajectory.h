// One ATIF trajectory as events: its start, its steps in turn, its end.
//
// A trajectory that says its final metrics is finished; one that does not may still grow, so calls
// of its last step without a result are held back.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/conversation.h"
#include "formats/common/foreign.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view atif_name = "atif";

// A trajectory and where it stands: alone, or within that of the agent that delegated to it.
struct AtifDocument {
    Json json;
    std::string session = {};
    std::string run = {};
    bool embedded = false;
    bool session_derived = false;
    bool continued = false;  // It goes on from another trajectory.
    bool finished = false;   // It says its final metrics, or is part of one that does.

    static AtifDocument root(Json json);
    // As `root` within `parent`.
    static AtifDocument child(Json json, const AtifDocument& parent);
};

class AtifTrajectory {
public:
    explicit AtifTrajectory(const AtifDocument& document);

    // What it says of itself, of each step in turn (the first is number 1), and of its end. Each
    // fails when what it says breaks the rules of an event; the others still stand.
    Result<std::vector<Event>> start();
    Result<std::vector<Event>> step(Json json, std::uint64_t number);
    Result<std::vector<Event>> end();

    std::vector<AtifDocument> children() const;
    // Calls of the last step that have no result yet.

private:
    // A step under way.
    struct Step {
        Json json;
        Foreign rest;
        std::string key = {};  // Its number, or its position where it has none.
        Moment when = {};
        bool last = false;
    };
    struct Call {
        EventDraft draft = {};
        std::string call_id = {};
        Json result = {};
    };
    struct Child {
        Json json;
        std::string goal;
    };

    Result<void> tell_step(Step& step);
    Result<void> tell_prompt(Step& step);
    Result<void> tell_system(Step& step);
    Result<void> tell_agent(Step& step);
    Result<void> tell_calls(const Step& step, std::vector<Call>& calls);
    Result<void> tell_unasked(const Step& step, const std::string& parent,
                              const std::vector<Json>& results);
    // Whom a result was delegated to. `key` tells the results of a step apart.
    Result<void> tell_delegations(const Step& step, const std::string& parent,
                                  const std::string& key, Json result);
    Result<void> give(EventDraft draft);

    Moment moment_of(Json step, std::uint64_t number);
    std::string id_of(const Moment& when, std::string_view key, std::string_view part) const;
    std::vector<Call> calls_of(Step& step) const;
    EventDraft model_call_of(Step& step) const;
    Turn turn_of(Step& step, std::vector<Call>& calls) const;
    EventDraft delegation_of(const Step& step, const std::string& key, Json ref) const;
    const Child* child_of(const std::string& trajectory, const std::string& session) const;
    // Gives each call its result; those that no call of the step asked for are returned.
    static std::vector<Json> pair(Json results, std::vector<Call>& calls);

    AtifDocument document_;
    Conversation talk_;
    std::vector<Child> children_;
    std::map<std::string, std::size_t, std::less<>> child_by_name_;
    std::string goal_;
    std::uint64_t steps_ = 0;
    std::string latest_time_;
    Json last_step_;
    Moment last_moment_;
    bool goal_told_ = false;
    bool acted_ = false;  // Someone said something: a system's remark is no prompt any more.
    std::vector<Event> told_;
};

}  // namespace hence
