// Cuts a text into parts of whole lines of about 4 MiB, so that the memory for reading it stays
// small. A document is one part, and so is a line, however long.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hence {

struct TextPart {
    std::string_view text;
    std::uint64_t line = 0;  // The number of its first line.
};

// A document is one part, and so is a line, however long.
class TextParts {
public:
    static constexpr std::size_t part_bytes = 4 << 20;

    TextParts(std::string_view text, std::uint64_t first_line) : rest_(text), line_(first_line) {}

    // Nothing at the end.
    std::optional<TextPart> next();

private:
    std::string_view rest_;
    std::uint64_t line_;
};

}  // namespace hence
