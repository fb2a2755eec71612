// How many bytes of requests a listener holds at once, and which of them each request answers for.
//
// Each request may be as large as the limit for one; without a common budget, many large requests
// at once would fill memory. A Share is what one request holds, and its destructor gives it back,
// so no path through the code can leak a part of the budget. A request that is alone always fits:
// otherwise a budget below the limit for one request would refuse it for ever. The counter is one
// atomic number, and any thread may use it.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace hence {

// Shared by all requests, from any thread.
class HttpBudget {
public:
    explicit HttpBudget(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

    std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }

    // What one request holds; it is given back when this ends.
    class Share {
    public:
        explicit Share(HttpBudget& budget) : budget_(&budget) {}
        Share(Share&& other) noexcept
            : budget_(other.budget_), bytes_(std::exchange(other.bytes_, 0)) {}
        Share& operator=(Share&& other) noexcept {
            std::swap(budget_, other.budget_);
            std::swap(bytes_, other.bytes_);
            return *this;
        }
        ~Share() { give_back(); }

        std::uint64_t bytes() const { return bytes_; }

        // Whether that many bytes would fit beside what others hold. A request that is alone
        // always fits: a limit on all of them is no limit on one.
        bool fits(std::uint64_t bytes) const {
            const std::uint64_t others = budget_->used() - bytes_;
            return others == 0 ||
                   (bytes <= budget_->bytes_max_ && others <= budget_->bytes_max_ - bytes);
        }

        // Holds at least that many from here on. False, and nothing changes, when they do not fit.
        bool grow_to(std::uint64_t bytes) {
            if (bytes <= bytes_) {
                return true;
            }
            const std::uint64_t more = bytes - bytes_;
            std::uint64_t used = budget_->used_.load(std::memory_order_relaxed);
            do {
                const std::uint64_t others = used - bytes_;
                if (others != 0 &&
                    (bytes > budget_->bytes_max_ || others > budget_->bytes_max_ - bytes)) {
                    return false;
                }
            } while (!budget_->used_.compare_exchange_weak(used, used + more));
            bytes_ = bytes;
            return true;
        }

        // The same, whether they fit or not.
        void take_up_to(std::uint64_t bytes) {
            if (bytes > bytes_) {
                budget_->used_.fetch_add(bytes - bytes_);
                bytes_ = bytes;
            }
        }

        // Holds no more than that many.
        void shrink_to(std::uint64_t bytes) {
            if (bytes < bytes_) {
                budget_->used_.fetch_sub(bytes_ - bytes);
                bytes_ = bytes;
            }
        }

        void give_back() { budget_->used_.fetch_sub(std::exchange(bytes_, 0)); }

    private:
        HttpBudget* budget_;
        std::uint64_t bytes_ = 0;
    };

private:
    std::uint64_t bytes_max_;
    std::atomic<std::uint64_t> used_ = 0;
};

}  // namespace hence
