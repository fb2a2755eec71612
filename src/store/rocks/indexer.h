// Brings the index up to date beside the append: a thread of its own, and what it has yet to do.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "store/rocks/index.h"

namespace hence::rocks {

class Indexer {
public:
    explicit Indexer(Index& index);
    ~Indexer();
    Indexer(const Indexer&) = delete;
    Indexer& operator=(const Indexer&) = delete;

    // Takes over what a commit added. Waits while too much is outstanding.
    void push(Additions additions);

    // Waits until everything pushed so far is in the index. Fails when it could not be written.
    Result<void> catch_up();

    // For each id, the event if it is committed and not indexed yet. Who asks here first and the
    // index afterwards misses nothing.
    std::vector<std::optional<Event>> pending(const std::vector<std::string_view>& ids) const;

private:
    void run();
    Additions take_all();

    Index& index_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Additions> waiting_;
    std::size_t waiting_events_ = 0;
    std::shared_ptr<const Additions> in_hand_;
    std::unordered_map<std::string_view, const Event*> pending_;  // Views into the two above.
    std::optional<Error> failure_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace hence::rocks
