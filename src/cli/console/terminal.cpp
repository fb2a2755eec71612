#include "cli/console/terminal.h"

#include <algorithm>

#include <fmt/format.h>

namespace hence {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view dim = "\x1b[2m";
constexpr std::string_view bold = "\x1b[1m";
constexpr std::string_view yellow = "\x1b[33m";
constexpr std::string_view plain = "\x1b[0m";

bool acts(char32_t code) {
    return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code <= 0x9F) ||
           code == 0x061C || code == 0x200E || code == 0x200F || code == 0x2028 || code == 0x2029 ||
           (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
           code == 0xFEFF || (code >= 0xE0000 && code <= 0xE007F);
}

// How many bytes a character has that begins so; 0 when none does.
std::size_t length_after(unsigned char first) {
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF) {
        return 2;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        return 3;
    }
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// The code of a whole character, or U+FFFF'FFFF for an overlong form, a surrogate or beyond
// Unicode.
char32_t decode(std::string_view character) {
    constexpr char32_t bad = 0xFFFFFFFF;
    const auto first = static_cast<unsigned char>(character.front());
    if (character.size() == 1) {
        return first;
    }
    char32_t code = first & (0x7FU >> character.size());
    for (const char byte : character.substr(1)) {
        code = code << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
    }
    constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code < least[character.size()] || surrogate || code > 0x10FFFF ? bad : code;
}

void append_coloured_line(std::string& out, std::string_view line, bool heading) {
    if (line.starts_with("! ")) {
        out.append(yellow).append(line).append(plain);
        return;
    }
    const std::size_t id = line.ends_with(')') ? line.rfind("  (") : std::string_view::npos;
    if (id != std::string_view::npos) {
        out.append(line.substr(0, id)).append(dim).append(line.substr(id)).append(plain);
    } else if (heading && !line.empty()) {
        out.append(bold).append(line).append(plain);
    } else {
        out.append(line);
    }
}

}  // namespace

void TerminalFilter::append_character(std::string& out, std::string_view character,
                                      char32_t code) const {
    if (code > 0x10FFFF) {
        out.append(replacement);
    } else if (!acts(code)) {
        out.append(character);
    } else if (spelling_ == Spelling::text) {
        out += code < 0x100 ? fmt::format("\\x{:02x}", static_cast<unsigned>(code))
                            : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(code));
    } else if (code < 0x10000) {
        out += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    } else {
        const auto above = static_cast<unsigned>(code - 0x10000);
        out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF));
    }
}

void TerminalFilter::append(std::string& out, std::string_view piece) {
    std::string joined;
    if (!held_.empty()) {
        joined = std::move(held_);
        joined += piece;
        piece = joined;
        held_.clear();
    }
    while (!piece.empty()) {
        const std::size_t length = length_after(static_cast<unsigned char>(piece.front()));
        std::size_t there = 1;
        while (there < std::min(length, piece.size()) && continues(piece[there])) {
            ++there;
        }
        if (there < length && there == piece.size()) {
            held_ = piece;
            return;
        }
        const bool whole = there == length;
        append_character(out, piece.substr(0, there),
                         whole ? decode(piece.substr(0, there)) : 0xFFFFFFFF);
        piece.remove_prefix(there);
    }
}

void TerminalFilter::finish(std::string& out) {
    if (!held_.empty()) {
        out.append(replacement);
        held_.clear();
    }
}

std::string coloured(std::string_view lines, bool first_is_heading) {
    std::string out;
    bool heading = first_is_heading;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        append_coloured_line(out, lines.substr(0, end), heading);
        heading = false;
        if (end < lines.size()) {
            out.push_back('\n');
        }
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return out;
}

}  // namespace hence
