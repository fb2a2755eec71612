#include "model/redact/escapes.h"

#include <algorithm>

#include "base/ascii.h"

namespace hence {
namespace {

struct HiddenLetter {
    char letter = '\0';
    std::size_t size = 0;  // Of the escape; 0: there is none.
};

// Any number of backslashes, then u00XX for a printable character, or a slash.
HiddenLetter hidden_letter(std::string_view rest) {
    const std::size_t at = rest.find_first_not_of('\\');
    if (at == 0 || at == std::string_view::npos) {
        return {};
    }
    if (rest[at] == '/') {
        return {'/', at + 1};
    }
    const std::string_view escape = rest.substr(at, 5);
    if (escape.size() < 5 || !escape.starts_with("u00")) {
        return {};
    }
    const int high = hex_value(escape[3]);
    const int low = hex_value(escape[4]);
    const int value = high * 16 + low;
    // A backslash would make an escape of what follows it.
    if (high < 2 || high > 7 || low < 0 || value == 0x7f || value == '\\') {
        return {};
    }
    return {static_cast<char>(value), at + 5};
}

}  // namespace

bool hides_a_letter(std::string_view text, std::size_t at) {
    return hidden_letter(text.substr(at)).size > 0;
}

Unescaped::Unescaped(std::string_view raw) {
    text_.reserve(raw.size());
    std::size_t from = 0;
    std::size_t at = raw.find('\\');
    while (at != std::string_view::npos) {
        const std::string_view rest = raw.substr(at);
        const HiddenLetter hidden = hidden_letter(rest);
        if (hidden.size == 0) {
            at = raw.find('\\', at + std::min(rest.find_first_not_of('\\'), rest.size()));
            continue;
        }
        text_ += raw.substr(from, at - from);
        joints_.push_back({text_.size(), at});
        text_ += hidden.letter;
        from = at + hidden.size;
        joints_.push_back({text_.size(), from});
        at = raw.find('\\', from);
    }
    text_ += raw.substr(from);
}

std::size_t Unescaped::raw(std::size_t at) const {
    // Two joints at one place: the second begins the next escape where the first one ended.
    const auto next = std::ranges::upper_bound(joints_, at, {}, &Joint::at);
    if (next == joints_.begin()) {
        return at;
    }
    const Joint& joint = *std::prev(next);
    return joint.raw + (at - joint.at);
}

}  // namespace hence
