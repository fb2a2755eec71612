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

}  // namespace hence
