// Reads events by number, a window of them at a time, in whatever order they are wanted.
//
// Answers keep the numbers of events instead of the events, and read them again while they write.
// The order of an answer (a tree, say) is not the order of arrival, and one look-up for each event
// would be slow. Neighbours in an answer mostly arrived near each other: so a window of numbers is
// sorted, read in a few runs, and handed out in the order of the answer. Memory is bounded by the
// window, whatever the length of the answer. A number that the store no longer has is an error,
// never a gap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "hence/store.h"

namespace hence {

// Hands out the events of these numbers from the first to the last. Neighbours in an answer mostly
// arrived near each other, so they are read in a few runs of consecutive numbers: as they come
// where the numbers count up, and else a window of them at a time.
class EventReader {
public:
    EventReader(const Store& store, std::vector<std::uint64_t> seqs);

    // The event of the next number. There must be one. Fails with corrupt when the store has lost
    // it.
    Result<Event> next();

private:
    // A number that is wanted, and its place in the window.
    struct Wanted {
        std::uint64_t seq;
        std::size_t place;
    };

    Result<std::optional<Event>> next_in_order();
    Result<std::optional<Event>> next_of_window();
    Result<void> fill();

    const Store& store_;
    std::vector<std::uint64_t> seqs_;
    bool in_order_;  // They count up, none twice.
    std::size_t at_ = 0;
    std::unique_ptr<Cursor> run_;               // In order: what is being read, up to
    std::uint64_t run_end_ = 0;                 // this number.
    std::vector<std::optional<Event>> window_;  // Else. Absent: lost.
};

}  // namespace hence
