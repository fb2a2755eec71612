#include "model/redact/characters.h"

#include <algorithm>
#include <bitset>

namespace hence {
namespace {

constexpr std::size_t colour_size_max = 12;

bool is_one_of(char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
}

// \n and the like, at any depth of nesting.
bool ends_short_escape(std::string_view before) {
    const std::size_t size = before.size();
    return size >= 2 && before[size - 2] == '\\' && is_one_of(before.back(), "nrtbfv");
}

// \u2019 or \x1b.
bool ends_long_escape(std::string_view before) {
    for (const std::size_t digits : {std::size_t{4}, std::size_t{2}}) {
        const char letter = digits == 4 ? 'u' : 'x';
        if (before.size() < digits + 2) {
            continue;
        }
        const std::string_view escape = before.substr(before.size() - digits - 2);
        if (escape[0] == '\\' && escape[1] == letter &&
            run_of(escape, 2, Chars::any_hex, digits) == digits) {
            return true;
        }
    }
    return false;
}

// %3D
bool ends_percent_escape(std::string_view before) {
    const std::size_t size = before.size();
    return size >= 3 && before[size - 3] == '%' && is_hex(before[size - 2]) &&
           is_hex(before[size - 1]);
}

// ESC [ 3 1 m, of which only the part from the bracket on is looked at.
bool ends_colour(std::string_view before) {
    if (!is_one_of(before.back(), "mK")) {
        return false;
    }
    before.remove_suffix(1);
    for (std::size_t i = 0; i < colour_size_max && !before.empty(); ++i) {
        const char c = before.back();
        if (c == '[') {
            return true;
        }
        if (!is_digit(c) && c != ';') {
            return false;
        }
        before.remove_suffix(1);
    }
    return false;
}

}  // namespace

Variety variety_of(std::string_view text) {
    std::bitset<256> seen;
    Variety variety;
    for (const char c : text) {
        seen.set(static_cast<unsigned char>(c));
        variety.has_digit = variety.has_digit || is_digit(c);
        variety.has_upper = variety.has_upper || is_upper(c);
        variety.has_lower = variety.has_lower || is_lower(c);
    }
    variety.different = seen.count();
    return variety;
}

std::size_t run_before(std::string_view text, std::size_t at, std::uint16_t set, std::size_t most) {
    std::size_t begin = at;
    while (begin > 0 && at - begin < most && is_among(text[begin - 1], set)) {
        --begin;
    }
    if (begin > 0 && text[begin - 1] == '\\' && begin < at) {
        const std::size_t escape = text[begin] == 'u' ? 5 : 1;
        begin = std::min(begin + escape, at);
    }
    return begin;
}

bool begins_word(std::string_view text, std::size_t at) {
    if (at == 0 || !is_among(text[at - 1], Chars::word)) {
        return true;
    }
    const std::string_view before = text.substr(0, at);
    return ends_short_escape(before) || ends_long_escape(before) || ends_percent_escape(before) ||
           ends_colour(before);
}

bool ends_word(std::string_view text, std::size_t at) {
    return at >= text.size() || !is_among(text[at], Chars::alnum);
}

}  // namespace hence
