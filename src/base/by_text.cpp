#include "base/by_text.h"

#include <chrono>
#include <cstdint>

#include <sys/random.h>

#include "base/siphash.h"

namespace hence {
namespace {

SipKey drawn_key() {
    SipKey key;
    if (::getrandom(&key, sizeof key, GRND_NONBLOCK) != static_cast<ssize_t>(sizeof key)) {
        // A machine that has only just started has none yet. Where the code lies in memory, and
        // when, is hard to guess from afar.
        const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
        key = {static_cast<std::uint64_t>(now), reinterpret_cast<std::uintptr_t>(&drawn_key)};
    }
    return key;
}

}  // namespace

std::size_t TextHash::operator()(std::string_view text) const noexcept {
    static const SipKey key = drawn_key();
    return siphash(key, text);
}

}  // namespace hence
