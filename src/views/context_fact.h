// What a context graph keeps of one event: no more than it will show.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hence/event.h"
#include "hence/store.h"
#include "views/kept_text.h"

namespace hence {

// How well a text names a turn, best first.
enum class NameOfTurn : std::uint8_t { thought, completion, decision, model, why, remark, none };

// What an event is to a context graph.
enum class ContextPart : std::uint8_t {
    plumbing,    // Says nothing: its links count, itself it is not shown.
    model_call,  // Begins a turn.
    thought,     // Begins or joins one.
    remark,      // Joins one: a decision, an assumption, a message.
    tool_call,
    delegation,
    observation,
    start,        // Of the session.
    end,          // Of the session.
    termination,  // Of a run.
};

struct ContextFact {
    Position place;
    std::optional<std::int64_t> iteration;
    std::optional<double> duration_ms;
    std::optional<double> tokens;
    ContextPart part = ContextPart::plumbing;
    NameOfTurn names = NameOfTurn::none;  // How `text` does.
    bool failed = false;
    bool said_ok = false;  // Its status says so.
    bool time_derived = false;
    bool parent_derived = false;
    bool has_key = false;     // Of an observation: it can be referred to by that.
    bool has_result = false;  // Of a call: an output or an error in the event itself.
    std::string_view text;    // Its label.
    std::string_view result;  // Of a call: what that came to. Of a run's end: why it ended.
    std::string_view why;     // Of a call: its rationale's.
};

// The texts of the fact live as long as `texts`.
ContextFact context_fact(const Event& event, KeptText& texts);

}  // namespace hence
