// An erasure that is under way, as bytes in the log.
//
// The record is written together with the event that announces the erasure, in one atomic write,
// and deleted when no file holds the erased bytes any more. Whoever opens the log in between
// carries on from `state`. Which texts no other event needs is worked out while the events are
// still there, and kept in parts beside the record: once the first stub is written, it could not be
// worked out again.
//
//     erasure = state byte, id of the erasure event text, reason text, session text,
//               count varint, then for each range: varint (first - last of the one before),
//               varint (last - first)
//     part    = SHA-256 of a text to drop (32), as many as there are
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "hence/erase.h"
#include "hence/result.h"

namespace hence {

enum class ErasureState : std::uint8_t {
    announced = 1,   // Nothing is done yet.
    sorted_out = 2,  // The parts say which texts go.
    rewritten = 3,   // Chunks and quarantine are rewritten; older versions may lie in files.
};

struct PendingErasure {
    ErasureState state = ErasureState::announced;
    std::string id;
    std::string reason;
    std::string session;
    std::vector<SeqRange> seqs;
    std::vector<std::uint64_t> rows = {};  // Of the quarantine, which go whatever they hold.

    bool covers(std::uint64_t seq) const;
};

std::string encode_erasure(const PendingErasure& erasure);
// Fails with corrupt.
Result<PendingErasure> decode_erasure(std::string_view value);

// How many hashes one part holds at most.
inline constexpr std::size_t erasure_part_hashes = 16'384;
Result<std::vector<Hash>> decode_erasure_part(std::string_view value);

}  // namespace hence
