#include "views/write/when.h"

#include "views/write/layout.h"

namespace hence {
namespace {

constexpr std::size_t utc_columns = 22;  // "[2026-02-23 10:00:01Z]"

}  // namespace

std::string time_text(const Time& time) {
    return text_layout().marks_times ? time_mark + to_text(time) : to_text(time);
}

std::size_t when_columns() {
    return utc_columns + (text_layout().marks_times ? local_time_more : 0);
}

std::string when(const Event& event) {
    if (event.has(Flag::time_derived)) {
        return "[no time]";
    }
    return '[' + time_text(event.time()) + ']';
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
