#include "server/wire/descriptors.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <sys/resource.h>

namespace hence {
namespace {

// What stays free for files that the store opens and for whatever else comes up.
constexpr std::size_t spare_descriptors = 64;

std::size_t open_descriptors() {
    std::size_t count = 0;
    std::error_code error;
    std::filesystem::directory_iterator at("/proc/self/fd", error);
    for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
        ++count;
    }
    return count;
}

}  // namespace

std::size_t make_room_for_connections(std::size_t listeners) {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) {
        return connections_min;
    }
    const rlimit raised{files.rlim_max, files.rlim_max};
    if (files.rlim_cur < files.rlim_max && ::setrlimit(RLIMIT_NOFILE, &raised) == 0) {
        files = raised;
    }
    const std::size_t taken = open_descriptors() + spare_descriptors;
    const auto allowed = static_cast<std::size_t>(files.rlim_cur);
    // A store opens more files as it grows: a quarter is left to it.
    const std::size_t room = allowed > taken ? (allowed - taken) / 4 * 3 : 0;
    return std::max(connections_min, room / std::max<std::size_t>(listeners, 1));
}

}  // namespace hence
