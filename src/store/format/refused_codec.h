// Quarantine rows as bytes.
//
// A refused line is kept with its bytes, up to 16 MiB. The same bytes from the same source for the
// same reason are one row with a count, so that a file that is read again and again does not fill
// the quarantine.
//
//     refused = source text, line varint, reason text, size varint, SHA-256 (32),
//               the bytes to the end
//     count   = count varint, released byte
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "hence/result.h"
#include "hence/store.h"

namespace hence {

inline constexpr std::size_t refused_kept_max = std::size_t{16} << 20;

std::string encode_refused(const Refused& refused);
// Without n and count; with bytes only when asked for.
Result<QuarantineRow> decode_refused(std::string_view value, bool with_bytes);

struct RefusedCount {
    std::uint64_t count = 0;
    bool released = false;
};
std::string encode_refused_count(const RefusedCount& count);
RefusedCount decode_refused_count(std::string_view value);

// The same for the same bytes, reason and source.
Hash refused_identity(const Refused& refused);

}  // namespace hence
