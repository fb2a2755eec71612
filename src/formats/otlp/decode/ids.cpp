#include "formats/otlp/decode/ids.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "base/base64.h"

namespace hence {
namespace {

std::size_t id_bytes(IdOf of) {
    return of == IdOf::trace ? 16 : 8;
}

std::size_t base64_size(std::size_t bytes) {
    return (bytes + 2) / 3 * 4;
}

std::string hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out(bytes.size() * 2, '\0');
    std::size_t at = 0;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out[at++] = digits[byte >> 4];
        out[at++] = digits[byte & 15U];
    }
    return out;
}

// The same digits in lower case, or nothing if they are not all hex.
std::optional<std::string> from_hex(std::string_view text) {
    if (!std::all_of(text.begin(), text.end(), is_hex)) {
        return std::nullopt;
    }
    return lower_case(text);
}

// Padding included; in the letters of a URL as well.
std::optional<std::string> from_base64(std::string_view text) {
    if (text.size() % 4 != 0) {
        return std::nullopt;
    }
    while (text.ends_with('=')) {
        text.remove_suffix(1);
    }
    std::string letters(text);
    std::replace(letters.begin(), letters.end(), '+', '-');
    std::replace(letters.begin(), letters.end(), '/', '_');
    return from_base64url(letters);
}

// Zeros stand for no id.
std::optional<std::string> unless_zero(std::optional<std::string> id) {
    if (id && id->find_first_not_of('0') == std::string::npos) {
        id->clear();
    }
    return id;
}

}  // namespace

std::optional<std::string> id_from_text(IdOf of, std::string_view text) {
    const std::size_t size = id_bytes(of);
    if (text.empty()) {
        return std::string();
    }
    if (text.size() == size * 2) {
        return unless_zero(from_hex(text));
    }
    if (text.size() == base64_size(size)) {
        const std::optional<std::string> bytes = from_base64(text);
        return bytes && bytes->size() == size ? unless_zero(hex(*bytes)) : std::nullopt;
    }
    if (text.size() == base64_size(size * 2)) {
        const std::optional<std::string> digits = from_base64(text);
        return digits && digits->size() == size * 2 ? unless_zero(from_hex(*digits)) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<std::string> id_from_bytes(IdOf of, std::string_view bytes) {
    const std::size_t size = id_bytes(of);
    if (bytes.empty()) {
        return std::string();
    }
    if (bytes.size() == size) {
        return unless_zero(hex(bytes));
    }
    // Four letters are three bytes: hex text of twice the size has become one and a half times it.
    if (bytes.size() == size * 3 / 2) {
        return unless_zero(from_hex(base64(bytes)));
    }
    return std::nullopt;
}

}  // namespace hence
