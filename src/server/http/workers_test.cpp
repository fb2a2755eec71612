#include "server/http/workers.h"

#include <array>
#include <atomic>
#include <latch>

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "server/http/budget.h"
#include "server/http/outbox.h"
#include "server/http/thread_rank.h"

namespace hence {
namespace {

using std::chrono::milliseconds;

bool becomes(const std::function<bool()>& so) {
    for (int i = 0; i < 500 && !so(); ++i) {
        std::this_thread::sleep_for(milliseconds(10));
    }
    return so();
}

TEST(HttpWorkersTest, ThereIsNoThreadWithoutWork) {
    HttpWorkers workers({.idle = milliseconds(20)});
    EXPECT_EQ(workers.load().threads, 0U);
    EXPECT_TRUE(workers.submit([] {}));
    EXPECT_TRUE(becomes([&] { return workers.load().threads == 0; }));
}

TEST(HttpWorkersTest, ThreadsGrowWithTheWorkAndNoFurther) {
    HttpWorkers workers({.threads_max = 3, .waiting_max = 2});
    std::latch held(1);
    std::atomic<int> done = 0;
    const auto task = [&] {
        held.wait();
        ++done;
    };
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(workers.submit(task)) << i;
    }
    EXPECT_TRUE(becomes([&] { return workers.load().running == 3; }));
    EXPECT_EQ(workers.load().waiting, 2U);
    EXPECT_FALSE(workers.submit(task));
    EXPECT_TRUE(workers.resume(task));
    held.count_down();
    workers.stop();
    EXPECT_EQ(done, 6);
    EXPECT_FALSE(workers.submit(task));
}

// A thread that may not come forward again: the privilege is taken from the calling thread alone.
void fall_behind_for_good() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> none{};
    EXPECT_EQ(::syscall(SYS_capset, &header, none.data()), 0);
    EXPECT_TRUE(set_thread_rank(thread_rank() + 3));
    EXPECT_FALSE(set_thread_rank(thread_rank() - 3));
}

TEST(HttpWorkersTest, ATaskBeginsWithTheRankOfAllWhateverTheOneBeforeDid) {
    const int rank = thread_rank();
    HttpWorkers workers({.threads_max = 1});
    for (int i = 0; i < 9; ++i) {
        EXPECT_TRUE(workers.submit([rank, i] {
            EXPECT_EQ(thread_rank(), rank);
            if (i % 3 == 1) {
                fall_behind_for_good();
            } else if (i % 3 == 2) {
                EXPECT_TRUE(set_thread_rank(rank + 5));
            }
        }));
        EXPECT_TRUE(becomes([&] {
            const HttpWorkers::Load load = workers.load();
            return load.running + load.waiting == 0;
        }));
    }
}

TEST(HttpWorkersTest, AThreadThatFellBehindStillDoesWhatWaits) {
    HttpWorkers workers({.threads_max = 1, .waiting_max = 100});
    std::latch held(1);
    std::atomic<int> done = 0;
    for (int i = 0; i < 30; ++i) {
        EXPECT_TRUE(workers.submit([&, i] {
            held.wait();
            if (i == 0) {
                fall_behind_for_good();
            }
            ++done;
        }));
    }
    held.count_down();
    EXPECT_TRUE(becomes([&] { return done == 30; }));
    EXPECT_TRUE(becomes([&] { return workers.load().threads == 0; }));
}

TEST(HttpWorkersTest, IdleThreadIsUsedBeforeAnotherIsMade) {
    HttpWorkers workers({.threads_max = 8});
    for (int i = 0; i < 20; ++i) {
        std::latch done(1);
        EXPECT_TRUE(workers.submit([&done] { done.count_down(); }));
        done.wait();
        EXPECT_TRUE(becomes([&] { return workers.load().running == 0; }));
    }
    EXPECT_EQ(workers.load().threads, 1U);
}

