// SipHash-1-3: a short hash under a key, without which nobody can make two texts meet.
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
