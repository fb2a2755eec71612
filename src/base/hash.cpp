#include "base/hash.h"

#include <memory>

#include <openssl/evp.h>

namespace hence {
namespace {

// Fetching the algorithm costs more than hashing a short text, so each thread fetches it once.
EVP_MD_CTX* context() {
    struct Free {
        void operator()(EVP_MD_CTX* digest) const { EVP_MD_CTX_free(digest); }
    };
    thread_local const std::unique_ptr<EVP_MD_CTX, Free> digest = [] {
        std::unique_ptr<EVP_MD_CTX, Free> fresh(EVP_MD_CTX_new());
        EVP_DigestInit_ex(fresh.get(), EVP_sha256(), nullptr);
        return fresh;
    }();
    return digest.get();
}

}  // namespace

Hash sha256(std::string_view bytes) {
    return sha256(bytes, {});
}

Hash sha256(std::string_view first, std::string_view second) {
    Hash hash{};
    EVP_MD_CTX* digest = context();
    EVP_DigestInit_ex(digest, nullptr, nullptr);
    EVP_DigestUpdate(digest, first.data(), first.size());
    EVP_DigestUpdate(digest, second.data(), second.size());
    EVP_DigestFinal_ex(digest, hash.data(), nullptr);
    return hash;
}

std::string sha256_hex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    for (const std::uint8_t byte : sha256(bytes)) {
        hex.push_back(digits[byte >> 4]);
        hex.push_back(digits[byte & 15]);
    }
    return hex;
}

}  // namespace hence
