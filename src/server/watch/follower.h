// Tells live readers what other servers append to the same log.
//
// An engine's log has many writers, and only the engine knows all of them. The follower asks it how
// far the log has come, every fifth of a second, and tells the hub. What this server appends itself
// is announced at once, without it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "hence/store.h"
#include "server/watch/live.h"

namespace hence {

class LogFollower {
public:
    // Both must outlive it.
    LogFollower(const Store& store, LiveHub& live);
    ~LogFollower();
    LogFollower(const LogFollower&) = delete;
    LogFollower& operator=(const LogFollower&) = delete;

private:
    void run();

    const Store& store_;
    LiveHub& live_;
    std::mutex mutex_;
    std::condition_variable ending_;
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace hence
