// Reads events by number, a window of them at a time, in whatever order they are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hence/store.h"

namespace hence {

// Hands out the events of these numbers from the first to the last. Neighbours in an answer mostly
// arrived near each other, so each window is read in a few runs of consecutive numbers.
class EventReader {
public:
    EventReader(const Store& store, std::vector<std::uint64_t> seqs)
        : store_(store), seqs_(std::move(seqs)) {}

    // The event of the next number. There must be one. Fails with corrupt when the store has lost
    // it.
    Result<Event> next();

private:
    Result<void> fill();

    const Store& store_;
    std::vector<std::uint64_t> seqs_;
    std::size_t at_ = 0;
    std::unordered_map<std::uint64_t, Event> window_;  // By seq.
};

}  // namespace hence
