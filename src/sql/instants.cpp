#include "sql/instants.h"

#include <string>

namespace hence {
namespace {

constexpr std::string_view midnight_of_new_year = "0000-01-01T00:00:00Z";
constexpr std::size_t seconds_end = 19;  // Of "2026-02-23T10:00:01".

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

std::optional<Time> instant_in(std::string_view text) {
    constexpr std::size_t length_max = 64;
    if (text.size() < 4 || text.size() > length_max || !is_digit(text.front())) {
        return std::nullopt;
    }
    std::string whole(text);
    if (whole.size() > 10 && whole[10] == ' ') {
        whole[10] = 'T';
    }
    if (whole.size() < seconds_end) {
        if (whole.back() == 'Z') {
            whole.pop_back();
        }
        whole += midnight_of_new_year.substr(whole.size());
    } else if (whole.size() == seconds_end ||
               whole.find_first_not_of("0123456789.", seconds_end) == std::string::npos) {
        whole += 'Z';
    }
    const Result<Time> time = parse_time(whole);
    return time ? std::optional(*time) : std::nullopt;
}

int compare_instants(std::string_view a, std::string_view b) {
    // Of the same length and form, bytes have the order of instants.
    const bool same_form = a.size() == b.size() && a.size() > seconds_end && a.ends_with('Z') &&
                           b.ends_with('Z') && a[10] == b[10];
    if (!same_form) {
        const std::optional<Time> first = instant_in(a);
        const std::optional<Time> second = first ? instant_in(b) : std::nullopt;
        if (second) {
            return *first < *second ? -1 : *first == *second ? 0 : 1;
        }
    }
    const int order = a.compare(b);
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

double ms_of(const Time& time) {
    return static_cast<double>(time.seconds) * 1e3 + static_cast<double>(time.nanos) / 1e6;
}

}  // namespace hence
