// When an event happened, as text answers show it. An event whose time was made up from the order
// of events shows no time: a made-up time must not look like a recorded one.
//
// Every time of every text answer is written here, so that one place decides how a time looks.
#pragma once

#include <cstddef>
#include <string>

#include "hence/event.h"

namespace hence {

// "2026-02-23 10:00:01Z", marked where the reader rewrites times (views/write/layout.h).
std::string time_text(const Time& time);

// "[2026-02-23 10:00:01Z]", or "[no time]" for an event whose time only says its place in the
// order.
std::string when(const Event& event);
// How many columns `when` takes as the reader shows it.
std::size_t when_columns();

}  // namespace hence
