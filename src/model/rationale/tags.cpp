#include "model/rationale/tags.h"

#include <algorithm>

#include "base/ascii.h"

namespace hence {
namespace {

void skip_white_space(std::string_view& text) {
    text = trimmed_front(text, all_white_space);
}

// Reads `= "12"` behind the name of the attribute. Nothing unless there are digits.
std::optional<std::string_view> digits_of(std::string_view value) {
    skip_white_space(value);
    if (!value.starts_with('=')) {
        return std::nullopt;
    }
    value.remove_prefix(1);
    skip_white_space(value);
    if (value.starts_with('"') || value.starts_with('\'')) {
        value.remove_prefix(1);
        skip_white_space(value);
    }
    const auto end = std::find_if_not(value.begin(), value.end(), is_digit);
    value = value.substr(0, static_cast<std::size_t>(end - value.begin()));
    return value.empty() ? std::nullopt : std::optional(value);
}

std::optional<std::uint64_t> small_number(std::string_view digits) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.size() > call_digits_max) {
        return std::nullopt;
    }
    std::uint64_t number = 0;
    for (const char digit : digits) {
        number = number * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    return number;
}

// The attributes are what stands between the name of the tag and its '>'.
RationaleTag opening_tag(std::string_view attributes) {
    RationaleTag tag;
    for (std::size_t at = 1; at < attributes.size() && !tag.names_call; ++at) {
        if (is_white_space(attributes[at - 1]) && begins_with_word(attributes.substr(at), "call")) {
            if (const auto digits = digits_of(attributes.substr(at + 4))) {
                tag.names_call = true;
                tag.call = small_number(*digits);
            }
        }
    }
    return tag;
}

}  // namespace

bool is_white_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool begins_with_word(std::string_view text, std::string_view word) {
    return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(),
                                                    [](char a, char b) { return a == lower(b); });
}

std::optional<RationaleTag> rationale_tag(std::string_view text) {
    text = text.substr(1, text.size() - 2);
    const bool closes = text.starts_with('/');
    text.remove_prefix(closes ? 1 : 0);
    constexpr std::string_view name = "rationale";
    if (!begins_with_word(text, name)) {
        return std::nullopt;
    }
    text.remove_prefix(name.size());
    if (closes) {
        return trimmed(text, all_white_space).empty()
                   ? std::optional(RationaleTag{RationaleTag::Kind::closing, false, {}})
                   : std::nullopt;
    }
    if (!text.empty() && !is_white_space(text.front())) {
        return std::nullopt;
    }
    return opening_tag(text);
}

std::optional<FoundTag> next_rationale_tag(std::string_view text, std::size_t at) {
    std::size_t begin = text.npos;
    for (; at < text.size(); ++at) {
        if (text[at] == '<') {
            begin = at;
        } else if (text[at] == '>' && begin != text.npos) {
            if (const auto tag = rationale_tag(text.substr(begin, at + 1 - begin))) {
                return FoundTag{*tag, begin, at + 1};
            }
            begin = text.npos;
        }
    }
    return std::nullopt;
}

}  // namespace hence
