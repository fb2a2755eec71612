#include "measured.h"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

namespace hence::bench {
namespace {

double seconds_used(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

double process_seconds() {
    return seconds_used(CLOCK_PROCESS_CPUTIME_ID);
}

double thread_seconds() {
    return seconds_used(CLOCK_THREAD_CPUTIME_ID);
}

double median(std::vector<double> figures) {
    std::ranges::sort(figures);
    return figures.empty() ? 0 : figures[figures.size() / 2];
}

std::uint64_t resident_bytes(std::string_view what) {
    return resident_bytes(what, ::getpid());
}

std::uint64_t resident_bytes(std::string_view what, pid_t process) {
    std::ifstream status(fmt::format("/proc/{}/status", process));
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(what)) {
            return std::stoull(line.substr(what.size())) * 1024;
        }
    }
    return 0;
}

double resident_mb(std::string_view what) {
    return static_cast<double>(resident_bytes(what)) / 1e6;
}

void forget_peak() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
}

std::uint64_t bytes_below(const std::filesystem::path& directory) {
    std::uint64_t bytes = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
        bytes += entry.is_regular_file() ? entry.file_size() : 0;
    }
    return bytes;
}

}  // namespace hence::bench
