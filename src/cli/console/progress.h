// A progress bar on standard error, while long work runs on a terminal. It is never drawn where
// standard error is not a terminal, and at most ten times a second.
#pragma once

#include <chrono>
#include <cstdint>

namespace hence {

class Progress {
public:
    // Of `bytes_total`, or of who knows how many when that is 0.
    explicit Progress(std::uint64_t bytes_total);

    // That many bytes more are done, and so many events in all.
    void add(std::uint64_t bytes, std::uint64_t events);
    // Removes the bar.
    void finish();

private:
    std::uint64_t bytes_total_;
    std::uint64_t bytes_ = 0;
    std::chrono::steady_clock::time_point began_;
    std::chrono::steady_clock::time_point shown_;
    bool terminal_;
    bool visible_ = false;
};

}  // namespace hence
