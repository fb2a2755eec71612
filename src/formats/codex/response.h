// One answer of the model in the making, put together from the lines that tell of it.
//
// A rollout has no record of a model call. It has the items that the model gave, and a token_count,
// which stands behind the items, or before them in the rollouts of 2025. So an answer is what lies
// between two inputs (a prompt, the output of a tool), with one token_count. The same text also
// comes as an event; the event counts only where no item says the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/foreign.h"
#include "hence/event.h"
#include "model/json/json.h"

namespace hence {

// An event that waits, and the line that told of it.
struct CodexHeld {
    Event event;
    std::uint64_t line = 0;
};

struct CodexResponse {
    static constexpr std::size_t items_max = 10'000;

    std::string id = {};  // Of its event; empty: it has not begun.
    std::string time = {};
    std::string last_time = {};
    std::uint64_t line = 0;
    std::string run = {};
    std::string parent = {};
    std::string model = {};
    std::string effort = {};  // JSON.
    std::vector<std::string> texts = {};
    std::vector<std::string> heard = {};           // Texts, by events.
    std::vector<std::string> heard_thoughts = {};  // The same, of its reasoning.
    std::vector<std::string> call_ids = {};
    std::map<std::uint64_t, std::string> rationales = {};  // By the number of the call.
    std::vector<std::string> messages = {};                // JSON: what it was asked that is new.
    std::uint64_t messages_left_out = 0;
    std::string usage = {};         // JSON.
    std::string usage_window = {};  // JSON.
    std::size_t items = 0;
    std::size_t thoughts = 0;
    bool told = false;      // Its event is out.
    bool answered = false;  // Something came in after it.
    bool timed = true;
    std::vector<CodexHeld> held = {};  // What must not come before its own event.

    bool begun() const { return !id.empty(); }
    void add_text(std::string text);
    // The rationale of the next call, which then counts as made. Empty when the model stated none.
    std::string rationale_of_call(const std::string& call_id);
    std::string completion() const;
    // Fills in the event of the model call.
    void describe(EventDraft& draft) const;
};

}  // namespace hence
