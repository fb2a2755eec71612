// How far a file of the spool was taken, kept in a small file beside it.
//
// The mark is written after the events are in the store, never before. When a process dies between
// the two, the next owner reads those lines again: events are known by their ids, so they count
// once. A mark that is lost or makes no sense costs time and no event.
//
// A text file of one line: hence-spool 1, then the members of SpoolMark in their order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hence/result.h"

namespace hence {

struct SpoolMark {
    std::uint64_t inode = 0;     // Which file it is about: a name may be used again,
    std::uint64_t birth_ns = 0;  // and so may an inode.
    std::uint64_t bytes = 0;     // Taken from the beginning.
    std::uint64_t lines = 0;
    std::uint64_t stored = 0;  // Events accepted, or known before.
    std::uint64_t quarantined = 0;
    std::uint64_t last_seq = 0;
    std::string tail = "-";  // A hash of the last bytes that were taken; "-": none were.

    friend bool operator==(const SpoolMark&, const SpoolMark&) = default;
};

inline constexpr std::string_view spool_mark_suffix = ".at";

// Of the file `name` in the open directory. Nothing when there is none that can be read.
std::optional<SpoolMark> read_spool_mark(int directory, const std::string& name);
// Replaces it as a whole. Fails with io; the mark is then what it was.
Result<void> write_spool_mark(int directory, const std::string& name, const SpoolMark& mark);
void remove_spool_mark(int directory, const std::string& name);

}  // namespace hence
