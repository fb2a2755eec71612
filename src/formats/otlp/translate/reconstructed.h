// Tool calls that only the messages of a model call tell of.
#pragma once

#include <vector>

#include "formats/common/foreign.h"
#include "formats/otlp/translate/messages.h"

namespace hence {

// The last calls in the messages to a model that have their results there. Each names in `told_in`
// the model call `main`, which was shown them. They count until somebody tells of the calls
// themselves (intake/once).
std::vector<EventDraft> reconstructed_calls(const EventDraft& main, const Chat& prompt);

}  // namespace hence
