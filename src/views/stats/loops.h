// Finds what repeats in a sequence: the same steps in the same order, three times or more.
//
// Agents that are stuck call the same tools again and again, and the repeated part may be one call
// or fifty. Trying every period at every place would take time with the square of the length or
// worse; comparing hashes of prefixes takes n log n. Repetitions never overlap, and each is taken
// with its shortest period.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hence {

inline constexpr std::size_t repeats_min = 3;

// `count` times the `period` elements from `begin` on, one time right after the other.
struct Repetition {
    std::size_t begin = 0;
    std::size_t period = 0;
    std::size_t count = 0;
    friend bool operator==(const Repetition&, const Repetition&) = default;
};

// Read from the left: where something repeats, it is taken with the shortest period and as often as
// it repeats, and the search goes on behind it. So AAAAAA is A six times, not AA three times.
// Takes time in proportion to n log n, whatever the sequence.
std::vector<Repetition> repetitions(std::span<const std::uint32_t> sequence);

// Which elements stand in a stretch that repeats. A sequence that is a refinement of this one
// (equal there means equal here) repeats nowhere else.
std::vector<bool> repeated_places(std::span<const std::uint32_t> sequence);

}  // namespace hence
