#include "base/hash.h"

// The low-level functions keep all their state on the stack. The ones that OpenSSL recommends keep
// a context for each thread and algorithms in a global. Both are gone when a program records while
// it exits, from a handler or from the destructor of a global. CMakeLists.txt tells OpenSSL so.
#include <openssl/sha.h>

namespace hence {

Hash sha256(std::string_view bytes) {
    return sha256(bytes, {});
}

Hash sha256(std::string_view first, std::string_view second) {
    Hash hash{};
    SHA256_CTX digest;
    SHA256_Init(&digest);
    SHA256_Update(&digest, first.data(), first.size());
    SHA256_Update(&digest, second.data(), second.size());
    SHA256_Final(hash.data(), &digest);
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
