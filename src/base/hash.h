// SHA-256, the one hash that names content: texts, chunks of text, refused lines.
//
// Content from different emitters shares one store, so two contents must never get one name, even
// if somebody tries. For hash tables see by_text.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace hence {

using Hash = std::array<std::uint8_t, 32>;

Hash sha256(std::string_view bytes);
Hash sha256(std::string_view first, std::string_view second);  // Of both, one after the other.
std::string sha256_hex(std::string_view bytes);

inline std::string_view as_bytes(const Hash& hash) {
    return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

// For hash tables: a hash is as good as random, so any of its bytes will do.
struct HashOfHash {
    std::size_t operator()(const Hash& hash) const {
        std::size_t value = 0;
        std::memcpy(&value, hash.data(), sizeof value);
        return value;
    }
};

}  // namespace hence
