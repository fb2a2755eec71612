// Commits are numbered as they are pushed, and indexed in that order. A query waits for the last
// commit that may concern it, of those pushed before the query began. A commit is pushed before it
// is acknowledged, so a query sees every acknowledged event.
#include "store/rocks/indexer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <pthread.h>

namespace hence::rocks {
namespace {

// Enough to keep the thread busy, and few enough to stay small in memory.
constexpr std::size_t waiting_events_max = 16'384;
// Small commits are indexed together, up to this many events.
constexpr std::size_t together_max = 4'096;
// Room for the keys of all events that may wait, in a few megabytes.
constexpr std::size_t pending_keys_max = 131'072;

}  // namespace

Indexer::Indexer(Index& index)
    : index_(index), keys_(pending_keys_max), thread_([this] { run(); }) {}

Indexer::~Indexer() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Indexer::push(Additions additions) {
    index_.note_rare(additions);
    auto commit = std::make_shared<const Additions>(std::move(additions));
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_events_ < waiting_events_max || failure_; });
    waiting_events_ += commit->events.size();
    for (const Stored& stored : commit->events) {
        // Of two events of one id, the later completes the other. The key is a text of the event.
        const auto [at, first] = pending_.try_emplace(stored.event.id(), &stored.event);
        if (!first) {
            pending_.erase(at);
            pending_.emplace(stored.event.id(), &stored.event);
        }
    }
    waiting_.push_back(std::move(commit));
    ++pushed_;
    lock.unlock();
    changed_.notify_all();
}

Result<void> Indexer::wait_for(std::unique_lock<std::mutex>& lock, std::uint64_t number) {
    changed_.wait(lock, [&] { return failure_ || done_ >= number; });
    if (failure_) {
        return *failure_;
    }
    return {};
}

Result<void> Indexer::check() {
    std::unique_lock lock(mutex_);
    return wait_for(lock, 0);
}

Result<void> Indexer::catch_up() {
    std::unique_lock lock(mutex_);
    return wait_for(lock, pushed_);
}

Result<void> Indexer::catch_up_to(std::uint64_t seq) {
    std::unique_lock lock(mutex_);
    std::uint64_t number = pushed_;
    for (auto commit = waiting_.rbegin(); commit != waiting_.rend(); ++commit, --number) {
        if ((*commit)->last_seq - (*commit)->events.size() < seq) {
            break;  // It begins at or before the one asked for.
        }
    }
    return wait_for(lock, number);
}

Result<void> Indexer::catch_up_with(const std::vector<KeyView>& keys) {
    std::unique_lock lock(mutex_);
    if (failure_ || waiting_.empty()) {
        return wait_for(lock, 0);
    }
    lock.unlock();
    const std::uint64_t number = last_to_concern(keys);
    lock.lock();
    return wait_for(lock, number);
}

std::uint64_t Indexer::last_to_concern(const std::vector<KeyView>& keys) {
    const std::lock_guard keys_lock(keys_mutex_);
    Commits unknown;
    std::uint64_t done = 0;
    {
        const std::lock_guard lock(mutex_);
        done = done_;
        const std::uint64_t known = std::max(done, keys_known_) - done;
        unknown.assign(waiting_.begin() + static_cast<std::ptrdiff_t>(known), waiting_.end());
        keys_known_ = pushed_;
    }
    std::uint64_t number = keys_known_ - unknown.size();
    for (const std::shared_ptr<const Additions>& commit : unknown) {
        keys_.enter(++number, *commit, done);
    }
    number = 0;
    for (const KeyView& key : keys) {
        number = std::max(number, keys_.last_to_concern(key));
    }
    return number;
}

std::vector<std::optional<Event>> Indexer::pending(const std::vector<std::string_view>& ids) const {
    std::vector<std::optional<Event>> events(ids.size());
    const std::lock_guard lock(mutex_);
    if (pending_.empty()) {
        return events;
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto found = pending_.find(ids[i]);
        if (found != pending_.end()) {
            events[i] = *found->second;
        }
    }
    return events;
}

// The commits to index now, the oldest. None at the end.
Indexer::Commits Indexer::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return stopping_ || (!waiting_.empty() && !failure_); });
    Commits commits;
    if (failure_) {
        return commits;
    }
    std::size_t events = 0;
    for (const std::shared_ptr<const Additions>& commit : waiting_) {
        events += commit->events.size();
        if (!commits.empty() && events > together_max) {
            break;
        }
        commits.push_back(commit);
    }
    return commits;
}

Result<void> Indexer::apply(const Commits& commits) {
    if (commits.size() == 1) {
        return index_.apply(*commits.front());
    }
    Additions all;
    for (const std::shared_ptr<const Additions>& commit : commits) {
        std::ranges::copy(commit->events, std::back_inserter(all.events));
        std::ranges::copy(commit->replaced, std::back_inserter(all.replaced));
        std::ranges::copy(commit->texts, std::back_inserter(all.texts));
        std::ranges::copy(commit->clusters, std::back_inserter(all.clusters));
        all.last_seq = commit->last_seq;
    }
    return index_.apply(all);
}

// What could not be indexed goes on waiting: its ids must stay known.
void Indexer::finish(const Commits& commits, const Result<void>& applied) {
    {
        const std::lock_guard lock(mutex_);
        if (!applied) {
            failure_ = applied.error();
        } else {
            for (const std::shared_ptr<const Additions>& commit : commits) {
                for (const Stored& stored : commit->events) {
                    const auto known = pending_.find(stored.event.id());
                    if (known != pending_.end() && known->second == &stored.event) {
                        pending_.erase(known);
                    }
                }
                waiting_events_ -= commit->events.size();
                waiting_.pop_front();
                ++done_;
            }
        }
    }
    changed_.notify_all();
}

void Indexer::run() {
    ::pthread_setname_np(::pthread_self(), "hence:index");
    for (;;) {
        const Commits commits = next();  // Let go of without the lock.
        if (commits.empty()) {
            return;
        }
        finish(commits, apply(commits));
    }
}

}  // namespace hence::rocks
