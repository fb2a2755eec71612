// Text in columns: how wide it is, padding, and cutting that shows. Width counts characters of
// UTF-8, not bytes; text that was cut ends with an ellipsis, so nobody takes it for the whole.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hence {

// Characters of valid UTF-8.
std::size_t width(std::string_view text);

// Followed by spaces up to `columns`; text that is wider stays whole.
std::string padded(std::string_view text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);

// At most `columns` characters, the … that says so included.
std::string cut(std::string_view text, std::size_t columns);

}  // namespace hence
