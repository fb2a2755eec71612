#include "store/rocks/names/packed_key.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "store/format/layout.h"

namespace hence::rocks {
namespace {

constexpr std::size_t uuid_text_size = 36;
constexpr std::size_t uuid_digits = 32;
constexpr std::size_t uuid_size = uuid_digits / 2;
constexpr std::size_t before_value = 3;  // Of a posting: kind, space, and the value's size.
constexpr std::uint8_t no_digit = 0xFF;

constexpr bool has_dash(std::size_t at) {
    return at == 8 || at == 13 || at == 18 || at == 23;
}

constexpr std::uint8_t digit_of(char c) {
    if (c >= '0' && c <= '9') {
        return static_cast<std::uint8_t>(c - '0');
    }
    return c >= 'a' && c <= 'f' ? static_cast<std::uint8_t>(c - 'a' + 10) : no_digit;
}

using Digits = std::array<std::uint8_t, uuid_digits>;

// False when it is no UUID in small letters.
bool read_digits(std::string_view text, Digits& digits) {
    if (text.size() != uuid_text_size) {
        return false;
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (has_dash(i)) {
            if (text[i] != '-') {
                return false;
            }
            continue;
        }
        digits[count] = digit_of(text[i]);
        if (digits[count++] == no_digit) {
            return false;
        }
    }
    return true;
}

void put_packed(std::string& out, const Digits& digits) {
    for (std::size_t i = 0; i < digits.size(); i += 2) {
        out.push_back(static_cast<char>(digits[i] << 4U | digits[i + 1]));
    }
}

}  // namespace

std::string packed_key(std::string_view key) {
    std::string packed;
    Digits digits;
    if (key.empty()) {
        return packed;
    }
    if (key.front() == index_key::id && read_digits(key.substr(1), digits)) {
        packed.push_back(index_key::packed_id);
        put_packed(packed, digits);
        return packed;
    }
    constexpr std::size_t behind_value = before_value + uuid_text_size;
    if (key.front() == index_key::posting && key.size() >= behind_value &&
        static_cast<std::uint8_t>(key[before_value - 1]) == uuid_text_size &&
        read_digits(key.substr(before_value, uuid_text_size), digits)) {
        packed.append(key.substr(0, before_value - 1));
        packed.push_back(static_cast<char>(index_key::packed_value));
        put_packed(packed, digits);
        packed.append(key.substr(behind_value));
        return packed;
    }
    packed.append(key);
    return packed;
}

std::optional<std::string> unpacked_id(std::string_view key) {
    constexpr std::string_view hex = "0123456789abcdef";
    if (key.size() != 1 + uuid_size || key.front() != index_key::packed_id) {
        return std::nullopt;
    }
    std::string text;
    for (const char c : key.substr(1)) {
        if (has_dash(text.size())) {
            text.push_back('-');
        }
        const auto byte = static_cast<std::uint8_t>(c);
        text.push_back(hex[byte >> 4U]);
        text.push_back(hex[byte & 15U]);
    }
    return text;
}

std::string packed_id_from(std::string_view text) {
    Digits digits{};
    std::size_t count = 0;
    // Whether all that begin with these digits come before the text.
    bool before = text.size() > uuid_text_size;
    for (std::size_t i = 0; i < std::min(text.size(), uuid_text_size); ++i) {
        if (has_dash(i) ? text[i] == '-' : digit_of(text[i]) != no_digit) {
            if (!has_dash(i)) {
                digits[count++] = digit_of(text[i]);
            }
            continue;
        }
        const auto odd = static_cast<std::uint8_t>(text[i]);
        before = odd > (has_dash(i) ? '-' : 'f');
        if (!has_dash(i) && odd > '9' && odd < 'a') {
            digits[count++] = digit_of('a');
        }
        break;
    }
    std::fill(digits.begin() + static_cast<std::ptrdiff_t>(count), digits.end(),
              before ? std::uint8_t{15} : std::uint8_t{0});
    std::string key(1, index_key::packed_id);
    put_packed(key, digits);
    if (before) {
        key.push_back('\xFF');
    }
    return key;
}

}  // namespace hence::rocks
