#include "views/write/markdown.h"

#include "base/ascii.h"
#include "model/text.h"

namespace hence {
namespace {

// Characters beyond ASCII count as letters: they are in no name of ours, but in many names.
bool is_word(char c) {
    return is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80;
}

// An underscore within a word is just that, and many names have one.
bool is_markup(std::string_view text, std::size_t at) {
    constexpr std::string_view anywhere = "\\`*[]<|~&$";
    if (text[at] == '_') {
        return at == 0 || at + 1 == text.size() || !is_word(text[at - 1]) || !is_word(text[at + 1]);
    }
    return anywhere.find(text[at]) != std::string_view::npos;
}

// Whether nothing of the same word follows: then a list may begin.
bool ends_word(std::string_view text, std::size_t at) {
    return at + 1 >= text.size() || text[at + 1] == ' ';
}

// Where a character stands that would begin a heading, a list, a rule or a quote; else past the
// end.
std::size_t beginning_of_block(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size() && is_digit(text[at])) {
        ++at;
    }
    if (at == text.size()) {
        return at;
    }
    const char c = text[at];
    const bool numbers = at > 0 && (c == '.' || c == ')') && ends_word(text, at);
    const bool lists =
        at == 0 && (c == '-' || c == '+') && (ends_word(text, at) || text[at + 1] == c);
    const bool heads = at == 0 && (c == '#' || c == '=' || c == '>');
    return numbers || lists || heads ? at : text.size();
}

}  // namespace

std::string markdown_text(std::string_view text) {
    std::string plain = printable(text);
    // Four spaces in front would make code of it.
    plain.erase(0, plain.find_first_not_of(' '));
    const std::size_t block = beginning_of_block(plain);
    std::string out;
    out.reserve(plain.size());
    for (std::size_t at = 0; at < plain.size(); ++at) {
        if (at == block || is_markup(plain, at)) {
            out += '\\';
        }
        out += plain[at];
    }
    return out;
}

}  // namespace hence
