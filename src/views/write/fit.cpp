#include "views/write/fit.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/try.h"
#include "views/write/columns.h"
#include "views/write/layout.h"

namespace hence {
namespace {

constexpr std::size_t summary_columns_min = 16;

// Whether "2026-" or "no time]" follows.
bool begins_time(std::string_view text) {
    if (!text.empty() && text.front() == time_mark) {
        text.remove_prefix(1);
    }
    const auto year = text.substr(0, 4);
    return text.starts_with("no time]") ||
           (text.size() > 4 && text[4] == '-' && std::ranges::all_of(year, is_digit));
}

// Where the time's bracket stands, or npos.
std::size_t time_in(std::string_view line) {
    std::size_t at = line.find('[');
    while (at != std::string_view::npos && !begins_time(line.substr(at + 1))) {
        at = line.find('[', at + 1);
    }
    return at;
}

}  // namespace

std::string fitted_row(std::string_view line, std::size_t columns) {
    if (columns == 0 || width(line) <= columns) {
        return std::string(line);
    }
    const std::size_t time = time_in(line);
    const bool closed = line.ends_with(')') || line.ends_with(']');
    const std::size_t id = closed ? line.rfind("  (") : std::string_view::npos;
    if (time == std::string_view::npos || id == std::string_view::npos || id < time) {
        return std::string(line);
    }
    const std::string guides = cut_front(line.substr(0, time), columns / 2);
    const std::string_view tail = line.substr(id);
    const std::size_t around = width(guides) + width(tail);
    const std::size_t room = std::max(summary_columns_min, columns > around ? columns - around : 0);
    return guides + cut(line.substr(time, id - time), room) + std::string(tail);
}

Result<void> FittedRows::take(std::string_view piece) {
    std::string lines;
    while (!piece.empty()) {
        const std::size_t end = piece.find('\n');
        held_ += piece.substr(0, end);
        if (end == std::string_view::npos) {
            break;
        }
        lines += fitted_row(std::exchange(held_, {}), columns_) + "\n";
        piece.remove_prefix(end + 1);
    }
    return lines.empty() ? Result<void>() : sink_(lines);
}

Result<void> FittedRows::finish() {
    if (held_.empty()) {
        return {};
    }
    return sink_(fitted_row(std::exchange(held_, {}), columns_));
}

}  // namespace hence
