// Recorded text on its way to a terminal: control characters are made visible.
//
// Text in a record may come from anywhere, also from a web page that an agent read. Written to a
// terminal as it is, it could move the cursor, hide lines or reverse their order (bidirectional
// controls). So every text for a person passes through `printable`. JSON answers do not: they
// carry the text unchanged, and a JSON string escapes control characters by itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hence {

// The same text on one line, with every control character, byte order mark, bidirectional control
// and tag character shown as \x1b or \u{202e}, and U+FFFD for bytes that are no character. Tabs and
// line ends become spaces.
std::string printable(std::string_view text);

// The first line of `text`, printable; if it has more than `max_characters` (at least 1), cut to so
// many, the last being an ellipsis.
std::string first_line(std::string_view text, std::size_t max_characters);

// A path of at most `max_characters`, printable. A longer one loses whole folders at its beginning,
// since the name of the file is what tells it from others: "…/session/tree.cpp".
std::string path_end(std::string_view path, std::size_t max_characters);

// The text without the codes by which programs colour what they print on a terminal: they say
// nothing in a record. Every other control sequence stays.
std::string without_colours(std::string_view text);

// Text in double quotes for an error message: printable, and cut to 64 characters. Call it by
// its full name with a std::string: std::quoted is near.
std::string quoted(std::string_view text);

}  // namespace hence
