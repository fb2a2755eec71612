// Times as a person types them in an option: a whole one, a day, a minute, or how long ago.
//
// A server takes RFC 3339 only: "10:30" means nothing without the time zone of whoever typed it,
// and "2h" nothing without their clock. So the command works both out before it asks.
#pragma once

#include <cstdint>
#include <string_view>

#include "hence/result.h"
#include "hence/time.h"
#include "server/wire/http.h"

namespace hence {

// Which moment a day stands for: `--from 2026-11-15` begins with it, `--to 2026-11-15` ends with
// it.
enum class DayEdge : std::uint8_t { begin, end };

// Reads 2026-11-15T10:30:00Z, 2026-11-15, "2026-11-15 10:30[:00]" (local time), or 90s, 30m, 2h, 7d
// before `now`. Fails with invalid and an example.
Result<Time> parse_moment(std::string_view text, const Time& now, DayEdge edge = DayEdge::begin);

// Puts RFC 3339 in place of every time among the parameters of a request that some route answers.
// Fails with invalid, naming the option.
Result<void> translate_times(Request& request, const Time& now);

// The present.
Time moment_now();

}  // namespace hence
