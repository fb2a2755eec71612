// Keeps recorded text from acting on a terminal, and lends answers a little colour there.
//
// Agents record whatever a web page or a tool gave them. Escape sequences in it could move the
// cursor, change the title or hide text, and bidirectional controls could show it in another order.
// The filter spells such characters out, for JSON in a way that keeps its meaning. It works on a
// stream: a character may be split between two pieces, and is held until the rest has come.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hence {

// How a character that could act on a terminal is spelled instead.
enum class Spelling : std::uint8_t {
    text,  // \x1b and \u{202e}
    json,  // \u009b, so that the JSON still says the same
};

// A stream of bytes made safe: control characters (but line feed and tab), DEL, C1, byte order
// marks, bidirectional controls and tag characters are spelled out; what is no UTF-8 becomes
// U+FFFD. A character may come in pieces.
class TerminalFilter {
public:
    explicit TerminalFilter(Spelling spelling) : spelling_(spelling) {}

    void append(std::string& out, std::string_view piece);
    // What is left of an unfinished character, at the end.
    void finish(std::string& out);

private:
    void append_character(std::string& out, std::string_view character, char32_t code) const;

    Spelling spelling_;
    std::string held_;  // The beginning of a character whose rest has not come yet.
};

// Whole lines of a text answer, with ids dim, what is incomplete in yellow, and the answer's first
// line bold.
std::string coloured(std::string_view lines, bool first_is_heading);

}  // namespace hence
