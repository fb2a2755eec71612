#include "model/ids.h"

#include <algorithm>
#include <mutex>
#include <random>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/process.h"

namespace hence {
namespace {

constexpr std::size_t uuid_size = 36;

bool is_dash_place(std::size_t place) {
    return place == 8 || place == 13 || place == 18 || place == 23;
}

std::int64_t to_milliseconds(const Time& time) {
    return time.seconds * 1'000 + time.nanos / 1'000'000;
}

// Within one millisecond, ids count up from a random place by random steps: they stay in order, and
// one does not give away the next.
class IdMaker {
public:
    std::string next(const Time& now) {
        const std::lock_guard lock(mutex_);
        if (const std::int64_t millisecond = to_milliseconds(now); millisecond > millisecond_) {
            millisecond_ = millisecond;
            start();
        } else if (!step()) {
            ++millisecond_;
            start();
        }
        return make_uuid7(
            {millisecond_ / 1'000, static_cast<std::uint32_t>(millisecond_ % 1'000 * 1'000'000)},
            bits());
    }

private:
    void start() {
        high_ = static_cast<std::uint16_t>(random_() & 0x3FF);
        low_ = random_();
    }
    // False when the 74 bits are used up.
    bool step() {
        const std::uint64_t before = low_;
        low_ += (random_() & 0xFFFF'FFFF) + 1;
        if (low_ < before) {
            high_ = static_cast<std::uint16_t>(high_ + 1);
        }
        return high_ <= 0x3FF;
    }
    // 74 bits laid out as make_uuid7 uses them: 12 behind the version, 62 behind the variant.
    UuidRandom bits() const {
        const std::uint64_t upper = std::uint64_t{high_} << 2 | low_ >> 62;
        UuidRandom random{};
        random[0] = static_cast<std::uint8_t>(upper >> 8);
        random[1] = static_cast<std::uint8_t>(upper);
        for (std::size_t i = 0; i < 8; ++i) {
            random[2 + i] = static_cast<std::uint8_t>(low_ >> (56 - 8 * i));
        }
        return random;
    }

    static std::mt19937_64 seeded() {
        std::random_device device;
        std::seed_seq seeds{device(), device(), device(), device(),
                            device(), device(), device(), device()};
        return std::mt19937_64(seeds);
    }

    std::mutex mutex_;
    std::mt19937_64 random_ = seeded();
    std::int64_t millisecond_ = 0;
    std::uint16_t high_ = 0;  // The upper 10 of 74 bits.
    std::uint64_t low_ = 0;
};

}  // namespace

std::string make_uuid7(const Time& time, const UuidRandom& random) {
    constexpr std::string_view hex = "0123456789abcdef";
    const std::int64_t millisecond = std::max<std::int64_t>(to_milliseconds(time), 0);
    std::array<std::uint8_t, 16> bytes{};
    for (std::size_t i = 0; i < 6; ++i) {
        bytes[i] = static_cast<std::uint8_t>(millisecond >> (40 - 8 * i));
    }
    std::copy(random.begin(), random.end(), bytes.begin() + 6);
    bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x70);
    bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);
    std::string out;
    out.reserve(uuid_size);
    for (const std::uint8_t byte : bytes) {
        if (is_dash_place(out.size())) {
            out += '-';
        }
        out += hex[byte >> 4];
        out += hex[byte & 0xF];
    }
    return out;
}

std::string new_id() {
    // A child with its parent's maker would give the ids that the parent gives next.
    return of_this_process<IdMaker>().next(now());
}

bool is_uuid7(std::string_view text) {
    if (text.size() != uuid_size || text[14] != '7') {
        return false;
    }
    for (std::size_t i = 0; i < uuid_size; ++i) {
        if (is_dash_place(i) ? text[i] != '-' : !is_hex(text[i])) {
            return false;
        }
    }
    constexpr std::string_view variants = "89abAB";
    return variants.find(text[19]) != std::string_view::npos;
}

}  // namespace hence
