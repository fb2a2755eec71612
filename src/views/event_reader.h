// Reads events by number, a window of them at a time, in whatever order they are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "hence/store.h"
#include "hence/tree.h"

namespace hence {

// Hands out the events of a tree's nodes from the first to the last. Neighbours in a tree mostly
// arrived near each other, so each window is read in a few runs of consecutive numbers.
class EventReader {
public:
    EventReader(const Store& store, std::span<const TreeNode> nodes)
        : store_(store), nodes_(nodes) {}

    // The event of the next node. There must be one. Fails with corrupt when the store has lost it.
    Result<Event> next();

private:
    Result<void> fill();

    const Store& store_;
    std::span<const TreeNode> nodes_;
    std::size_t at_ = 0;
    std::unordered_map<std::uint64_t, Event> window_;  // By seq.
};

}  // namespace hence
