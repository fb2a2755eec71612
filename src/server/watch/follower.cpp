#include "server/watch/follower.h"

#include <chrono>
#include <cstdint>

namespace hence {
namespace {

constexpr auto pause = std::chrono::milliseconds(200);

}  // namespace

LogFollower::LogFollower(const Store& store, LiveHub& live)
    : store_(store), live_(live), thread_([this] { run(); }) {}

LogFollower::~LogFollower() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    ending_.notify_all();
    thread_.join();
}

void LogFollower::run() {
    std::uint64_t announced = store_.last_seq();
    std::unique_lock lock(mutex_);
    while (!ending_.wait_for(lock, pause, [&] { return ends_; })) {
        lock.unlock();
        const std::uint64_t last = store_.last_seq();
        if (last > announced) {
            announced = last;
            live_.announce(last);
        }
        lock.lock();
    }
}

}  // namespace hence
