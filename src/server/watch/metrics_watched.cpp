// What the operating system knows of this process and of a directory.
#include <charconv>
#include <chrono>
#include <fstream>
#include <limits>
#include <mutex>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

#include "server/watch/metrics.h"

namespace hence {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    double pages = 0;
    double resident = 0;
    statm >> pages >> resident;
    return statm ? resident * static_cast<double>(sysconf(_SC_PAGESIZE)) : unknown;
}

double open_descriptors() {
    std::error_code error;
    double count = 0;
    for (std::filesystem::directory_iterator at("/proc/self/fd", error), end; at != end && !error;
         at.increment(error)) {
        ++count;
    }
    return error ? unknown : count - 1;  // One is the look itself.
}

double descriptors_max() {
    rlimit limit{};
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? static_cast<double>(limit.rlim_cur) : unknown;
}

// Seconds since 1970: when the machine started, and how long after that this process did.
double start_seconds() {
    std::ifstream machine("/proc/stat");
    double booted = 0;
    for (std::string word; machine >> word;) {
        if (word == "btime") {
            machine >> booted;
            break;
        }
    }
    std::ifstream process("/proc/self/stat");
    std::string line;
    std::getline(process, line);
    // The second word is a name in brackets that may hold anything; the start is the 22nd.
    std::istringstream rest(line.substr(std::min(line.rfind(')') + 1, line.size())));
    std::string skipped;
    for (int word = 3; word < 22; ++word) {
        rest >> skipped;
    }
    double ticks = 0;
    rest >> ticks;
    return rest && booted > 0 ? booted + ticks / static_cast<double>(sysconf(_SC_CLK_TCK))
                              : unknown;
}

// A look at every file is dear where there are many, and scrapes may come often.
class DirectorySize {
public:
    explicit DirectorySize(std::filesystem::path directory) : directory_(std::move(directory)) {}

    double bytes() {
        const std::lock_guard lock(mutex_);
        const auto now = std::chrono::steady_clock::now();
        if (!looked_ || now - looked_at_ >= good_for) {
            bytes_ = look();
            looked_ = true;
            looked_at_ = now;
        }
        return bytes_;
    }

private:
    static constexpr std::chrono::seconds good_for{10};

    // A file that goes away meanwhile counts for nothing.
    double look() const {
        double sum = 0;
        std::error_code error;
        std::filesystem::recursive_directory_iterator at(directory_, error);
        for (const std::filesystem::recursive_directory_iterator end; !error && at != end;
             at.increment(error)) {
            std::error_code gone;
            if (at->is_regular_file(gone)) {
                const std::uintmax_t size = at->file_size(gone);
                sum += gone ? 0 : static_cast<double>(size);
            }
        }
        return error ? unknown : sum;
    }

    const std::filesystem::path directory_;
    std::mutex mutex_;
    bool looked_ = false;
    std::chrono::steady_clock::time_point looked_at_;
    double bytes_ = 0;
};

}  // namespace

void watch_process(Metrics& metrics) {
    metrics.watch("process_resident_memory_bytes", "Resident memory.", resident_bytes);
    metrics.watch("process_open_fds", "Open descriptors.", open_descriptors);
    metrics.watch("process_max_fds", "Descriptors that may be open at once.", descriptors_max);
    metrics.watch("process_start_time_seconds", "When the process started, since 1970.",
                  [start = start_seconds()] { return start; });
}

void watch_directory(Metrics& metrics, std::filesystem::path directory) {
    metrics.watch(
        "hence_store_bytes", "What the files of the store take.",
        [size = std::make_shared<DirectorySize>(std::move(directory))] { return size->bytes(); });
}

}  // namespace hence
