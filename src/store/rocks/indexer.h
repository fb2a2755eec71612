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
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/keys.h"
#include "store/rocks/index.h"
#include "store/rocks/pending_keys.h"

namespace hence::rocks {

class Indexer {
public:
    explicit Indexer(Index& index);
    ~Indexer();
    Indexer(const Indexer&) = delete;
    Indexer& operator=(const Indexer&) = delete;

    // Takes over what a commit added. Waits while too much is outstanding.
    void push(Additions additions);

    // Fails when the index could not be written. Waits for nothing.
    Result<void> check();

    // Each of these waits for what was pushed before the call, never for what is pushed meanwhile,
    // and fails when the index could not be written.
    Result<void> catch_up();                      // With everything.
    Result<void> catch_up_to(std::uint64_t seq);  // With every event up to this one.
    // With every commit that may concern the key; see PendingKeys for keys that are no event's.
    Result<void> catch_up_with(const KeyView& key);

    // For each id, the event if it is committed and not indexed yet. Who asks here first and the
    // index afterwards misses nothing.
    std::vector<std::optional<Event>> pending(const std::vector<std::string_view>& ids) const;

private:
    using Commits = std::vector<std::shared_ptr<const Additions>>;

    void run();
    Commits next();
    Result<void> apply(const Commits& commits);
    void finish(const Commits& commits, const Result<void>& applied);
    Result<void> wait_for(std::unique_lock<std::mutex>& lock, std::uint64_t number);
    std::uint64_t last_to_concern(const KeyView& key);

    Index& index_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<const Additions>> waiting_;  // The first are in hand.
    std::size_t waiting_events_ = 0;
    std::uint64_t done_ = 0;            // How many commits are indexed, of those pushed here.
    std::uint64_t pushed_ = 0;          // How many there are: as many more as are waiting.
    ByTextView<const Event*> pending_;  // Views into waiting_.
    std::optional<Error> failure_;
    bool stopping_ = false;

    // Whoever asks while something waits works out its keys, so that nobody does when none asks.
    // Taken before mutex_ where both are.
    std::mutex keys_mutex_;
    PendingKeys keys_;
    std::uint64_t keys_known_ = 0;  // Up to which commit.

    std::thread thread_;
};

}  // namespace hence::rocks
