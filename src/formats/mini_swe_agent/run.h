// One run of mini-swe-agent as events, message by message.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "formats/common/conversation.h"
#include "formats/common/foreign.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view mini_swe_agent_name = "mini-swe-agent";

// The commands in a text, as a model without tools writes them: in fences, or in tags.
std::vector<std::string> commands_in(std::string_view text);

class MiniSweAgentRun {
public:
    enum class Ended : std::uint8_t { yes, not_yet };

    // Of a bare list of messages there is no document. It must live as long as this.
    explicit MiniSweAgentRun(Json document);

    // The messages in order; the first is number 1. Each fails when what it says breaks the rules
    // of an event; the others still stand.
    Result<std::vector<Event>> message(Json json, std::uint64_t number);
    // There are no more. Of a run that goes on, calls without a result are held back.
    Result<std::vector<Event>> finish(Ended ended);
    // How many are held back.
    std::uint64_t pending() const { return early_.size(); }

private:
    // A message that came before the first answer of the model: only that makes a name.
    struct Early {
        std::string json;
        std::uint64_t number;
    };
    struct Call {
        std::string call_id;
        EventDraft draft;
    };

    Result<void> begin(Json first_answer);
    Result<void> tell(Json json, std::uint64_t number);
    Result<void> tell_first(Json json, std::uint64_t number);
    Result<void> tell_answer(Json json, std::uint64_t number);
    Result<void> tell_result(Json json, std::uint64_t number);
    Result<void> tell_interrupt(Json json, std::uint64_t number, const std::string& type);
    Result<void> tell_refused_answer(Json extra, std::uint64_t number, const Moment& when);
    Result<void> tell_rejection(Json json, const Moment& when, const std::string& id);
    Result<void> tell_exit(Json json, std::uint64_t number);
    Result<void> abandon_calls();
    Result<void> give(EventDraft draft);

    EventDraft model_call_of(Json extra, const Moment& when, const std::string& id) const;
    Result<void> tell_turn(Turn turn, std::vector<Call> calls);
    std::vector<Call> calls_of(Json json, std::uint64_t number, const Moment& when) const;
    std::optional<Call> asked_for(const std::string& call_id);
    Moment moment_of(Json json, std::uint64_t number);
    std::string id_of(const Moment& when, std::uint64_t number, std::string_view part) const;

    Json document_;
    Conversation talk_;
    std::vector<Early> early_;
    bool begun_ = false;
    bool goal_told_ = false;
    bool exit_told_ = false;
    std::string latest_time_;
    std::uint64_t latest_number_ = 0;
    std::list<Call> waiting_;  // For their results.
    ByText<std::list<Call>::iterator> waiting_by_id_;
    std::vector<Event> told_;
};

}  // namespace hence
