// Bytes under a secret key of 256 bits: sealed as a whole, or as a stream that is read anywhere.
//
// `seal` is AES-256-GCM: whoever lacks the key reads nothing, and a byte that was changed, or bytes
// that stand in another place, do not open. `apply_stream` is AES-256-CTR for files that are read
// by ranges; it hides, and notices nothing. `pack` makes bytes smaller before they are sealed,
// because nothing that is sealed compresses. All calls may come from any thread, also while the
// program exits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/keyed.h"
#include "hence/result.h"

namespace hence {

// Nonce (12), the sealed bytes, tag (16). `place` is not in the result, and opening must name the
// same. Fails with io when the kernel gives no random bytes.
Result<std::string> seal(const SecretKey& key, std::string_view place, std::string_view bytes);
// Nothing when the bytes were not sealed by this key in this place, or were changed.
std::optional<std::string> open_sealed(const SecretKey& key, std::string_view place,
                                       std::string_view sealed);

// The beginning of a stream. No two streams of a key may share one.
using StreamNonce = std::array<std::uint8_t, 16>;

// Turns plain bytes into hidden ones, and back: those that stand `offset` bytes into the stream.
// False when OpenSSL cannot.
bool apply_stream(const SecretKey& key, const StreamNonce& nonce, std::uint64_t offset,
                  std::span<char> bytes);

// A byte (0 as they were, 1 zstd), then the bytes.
std::string pack(std::string_view bytes);
// Nothing when they are not packed, or have more than `size_max` bytes.
std::optional<std::string> unpack(std::string_view packed, std::size_t size_max);

}  // namespace hence
