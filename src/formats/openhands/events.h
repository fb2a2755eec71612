// What each event of OpenHands means, in both generations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "formats/common/conversation.h"
#include "formats/common/foreign.h"
#include "formats/openhands/talk.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// A file of one event: CONVERSATION/events/event-00012-ID.json, or .../events/12.json.
struct HandsFile {
    std::string conversation;
    std::uint64_t number = 0;

    // Nothing when the name is not that of such a file.
    static std::optional<HandsFile> of(std::string_view path);
};

struct HandsEvent {
    Json json;
    Foreign rest;
    std::uint64_t line = 0;
    bool v1 = true;
    std::string id = {};
    std::string type = {};  // kind; of V0, the action or observation.
    std::string source = {};
    Moment when = {};  // Times have no zone: they are taken for UTC.

    // An event without a time gets the time of the event before it. Fails for a record that is no
    // event.
    static Result<HandsEvent> from(Json json, std::uint64_t line, const std::string& latest_time);
};

// Tokens that one response used, by the difference of two totals.
struct HandsUsage {
    double prompt = 0;
    double completion = 0;
    double cache_read = 0;
};

class HandsReading {
public:
    explicit HandsReading(bool goal_told) : goal_told_(goal_told) {}

    Result<void> read(HandsEvent& event, OpenHandsTalk& talk);

private:
    Result<void> read_v1(HandsEvent& event, OpenHandsTalk& talk);
    Result<void> read_v0(HandsEvent& event, OpenHandsTalk& talk);

    Result<void> read_action(HandsEvent& event, OpenHandsTalk& talk);
    Result<void> read_message(HandsEvent& event, OpenHandsTalk& talk);
    Result<void> read_state(HandsEvent& event, OpenHandsTalk& talk);
    Result<void> read_action_v0(HandsEvent& event, OpenHandsTalk& talk);
    Result<void> read_message_v0(HandsEvent& event, OpenHandsTalk& talk);
    Result<void> read_observation_v0(HandsEvent& event, OpenHandsTalk& talk);
    Result<void> read_prompt(HandsEvent& event, Json text, OpenHandsTalk& talk);

    void count(Json stats);
    void put_usage(Fields& fields);

    bool goal_told_;
    HandsUsage total_;                 // Of all responses so far.
    std::optional<HandsUsage> spent_;  // By the response that is told next.
    std::string model_;
};

// Parts that both generations need.

// The same for all actions of one response, wherever they stand.
std::string hands_model_call_id(const std::string& response_id, const std::string& event_id);
Result<void> keep_event(HandsEvent& event, std::string_view kind, OpenHandsTalk& talk);
Result<void> end_by_state(HandsEvent& event, const std::string& state, OpenHandsTalk& talk);
// Who declined an action, and why: its call has failed.
struct HandsRejection {
    std::string action_id;
    std::string call_id;
    std::string parent;
    std::string reason;
    std::string by;
    std::string tool;
};
Result<void> reject(HandsEvent& event, const HandsRejection& rejection, OpenHandsTalk& talk);

}  // namespace hence
