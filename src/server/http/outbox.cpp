#include "server/http/outbox.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace hence {
namespace {

// A maker that is faster than its reader waits from here on.
constexpr std::size_t unsent_max = 1 << 20;
// Small pieces are put together, so that they leave by one call.
constexpr std::size_t together_max = 16 << 10;

// So much of every outbox is not counted, so that a short answer never waits for long ones.
constexpr std::size_t uncounted_bytes = 64 << 10;
constexpr std::chrono::milliseconds room_pause{20};

std::size_t counted(std::size_t unsent) {
    return unsent - std::min(unsent, uncounted_bytes);
}

}  // namespace

// However full all others are, one piece is always on its way.
bool HttpOutbox::has_room_for(std::size_t bytes) {
    return share_.grow_to(counted(unsent_ + bytes)) || unsent_ == 0;
}

bool HttpOutbox::push(std::string bytes) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || unsent_ < unsent_max; });
    // Other outboxes do not tell this one when they are emptied.
    while (!closed_ && !has_room_for(bytes.size())) {
        changed_.wait_for(lock, room_pause);
    }
    if (closed_) {
        return false;
    }
    unsent_ += bytes.size();
    if (!pieces_.empty() && pieces_.back().size() + bytes.size() <= together_max) {
        pieces_.back() += bytes;
    } else {
        pieces_.push_back(std::move(bytes));
    }
    tell(lock);
    return true;
}

void HttpOutbox::finish(bool keep_alive) {
    std::unique_lock lock(mutex_);
    finished_ = true;
    keep_alive_ = keep_alive;
    tell(lock);
}

void HttpOutbox::tell(std::unique_lock<std::mutex>& lock) {
    const bool tells = !std::exchange(told_, true);
    lock.unlock();
    if (tells) {
        wake_();
    }
}

bool HttpOutbox::closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
}

bool HttpOutbox::take(std::deque<std::string>& into) {
    const std::lock_guard lock(mutex_);
    if (pieces_.empty()) {
        told_ = false;
        return false;
    }
    into.insert(into.end(), std::make_move_iterator(pieces_.begin()),
                std::make_move_iterator(pieces_.end()));
    pieces_.clear();
    return true;
}

void HttpOutbox::sent(std::size_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        unsent_ -= std::min(bytes, unsent_);
        share_.shrink_to(counted(unsent_));
        if (unsent_ >= unsent_max) {
            return;
        }
    }
    changed_.notify_all();
}

void HttpOutbox::close() {
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        pieces_.clear();
        share_.give_back();
    }
    changed_.notify_all();
}

bool HttpOutbox::finished() const {
    const std::lock_guard lock(mutex_);
    return finished_ && pieces_.empty();
}

bool HttpOutbox::keep_alive() const {
    const std::lock_guard lock(mutex_);
    return keep_alive_;
}

}  // namespace hence
