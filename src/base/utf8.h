// Characters in UTF-8, read leniently: any bytes may arrive, and half a surrogate pair is kept.
//
// JSON may escape half a surrogate pair, and JavaScript emitters do so when they cut a text. UTF-8
// cannot hold it, so it is kept as three bytes inside Hence and escaped again when it is printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hence {

inline constexpr char32_t replacement_character = 0xFFFD;

// The first character of a text, and how many bytes it takes.
struct Character {
    char32_t value = 0;
    std::size_t size = 0;
    bool valid = true;  // False for a byte that begins nothing: then size is 1.

    bool is_surrogate() const { return value >= 0xD800 && value <= 0xDFFF; }
};

// Reads the first character of `text`, which must not be empty. The three bytes of half a surrogate
// pair are valid here, and only here.
Character first_character(std::string_view text);

// Whether `text` is UTF-8 as others know it, without halves of surrogate pairs.
bool is_utf8(std::string_view text);

// Half a surrogate pair is written as three bytes, as first_character reads it.
void append_utf8(std::string& out, char32_t character);

// How many UTF-16 units `text` takes. It must be valid, but for halves of surrogate pairs.
std::size_t utf16_length(std::string_view text);

}  // namespace hence
