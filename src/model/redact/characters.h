// The characters that secrets are made of, and where a secret may begin and end.
//
// Secrets are looked for in JSON as it is spelled, in JSON inside strings of JSON, in the output of
// terminals and in URLs. So the letter before a secret may be the end of an escape (\n, %3D, a
// colour), and then it does not belong to the word that follows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"

namespace hence {

// Sets of characters, to be joined with |.
struct Chars {
    static constexpr std::uint16_t upper = 1;
    static constexpr std::uint16_t lower = 2;
    static constexpr std::uint16_t digit = 4;
    static constexpr std::uint16_t lower_hex = 8;   // The letters a to f.
    static constexpr std::uint16_t upper_hex = 16;  // The letters A to F.
    static constexpr std::uint16_t underscore = 32;
    static constexpr std::uint16_t dash = 64;
    static constexpr std::uint16_t dot = 128;
    static constexpr std::uint16_t slash_plus = 256;
    static constexpr std::uint16_t equals = 512;
    static constexpr std::uint16_t tilde = 1024;

    static constexpr std::uint16_t letters = upper | lower;
    static constexpr std::uint16_t alnum = letters | digit;
    static constexpr std::uint16_t hex = digit | lower_hex;
    static constexpr std::uint16_t any_hex = hex | upper_hex;
    static constexpr std::uint16_t word = alnum | underscore;
    static constexpr std::uint16_t url64 = word | dash;
    static constexpr std::uint16_t base64 = alnum | slash_plus;
};

constexpr std::array<std::uint16_t, 256> secret_char_table() {
    std::array<std::uint16_t, 256> table{};
    for (std::size_t i = 0; i < 128; ++i) {
        const char c = static_cast<char>(i);
        unsigned set = 0;
        set |= is_upper(c) ? Chars::upper : 0U;
        set |= is_lower(c) ? Chars::lower : 0U;
        set |= is_digit(c) ? Chars::digit : 0U;
        set |= c >= 'a' && c <= 'f' ? Chars::lower_hex : 0U;
        set |= c >= 'A' && c <= 'F' ? Chars::upper_hex : 0U;
        set |= c == '_' ? Chars::underscore : 0U;
        set |= c == '-' ? Chars::dash : 0U;
        set |= c == '.' ? Chars::dot : 0U;
        set |= c == '/' || c == '+' ? Chars::slash_plus : 0U;
        set |= c == '=' ? Chars::equals : 0U;
        set |= c == '~' ? Chars::tilde : 0U;
        table[i] = static_cast<std::uint16_t>(set);
    }
    return table;
}

inline constexpr std::array<std::uint16_t, 256> secret_char_sets = secret_char_table();

constexpr bool is_among(char c, std::uint16_t set) {
    return (secret_char_sets[static_cast<unsigned char>(c)] & set) != 0;
}

// How many characters of the set stand from `at` on, at most `most`.
constexpr std::size_t run_of(std::string_view text, std::size_t at, std::uint16_t set,
                             std::size_t most) {
    std::size_t count = 0;
    while (count < most && at + count < text.size() && is_among(text[at + count], set)) {
        ++count;
    }
    return count;
}

// How many different characters there are, and of how many sorts (digits, upper and lower case).
struct Variety {
    std::size_t different = 0;
    bool has_digit = false;
    bool has_upper = false;
    bool has_lower = false;

    bool has_letter() const { return has_upper || has_lower; }
};
Variety variety_of(std::string_view text);

// Where the run of characters of the set that ends before `at` begins, at most `most` of them. The
// letter of an escape does not belong to it.
std::size_t run_before(std::string_view text, std::size_t at, std::uint16_t set, std::size_t most);

// Whether a word may begin at `at`: no letter, digit or underscore stands before it, other than as
// the end of an escape.
bool begins_word(std::string_view text, std::size_t at);
// Whether a word may end before `at`.
bool ends_word(std::string_view text, std::size_t at);

}  // namespace hence
