// The indexer brings the index up to date on a thread of its own, behind the append.
//
// An append must be durable, which takes one write to the log. Indexing it takes many more writes,
// so the append hands its additions over (`push`) and returns. The indexer applies the commits in
// the order of their numbers, small ones together. Readers do not wait for all of them: a query
// waits until the index contains every commit that was acknowledged before the query began and that
// may hold its key (PendingKeys). A reader that looked only at what happens to be indexed would
// miss events that their writer has already been told are stored.
// Must never happen: a commit is acknowledged before it is pushed, or an id is neither pending nor
// in the index. After a failed write nothing is indexed any more, every wait fails, and what was
// pushed stays pending. A push waits while 16,384 events are outstanding, so memory stays bounded.
// Every call may come from any thread.
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

    // Each of these waits for commits that were pushed before the call, never for later ones, and
    // fails when the index could not be written.
    Result<void> catch_up();                      // With everything.
    Result<void> catch_up_to(std::uint64_t seq);  // With every event up to this one.
    // With every commit that may concern the key; PendingKeys explains keys without a value.
    Result<void> catch_up_with(const std::vector<KeyView>& keys);
    Result<void> catch_up_with(const KeyView& key) { return catch_up_with(std::vector{key}); }

    // For each id, the event if it is committed and not indexed yet. A caller that asks here first
    // and the index afterwards misses no event.
    std::vector<std::optional<Event>> pending(const std::vector<std::string_view>& ids) const;

private:
    using Commits = std::vector<std::shared_ptr<const Additions>>;

    void run();
    Commits next();
    Result<void> apply(const Commits& commits);
    void finish(const Commits& commits, const Result<void>& applied);
    Result<void> wait_for(std::unique_lock<std::mutex>& lock, std::uint64_t number);
    std::uint64_t last_to_concern(const std::vector<KeyView>& keys);

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

    // A query that comes while commits wait works out the keys of these commits, so that no keys
    // are worked out when no query comes. Where both are locked, this one is locked first.
    std::mutex keys_mutex_;
    PendingKeys keys_;
    std::uint64_t keys_known_ = 0;  // Up to which commit.

    std::thread thread_;
};

}  // namespace hence::rocks
