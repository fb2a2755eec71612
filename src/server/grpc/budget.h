// How many bytes of requests may be in memory at once, over all connections. The same idea as
// http/budget.h: a share is held by an object whose destructor gives it back, and a request that is
// alone always gets its bytes.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace hence {

// May be used from many threads at once.
class ByteBudget {
public:
    explicit ByteBudget(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

    std::uint64_t held() const { return held_.load(std::memory_order_relaxed); }

private:
    friend class ByteHold;

    std::uint64_t bytes_max_;
    std::atomic<std::uint64_t> held_ = 0;
};

// One request's share, given back when it goes. The budget must outlive it. Used by one thread at a
// time.
class ByteHold {
public:
    explicit ByteHold(ByteBudget& budget) : budget_(&budget) {}
    ByteHold(ByteHold&& other) noexcept
        : budget_(other.budget_), held_(std::exchange(other.held_, 0)) {}
    ByteHold& operator=(ByteHold&& other) noexcept {
        std::swap(budget_, other.budget_);
        std::swap(held_, other.held_);
        return *this;
    }
    ~ByteHold() { shrink(held_); }

    // Takes more, or says that there is no more. A request that is alone always gets its bytes: a
    // message that is allowed at all must get in at some time.
    bool grow(std::uint64_t bytes) {
        std::uint64_t before = budget_->held_.load(std::memory_order_relaxed);
        do {
            if (before + bytes > budget_->bytes_max_ && before != held_) {
                return false;
            }
        } while (!budget_->held_.compare_exchange_weak(before, before + bytes));
        held_ += bytes;
        return true;
    }

    // Gives back some of it; `bytes` must be held.
    void shrink(std::uint64_t bytes) {
        budget_->held_.fetch_sub(bytes);
        held_ -= bytes;
    }

private:
    ByteBudget* budget_;
    std::uint64_t held_ = 0;
};

}  // namespace hence
