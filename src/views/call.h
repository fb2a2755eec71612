// A call that was recorded as two events, its start and its end, told as one.
#pragma once

#include <optional>
#include <string>

#include "hence/event.h"
#include "hence/result.h"
#include "views/session_events.h"

namespace hence {

// The call_id that a tool call or an observation names, or nothing.
std::optional<std::string> call_id_of(const Event& event);

// The observation that ended this tool call: the first of the same session and call_id that is not
// before it, else the last before it.
Result<std::optional<Event>> end_of_call(Sessions& sessions, const Event& call);

// As summary(event), with the duration that only the end of the call knows.
Result<std::string> summary_of(Sessions& sessions, const Event& event);

}  // namespace hence
