#include "hence/time.h"

#include <array>
#include <chrono>

#include <fmt/format.h>

#include "base/ascii.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::int64_t first_second = -62'135'596'800;  // 0001-01-01T00:00:00Z
constexpr std::int64_t last_second = 253'402'300'799;   // 9999-12-31T23:59:59Z
constexpr std::int64_t seconds_per_day = 86'400;

Error bad_time(std::string_view text, std::string_view what) {
    return {Code::invalid,
            fmt::format("{} {}: use RFC 3339 such as 2026-02-23T10:00:01Z", quoted(text), what)};
}

// Reads a time from front to back. Each call returns false if something else stands there.
class TimeReader {
public:
    explicit TimeReader(std::string_view text) : text_(text) {}

    // Exactly `count` digits.
    bool digits(std::size_t count, int& value) {
        if (text_.size() < count) {
            return false;
        }
        value = 0;
        for (const char c : text_.substr(0, count)) {
            if (!is_digit(c)) {
                return false;
            }
            value = value * 10 + (c - '0');
        }
        text_.remove_prefix(count);
        return true;
    }
    bool one_of(char a, char b) {
        if (text_.empty() || (text_.front() != a && text_.front() != b)) {
            return false;
        }
        text_.remove_prefix(1);
        return true;
    }
    bool one(char c) { return one_of(c, c); }
    bool at_end() const { return text_.empty(); }

    // As many digits as there are, in nanoseconds. `count` may exceed what a Time can hold.
    void fraction(std::uint32_t& nanos, std::size_t& count) {
        for (count = 0; count < text_.size() && is_digit(text_[count]); ++count) {
            nanos = count < 9 ? nanos * 10 + static_cast<std::uint32_t>(text_[count] - '0') : nanos;
        }
        text_.remove_prefix(count);
        for (std::size_t i = count; i < 9; ++i) {
            nanos *= 10;
        }
    }

private:
    std::string_view text_;
};

struct Clock {
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    std::uint32_t nanos = 0;
    std::size_t digits = 0;
    int offset_minutes = 0;
};

// What is wrong with the spelling, or null.
const char* read_date_and_time(TimeReader& reader, Clock& clock) {
    if (!reader.digits(4, clock.year) || !reader.one('-') || !reader.digits(2, clock.month) ||
        !reader.one('-') || !reader.digits(2, clock.day) || !reader.one_of('T', 't') ||
        !reader.digits(2, clock.hour) || !reader.one(':') || !reader.digits(2, clock.minute) ||
        !reader.one(':') || !reader.digits(2, clock.second)) {
        return "is no time";
    }
    if (reader.one('.')) {
        reader.fraction(clock.nanos, clock.digits);
        if (clock.digits == 0) {
            return "has no digit after its point";
        }
        if (clock.digits > 9) {
            return "has more than nine digits of fraction";
        }
    }
    return nullptr;
}

const char* read_offset(TimeReader& reader, Clock& clock) {
    if (reader.at_end()) {
        return "has no offset, such as Z";
    }
    if (!reader.one_of('Z', 'z')) {
        const bool west = reader.one('-');
        int hours = 0;
        int minutes = 0;
        if ((!west && !reader.one('+')) || !reader.digits(2, hours) || !reader.one(':') ||
            !reader.digits(2, minutes) || hours > 23 || minutes > 59) {
            return "ends in no offset";
        }
        clock.offset_minutes = (hours * 60 + minutes) * (west ? -1 : 1);
    }
    return reader.at_end() ? nullptr : "has something behind its offset";
}

std::chrono::year_month_day date_of(const Clock& clock) {
    return {std::chrono::year(clock.year), std::chrono::month(static_cast<unsigned>(clock.month)),
            std::chrono::day(static_cast<unsigned>(clock.day))};
}

char* put_digits(char* out, unsigned value, int count) {
    for (int i = count; i-- > 0; value /= 10) {
        out[i] = static_cast<char>('0' + value % 10);
    }
    return out + count;
}

// "2026-02-23" `between` "10:00:01"; out has room.
char* put_date_and_time(char* out, const Time& time, char between) {
    const auto instant = std::chrono::sys_seconds(std::chrono::seconds(time.seconds));
    const auto day = std::chrono::floor<std::chrono::days>(instant);
    const std::chrono::year_month_day date(day);
    const auto second = static_cast<unsigned>((instant - day).count());
    out = put_digits(out, static_cast<unsigned>(static_cast<int>(date.year())), 4);
    *out++ = '-';
    out = put_digits(out, static_cast<unsigned>(date.month()), 2);
    *out++ = '-';
    out = put_digits(out, static_cast<unsigned>(date.day()), 2);
    *out++ = between;
    out = put_digits(out, second / 3'600, 2);
    *out++ = ':';
    out = put_digits(out, second / 60 % 60, 2);
    *out++ = ':';
    return put_digits(out, second % 60, 2);
}

}  // namespace

Result<Time> parse_time(std::string_view text) {
    TimeReader reader(text);
    Clock clock;
    const char* what = read_date_and_time(reader, clock);
    what = what != nullptr ? what : read_offset(reader, clock);
    if (what != nullptr) {
        return bad_time(text, what);
    }
    const std::chrono::year_month_day date = date_of(clock);
    if (!date.ok()) {
        return bad_time(text, "is no date");
    }
    if (clock.hour > 23 || clock.minute > 59 || clock.second > 60) {
        return bad_time(text, "is no time of day");
    }
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    const std::int64_t minutes = clock.hour * 60 + clock.minute - clock.offset_minutes;
    const std::int64_t seconds = days * seconds_per_day + minutes * 60 + clock.second;
    if (clock.year == 0 || seconds < first_second || seconds > last_second) {
        return bad_time(text, "lies outside the years 0001 to 9999 of UTC");
    }
    return Time{seconds, clock.nanos, static_cast<std::uint8_t>(clock.digits)};
}

void append_time(std::string& out, const Time& time) {
    std::array<char, 40> buffer{};
    char* end = put_date_and_time(buffer.data(), time, 'T');
    if (time.digits != 0) {
        *end++ = '.';
        put_digits(end, time.nanos, 9);
        end += time.digits;
    }
    *end++ = 'Z';
    out.append(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
}

std::string to_string(const Time& time) {
    std::string out;
    append_time(out, time);
    return out;
}

std::string to_text(const Time& time) {
    std::array<char, 40> buffer{};
    char* end = put_date_and_time(buffer.data(), time, ' ');
    *end++ = 'Z';
    return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
}

}  // namespace hence
