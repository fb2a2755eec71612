#include "api/background.h"

#include <algorithm>
#include <utility>

#include "api/scribe.h"

namespace hence {
namespace {

constexpr std::size_t batch_events_max = 4'096;
// What an event takes besides its texts.
constexpr std::size_t event_overhead = 512;

std::size_t size_of(const Event& event) {
    return event_overhead + event.fields().size() + event.rationale().size();
}

Error made_before_fork() {
    return {Code::unsupported, "the recorder was made before this process was forked",
            "make a recorder after fork"};
}

}  // namespace

Background::Background(std::shared_ptr<Store> store, bool sync, std::size_t bytes_max, Tell tell)
    : store_(std::move(store)), sync_(sync), bytes_max_(bytes_max), tell_(std::move(tell)) {}

Background::~Background() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    if (worker_.joinable()) {
        worker_.join();
    }
}

void BackgroundEnd::operator()(Background* background) const {
    if (background->is_here()) {
        const std::unique_ptr<Background> ended(background);
    }
}

Result<void> Background::add(Event event) {
    if (!made_in_.is_here()) {
        return made_before_fork();
    }
    const std::size_t size = size_of(event);
    std::unique_lock lock(mutex_);
    if (!worker_.joinable()) {
        worker_ = std::thread([this] { work(); });
    }
    // One that is larger than all room there is goes by itself.
    changed_.wait(lock, [&] { return waiting_.empty() || waiting_bytes_ + size <= bytes_max_; });
    waiting_.push_back(std::move(event));
    waiting_bytes_ += size;
    ++queued_;
    lock.unlock();
    changed_.notify_all();
    return {};
}

Flushed Background::flush(std::chrono::milliseconds patience) {
    if (!made_in_.is_here()) {
        Flushed unknown;
        unknown.error = made_before_fork();
        return unknown;
    }
    std::unique_lock lock(mutex_);
    const std::uint64_t wanted = queued_;
    changed_.wait_for(lock, patience, [&] { return state_.stored + state_.failed >= wanted; });
    Flushed flushed = state_;
    flushed.waiting = queued_ - state_.stored - state_.failed;
    return flushed;
}

void Background::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
        if (waiting_.empty()) {
            return;
        }
        std::vector<Event> events = taken(lock);
        lock.unlock();
        append(std::move(events));
        lock.lock();
    }
}

std::vector<Event> Background::taken(std::unique_lock<std::mutex>&) {
    const std::size_t count = std::min(waiting_.size(), batch_events_max);
    const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<Event> events(std::make_move_iterator(waiting_.begin()),
                              std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    for (const Event& event : events) {
        waiting_bytes_ -= size_of(event);
    }
    changed_.notify_all();
    return events;
}

void Background::append(std::vector<Event> events) {
    const std::uint64_t count = events.size();
    const Result<Receipt> receipt =
        guarded([&] { return append_events(*store_, std::move(events), sync_); });
    std::vector<Error> failures;
    if (!receipt) {
        failures.push_back(receipt.error());
    } else {
        for (const Rejection& rejection : receipt->rejections) {
            failures.push_back(refusal(rejection));
        }
    }
    for (const Error& failure : failures) {
        tell_(failure);
    }
    {
        const std::lock_guard lock(mutex_);
        const std::uint64_t failed = receipt ? receipt->rejections.size() : count;
        state_.failed += failed;
        state_.stored += count - failed;
        if (receipt) {
            state_.last_seq = std::max(state_.last_seq, receipt->last_seq);
        }
        if (!failures.empty()) {
            state_.error = failures.back();
        }
    }
    changed_.notify_all();
}

}  // namespace hence
