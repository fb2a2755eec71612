// JSON numbers by the text that stands for them: compared exactly, and converted where that is
// exact enough.
//
// Two ids of 19 digits may differ and still be the same double, and 1.0 and 1 are one value in two
// spellings. So numbers are compared as decimal text of any length, and converted only where an
// answer counts or adds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hence {

// The integer that a JSON number is by value: 12, 12.0 and 1.2e1 are. Nothing for any other number,
// and for one that does not fit.
std::optional<std::int64_t> integer_value(std::string_view number);

// The double nearest to a JSON number. Nothing for one that is too large; too small is zero.
std::optional<double> finite_value(std::string_view number);

// The same text for JSON numbers of the same value, and only for those: 1, 1.0 and 10e-1 are one.
void append_canonical_number(std::string& out, std::string_view number);

}  // namespace hence
