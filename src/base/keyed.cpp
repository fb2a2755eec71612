#include "base/keyed.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <openssl/aes.h>
#include <openssl/sha.h>

namespace hence {
namespace {

constexpr std::size_t hash_block = 64;
constexpr int aes_bits = 256;
constexpr std::size_t wrap_unit = 8;

const unsigned char* octets(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

KeyedHash::KeyedHash(const SecretKey& key) {
    for (const auto& [digest, pad] : {std::pair(&inner_, 0x36U), std::pair(&outer_, 0x5CU)}) {
        std::array<unsigned char, hash_block> block{};
        for (std::size_t i = 0; i < hash_block; ++i) {
            const unsigned char byte = i < key.size() ? key[i] : 0;
            block[i] = static_cast<unsigned char>(byte ^ pad);
        }
        SHA256_CTX begun;
        SHA256_Init(&begun);
        SHA256_Update(&begun, block.data(), block.size());
        *digest = std::bit_cast<Digest>(begun);
    }
}

Hash KeyedHash::of(std::string_view bytes) const {
    Hash hash{};
    auto digest = std::bit_cast<SHA256_CTX>(inner_);
    SHA256_Update(&digest, bytes.data(), bytes.size());
    SHA256_Final(hash.data(), &digest);
    digest = std::bit_cast<SHA256_CTX>(outer_);
    SHA256_Update(&digest, hash.data(), hash.size());
    SHA256_Final(hash.data(), &digest);
    return hash;
}

Hash hmac_sha256(const SecretKey& key, std::string_view bytes) {
    return KeyedHash(key).of(bytes);
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
