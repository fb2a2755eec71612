#include "cli/console/local_times.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <utility>

#include <fmt/format.h>

#include "views/write/layout.h"

namespace hence {
namespace {

constexpr std::size_t marked_size = 21;  // The mark and "2026-02-23 10:00:01Z".

// The time behind the mark, rewritten; what is no time stays, without the mark.
std::string rewritten(std::string marked) {
    marked.erase(0, 1);
    std::string whole = marked;
    if (whole.size() + 1 == marked_size) {
        whole[10] = 'T';
    }
    const Result<Time> time = parse_time(whole);
    return time ? local_text(*time) : marked;
}

}  // namespace

std::string local_text(const Time& time) {
    const auto seconds = static_cast<std::time_t>(time.seconds);
    std::tm parts{};
    if (::localtime_r(&seconds, &parts) == nullptr) {
        return to_text(time);
    }
    const long minutes = std::labs(parts.tm_gmtoff) / 60;
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}{}{:02}:{:02}", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                       parts.tm_gmtoff < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

void LocalTimes::append(std::string& out, std::string_view piece) {
    while (!piece.empty()) {
        if (held_.empty()) {
            const std::size_t mark = std::min(piece.find(time_mark), piece.size());
            out += piece.substr(0, mark);
            piece.remove_prefix(mark);
        }
        const std::size_t more = std::min(marked_size - held_.size(), piece.size());
        held_ += piece.substr(0, more);
        piece.remove_prefix(more);
        if (held_.size() == marked_size) {
            out += rewritten(std::exchange(held_, {}));
        }
    }
}

void LocalTimes::finish(std::string& out) {
    if (!held_.empty()) {
        out += rewritten(std::exchange(held_, {}));
    }
}

}  // namespace hence
