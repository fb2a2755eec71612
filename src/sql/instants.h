// Times in SQL: texts that compare by the instant that they name.
//
// A recorded time keeps its digits, so "10:00:01Z" and "10:00:01.500Z" stand in one column, and
// bytes would order them wrongly. The column `time` therefore has an order of its own. It also
// understands the shorter forms that people write and that SQLite's date functions give:
// "2026-02-23", "2026-02-23 10:30". What names no time is compared by bytes.
#pragma once

#include <optional>
#include <string_view>

#include "hence/time.h"

namespace hence {

inline constexpr const char* instant_collation = "instant";

// The instant that a text names, in UTC unless it has an offset; nothing when it names none. A part
// that is missing is the first: a day is its midnight.
std::optional<Time> instant_in(std::string_view text);

// Negative, zero or positive.
int compare_instants(std::string_view a, std::string_view b);

// Milliseconds since 1970.
double ms_of(const Time& time);

}  // namespace hence
