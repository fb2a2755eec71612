// Reading and writing JSON by slices.
#include "model/json/json.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/ascii.h"
#include "base/utf8.h"
#include "model/json/json_number.h"
#include "model/json/json_scanner.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

// The four digits behind a \u that stands at `at`.
char32_t escaped_unit(std::string_view text, std::size_t at) {
    char32_t unit = 0;
    for (std::size_t i = at + 2; i < at + 6 && i < text.size(); ++i) {
        unit = unit << 4 | static_cast<char32_t>(hex_value(text[i]));
    }
    return unit;
}

// Decodes the \u escape at `at`, with the second one of a pair, and says how many bytes it took.
std::size_t append_unicode_escape(std::string& out, std::string_view text, std::size_t at) {
    const char32_t unit = escaped_unit(text, at);
    if (unit >= 0xD800 && unit <= 0xDBFF && text.substr(at + 6, 2) == "\\u") {
        const char32_t low = escaped_unit(text, at + 6);
        if (low >= 0xDC00 && low <= 0xDFFF) {
            append_utf8(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
            return 12;
        }
    }
    append_utf8(out, unit);
    return 6;
}

char unescaped(char c) {
    switch (c) {
        case 'b': return '\b';
        case 'f': return '\f';
        case 'n': return '\n';
        case 'r': return '\r';
        case 't': return '\t';
        default: return c;
    }
}

void append_unit(std::string& out, char32_t unit) {
    constexpr std::string_view hex = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
        out += hex[unit >> shift & 0xF];
    }
}

void append_escaped(std::string& out, char c) {
    switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\b': out += "\\b"; break;
        case '\f': out += "\\f"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default: append_unit(out, static_cast<unsigned char>(c));
    }
}

bool needs_escape(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// Eight bytes of a text, looked at together.
class EightBytes {
public:
    static constexpr std::size_t size = sizeof(std::uint64_t);

    explicit EightBytes(const char* bytes) { std::memcpy(&word_, bytes, size); }

    // Whether one needs an escape. A byte below 0x20 borrows from its highest bit, and so does a
    // quote or backslash from its difference to one; a borrow from the byte beside it may say so,
    // too, but only beside one that needs an escape.
    bool any_needs_escape() const {
        const std::uint64_t quote = word_ ^ each * '"';
        const std::uint64_t backslash = word_ ^ each * '\\';
        return (((word_ - each * 0x20) | (quote - each) | (backslash - each)) & ~word_ & high) != 0;
    }
    // Whether one is part of a longer character.
    bool any_beyond_ascii() const { return (word_ & high) != 0; }

private:
    static constexpr std::uint64_t each = 0x0101010101010101;
    static constexpr std::uint64_t high = each * 0x80;
    std::uint64_t word_ = 0;
};

// Valid text: only what JSON forbids is escaped.
void append_valid(std::string& out, std::string_view text) {
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        while (text.size() - at > EightBytes::size &&
               !EightBytes(text.data() + at).any_needs_escape()) {
            at += EightBytes::size;
        }
        if (needs_escape(text[at])) {
            out.append(text, begin, at - begin);
            append_escaped(out, text[at]);
            begin = at + 1;
        }
    }
    out.append(text, begin);
}

// Most texts are short and plain: looking at each byte once is all that they need.
bool is_plain(std::string_view text) {
    const auto special = [&text](std::size_t at) {
        const EightBytes bytes(text.data() + at);
        return bytes.any_beyond_ascii() || bytes.any_needs_escape();
    };
    constexpr std::size_t step = EightBytes::size;
    if (text.size() < step) {
        return std::ranges::none_of(
            text, [](char c) { return needs_escape(c) || static_cast<unsigned char>(c) >= 0x80; });
    }
    for (std::size_t at = 0; at + step < text.size(); at += step) {
        if (special(at)) {
            return false;
        }
    }
    return !special(text.size() - step);  // Some of them a second time.
}

