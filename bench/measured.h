// What a benchmark measures: time on the wall and of the processor, memory, bytes on disk.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace hence::bench {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin);

// Processor time: on a busy machine the clock on the wall says little. A question about one thing
// is answered by the thread that asks; appends have threads behind them.
double process_seconds();
double thread_seconds();

// The middle one; of none, 0.
double median(std::vector<double> figures);

// Of this process, or of another: "VmRSS:" now, "VmHWM:" at most.
std::uint64_t resident_bytes(std::string_view what);
std::uint64_t resident_bytes(std::string_view what, pid_t process);
// The same of this process, in millions of bytes.
double resident_mb(std::string_view what);
// From here on VmHWM counts anew.
void forget_peak();

std::uint64_t bytes_below(const std::filesystem::path& directory);

}  // namespace hence::bench
