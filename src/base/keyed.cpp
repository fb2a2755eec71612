#include "base/keyed.h"

#include <algorithm>

#include <openssl/aes.h>

namespace hence {
namespace {

constexpr std::size_t hash_block = 64;
constexpr int aes_bits = 256;
constexpr std::size_t wrap_unit = 8;

const unsigned char* octets(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

Hash hmac_sha256(const SecretKey& key, std::string_view bytes) {
    std::array<char, hash_block> inner{};
    std::array<char, hash_block> outer{};
    for (std::size_t i = 0; i < hash_block; ++i) {
        const unsigned char byte = i < key.size() ? key[i] : 0;
        inner[i] = static_cast<char>(byte ^ 0x36U);
        outer[i] = static_cast<char>(byte ^ 0x5CU);
    }
    const Hash first = sha256({inner.data(), inner.size()}, bytes);
    return sha256({outer.data(), outer.size()}, as_bytes(first));
}

std::string wrap_secret(const SecretKey& key, std::string_view secret) {
    AES_KEY schedule;
    AES_set_encrypt_key(key.data(), aes_bits, &schedule);
    std::string wrapped(secret.size() + wrap_unit, '\0');
    const int size =
        AES_wrap_key(&schedule, nullptr, reinterpret_cast<unsigned char*>(wrapped.data()),
                     octets(secret), static_cast<unsigned int>(secret.size()));
    wrapped.resize(static_cast<std::size_t>(std::max(size, 0)));
    return wrapped;
}

std::optional<std::string> unwrap_secret(const SecretKey& key, std::string_view wrapped) {
    if (wrapped.size() < 3 * wrap_unit || wrapped.size() % wrap_unit != 0) {
        return std::nullopt;
    }
    AES_KEY schedule;
    AES_set_decrypt_key(key.data(), aes_bits, &schedule);
    std::string secret(wrapped.size(), '\0');
    const int size =
        AES_unwrap_key(&schedule, nullptr, reinterpret_cast<unsigned char*>(secret.data()),
                       octets(wrapped), static_cast<unsigned int>(wrapped.size()));
    if (size <= 0) {
        return std::nullopt;
    }
    secret.resize(static_cast<std::size_t>(size));
    return secret;
}

}  // namespace hence
