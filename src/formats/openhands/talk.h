// An OpenHands conversation: gathers the actions that one response of the model asked for, and
// gives each call its result.
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

namespace hence {

inline constexpr std::string_view openhands_name = "openhands";

// One action of the agent.
struct HandsAction {
    std::string id = {};           // Of the action, as results name it.
    std::string response_id = {};  // The same for all that one response asked for.
    std::string call_id = {};
    EventDraft call = {};        // The tool call, without its result.
    EventDraft model_call = {};  // Counts once for a response.
    std::string completion = {};
    std::vector<std::string> thoughts = {};
    bool ends = false;              // It ends the task,
    std::string final_output = {};  // saying this.
    bool has_result = true;         // There will be one.
};

// The result of an action.
struct HandsResult {
    std::string action_id = {};
    std::string call_id = {};
    std::string output = {};  // JSON.
    std::string status = {};
    std::string error = {};
    std::string rest = {};  // JSON: whatever else it says.
    bool ran = true;        // The action was carried out, so it took its time.
    EventDraft alone = {};  // An observation, should its action not be known.
};

// An event, and the line that it is from.
struct HandsTold {
    Event event;
    std::uint64_t line = 0;
};

class OpenHandsTalk {
public:
    // From a file of a single event nothing is gathered, since nothing will follow.
    enum class Extent : std::uint8_t { many, single };

    OpenHandsTalk(ConversationPlace place, Extent extent)
        : talk_(std::move(place)), extent_(extent) {}

    // Each adds events; a failure is that of one of them.
    Result<void> act(HandsAction action, std::uint64_t line);
    Result<void> answer(HandsResult result, std::uint64_t line);
    // An answer of the model that asks for nothing.
    Result<void> say(Turn turn, std::uint64_t line);
    // A message of the user: calls that have no result yet will get none.
    Result<void> ask(EventDraft prompt, std::uint64_t line);
    // An event that says nothing that anybody answers: it hangs on what came before it.
    Result<void> keep(EventDraft draft, std::uint64_t line);
    Result<void> give(EventDraft draft, std::uint64_t line);
    // An event that is no action came: the response asks for no further actions.
    Result<void> settle();

    std::vector<HandsTold> take() { return std::exchange(told_, {}); }
    // The text has ended: actions that are gathered and calls that wait for their results are told
    // as unfinished.
    Result<void> close();
    bool ended() const { return ended_; }
    const Conversation& talk() const { return talk_; }
    Conversation& talk() { return talk_; }

private:
    struct Gathered {
        HandsAction action;
        std::uint64_t line;
    };
    using Waiting = std::list<Gathered>;

    Result<void> give_call(HandsAction action, std::uint64_t line);
    Result<void> abandon();
    std::optional<Gathered> asked_for(const HandsResult& result);
    void wait(Gathered gathered);

    Conversation talk_;
    Extent extent_;
    std::string response_id_;
    std::string model_call_id_;
    std::string kept_;
    std::vector<Gathered> gathered_;
    Waiting waiting_;
    ByText<Waiting::iterator> waiting_by_action_;
    bool ended_ = false;  // The agent said so, since the user last spoke.
    std::vector<HandsTold> told_;
};

}  // namespace hence
