// Finds the cycles of a graph of causes and effects.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hence/store.h"

namespace hence {

struct Arrow {
    std::uint32_t from = 0;  // The cause.
    std::uint32_t to = 0;    // The effect.
};

// Of each set of events that all lead to each other, a shortest cycle through its earliest event:
// it begins there and goes from cause to effect. Cycles come in the order of their first events.
// `places` has the position of each node. Takes time linear in nodes and arrows, and no stack.
std::vector<std::vector<std::uint32_t>> cycles(std::span<const Position> places,
                                               std::span<const Arrow> arrows);

}  // namespace hence
