// Hash tables keyed by text, for texts that come from outside.
//
// An emitter chooses names, ids and keys, and with a known hash function it could choose a hundred
// thousand that all fall into one bucket. So texts are hashed by SipHash-1-3 under a key that each
// process draws when it first hashes. A table can be asked with a string_view, without making a
// string first. The order of such a table differs from process to process: no answer may depend on
// it. tools/tidy.py refuses std::unordered_map of texts elsewhere.
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