enum class Halves { replaced, escaped };

void append_quoted(std::string& out, std::string_view text, Halves halves) {
    out += '"';
    if (is_plain(text)) {
        out += text;
        out += '"';
        return;
    }
    if (is_utf8(text)) {
        append_valid(out, text);
        out += '"';
        return;
    }
    while (!text.empty()) {
        const Character character = first_character(text);
        if (character.is_surrogate() && halves == Halves::escaped) {
            append_unit(out, character.value);
        } else if (!character.valid || character.is_surrogate()) {
            append_utf8(out, replacement_character);
        } else if (character.size == 1 && needs_escape(text.front())) {
            append_escaped(out, text.front());
        } else {
            out.append(text, 0, character.size);
        }
        text.remove_prefix(character.size);
    }
    out += '"';
}

}  // namespace

Json Json::operator[](std::string_view name) const {
    Json found;
    MemberReader members(raw_);
    std::string_view token;
    std::string_view value;
    while (members.next(token, value)) {
        if (token_says(token, name)) {
            found = Json(value);
        }
    }
    return found;
}

Json Json::at(std::size_t index) const {
    ElementReader elements(raw_);
    std::string_view value;
    while (elements.next(value)) {
        if (index-- == 0) {
            return Json(value);
        }
    }
    return {};
}

std::optional<std::string> Json::string() const {
    return is_string() ? std::optional(unescape(raw_)) : std::nullopt;
}

JsonString::JsonString(Json value) {
    if (!value.is_string()) {
        return;
    }
    if (has_backslash(value.raw())) {
        unescaped_ = unescape(value.raw());
    } else {
        plain_ = inside_quotes(value.raw());
    }
}

std::optional<double> Json::number() const {
    return is_number() ? finite_value(raw_) : std::nullopt;
}

std::optional<bool> Json::boolean() const {
    if (raw_ == "true") {
        return true;
    }
    return raw_ == "false" ? std::optional(false) : std::nullopt;
}

void Json::each_element(const std::function<bool(Json)>& visit) const {
    ElementReader elements(raw_);
    std::string_view value;
    while (elements.next(value) && visit(Json(value))) {
    }
}

void Json::each_member(const std::function<bool(std::string_view, Json)>& visit) const {
    MemberReader members(raw_);
    std::string_view token;
    std::string_view value;
    while (members.next(token, value)) {
        const bool more = has_backslash(token) ? visit(unescape(token), Json(value))
                                               : visit(inside_quotes(token), Json(value));
        if (!more) {
            return;
        }
    }
}

Result<std::string> minify(std::string_view text, std::size_t depth_max) {
    if (const auto offset = not_utf8(text)) {
        return utf8_error(*offset);
    }
    std::string out(text.size(), '\0');
    JsonScanner scanner(text, out.data());
    std::string_view slice;
    if (!scanner.value(depth_max, slice)) {
        return scanner.error();
    }
    if (scanner.peek(); !scanner.at_end()) {
        scanner.fail("more text after the value");
        return scanner.error();
    }
    out.resize(slice.size());
    return out;
}

std::string unescape(std::string_view token) {
    const std::string_view text = inside_quotes(token);
    if (!has_backslash(text)) {
        return std::string(text);
    }
    std::string out;
    out.reserve(text.size());
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t stop = std::min(text.find('\\', at), text.size());
        out.append(text, at, stop - at);
        at = stop;
        if (at + 1 >= text.size()) {
            break;
        }
        if (text[at + 1] == 'u') {
            at += append_unicode_escape(out, text, at);
        } else {
            out += unescaped(text[at + 1]);
            at += 2;
        }
    }
    return out;
}

void append_string(std::string& out, std::string_view text) {
    append_quoted(out, text, Halves::replaced);
}

void append_token(std::string& out, std::string_view text) {
    append_quoted(out, text, Halves::escaped);
}

}  // namespace hence