TEST(HttpWorkersTest, NothingSubmittedIsLost) {
    std::atomic<int> done = 0;
    {
        HttpWorkers workers({.threads_max = 4, .waiting_max = 100'000, .idle = milliseconds(0)});
        std::vector<std::thread> askers;
        for (int i = 0; i < 4; ++i) {
            askers.emplace_back([&] {
                for (int n = 0; n < 500; ++n) {
                    EXPECT_TRUE(workers.submit([&done] { ++done; }));
                }
            });
        }
        for (std::thread& asker : askers) {
            asker.join();
        }
    }
    EXPECT_EQ(done, 2'000);
}

TEST(HttpBudgetTest, SharesFitBesideEachOther) {
    HttpBudget budget(100);
    HttpBudget::Share first(budget);
    EXPECT_TRUE(first.grow_to(60));
    HttpBudget::Share second(budget);
    EXPECT_TRUE(second.fits(40));
    EXPECT_FALSE(second.fits(41));
    EXPECT_FALSE(second.grow_to(41));
    EXPECT_TRUE(second.grow_to(40));
    EXPECT_FALSE(first.grow_to(61));
    EXPECT_EQ(budget.used(), 100U);
    second.shrink_to(10);
    EXPECT_TRUE(first.grow_to(90));
    second.give_back();
    EXPECT_EQ(budget.used(), 90U);
}

TEST(HttpBudgetTest, OneAloneAlwaysFits) {
    HttpBudget budget(100);
    {
        HttpBudget::Share only(budget);
        EXPECT_TRUE(only.fits(1'000));
        EXPECT_TRUE(only.grow_to(1'000));
        const HttpBudget::Share moved(std::move(only));
        EXPECT_EQ(budget.used(), 1'000U);
        HttpBudget::Share other(budget);
        EXPECT_FALSE(other.grow_to(1));
    }
    EXPECT_EQ(budget.used(), 0U);
}

TEST(HttpOutboxTest, MakerWaitsForTheReader) {
    std::atomic<int> woken = 0;
    HttpBudget budget(1 << 30);
    HttpOutbox outbox([&woken] { ++woken; }, budget);
    std::atomic<int> pushed = 0;
    std::thread maker([&] {
        for (int i = 0; i < 40; ++i) {
            EXPECT_TRUE(outbox.push(std::string(64 << 10, 'x')));
            ++pushed;
        }
        outbox.finish(true);
    });
    EXPECT_TRUE(becomes([&] { return pushed == 16; }));
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_EQ(pushed, 16);
    EXPECT_EQ(woken, 1);
    std::size_t all = 0;
    while (!outbox.finished()) {
        std::deque<std::string> taken;
        outbox.take(taken);
        for (const std::string& piece : taken) {
            outbox.sent(piece.size());
            all += piece.size();
        }
    }
    maker.join();
    EXPECT_EQ(all, 40U << 16);
    EXPECT_TRUE(outbox.keep_alive());
}

TEST(HttpOutboxTest, MakerLearnsThatNobodyReads) {
    HttpBudget budget(1 << 30);
    HttpOutbox outbox([] {}, budget);
    EXPECT_TRUE(outbox.push(std::string(2 << 20, 'x')));
    std::thread maker([&] { EXPECT_FALSE(outbox.push("more")); });
    outbox.close();
    maker.join();
    EXPECT_FALSE(outbox.push("more"));
}

TEST(HttpOutboxTest, SmallPiecesLeaveTogether) {
    int woken = 0;
    HttpBudget budget(1 << 30);
    HttpOutbox outbox([&woken] { ++woken; }, budget);
    outbox.push("one ");
    outbox.push("two");
    std::deque<std::string> taken;
    EXPECT_TRUE(outbox.take(taken));
    EXPECT_EQ(taken, std::deque<std::string>{"one two"});
    EXPECT_EQ(woken, 1);
    // Only a sender that has found nothing is told again.
    outbox.push("three");
    EXPECT_EQ(woken, 1);
    EXPECT_TRUE(outbox.take(taken));
    EXPECT_FALSE(outbox.take(taken));
    outbox.push("four");
    EXPECT_EQ(woken, 2);
}

TEST(HttpOutboxTest, WhatIsUnsentCountsInOneBudget) {
    HttpBudget budget(300 << 10);
    HttpOutbox first([] {}, budget);
    HttpOutbox second([] {}, budget);
    // The first 64 KiB of each are free.
    EXPECT_TRUE(first.push(std::string(64 << 10, 'x')));
    EXPECT_EQ(budget.used(), 0U);
    EXPECT_TRUE(first.push(std::string(200 << 10, 'x')));
    EXPECT_EQ(budget.used(), 200U << 10);
    EXPECT_TRUE(second.push(std::string(64 << 10, 'x')));
    std::atomic<bool> pushed = false;
    std::thread maker([&] {
        EXPECT_TRUE(second.push(std::string(200 << 10, 'x')));
        pushed = true;
    });
    EXPECT_FALSE(pushed);
    first.sent(264 << 10);
    maker.join();
    EXPECT_TRUE(pushed);
    EXPECT_EQ(budget.used(), 200U << 10);
    second.close();
    EXPECT_EQ(budget.used(), 0U);
}

TEST(HttpOutboxTest, OnePieceIsAlwaysOnItsWay) {
    HttpBudget budget(1);
    HttpBudget::Share others(budget);
    ASSERT_TRUE(others.grow_to(1 << 20));
    HttpOutbox outbox([] {}, budget);
    EXPECT_TRUE(outbox.push(std::string(200 << 10, 'x')));
    outbox.sent(200 << 10);
    EXPECT_TRUE(outbox.push(std::string(200 << 10, 'x')));
}

}  // namespace
}  // namespace hence
