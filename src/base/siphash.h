// SipHash-1-3: a short hash under a secret key.
//
// Without the key nobody can choose texts whose hashes collide, which is what a hash table of
// foreign texts needs (by_text.h). It is for tables only: names of content are SHA-256 (hash.h),
// since 64 bits are too few to name anything.
#pragma once

#include <cstdint>
#include <string_view>

namespace hence {

struct SipKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};

std::uint64_t siphash(const SipKey& key, std::string_view text) noexcept;

}  // namespace hence
