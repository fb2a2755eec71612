// The rule of a server that keeps events for a certain time: once at the start, then once a day.
//
// Each round erases what has become too old, as `hence retain` does, and the log says how much. A
// round that fails is logged, and the next one tries again. The thread ends with the object; a
// round that is under way is finished first.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "server/router/router.h"
#include "server/wire/log.h"

namespace hence {

class Retention {
public:
    // `age` is as in `--older-than`; empty: nothing is ever too old. Everything in `app`, and the
    // log, must outlive it.
    Retention(const App& app, std::string age, Log& log);
    Retention(const Retention&) = delete;
    Retention& operator=(const Retention&) = delete;
    ~Retention();

private:
    void run();
    void apply();

    App app_;
    std::string age_;
    Log& log_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace hence
