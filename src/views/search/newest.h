// The newest of many positions, without keeping the others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "hence/store.h"
#include "hence/time.h"

namespace hence {

class NewestPositions {
public:
    // Only of those behind `after`, where it is given.
    explicit NewestPositions(std::size_t most, std::optional<Position> after = {})
        : most_(most), after_(after) {}

    // Whether one from `earliest` to `latest` could be among them. If not, whoever asks need not
    // offer what he has.
    bool could_take(const Time& earliest, const Time& latest) {
        if (after_ && earliest > after_->time) {
            return false;
        }
        const bool could = most_ > 0 && (heap_.size() < most_ || latest >= heap_.front().time);
        left_out_ = left_out_ || !could;
        return could;
    }

    void offer(const Position& position) {
        if (after_ && position >= *after_) {
            return;
        }
        if (heap_.size() >= most_) {
            left_out_ = true;
            if (most_ == 0 || position < heap_.front()) {
                return;
            }
            std::ranges::pop_heap(heap_, std::greater());
            heap_.pop_back();
        }
        heap_.push_back(position);
        std::ranges::push_heap(heap_, std::greater());
    }

    // Whether there were more than are kept.
    bool left_out() const { return left_out_; }

    // Newest first.
    std::vector<Position> take() {
        std::ranges::sort(heap_, std::greater());
        return std::exchange(heap_, {});
    }

private:
    std::size_t most_;
    std::optional<Position> after_;
    std::vector<Position> heap_;  // The oldest first.
    bool left_out_ = false;
};

}  // namespace hence
