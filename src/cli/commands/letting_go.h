// Gives the memory of a server back that nobody uses: what was kept of sessions that nobody looks
// at any more, and, once nobody asks anything, what the store read.
//
// A long session that somebody looked at is kept, so that the next answer about it takes no time.
// Every half minute, what nobody asked for since the round before is dropped, and freed memory goes
// back to the system. So a session is kept for half a minute to a minute after the last question
// about it. The thread ends with the object.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "hence/store.h"
#include "views/kept/kept_answers.h"

namespace hence {

class LettingGo {
public:
    // Both must outlive it.
    LettingGo(KeptAnswers& kept, Store& store);
    LettingGo(const LettingGo&) = delete;
    LettingGo& operator=(const LettingGo&) = delete;
    ~LettingGo();

private:
    void run();

    KeptAnswers& kept_;
    Store& store_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace hence
