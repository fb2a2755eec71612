// When an event happened, as text answers show it. An event whose time was made up from the order
// of events shows no time: a made-up time must not look like a recorded one.
#pragma once

#include <string>

#include "hence/event.h"

namespace hence {

// "[2026-02-23 10:00:01Z]", or "[no time]" for an event whose time only says its place in the
// order.
std::string when(const Event& event);

}  // namespace hence
