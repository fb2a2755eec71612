// The columns of a segment as bytes: what matches are counted by, and when they happened.
//
// A question with one match in a segment must not pay for 65,536 events, and one with matches
// everywhere must not wait for bytes that it has no use for. So the columns are kept in parts, each
// read when it is asked for: pieces of 4,096 events with the numbers of their names, as many bits
// to a number as the segment needs; the same pieces with their instants; and the names, 256 at a
// time. The head says of each piece from when to when it reaches, and what flags its events have:
// mostly that is enough, and the instants are not read.
//
//     H                  head   = first seq varint, count varint, for each column: names varint,
//                                 for each piece: earliest and latest, each seconds (varint,
//                                 zigzag) and nanoseconds (varint), flags that some have (1), and
//                                 flags that all have (1)
//     C piece            codes  = for each column the codes of the piece, bit by bit, lowest first
//     T piece            times  = nanoseconds of a unit varint, for each event: seconds less those
//                                 of the event before (varint, zigzag), units (varint); where some
//                                 event has a flag: count x flags (1)
//     N column group     names  = each with its size
//
// `piece`, `column` and `group` are a byte each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/time.h"
#include "store/search/doc_set.h"

namespace hence {

// What matches are counted by.
enum class MatchColumn : std::uint8_t { session, run, agent, kind, tool };
inline constexpr std::size_t match_columns = 5;

inline constexpr std::size_t piece_docs = 4'096;
inline constexpr std::size_t names_together = 256;

enum class MatchFlag : std::uint8_t {
    replaceable = 1,  // Another event may have taken the place of this one.
    untimed = 2,      // Its time was made up from the order of events.
};

// What is known of the events of a piece without reading them.
struct MatchPiece {
    Time earliest;
    Time latest;
    std::uint8_t some = 0;
    std::uint8_t all = 0;

    bool some_are(MatchFlag flag) const { return (some & static_cast<std::uint8_t>(flag)) != 0; }
    bool all_are(MatchFlag flag) const { return (all & static_cast<std::uint8_t>(flag)) != 0; }
};

struct ColumnsHead {
    std::uint64_t first_seq = 1;
    std::uint64_t count = 0;
    std::array<std::size_t, match_columns> names = {};
    std::vector<MatchPiece> pieces;
};

// The names of parts.
std::string part_of_head();
std::string part_of_codes(std::size_t piece);
std::string part_of_times(std::size_t piece);
std::string part_of_names(MatchColumn column, std::size_t group);

// Numbers of the same few bits each, read where they lie.
class PackedNumbers {
public:
    PackedNumbers() = default;
    // 8 bytes that may be read follow the numbers.
    PackedNumbers(const char* bytes, unsigned bits)
        : bytes_(bytes), bits_(bits), mask_((std::uint64_t{1} << bits) - 1) {}

    std::size_t operator[](std::size_t i) const {
        const std::size_t at = i * bits_;
        std::uint64_t eight = 0;
        std::memcpy(&eight, bytes_ + at / 8, sizeof eight);
        return static_cast<std::size_t>(eight >> (at % 8) & mask_);
    }

private:
    const char* bytes_ = nullptr;
    unsigned bits_ = 0;
    std::uint64_t mask_ = 0;
};

// How many bits tell so many names apart; at most 16.
unsigned bits_for(std::size_t names);

// The codes of a piece. A code may be that of no name, if the bytes are damaged.
class PieceCodes {
public:
    // Fails with corrupt when the bytes are not as many as `docs` events need.
    static Result<PieceCodes> decode(std::string bytes,
                                     const std::array<std::size_t, match_columns>& names,
                                     std::size_t docs);
    // By the place of the event in the piece.
    PackedNumbers of(MatchColumn column) const {
        const auto number = static_cast<std::size_t>(column);
        return {bytes_.data() + begin_[number], bits_[number]};
    }

private:
    std::string bytes_;
    std::array<std::size_t, match_columns> begin_ = {};
    std::array<unsigned, match_columns> bits_ = {};
};

struct PieceTimes {
    std::vector<Time> times;
    std::vector<std::uint8_t> flags;

    bool is(std::size_t at, MatchFlag flag) const {
        return (flags[at] & static_cast<std::uint8_t>(flag)) != 0;
    }
};

std::string encode_head(const ColumnsHead& head);
std::string encode_codes(const std::array<std::span<const std::uint16_t>, match_columns>& codes,
                         const std::array<std::size_t, match_columns>& names);
std::string encode_times(std::span<const Time> times, std::span<const std::uint8_t> flags,
                         const MatchPiece& piece);
std::string encode_names(std::span<const std::string> names);

// All fail with corrupt.
Result<ColumnsHead> decode_head(std::string_view bytes);
Result<PieceTimes> decode_times(std::string_view bytes, std::size_t docs, const MatchPiece& piece);
Result<std::vector<std::string>> decode_names(std::string_view bytes, std::size_t count);

}  // namespace hence
