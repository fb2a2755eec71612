// ASCII characters: digits, letters, case and white space.
//
// The functions of <cctype> ask the locale, and a negative char breaks them. These functions do
// neither: a byte beyond ASCII is no digit, no letter and no white space.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace hence {

// The white space of JSON.
inline constexpr std::string_view white_space = " \t\r\n";

constexpr bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
constexpr bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
constexpr bool is_letter(char c) {
    return is_lower(c) || is_upper(c);
}
constexpr bool is_letter_or_digit(char c) {
    return is_letter(c) || is_digit(c);
}

// The value of a hexadecimal digit; -1 when the character is none.
constexpr int hex_value(char c) {
    if (is_digit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
constexpr bool is_hex(char c) {
    return hex_value(c) >= 0;
}

constexpr char lower(char c) {
    return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
inline std::string lower_case(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), lower);
    return out;
}
// Whether two texts are the same but for the case of their letters.
constexpr bool same_letters(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lower, lower);
}

// Whether a text has nothing but white space.
constexpr bool is_blank(std::string_view text) {
    return text.find_first_not_of(white_space) == std::string_view::npos;
}
// The text without what stands `around` it.
constexpr std::string_view trimmed_front(std::string_view text,
                                         std::string_view around = white_space) {
    text.remove_prefix(std::min(text.find_first_not_of(around), text.size()));
    return text;
}
constexpr std::string_view trimmed(std::string_view text, std::string_view around = white_space) {
    text = text.substr(0, text.find_last_not_of(around) + 1);
    return trimmed_front(text, around);
}

}  // namespace hence
