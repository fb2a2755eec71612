// A process is known by a number in a page of memory that Linux gives to a child filled with zeros
// (MADV_WIPEONFORK). Where Linux has no such page, getpid() is called each time.
#include "base/process.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

namespace hence {
namespace {

using Number = std::atomic<std::uint64_t>;

Number* make_page() {
    const auto size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* const page =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || madvise(page, size, MADV_WIPEONFORK) != 0) {
        return nullptr;
    }
    return new (page) Number(0);
}

// The number of this process: never that of its parent, nor that of a child.
std::uint64_t current_number() {
    static Number* const page = make_page();
    // Copied to a child as it is, so that a child counts on from its parent.
    static std::atomic<std::uint64_t> last = 0;
    if (page == nullptr) {
        return static_cast<std::uint64_t>(getpid());
    }
    std::uint64_t number = page->load(std::memory_order_relaxed);
    if (number == 0) {
        const std::uint64_t fresh = last.fetch_add(1) + 1;
        number = page->compare_exchange_strong(number, fresh) ? fresh : number;
    }
    return number;
}

constexpr int nothing = -1;
constinit std::array<std::atomic<int>, 256> to_close{};

// Runs in the child between fork() and its return, so it may call nothing but close().
void close_in_child() {
    for (std::atomic<int>& slot : to_close) {
        const int descriptor = slot.exchange(0) - 1;
        if (descriptor != nothing) {
            close(descriptor);
        }
    }
}

}  // namespace

ProcessMark::ProcessMark() : number_(current_number()), process_id_(getpid()) {}

bool ProcessMark::is_here() const {
    return number_ == current_number();
}

// A slot holds one more than the descriptor, so that an untouched one is empty.
ClosedInChild::ClosedInChild(int descriptor) : slot_(nothing) {
    static const bool registered = pthread_atfork(nullptr, nullptr, close_in_child) == 0;
    static_cast<void>(registered);
    for (std::size_t i = 0; i < to_close.size() && descriptor >= 0; ++i) {
        int empty = 0;
        if (to_close[i].compare_exchange_strong(empty, descriptor + 1)) {
            slot_ = static_cast<int>(i);
            return;
        }
    }
}

ClosedInChild::~ClosedInChild() {
    if (slot_ != nothing && made_in_.is_here()) {
        to_close[static_cast<std::size_t>(slot_)] = 0;
    }
}

// /proc/PID/stat is "PID (NAME) STATE ...", and the name may hold anything.
bool is_stopped(int process_id) {
    std::ifstream file("/proc/" + std::to_string(process_id) + "/stat");
    std::string text;
    std::getline(file, text, '\0');
    const std::size_t name_end = text.rfind(") ");
    const char state =
        name_end == std::string::npos || name_end + 2 >= text.size() ? '\0' : text[name_end + 2];
    return state == 'T' || state == 't';
}

std::string environment(const char* name) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::string() : std::string(value);
}

}  // namespace hence
