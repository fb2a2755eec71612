#include "server/http/thread_rank.h"

#include <ctime>

#include <sys/resource.h>
#include <unistd.h>

namespace hence {

int thread_rank() {
    return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()));
}

bool set_thread_rank(int rank) {
    return ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), rank) == 0;
}

std::chrono::nanoseconds thread_time() {
    timespec spent{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec);
}

}  // namespace hence
