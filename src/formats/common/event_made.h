// Makes an event from parts that are known to be valid, without printing JSON and parsing it.
//
// Readers and settling make an event from texts that were checked when they came, and would print
// each of them only to read it again. Here the parts are copied into one block of memory. What a
// part may be is not checked here: whoever is not sure prints the event and parses it, which says
// what is wrong as well.
// Must never happen: an event that Event::parse would refuse, or would read otherwise.
#pragma once

#include <cstdint>
#include <string_view>

#include "hence/event.h"
#include "model/event_body.h"

namespace hence {

// The event of these parts, which lives on its own: nothing of `parts` is referred to.
Event made_event(const EventBody& parts, std::string_view source, std::uint8_t flags);

// Whether a text stands between quotes as it is: UTF-8 without what JSON must escape.
bool needs_no_escape(std::string_view text);

// Whether the parts are so small that the whole is no larger than an event may be.
bool surely_fits(const EventBody& parts);

}  // namespace hence
