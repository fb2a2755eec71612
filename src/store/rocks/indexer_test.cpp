// Who asks waits for what was pushed before and concerns it, and for nothing else.
#include "store/rocks/indexer.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/common/directory_for_test.h"

namespace hence::rocks {
namespace {

constexpr std::size_t commit_events = 2'000;

class IndexerTest : public testing::Test {
protected:
    void SetUp() override {
        index_ = Index::open((directory_.path() / "index").string(), rocksdb::Env::Default(),
                             "a log", [] {})
                     .take();
        indexer_ = std::make_unique<Indexer>(*index_);
    }

    // Pushes a commit of one session that takes a while to index.
    void push(const std::string& session) {
        Additions additions;
        for (std::size_t i = 0; i < commit_events; ++i) {
            const std::string line =
                fmt::format(R"({{"id":"{0}-{1}","time":"2026-02-23T10:00:00Z","kind":"note",)"
                            R"("session":"{0}","agent":"a{1}","run":"r{1}"}})",
                            session, i);
            ++last_seq_;
            additions.events.push_back({Event::parse(line).take().stored_as(last_seq_, {}),
                                        {last_seq_, last_seq_, last_seq_}});
        }
        additions.last_seq = last_seq_;
        indexer_->push(std::move(additions));
    }

    bool waits(const std::string& session) const {
        return indexer_->pending({session + "-0"}).front().has_value();
    }

    bool indexed(const std::string& session) const {
        return index_->row(Space::session, session, {}).take().has_value();
    }

    StoreDirectory directory_;
    std::unique_ptr<Index> index_;
    std::unique_ptr<Indexer> indexer_;
    std::uint64_t last_seq_ = 0;
};

TEST_F(IndexerTest, WhatConcernsAQuestionIsThereWhenItReturns) {
    for (int round = 0; round < 2; ++round) {
        push(fmt::format("s{}", round));
        ASSERT_TRUE(indexer_->catch_up_with({Space::session, fmt::format("s{}", round)}));
        EXPECT_TRUE(indexed(fmt::format("s{}", round)));
        push(fmt::format("t{}", round));
        ASSERT_TRUE(indexer_->catch_up_with({Space::all, fmt::format("t{}-7", round)}));
        EXPECT_TRUE(indexed(fmt::format("t{}", round)));
        push(fmt::format("u{}", round));
        ASSERT_TRUE(indexer_->catch_up_with({Space::run, {}}));
        EXPECT_TRUE(indexed(fmt::format("u{}", round)));
        push(fmt::format("v{}", round));
        ASSERT_TRUE(indexer_->catch_up_to(last_seq_ - commit_events + 1));
        EXPECT_TRUE(indexed(fmt::format("v{}", round)));
    }
}

// A machine that is busy elsewhere may finish the index first, so once in many times is enough.
TEST_F(IndexerTest, WhatDoesNotConcernItIsNotWaitedFor) {
    int passed = 0;
    for (int round = 0; round < 50 && passed == 0; ++round) {
        const std::string session = fmt::format("s{}", round);
        push(session);
        ASSERT_TRUE(indexer_->catch_up_with({Space::session, "another"}));
        ASSERT_TRUE(indexer_->catch_up_with({Space::loose_run, {}}));
        ASSERT_TRUE(indexer_->catch_up_to(last_seq_ - commit_events));
        passed += waits(session) ? 1 : 0;
    }
    EXPECT_EQ(passed, 1);
}

TEST_F(IndexerTest, WhatComesWithoutEndIsNotWaitedFor) {
    push("first");
    std::atomic<bool> done{false};
    std::atomic<int> pushed{0};
    std::thread others([&] {
        while (!done) {
            push(fmt::format("s{}", pushed.load()));
            ++pushed;
        }
    });
    EXPECT_TRUE(indexer_->catch_up());
    EXPECT_TRUE(indexed("first"));
    for (int round = 0; round < 2; ++round) {
        const int before = pushed;
        EXPECT_TRUE(indexer_->catch_up());
        EXPECT_TRUE(before == 0 || indexed(fmt::format("s{}", before - 1)));
    }
    done = true;
    others.join();
}

}  // namespace
}  // namespace hence::rocks
