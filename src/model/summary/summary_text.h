// The one line that stands for an event in lists and trees.
//
// A table has a row for each kind; an unknown kind gets a general line. The text comes from fields
// that an emitter chose, so it is printed on one line with control characters made visible
// (text.h). Some answers know more than the event itself, such as the duration of a call that ended
// in another event: they use the functions below.
#pragma once

#include <optional>
#include <string>

#include "hence/event.h"

namespace hence {

// As summary(event), with this duration where the event brought none: that of the observation that
// ended the call.
std::string summary(const Event& event, std::optional<double> duration_ms);

// "45", "45.5": whole milliseconds as an integer, others with up to three decimals.
void append_duration(std::string& out, double ms);

}  // namespace hence
