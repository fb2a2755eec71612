#include "views/write/when.h"

namespace hence {

std::string when(const Event& event) {
    if (event.has(Flag::time_derived)) {
        return "[no time]";
    }
    return '[' + to_text(event.time()) + ']';
}

double ms_between(const Time& from, const Time& to) {
    const auto seconds = static_cast<long double>(to.seconds - from.seconds);
    const long double nanos =
        seconds * 1e9L + static_cast<long double>(to.nanos) - static_cast<long double>(from.nanos);
    constexpr long double exact_max = 9007199254740992.0L;
    return nanos <= exact_max ? static_cast<double>(nanos) / 1e6
                              : static_cast<double>(nanos / 1e6L);
}

}  // namespace hence
