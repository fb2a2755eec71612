#include "model/summary/duration_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace hence {
namespace {

constexpr double ms_per_second = 1'000;
constexpr double ms_per_minute = 60'000;
constexpr double ms_per_hour = 3'600'000;
constexpr double whole_max = 1e15;  // Below this every whole number is exact.

// 45, 45.5, 0.001: up to three decimals, without zeros at the end.
std::string plain(double value) {
    if (value < whole_max && value == std::floor(value)) {
        return std::to_string(static_cast<std::int64_t>(value));
    }
    std::array<char, 400> room;  // The largest double has 309 digits before the point.
    char* const end =
        std::to_chars(room.data(), room.data() + room.size(), value, std::chars_format::fixed, 3)
            .ptr;
    std::string digits(room.data(), end);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') {
        digits.pop_back();
    }
    return digits;
}

// Of `thousandths`, as plain(thousandths / 1000.0).
void append_thousandths(std::string& out, std::int64_t thousandths) {
    out += std::to_string(thousandths / 1'000);
    if (const std::int64_t fraction = thousandths % 1'000; fraction != 0) {
        const std::array<char, 4> digits{'.', static_cast<char>('0' + fraction / 100),
                                         static_cast<char>('0' + fraction / 10 % 10),
                                         static_cast<char>('0' + fraction % 10)};
        out.append(digits.data(), fraction % 100 == 0 ? 2U : fraction % 10 == 0 ? 3U : 4U);
    }
}

// A whole number of milliseconds, as most durations are, less than a minute.
std::string short_text(std::int64_t ms) {
    std::string out;
    if (ms < 1'000) {
        out = std::to_string(ms) + "ms";
    } else {
        append_thousandths(out, ms);
        out += 's';
    }
    return out;
}

void add_part(std::string& out, std::string_view part, std::string_view unit) {
    if (part == "0") {
        return;
    }
    out += out.empty() ? "" : " ";
    out += part;
    out += unit;
}

}  // namespace

std::string duration_text(double ms) {
    if (ms >= 0 && ms < ms_per_minute && ms == static_cast<double>(static_cast<std::int64_t>(ms))) {
        return short_text(static_cast<std::int64_t>(ms));
    }
    // What would print as 1000ms or 60s is the next unit. A whole number needs no rounding.
    if (ms != std::floor(ms) &&
        (plain(ms) == "1000" ||
         (ms < whole_max && plain(std::fmod(ms, ms_per_minute) / ms_per_second) == "60"))) {
        ms = std::round(ms);
    }
    if (!(ms >= ms_per_second) || ms >= whole_max) {
        return plain(ms) + "ms";
    }
    if (ms < ms_per_minute) {
        return plain(ms / ms_per_second) + "s";
    }
    const double hours = std::floor(ms / ms_per_hour);
    const double minutes = std::floor((ms - hours * ms_per_hour) / ms_per_minute);
    const double seconds = (ms - hours * ms_per_hour - minutes * ms_per_minute) / ms_per_second;
    std::string out;
    add_part(out, plain(hours), "h");
    add_part(out, plain(minutes), "m");
    add_part(out, plain(seconds), "s");
    return out;
}

void append_ms(std::string& out, double ms) {
    out += plain(ms);
}

}  // namespace hence
