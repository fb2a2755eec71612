// Reading the short notation in which rows of routes are described (RouteText, SchemaText). The
// rows are constants of the program, so nothing here fails.
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace hence {

// The words of a list.
inline std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) {
            words.push_back(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

inline bool has_word(std::string_view text, std::string_view word) {
    const std::vector<std::string_view> words = words_of(text);
    return std::ranges::find(words, word) != words.end();
}

// The two sides of the first `mark`; the second is empty when there is none.
inline std::pair<std::string_view, std::string_view> split(std::string_view text, char mark) {
    const std::size_t at = std::min(text.find(mark), text.size());
    return {text.substr(0, at), text.substr(std::min(at + 1, text.size()))};
}

// What stands beside a key in a list of KEY=VALUE; empty when it is not there.
inline std::string_view value_of(std::string_view text, std::string_view key) {
    for (const std::string_view word : words_of(text)) {
        if (const auto [name, value] = split(word, '='); name == key) {
            return value;
        }
    }
    return {};
}

// The words of a type such as (up|down).
inline std::vector<std::string_view> choices_of(std::string_view type) {
    std::vector<std::string_view> choices;
    for (std::string_view rest = type.substr(1, type.size() - 2); !rest.empty();) {
        const auto [word, more] = split(rest, '|');
        choices.push_back(word);
        rest = more;
    }
    return choices;
}

}  // namespace hence
