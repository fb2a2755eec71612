#include "views/write/columns.h"

namespace hence {
namespace {

bool starts_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

// Where the character with this number begins, or the end.
std::size_t offset_of(std::string_view text, std::size_t character) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (starts_character(text[at]) && character-- == 0) {
            return at;
        }
    }
    return text.size();
}

std::string spaces(std::string_view text, std::size_t columns) {
    const std::size_t taken = width(text);
    return std::string(taken < columns ? columns - taken : 0, ' ');
}

}  // namespace

std::size_t width(std::string_view text) {
    std::size_t count = 0;
    for (const char byte : text) {
        count += starts_character(byte) ? 1 : 0;
    }
    return count;
}

std::string padded(std::string_view text, std::size_t columns) {
    return std::string(text) + spaces(text, columns);
}

std::string right_aligned(std::string_view text, std::size_t columns) {
    return spaces(text, columns) + std::string(text);
}

std::string cut(std::string_view text, std::size_t columns) {
    if (width(text) <= columns) {
        return std::string(text);
    }
    return columns == 0 ? "" : std::string(text.substr(0, offset_of(text, columns - 1))) + "…";
}

}  // namespace hence
