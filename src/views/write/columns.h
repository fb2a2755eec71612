// Text in columns: how wide it is, padding, and cutting that shows. Width counts the columns that
// a terminal gives to text: two for a Chinese character or an emoji, none for an accent that is
// added to a letter. Text that was cut ends with an ellipsis, so nobody takes it for the whole.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hence {

// Columns that valid UTF-8 takes on a terminal. A marked time counts as wide as it will be.
std::size_t width(std::string_view text);

// Followed by spaces up to `columns`; text that is wider stays whole.
std::string padded(std::string_view text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);

// At most `columns` wide, the … that says so included.
std::string cut(std::string_view text, std::size_t columns);
// The same, but the end stays: "…│  └─ ".
std::string cut_front(std::string_view text, std::size_t columns);

// `text` in lines of at most `columns`, broken between words; each line begins with `indent`
// spaces, all but the first with two more, and ends with a newline. One line where `columns` is 0.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns);

}  // namespace hence
