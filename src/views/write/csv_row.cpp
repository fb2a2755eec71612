#include "views/write/csv_row.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace hence {
namespace {

constexpr std::string_view formula_starts = "=+-@\t\r";
constexpr std::size_t not_there = std::string_view::npos;

// The bytes that make a cell need quotes.
constexpr std::array<bool, 256> quoted_bytes = [] {
    std::array<bool, 256> bytes{};
    for (const char byte : {'"', ',', '\r', '\n'}) {
        bytes[static_cast<unsigned char>(byte)] = true;
    }
    return bytes;
}();

bool needs_quotes(std::string_view text) {
    return std::ranges::any_of(
        text, [](char byte) { return quoted_bytes[static_cast<unsigned char>(byte)]; });
}

std::string without_halves(std::string_view recorded) {
    std::string text;
    while (!recorded.empty()) {
        const Character character = first_character(recorded);
        if (!character.valid || character.is_surrogate()) {
            append_utf8(text, replacement_character);
        } else {
            text += recorded.substr(0, character.size);
        }
        recorded.remove_prefix(character.size);
    }
    return text;
}

}  // namespace

void CsvRow::separate() {
    out_ += first_ ? "" : ",";
    first_ = false;
}

void CsvRow::cell(std::string_view text) {
    separate();
    const bool formula = !text.empty() && formula_starts.find(text.front()) != not_there;
    if (!needs_quotes(text)) {
        out_ += formula ? "'" : "";
        out_ += text;
        return;
    }
    out_ += formula ? "\"'" : "\"";
    for (std::size_t quote = text.find('"'); quote != not_there; quote = text.find('"')) {
        out_ += text.substr(0, quote + 1);
        out_ += '"';
        text.remove_prefix(quote + 1);
    }
    out_ += text;
    out_ += '"';
}

void CsvRow::text_cell(std::string_view recorded) {
    // The three bytes of half a pair begin with this one.
    const bool plain = recorded.find('\xED') == not_there;
    plain ? cell(recorded) : cell(without_halves(recorded));
}

void CsvRow::number_cell(std::string_view digits) {
    separate();
    out_ += digits;
}

}  // namespace hence
