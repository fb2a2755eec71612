// The value of a key as it stands in the engine's tables: packed, and in pieces.
//
// Some engines take no value above a megabyte, so a long value is several rows. RocksDB packs its
// blocks; here each value that is worth it is packed on its own.
//
//     piece = form byte (bit 0: zstd of the whole; bit 1: another piece follows), bytes
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"

namespace hence::postgres {

std::vector<std::string> pieces_of(std::string_view value);
// The only piece of a value of less than 200 bytes.
std::string only_piece_of(std::string_view value);

// Puts pieces together, in whatever order they come. Pieces behind the last are of an older, longer
// value and are passed over.
class PieceJoiner {
public:
    void add(std::int64_t number, std::string_view piece) { pieces_.emplace(number, piece); }
    // Fails with corrupt.
    Result<std::string> join() const;

private:
    std::map<std::int64_t, std::string> pieces_;
};

}  // namespace hence::postgres
