#include "base/base64.h"

#include <cstdint>

namespace hence {
namespace {

constexpr std::string_view standard_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view url_letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encode(std::string_view bytes, std::string_view letters) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    std::uint32_t bits = 0;
    unsigned held = 0;  // How many bits of `bits` are still to be written.
    for (const char byte : bytes) {
        bits = bits << 8 | static_cast<unsigned char>(byte);
        for (held += 8; held >= 6; held -= 6) {
            out += letters[bits >> (held - 6) & 63U];
        }
    }
    if (held > 0) {
        out += letters[bits << (6 - held) & 63U];
    }
    return out;
}

std::optional<std::string> decode(std::string_view text, std::string_view letters) {
    std::string out;
    out.reserve(text.size() * 3 / 4);
    std::uint32_t bits = 0;
    unsigned held = 0;
    for (const char letter : text) {
        const std::size_t value = letters.find(letter);
        if (value == std::string_view::npos) {
            return std::nullopt;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        held += 6;
        if (held >= 8) {
            held -= 8;
            out += static_cast<char>(bits >> held & 255U);
        }
    }
    // Left-over bits that are set, or a lone letter, would be a second spelling of the same bytes.
    if (held >= 6 || (bits & ((1U << held) - 1U)) != 0) {
        return std::nullopt;
    }
    return out;
}

}  // namespace

std::string base64(std::string_view bytes) {
    std::string out = encode(bytes, standard_letters);
    out.append((4 - out.size() % 4) % 4, '=');
    return out;
}

std::string base64url(std::string_view bytes) {
    return encode(bytes, url_letters);
}

std::optional<std::string> from_padded_base64(std::string_view text) {
    std::optional<std::string> bytes =
        decode(text.substr(0, text.find_last_not_of('=') + 1), standard_letters);
    return bytes && base64(*bytes) == text ? bytes : std::nullopt;
}

std::optional<std::string> from_base64url(std::string_view text) {
    return decode(text, url_letters);
}

}  // namespace hence
