#include "model/text.h"

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "base/utf8.h"

namespace hence {
namespace {

constexpr std::size_t quoted_characters_max = 64;

bool is_plain(char c) {
    return c >= 0x20 && c < 0x7F;
}

// How many plain characters the text begins with. Recorded text is mostly plain, so eight bytes are
// looked at together: a byte below 0x20 borrows from its highest bit, and one above 0x7E has that
// bit or gets it.
std::size_t plain_begin(std::string_view text) {
    constexpr std::uint64_t each = 0x0101010101010101;
    std::size_t at = 0;
    for (std::uint64_t word = 0; at + sizeof(word) <= text.size(); at += sizeof(word)) {
        std::memcpy(&word, text.data() + at, sizeof(word));
        if ((((word - each * 0x20) | (word + each) | word) & each * 0x80) != 0) {
            break;
        }
    }
    while (at < text.size() && is_plain(text[at])) {
        ++at;
    }
    return at;
}

// Characters that do not show what they are: they move, hide or reorder what stands around them.
bool acts(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) ||         // Control characters, C0 and C1.
           c == 0x061C || c == 0x200E || c == 0x200F ||    // Marks of direction,
           (c >= 0x202A && c <= 0x202E) ||                 // embeddings and overrides,
           (c >= 0x2066 && c <= 0x2069) ||                 // isolates.
           c == 0x2028 || c == 0x2029 ||                   // Separators of lines and paragraphs.
           c == 0xFEFF || (c >= 0xE0000 && c <= 0xE007F);  // Byte order mark; tags.
}

void append_visible(std::string& out, const Character& character, std::string_view bytes) {
    if (!character.valid || character.is_surrogate()) {
        append_utf8(out, replacement_character);
    } else if (character.value == '\t' || character.value == '\n') {
        out += ' ';
    } else if (!acts(character.value)) {
        out += bytes;
    } else if (character.value < 0x100) {
        out += fmt::format("\\x{:02x}", static_cast<unsigned>(character.value));
    } else {
        out += fmt::format("\\u{{{:04x}}}", static_cast<unsigned>(character.value));
    }
}

// Where the character behind the first `count` begins, or the end.
std::size_t offset_of(std::string_view text, std::size_t count) {
    std::size_t at = 0;
    while (count != 0 && at < text.size()) {
        const std::size_t plain = plain_begin(text.substr(at, count));
        at += plain;
        count -= plain;
        if (count != 0 && at < text.size()) {
            at += first_character(text.substr(at)).size;
            --count;
        }
    }
    return at;
}

std::size_t count_characters(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) {
        at += is_plain(text[at]) ? 1 : first_character(text.substr(at)).size;
    }
    return count;
}

void append_printable(std::string& out, std::string_view text) {
    while (!text.empty()) {
        const std::size_t plain = plain_begin(text);
        out += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.starts_with("\r\n")) {
            text.remove_prefix(1);
        }
        if (!text.empty()) {
            const Character character = first_character(text);
            append_visible(out, character, text.substr(0, character.size));
            text.remove_prefix(character.size);
        }
    }
}

std::string cut(std::string_view text, std::size_t max_characters) {
    if (text.size() <= max_characters) {
        return printable(text);
    }
    const std::size_t all_but_one = offset_of(text, max_characters - 1);
    if (all_but_one + offset_of(text.substr(all_but_one), 1) == text.size()) {
        return printable(text);
    }
    constexpr std::string_view ellipsis = "…";
    std::string out;
    out.reserve(all_but_one + ellipsis.size());
    append_printable(out, text.substr(0, all_but_one));
    return out.append(ellipsis);
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    append_printable(out, text);
    return out;
}

std::string first_line(std::string_view text, std::size_t max_characters) {
    text = text.substr(0, text.find('\n'));
    if (text.ends_with('\r')) {
        text.remove_suffix(1);
    }
    return cut(text, max_characters);
}

std::string path_end(std::string_view path, std::size_t max_characters) {
    const std::size_t characters = count_characters(path);
    if (characters <= max_characters) {
        return printable(path);
    }
    const std::size_t last = offset_of(path, characters - (max_characters - 1));
    const std::size_t folder = path.find('/', last);
    // A name that is itself too long is told from others by its beginning, as any other text.
    return folder == path.npos || folder + 1 == path.size() ? cut(path, max_characters)
                                                            : "…" + printable(path.substr(folder));
}

std::string without_colours(std::string_view text) {
    std::string plain;
    for (;;) {
        const std::size_t code = text.find("\x1b[");
        const std::size_t end =
            code == text.npos ? text.npos : text.find_first_not_of("0123456789;:", code + 2);
        if (end == text.npos) {
            return plain.append(text);
        }
        const bool colours = text[end] == 'm';
        plain += text.substr(0, colours ? code : end);
        text.remove_prefix(colours ? end + 1 : end);
    }
}

std::string quoted(std::string_view text) {
    return "\"" + cut(text, quoted_characters_max) + "\"";
}

}  // namespace hence
