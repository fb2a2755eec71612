// An instant as it was recorded: ordered by when it was, printed with the digits that were given.
//
// A Time holds whole seconds and nanoseconds, exactly; a double would lose digits, and two events
// would change places. The number of digits is kept for printing, so that an event comes out as it
// went in, and plays no part in order or equality.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace [[gnu::visibility("default")]] hence {

// Years 0001 to 9999, to the nanosecond. `digits` is spelling only: it plays no part in order or
// equality.
struct Time {
    std::int64_t seconds = 0;  // Since 1970-01-01T00:00:00Z.
    std::uint32_t nanos = 0;   // 0 to 999,999,999.
    std::uint8_t digits = 0;   // Of the fraction of a second, 0 to 9.

    friend bool operator==(const Time& a, const Time& b) {
        return a.seconds == b.seconds && a.nanos == b.nanos;
    }
    friend std::strong_ordering operator<=>(const Time& a, const Time& b) {
        const auto order = a.seconds <=> b.seconds;
        return order != 0 ? order : a.nanos <=> b.nanos;
    }
};

// Reads RFC 3339 with an offset; `:60` is the next second. Fails with invalid, saying what is
// wrong.
Result<Time> parse_time(std::string_view text);

// "2026-02-23T10:00:01.000Z", with as many digits as were given.
std::string to_string(const Time& time);
void append_time(std::string& out, const Time& time);

// "2026-02-23 10:00:01Z", as text answers show it.
std::string to_text(const Time& time);

}  // namespace hence
