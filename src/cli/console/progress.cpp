#include "cli/console/progress.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace hence {
namespace {

constexpr std::chrono::milliseconds redraw_pause{100};
constexpr std::uint64_t bar_width = 30;

std::string bar_of(std::uint64_t done, std::uint64_t total) {
    if (total == 0) {
        return {};
    }
    const std::uint64_t filled = std::min(bar_width, done * bar_width / total);
    return fmt::format("[{}{}] ", std::string(filled, '#'), std::string(bar_width - filled, ' '));
}

}  // namespace

Progress::Progress(std::uint64_t bytes_total)
    : bytes_total_(bytes_total),
      began_(std::chrono::steady_clock::now()),
      shown_(began_),
      terminal_(::isatty(STDERR_FILENO) == 1) {}

void Progress::add(std::uint64_t bytes, std::uint64_t events) {
    bytes_ += bytes;
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now - shown_ < redraw_pause) {
        return;
    }
    shown_ = now;
    visible_ = true;
    const double seconds = std::chrono::duration<double>(now - began_).count();
    const std::string of = bytes_total_ == 0 ? "" : fmt::format("/{}", bytes_total_ >> 20);
    fmt::print(stderr, "\r\x1b[K{}{}{} MiB, {:.0f} events/s", bar_of(bytes_, bytes_total_),
               bytes_ >> 20, of, static_cast<double>(events) / seconds);
    std::fflush(stderr);
}

void Progress::finish() {
    if (visible_) {
        fmt::print(stderr, "\r\x1b[K");
        std::fflush(stderr);
        visible_ = false;
    }
}

}  // namespace hence
