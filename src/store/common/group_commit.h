// Appends of many threads, committed together.
//
// Appends form a queue. An append that finds no commit under way takes all appends in the queue as
// one group and commits it for all of them, so one sync (or one round trip) serves the group. A
// batch with a check goes alone: it must see all that came before it. One thread commits at a time.
//
// Threads that append one event after another come back right after their commit. A thread that
// began the next commit at once would go without them, and they would wait for a sync of their own:
// groups of one and of all others would take turns. So a commit first waits for those who were in
// the group before, for a small part of what a commit takes. A thread that is alone never waits.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

class GroupCommit {
public:
    // Commits all of it or nothing; one receipt for each batch. The check, if any, is that of the
    // only batch.
    using Commit = std::function<Result<std::vector<Receipt>>(const std::vector<const Batch*>&,
                                                              const Check* check)>;

    explicit GroupCommit(Commit commit) : commit_(std::move(commit)) {}

    Result<Receipt> append(const Batch& batch, const Check& check);

private:
    struct Turn {
        const Batch* batch = nullptr;
        const Check* check = nullptr;
        std::optional<Result<Receipt>> result;
    };

    void await_company(std::unique_lock<std::mutex>& lock);
    std::vector<Turn*> take_group();
    void commit(const std::vector<Turn*>& group);

    Commit commit_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Turn*> turns_;
    bool committing_ = false;
    std::condition_variable company_;  // There are as many turns as are expected.
    std::size_t expected_ = 1;
    std::chrono::nanoseconds patience_{0};
};

}  // namespace hence
