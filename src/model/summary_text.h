// Parts of an event's one line for a person, for answers that know more than the event itself.
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
