#include "base/utf8.h"

#include <cstdint>
#include <cstring>

namespace hence {
namespace {

bool continues(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

char32_t low_bits(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]) & 0x3Fu;
}

}  // namespace

Character first_character(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80) {
        return {lead, 1};
    }
    const Character bad{replacement_character, 1, false};
    if (lead < 0xC2 || lead > 0xF4 || !continues(text, 1)) {
        return bad;
    }
    if (lead < 0xE0) {
        return {(lead & 0x1Fu) << 6 | low_bits(text, 1), 2};
    }
    if (!continues(text, 2)) {
        return bad;
    }
    if (lead < 0xF0) {
        const char32_t value = (lead & 0x0Fu) << 12 | low_bits(text, 1) << 6 | low_bits(text, 2);
        return value < 0x800 ? bad : Character{value, 3};
    }
    if (!continues(text, 3)) {
        return bad;
    }
    const char32_t value =
        (lead & 0x07u) << 18 | low_bits(text, 1) << 12 | low_bits(text, 2) << 6 | low_bits(text, 3);
    return value < 0x10000 || value > 0x10FFFF ? bad : Character{value, 4};
}

bool is_utf8(std::string_view text) {
    constexpr std::uint64_t not_ascii = 0x8080808080808080U;
    std::size_t at = 0;
    while (at < text.size()) {
        // Most text is ASCII: eight bytes at a time.
        std::uint64_t word = 0;
        while (at + sizeof word <= text.size()) {
            std::memcpy(&word, text.data() + at, sizeof word);
            if ((word & not_ascii) != 0) {
                break;
            }
            at += sizeof word;
        }
        if (at == text.size()) {
            break;
        }
        const Character character = first_character(text.substr(at));
        if (!character.valid || character.is_surrogate()) {
            return false;
        }
        at += character.size;
    }
    return true;
}

void append_utf8(std::string& out, char32_t character) {
    const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    if (character < 0x80) {
        put(character);
    } else if (character < 0x800) {
        put(0xC0 | character >> 6);
        put(0x80 | (character & 0x3F));
    } else if (character < 0x10000) {
        put(0xE0 | character >> 12);
        put(0x80 | (character >> 6 & 0x3F));
        put(0x80 | (character & 0x3F));
    } else {
        put(0xF0 | character >> 18);
        put(0x80 | (character >> 12 & 0x3F));
        put(0x80 | (character >> 6 & 0x3F));
        put(0x80 | (character & 0x3F));
    }
}

std::size_t utf16_length(std::string_view text) {
    // Each character has one byte that continues nothing; those of four bytes take two units.
    std::size_t units = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        units += static_cast<std::size_t>((byte & 0xC0) != 0x80) +
                 static_cast<std::size_t>(byte >= 0xF0);
    }
    return units;
}

}  // namespace hence
