// An event's one line for a person, for answers that know more of it than the event itself.
//
// A summary says what happened, to whom and how it ended, so that nobody must open an event to know
// what it was. Every answer, the page, MCP and the exports show this line. It is cut from the
// record and never made up: what was not recorded is left out, so an unknown duration is not 0ms.
#pragma once

#include <optional>
#include <string>

#include "hence/event.h"

namespace hence {

// What the observation that ended a call says of it.
struct CallEnd {
    std::optional<double> duration_ms = {};
    bool failed = false;
    std::string error = {};  // The first line of what went wrong; may be empty.
};
CallEnd call_end(const Event& observation);

// As summary(event); where a tool call does not say itself how it ended, `end` does.
std::string summary(const Event& event, const CallEnd& end);

// Whether an event says that what it tells of failed: a call, an error, the end of a run.
bool says_failed(const Event& event);
// The first line of what went wrong, or empty.
std::string failure_line(const Event& event);

}  // namespace hence
