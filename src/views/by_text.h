// Hash tables of strings that can be asked with a view, without making a string first.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace hence {

struct TextHash : std::hash<std::string_view> {
    using is_transparent = void;
};

template <class T>
using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;
using Texts = std::unordered_set<std::string, TextHash, std::equal_to<>>;

}  // namespace hence
