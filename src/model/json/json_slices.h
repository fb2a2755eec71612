// Walks over the members and elements of valid JSON without allocating, for the paths that are hot.
//
// A reader finds where a value ends by counting brackets and skipping strings; it does not look
// into the value. It never reads outside its slice, whatever the slice holds, but its results make
// sense only for valid JSON.
#pragma once

#include <string_view>

#include "model/json/json.h"

namespace hence {

// Where the string token that begins at `at` ends, behind its quote.
std::size_t token_end(std::string_view json, std::size_t at);

// Where the value that begins at `at` ends. Containers are passed over, not looked into.
std::size_t value_end(std::string_view json, std::size_t at);

// The elements of a list, in turn. Of anything else there are none.
class ElementReader {
public:
    explicit ElementReader(std::string_view list)
        : json_(list), at_(list.starts_with('[') ? 1 : list.size()) {}
    bool next(std::string_view& value);

private:
    std::string_view json_;
    std::size_t at_;
};

// The members of an object, in turn. Of anything else there are none.
class MemberReader {
public:
    explicit MemberReader(std::string_view object)
        : json_(object), at_(object.starts_with('{') ? 1 : object.size()) {}
    // The name is a token: quotes included, still escaped.
    bool next(std::string_view& name, std::string_view& value);

private:
    std::string_view json_;
    std::size_t at_;
};

// What stands between the quotes of a token.
inline std::string_view inside_quotes(std::string_view token) {
    return token.size() < 2 ? std::string_view() : token.substr(1, token.size() - 2);
}

inline bool has_backslash(std::string_view token) {
    return token.find('\\') != std::string_view::npos;
}

// Whether a token says `text`. The text must hold no half of a surrogate pair.
inline bool token_says(std::string_view token, std::string_view text) {
    const std::string_view inside = inside_quotes(token);
    // An escape takes more bytes than what it stands for: only a longer token may need unescaping.
    if (inside.size() <= text.size()) {
        return inside == text && !has_backslash(text);
    }
    return has_backslash(inside) && unescape(token) == text;
}

}  // namespace hence
