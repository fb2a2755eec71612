#include "cli/console/moment.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <ctime>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "model/text.h"
#include "server/router/router.h"

namespace hence {
namespace {

constexpr std::int64_t day_seconds = 86'400;
constexpr std::uint32_t nanos_last = 999'999'999;

// "90s": how many seconds; nothing for any other text.
std::optional<std::int64_t> ago(std::string_view text) {
    constexpr std::int64_t number_max = 1'000'000'000;
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || end - read != 1 || !is_digit(text.front()) || number > number_max) {
        return std::nullopt;
    }
    switch (*read) {
        case 's': return number;
        case 'm': return number * 60;
        case 'h': return number * 3'600;
        case 'd': return number * day_seconds;
        default: return std::nullopt;
    }
}

// Reads digits and separators as `form` has them, where 0 stands for a digit.
bool has_form(std::string_view text, std::string_view form) {
    return text.size() == form.size() &&
           std::ranges::equal(text, form, [](char given, char wanted) {
               return wanted == '0' ? is_digit(given) : given == wanted;
           });
}

int digits(std::string_view text, std::size_t at, std::size_t count) {
    int number = 0;
    std::from_chars(text.data() + at, text.data() + at + count, number);
    return number;
}

// A local day, and the time of day where there is one.
std::optional<Time> local_time(std::string_view text, DayEdge edge) {
    const bool day = has_form(text, "0000-00-00");
    const bool minute = has_form(text, "0000-00-00 00:00");
    if (!day && !minute && !has_form(text, "0000-00-00 00:00:00")) {
        return std::nullopt;
    }
    std::tm parts{};
    parts.tm_year = digits(text, 0, 4) - 1900;
    parts.tm_mon = digits(text, 5, 2) - 1;
    parts.tm_mday = digits(text, 8, 2) + (day && edge == DayEdge::end ? 1 : 0);
    parts.tm_hour = day ? 0 : digits(text, 11, 2);
    parts.tm_min = day ? 0 : digits(text, 14, 2);
    parts.tm_sec = day || minute ? 0 : digits(text, 17, 2);
    parts.tm_isdst = -1;
    // mktime would make the 1st of March out of the 30th of February.
    const std::string of_day = day ? "00:00" : std::string(text.substr(11));
    if (!parse_time(
            fmt::format("{}T{}{}Z", text.substr(0, 10), of_day, of_day.size() == 5 ? ":00" : ""))) {
        return std::nullopt;
    }
    Time time{.seconds = static_cast<std::int64_t>(std::mktime(&parts))};
    if (day && edge == DayEdge::end) {
        --time.seconds;
        time.nanos = nanos_last;
        time.digits = 9;
    }
    return time;
}

bool is_time(const RouteMatch& found, std::string_view name) {
    return std::ranges::any_of(found.route->text.takes, [name](const ParameterText& each) {
        return each.name == name && each.type == "t";
    });
}

}  // namespace

Time moment_now() {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return {.seconds = std::chrono::duration_cast<std::chrono::seconds>(since).count()};
}

Result<Time> parse_moment(std::string_view text, const Time& now, DayEdge edge) {
    if (const std::optional<std::int64_t> seconds = ago(text)) {
        return Time{.seconds = now.seconds - *seconds, .nanos = now.nanos};
    }
    if (const std::optional<Time> time = local_time(text, edge)) {
        return *time;
    }
    if (const Result<Time> time = parse_time(text)) {
        return *time;
    }
    return Error{Code::invalid, fmt::format("{} is no time", quoted(text)),
                 "write 2026-11-15, \"2026-11-15 10:30\", 2026-11-15T10:30:00Z, or how long ago: "
                 "90s, 30m, 2h, 7d"};
}

Result<void> translate_times(Request& request, const Time& now) {
    const RouteMatch found = find_route(request);
    if (found.route == nullptr) {
        return {};
    }
    for (auto& [name, value] : request.query) {
        if (!is_time(found, name)) {
            continue;
        }
        const Result<Time> time =
            parse_moment(value, now, name == "to" ? DayEdge::end : DayEdge::begin);
        if (!time) {
            std::string option = name;
            std::ranges::replace(option, '_', '-');
            return Error{Code::invalid, fmt::format("--{}: {}", option, time.error().message),
                         time.error().hint};
        }
        value = to_string(*time);
    }
    return {};
}

}  // namespace hence
