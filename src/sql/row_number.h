// The number of a row that has no number of its own: a name in a list, a link.
//
// SQLite asks for it where two conditions are joined by OR: it looks up each condition by itself,
// and a row that it met before is not handed out again. So a row must have the same number
// whichever condition found it, and two rows never the same. The number is worked out from what
// names the row by SHA-256, so that nobody can choose names that are taken for each other, and so
// that the same log gives the same numbers.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace hence {

std::int64_t row_number(std::initializer_list<std::string_view> names);

}  // namespace hence
