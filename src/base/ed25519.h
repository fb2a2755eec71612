// Ed25519 signatures (RFC 8032).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/keyed.h"

namespace hence {

using PublicKey = std::array<std::uint8_t, 32>;
using Signature = std::array<std::uint8_t, 64>;

// `seed` is the 32 bytes that RFC 8032 calls the private key. Nothing when the library refuses.
std::optional<PublicKey> public_key_of(const SecretKey& seed);
std::optional<Signature> sign(const SecretKey& seed, std::string_view message);
bool is_signed_by(const PublicKey& key, std::string_view message, std::string_view signature);

}  // namespace hence
