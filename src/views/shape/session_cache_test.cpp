#include "views/shape/session_cache.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace hence {
namespace {

struct Kept {
    std::uint64_t made = 0;
    std::uint64_t of = 1;
    std::uint64_t size() const { return of; }
};

class SessionCacheTest : public testing::Test {
protected:
    // How often what is kept under the name was brought up to date.
    std::uint64_t ask(const std::string& name, std::uint64_t size = 1) {
        const Result<Kept> kept = cache_.get(
            name,
            [&] {
                return Result<Kept>(Kept{0, size});
            },
            [](const Kept& old) {
                return Result<Kept>(Kept{old.made + 1, old.of});
            });
        return kept->made;
    }

    SessionCache<Kept> cache_{{.size = 10, .sessions = 3}};
};

TEST_F(SessionCacheTest, WhatWasAskedForLongestAgoGoesFirst) {
    for (const char* name : {"a", "b", "c"}) {
        EXPECT_EQ(ask(name), 0U);
    }
    EXPECT_EQ(ask("a"), 1U);
    EXPECT_EQ(ask("d"), 0U);
    EXPECT_EQ(ask("a"), 2U);
    EXPECT_EQ(ask("b"), 0U);
    EXPECT_EQ(cache_.sessions_for_test(), 3U);
}

TEST_F(SessionCacheTest, OneThatIsTooLargeStaysUntilTheNext) {
    ask("a");
    EXPECT_EQ(ask("large", 100), 0U);
    EXPECT_EQ(cache_.sessions_for_test(), 1U);
    EXPECT_EQ(ask("large"), 1U);
    ask("b");
    EXPECT_EQ(cache_.sessions_for_test(), 1U);
    EXPECT_EQ(ask("large"), 0U);
}

TEST_F(SessionCacheTest, AFailureIsHandedOnAndNotKept) {
    const auto fail = [] { return Result<Kept>(Error{Code::io, "no"}); };
    const auto same = [](const Kept& old) { return Result<Kept>(old); };
    EXPECT_EQ(cache_.get("a", fail, same).error().code, Code::io);
    EXPECT_EQ(ask("a"), 0U);
}

TEST_F(SessionCacheTest, ThoseWhoAskForTheSameWaitForOneMaking) {
    std::atomic<int> made = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            const Result<Kept> kept = cache_.get(
                "a", [&] { return ++made, Result<Kept>(Kept{}); },
                [](const Kept& old) { return Result<Kept>(old); });
            EXPECT_TRUE(kept);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(made, 1);
}

TEST_F(SessionCacheTest, WhatNobodyAskedForSinceTheLastRoundIsDropped) {
    ask("a");
    ask("b");
    EXPECT_EQ(cache_.drop_unasked(), 0U);
    EXPECT_EQ(ask("b"), 1U);
    EXPECT_EQ(cache_.drop_unasked(), 1U);
    EXPECT_EQ(ask("b"), 2U);
    EXPECT_EQ(ask("a"), 0U);  // Made anew.
    EXPECT_EQ(cache_.drop_unasked(), 0U);
    EXPECT_EQ(cache_.drop_unasked(), 2U);
    EXPECT_EQ(cache_.sessions_for_test(), 0U);
}

}  // namespace
}  // namespace hence
