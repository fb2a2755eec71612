#include "store/common/group_commit.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace hence {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t group_events_max = 8'192;
// Of the time that the commit before took.
constexpr int patience_part = 4;
constexpr std::chrono::nanoseconds patience_max = std::chrono::microseconds(200);

}  // namespace

Result<Receipt> GroupCommit::append(const Batch& batch, const Check& check) {
    Turn turn{&batch, check ? &check : nullptr, std::nullopt};
    std::unique_lock lock(mutex_);
    turns_.push_back(&turn);
    if (turns_.size() == expected_) {
        company_.notify_one();
    }
    changed_.wait(lock, [&] { return turn.result || !committing_; });
    while (!turn.result) {
        committing_ = true;
        await_company(lock);
        const std::vector<Turn*> group = take_group();
        lock.unlock();
        const Clock::time_point start = Clock::now();
        commit(group);
        const Clock::duration took = Clock::now() - start;
        lock.lock();
        patience_ = std::min<std::chrono::nanoseconds>(took / patience_part, patience_max);
        expected_ = group.size() + turns_.size();  // Those who come back, and those who came.
        committing_ = false;
        changed_.notify_all();
        changed_.wait(lock, [&] { return turn.result || !committing_; });
    }
    return std::move(*turn.result);
}

void GroupCommit::await_company(std::unique_lock<std::mutex>& lock) {
    company_.wait_for(lock, patience_, [&] { return turns_.size() >= expected_; });
}

std::vector<GroupCommit::Turn*> GroupCommit::take_group() {
    std::vector<Turn*> group;
    std::size_t events = 0;
    while (!turns_.empty()) {
        Turn* turn = turns_.front();
        events += turn->batch->events.size();
        if (!group.empty() && (turn->check != nullptr || events > group_events_max)) {
            break;
        }
        group.push_back(turn);
        turns_.pop_front();
        if (turn->check != nullptr) {
            break;
        }
    }
    return group;
}

void GroupCommit::commit(const std::vector<Turn*>& group) {
    std::vector<const Batch*> batches;
    for (const Turn* turn : group) {
        batches.push_back(turn->batch);
    }
    Result<std::vector<Receipt>> receipts = commit_(batches, group.front()->check);
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < group.size(); ++i) {
        group[i]->result = receipts ? Result<Receipt>(std::move((*receipts)[i]))
                                    : Result<Receipt>(receipts.error());
    }
}

}  // namespace hence
