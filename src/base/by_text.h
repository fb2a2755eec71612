// Hash tables of texts: nobody outside can foretell which texts meet in one place, and they can be
// asked with a view, without making a string first.
//
// Whoever records chooses names, ids and keys, and a known hash lets them choose a hundred thousand
// that all fall together. So texts are hashed by SipHash-1-3 under a key that each process draws at
// its start. The order of such a table is another one in each process: no answer may depend on it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace hence {

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept;
};

template <class T>
using ByText = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;
using Texts = std::unordered_set<std::string, TextHash, std::equal_to<>>;

// The same of texts that live elsewhere, and longer.
template <class T>
using ByTextView = std::unordered_map<std::string_view, T, TextHash, std::equal_to<>>;
template <class T>
using ManyByTextView = std::unordered_multimap<std::string_view, T, TextHash, std::equal_to<>>;
using TextViews = std::unordered_set<std::string_view, TextHash, std::equal_to<>>;

}  // namespace hence
