// The longest common subsequence of two sequences of symbols.
//
// Myers' algorithm in linear space, with a bound on its work: two long runs with little in common
// would otherwise take time with the square of their length. Beyond the bound the result is still a
// common subsequence, and the same one each time, but perhaps not the longest. diff/lcs.cpp has the
// details.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hence {

inline constexpr std::uint32_t unmatched = UINT32_MAX;

// For each element of `a`, the index of the element of `b` that it is matched with, or `unmatched`.
// Matches stand in the order of both. Symbols should be small numbers: memory grows with the
// largest.
//
// As many as can be are matched where `a` and `b` differ in up to `exact_differences_max` elements
// that occur in both. Beyond, a few matches may be missed, and time stays linear in the length.
std::vector<std::uint32_t> common_subsequence(std::span<const std::uint32_t> a,
                                              std::span<const std::uint32_t> b);

inline constexpr std::uint32_t exact_differences_max = 4'096;

}  // namespace hence
