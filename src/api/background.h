// Recordings that wait for the store on a thread of their own, so that the host does not.
//
// A synced append costs a sync of the disk, which one event should not make its host wait for.
// Here events queue up, and a thread appends whatever has come as one batch. What has been queued
// is lost with the process; `flush` says how much has reached the store. When more than a bound
// waits, the next recording waits for room: nothing is dropped, and memory has an end.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/process.h"
#include "hence/recorder.h"

namespace hence {

class Background {
public:
    using Tell = std::function<void(const Error&)>;

    // `tell` is called for each failure, on the thread that appends; it must not throw.
    Background(std::shared_ptr<Store> store, bool sync, std::size_t bytes_max, Tell tell);
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;
    // Appends what still waits.
    ~Background();

    // Queues an event with an id. Fails with unsupported in a forked child.
    Result<void> add(Event event);
    // In a forked child, an error.
    Flushed flush(std::chrono::milliseconds patience);
    bool is_here() const { return made_in_.is_here(); }

private:
    void work();
    std::vector<Event> taken(std::unique_lock<std::mutex>& lock);
    void append(std::vector<Event> events);

    const std::shared_ptr<Store> store_;
    const bool sync_;
    const std::size_t bytes_max_;
    const Tell tell_;
    ProcessMark made_in_;

    std::mutex mutex_;  // Guards all below; held for no append.
    std::condition_variable changed_;
    std::deque<Event> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::uint64_t queued_ = 0;  // Since the beginning, as the next two.
    Flushed state_;             // `waiting` is worked out when it is asked for.
    bool closing_ = false;
    std::thread worker_;  // Begun with the first event.
};

// Ends a Background in the process that made it. In a forked child it is left as it is: its thread
// is the parent's, and a condition that somebody waits for there could never be destroyed.
struct BackgroundEnd {
    void operator()(Background* background) const;
};

}  // namespace hence
