#include "base/siphash.h"

#include <bit>
#include <cstddef>
#include <cstring>

namespace hence {
namespace {

static_assert(std::endian::native == std::endian::little);

struct State {
    std::uint64_t a, b, c, d;

    void round() {
        a += b;
        c += d;
        b = std::rotl(b, 13) ^ a;
        d = std::rotl(d, 16) ^ c;
        a = std::rotl(a, 32);
        c += b;
        a += d;
        b = std::rotl(b, 17) ^ c;
        d = std::rotl(d, 21) ^ a;
        c = std::rotl(c, 32);
    }

    void take(std::uint64_t word) {
        d ^= word;
        round();
        a ^= word;
    }
};

}  // namespace

std::uint64_t siphash(const SipKey& key, std::string_view text) noexcept {
    State state{key.first ^ 0x736f6d6570736575U, key.second ^ 0x646f72616e646f6dU,
                key.first ^ 0x6c7967656e657261U, key.second ^ 0x7465646279746573U};
    constexpr std::size_t word_bytes = sizeof(std::uint64_t);
    const char* at = text.data();
    for (std::size_t words = text.size() / word_bytes; words > 0; --words) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, word_bytes);
        state.take(word);
        at += word_bytes;
    }
    std::uint64_t last = 0;
    if (const std::size_t rest = text.size() % word_bytes; rest > 0) {
        std::memcpy(&last, at, rest);
    }
    state.take(last | static_cast<std::uint64_t>(text.size()) << 56U);
    state.c ^= 0xFF;
    state.round();
    state.round();
    state.round();
    return state.a ^ state.b ^ state.c ^ state.d;
}

}  // namespace hence
