#include "base/clock.h"

#include <chrono>

namespace hence {

Time now() {
    const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_epoch);
    const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch - seconds);
    return {seconds.count(), static_cast<std::uint32_t>(rest.count()), 9};
}

Time to_the_millisecond(const Time& time) {
    return {time.seconds, time.nanos / 1'000'000 * 1'000'000, 3};
}

}  // namespace hence
