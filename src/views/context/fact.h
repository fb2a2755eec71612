// What a context graph keeps of one event: the part that it plays, a few measures, and the texts
// that may become labels.
//
// A context graph of a million events cannot hold a million parsed events. So each event is parsed
// once, its texts are cut to one line and copied into shared blocks, and the event is dropped. The
// map does not even keep these texts: it reads the few events that it shows again and calls
// context_fact a second time. The function must therefore depend on the event alone, or a map and a
// graph would label the same node differently.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hence/event.h"
#include "hence/store.h"
#include "views/find/kept_text.h"

namespace hence {

// How well a text names a turn, best first.
enum class NameOfTurn : std::uint8_t { thought, completion, decision, model, why, remark, none };

// What an event is to a context graph.
enum class ContextPart : std::uint8_t {
    plumbing,    // Not shown; only its links count.
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
    NameOfTurn names = NameOfTurn::none;  // How well `text` names a turn.
    bool failed = false;
    bool said_ok = false;  // Its status says so.
    bool time_derived = false;
    bool parent_derived = false;
    bool has_key = false;     // Of an observation: it has a key that a ref can name.
    bool has_result = false;  // Of a call: an output or an error in the event itself.
    bool asks = false;        // It states a goal: a prompt, or a goal of the decision graph.
    bool judges = false;      // An outcome. Only a map shows it.
    std::string_view text;    // Its label.
    // Of a call: what that came to. Of a run's end: why it ended. Of what asks: the goal. Of an
    // outcome: the id of the event that it judges.
    std::string_view result;
    std::string_view why;  // Of a call: its rationale's.
};

// The texts of the fact live as long as `texts`.
ContextFact context_fact(const Event& event, KeptText& texts);

}  // namespace hence
