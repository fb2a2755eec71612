// What is done with a secret key of 256 bits: a keyed hash, and keys that lie wrapped by a key.
//
// Both keep all their state on the stack, as base/hash.h does, so that a store can use them while
// the program exits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace hence {

using SecretKey = std::array<std::uint8_t, 32>;

// HMAC-SHA-256 (RFC 2104).
Hash hmac_sha256(const SecretKey& key, std::string_view bytes);

// The same of many texts by one key: what depends on the key alone is worked out once.
class KeyedHash {
public:
    explicit KeyedHash(const SecretKey& key);
    Hash of(std::string_view bytes) const;

private:
    // A digest that has taken the key on its inner and on its outer side.
    struct Digest {
        std::array<unsigned char, 112> state;  // OpenSSL's; checked where it is filled.
    };
    Digest inner_;
    Digest outer_;
};

// AES-256 key wrap (RFC 3394) of `secret`, whose size is a multiple of 8 and at least 16; the
// result is 8 bytes longer. Equal secrets give equal bytes.
std::string wrap_secret(const SecretKey& key, std::string_view secret);
// Nothing when `wrapped` was not wrapped by this key, or was changed.
std::optional<std::string> unwrap_secret(const SecretKey& key, std::string_view wrapped);

}  // namespace hence
