#include "model/extent.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "model/facts.h"
#include "model/kinds.h"

namespace hence {
namespace {

constexpr std::int64_t last_second = 253'402'300'799;  // 9999-12-31T23:59:59Z
constexpr std::uint32_t nanos_per_second = 1'000'000'000;
constexpr double ms_max = 1e15;  // More than all years that a Time can hold.

// As few digits as spell the fraction whole, and no fewer than were given.
std::uint8_t digits_for(std::uint32_t nanos, std::uint8_t given) {
    std::uint8_t digits = 9;
    for (; digits > given && nanos % 10 == 0; --digits) {
        nanos /= 10;
    }
    return digits;
}

Time later(const Time& time, double ms) {
    if (ms <= 0) {
        return time;
    }
    const double whole = std::floor(std::min(ms, ms_max) / 1'000);
    const double rest_ms = std::min(ms, ms_max) - whole * 1'000;
    std::uint64_t nanos = time.nanos + static_cast<std::uint64_t>(std::llround(rest_ms * 1e6));
    Time end;
    end.seconds = time.seconds + static_cast<std::int64_t>(whole) +
                  static_cast<std::int64_t>(nanos / nanos_per_second);
    end.seconds = std::min(end.seconds, last_second);
    end.nanos = static_cast<std::uint32_t>(nanos % nanos_per_second);
    end.digits = digits_for(end.nanos, time.digits);
    return end;
}

bool recorded_at_its_end(std::string_view kind) {
    return kind == Kind::observation || kind == Kind::session_end || kind == Kind::termination;
}

// What somebody says of the work when it is over, or does with its record.
bool is_said_of_work(const Event& event) {
    return event.kind() == Kind::outcome || event.kind() == Kind::session_fork ||
           event.kind() == Kind::session_rewind || event.kind() == Kind::session_checkpoint ||
           event.kind() == Kind::note || event.kind() == Kind::erasure ||
           (event.kind() == Kind::observation && text_field(event, "key").starts_with("score:"));
}

}  // namespace

std::optional<Time> end_of(const Event& event) {
    if (event.has(Flag::time_derived) || is_said_of_work(event)) {
        return std::nullopt;
    }
    return end_of_work(event.kind(), event.time(), event.duration_ms());
}

Time end_of_work(std::string_view kind, const Time& begin, std::optional<double> duration_ms) {
    return later(begin, recorded_at_its_end(kind) ? 0 : duration_ms.value_or(0));
}

double ms_between(const Time& from, const Time& to) {
    const auto seconds = static_cast<long double>(to.seconds - from.seconds);
    const long double nanos =
        seconds * 1e9L + static_cast<long double>(to.nanos) - static_cast<long double>(from.nanos);
    constexpr long double exact_max = 9007199254740992.0L;
    return nanos <= exact_max ? static_cast<double>(nanos) / 1e6
                              : static_cast<double>(nanos / 1e6L);
}

void Extent::add(const Event& event) {
    if (const std::optional<Time> end = end_of(event)) {
        add(event.time(), *end);
    }
}

void Extent::add(const Time& begin, const Time& end) {
    from_ = from_ ? std::min(*from_, begin) : begin;
    to_ = to_ ? std::max(*to_, end) : end;
}

std::optional<double> Extent::duration_ms() const {
    return from_ && to_ ? std::optional(ms_between(*from_, *to_)) : std::nullopt;
}

}  // namespace hence
