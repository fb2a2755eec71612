#include "store/rocks/indexer.h"

#include <iterator>
#include <utility>

namespace hence::rocks {
namespace {

// Enough to keep the thread busy, and few enough to stay small in memory.
constexpr std::size_t waiting_events_max = 16'384;
// Small commits are indexed together, up to this many events.
constexpr std::size_t together_max = 4'096;

}  // namespace

Indexer::Indexer(Index& index) : index_(index), thread_([this] { run(); }) {}

Indexer::~Indexer() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Indexer::push(Additions additions) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_events_ < waiting_events_max || failure_; });
    waiting_events_ += additions.events.size();
    waiting_.push_back(std::move(additions));
    for (const Stored& stored : waiting_.back().events) {
        pending_.emplace(stored.event.id(), &stored.event);
    }
    lock.unlock();
    changed_.notify_all();
}

Result<void> Indexer::catch_up() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ || (waiting_.empty() && in_hand_ == nullptr); });
    if (failure_) {
        return *failure_;
    }
    return {};
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

Additions Indexer::take_all() {
    Additions all = std::move(waiting_.front());
    waiting_.pop_front();
    while (!waiting_.empty() &&
           all.events.size() + waiting_.front().events.size() <= together_max) {
        Additions more = std::move(waiting_.front());
        waiting_.pop_front();
        std::ranges::move(more.events, std::back_inserter(all.events));
        std::ranges::move(more.texts, std::back_inserter(all.texts));
        std::ranges::move(more.clusters, std::back_inserter(all.clusters));
        all.last_seq = more.last_seq;
    }
    return all;
}

void Indexer::run() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [&] { return stopping_ || (!waiting_.empty() && !failure_); });
        if (waiting_.empty() || failure_) {
            return;
        }
        // Moving an event moves its handle only, so names stay; the handles are entered anew.
        in_hand_ = std::make_shared<const Additions>(take_all());
        for (const Stored& stored : in_hand_->events) {
            pending_[stored.event.id()] = &stored.event;
        }
        const std::shared_ptr<const Additions> work = in_hand_;
        lock.unlock();
        const Result<void> applied = index_.apply(*work);
        lock.lock();
        for (const Stored& stored : work->events) {
            pending_.erase(stored.event.id());
        }
        waiting_events_ -= work->events.size();
        in_hand_ = nullptr;
        if (!applied) {
            failure_ = applied.error();
        }
        changed_.notify_all();
    }
}

}  // namespace hence::rocks
