// What only the messages of a model call tell of: tool calls, and the prompt that it answers.
#pragma once

#include <optional>
#include <vector>

#include "formats/common/foreign.h"
#include "formats/otlp/translate/messages.h"

namespace hence {

// The last calls in the messages to a model that have their results there. Each names in `told_in`
// the model call `main`, which was shown them. They count until somebody tells of the calls
// themselves (intake/once).
std::vector<EventDraft> reconstructed_calls(const EventDraft& main, const Chat& prompt);

// What the user said last in the messages to a model, if nobody spoke behind it. The prompt names
// in `told_in` the model call `main`, and stands beside it, a nanosecond before.
std::optional<EventDraft> reconstructed_prompt(const EventDraft& main, const Chat& prompt);

}  // namespace hence
