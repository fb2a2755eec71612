// Ids for events that come without one: UUIDs of version 7, which begin with the time.
//
// Time-ordered ids lie close together in the index and tell a reader when an event was recorded.
// Within one millisecond, ids count up from a random value by random steps, so they stay in order
// and cannot be guessed from each other. Must never happen: one process gives an id twice, or a
// forked child gives the ids that its parent gives next; each process has a generator of its own.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "hence/time.h"

namespace hence {

// Ten bytes, of which six bits go unused.
using UuidRandom = std::array<std::uint8_t, 10>;

// The UUIDv7 of that millisecond and these random bits: "0195e0c4-6a5e-7cc3-98c4-dc0c0c07398f".
std::string make_uuid7(const Time& time, const UuidRandom& random);

// An id that this process never gave before, greater than all that it gave. Any thread may call it.
std::string new_id();

// Whether `text` is spelled as a UUID of version 7, in either case of letters.
bool is_uuid7(std::string_view text);

}  // namespace hence
