// Finds the cycles of a graph of causes and effects.
//
// A log may hold a cycle: ids come from outside, and nobody checks them when they are recorded. An
// answer must report each cycle, and may not run in it. Tarjan's algorithm finds the sets of events
// that all lead to each other; one short cycle stands for each set, since a set may hold more
// cycles than can be listed. The call stack is a list on the heap, because a chain may be as long
// as the log.
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
