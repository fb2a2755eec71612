// Who asks waits for what was pushed before and concerns it, and for nothing else.
#include "store/rocks/indexer.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rocksdb/perf_context.h>
#include <rocksdb/perf_level.h>

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

// Names by a part of them: the answers are those of looking at every name, the reading is not.
class IndexNamesTest : public testing::Test {
protected:
    void SetUp() override { open(); }

    void open() {
        index_ = nullptr;
        index_ = Index::open((directory_.path() / "index").string(), rocksdb::Env::Default(),
                             "a log", [] {})
                     .take();
    }

    void tell(const std::vector<std::string>& ids) {
        Additions additions;
        for (const std::string& id : ids) {
            const std::string line = fmt::format(
                R"({{"id":"{0}","time":"2026-02-23T10:00:00Z","kind":"note","session":"s{0}"}})",
                id);
            ++last_seq_;
            additions.events.push_back({Event::parse(line).take().stored_as(last_seq_, {}),
                                        {last_seq_, last_seq_, last_seq_}});
        }
        additions.last_seq = last_seq_;
        ASSERT_TRUE(index_->apply(additions));
    }

    std::vector<std::string> random_ids(std::size_t count) {
        std::vector<std::string> ids;
        for (std::size_t i = 0; i < count; ++i) {
            ids.push_back(fmt::format("{:016x}", random_()));
        }
        return ids;
    }

    std::vector<std::string> random_uuids(std::size_t count) {
        std::vector<std::string> ids;
        for (std::size_t i = 0; i < count; ++i) {
            // Some of the time, some alike in all but the middle, most at random.
            const std::uint64_t high = i % 8 == 0   ? 0x0198'7654'3210'0000U + (i << 14)
                                       : i % 8 == 1 ? random_() % 4
                                                    : random_();
            const std::uint64_t low = i % 8 == 1 ? random_() % 4 : random_();
            const std::uint64_t digit = i % 8 == 0 ? 7 : 4;
            ids.push_back(i % 8 == 2
                              ? fmt::format("{:016x}{:016x}", high, low)
                              : fmt::format("{:08x}-{:04x}-{:x}{:03x}-{:04x}-{:012x}", high >> 32,
                                            high >> 16 & 0xFFFF, digit, high & 0xFFF, low >> 48,
                                            low & 0xFFFF'FFFF'FFFF));
        }
        return ids;
    }

    void compare_with_looking_through(std::vector<std::string> ids);

    // How many entries of the index a question looks at.
    std::uint64_t steps_for(std::string_view part) const {
        rocksdb::SetPerfLevel(rocksdb::PerfLevel::kEnableCount);
        rocksdb::get_perf_context()->Reset();
        EXPECT_TRUE(index_->names_like(Space::all, part, 64));
        const std::uint64_t steps = rocksdb::get_perf_context()->next_on_memtable_count;
        rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
        return steps;
    }

    StoreDirectory directory_;
    std::unique_ptr<Index> index_;
    std::uint64_t last_seq_ = 0;
    std::mt19937_64 random_{7};
};

std::vector<std::string> looked_through(std::vector<std::string> names, std::string_view part,
                                        std::size_t limit) {
    std::erase_if(names, [part](const std::string& name) {
        return !name.starts_with(part) && !name.ends_with(part);
    });
    std::ranges::sort(names);
    names.resize(std::min(names.size(), limit));
    return names;
}

void IndexNamesTest::compare_with_looking_through(std::vector<std::string> ids) {
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    tell(ids);
    std::vector<std::string> sessions;
    for (const std::string& id : ids) {
        sessions.push_back("s" + id);
    }
    for (int round = 0; round < 300; ++round) {
        const std::string& id = ids[random_() % ids.size()];
        const std::size_t size = random_() % 14;
        const std::string part = round % 2 == 0 ? id.substr(0, size) : id.substr(id.size() - size);
        const std::size_t limit = random_() % 70;
        ASSERT_EQ(index_->names_like(Space::all, part, limit).take(),
                  looked_through(ids, part, limit))
            << part << " " << limit;
        ASSERT_EQ(index_->names_like(Space::session, part, limit).take(),
                  looked_through(sessions, part, limit))
            << part << " " << limit;
    }
}

TEST_F(IndexNamesTest, APartFindsWhatLookingAtEveryNameFinds) {
    compare_with_looking_through(random_ids(3'000));
}

TEST_F(IndexNamesTest, APartOfAUuidFindsWhatLookingAtEveryNameFinds) {
    std::vector<std::string> ids = random_uuids(3'000);
    const std::vector<std::string> more = random_ids(500);
    ids.insert(ids.end(), more.begin(), more.end());
    // Ids that are nearly UUIDs lie among them.
    for (std::size_t i = 0; i < 600; i += 3) {
        std::string capital = ids[i];
        std::ranges::transform(capital, capital.begin(),
                               [](char c) { return c >= 'a' && c <= 'f' ? c - 'a' + 'A' : c; });
        ids.push_back(capital);
        ids.push_back(ids[i + 1].substr(0, ids[i + 1].size() - 1));
        ids.push_back(ids[i + 2] + "0");
    }
    compare_with_looking_through(ids);
}

// Ends lie in memory at first, then in sorted runs.
TEST_F(IndexNamesTest, AnIdIsFoundByItsEndWhereverThatLies) {
    std::vector<std::string> ids = random_uuids(70'000);
    ids.emplace_back("not-random");
    for (std::size_t at = 0; at < ids.size(); at += 9'000) {
        const std::size_t end = std::min(ids.size(), at + 9'000);
        tell({ids.begin() + static_cast<std::ptrdiff_t>(at),
              ids.begin() + static_cast<std::ptrdiff_t>(end)});
        if (at == 9'000 || end == ids.size()) {
            open();
        }
    }
    for (std::size_t i = 3; i < ids.size(); i += 8'000) {
        for (const std::size_t size : {7, 8, 9, 20}) {
            const std::string part = ids[i].substr(ids[i].size() - size);
            ASSERT_EQ(index_->names_like(Space::all, part, 64).take(),
                      looked_through(ids, part, 64));
        }
    }
    EXPECT_EQ(index_->names_like(Space::all, "random", 9).take(),
              std::vector<std::string>{"not-random"});
}

TEST_F(IndexNamesTest, BytesOfAnyKindFindNothingElse) {
    tell({"ä", "ö", "aä"});
    EXPECT_EQ(index_->names_like(Space::all, "\xA4", 9).take(),
              (std::vector<std::string>{"aä", "ä"}));
    EXPECT_EQ(index_->names_like(Space::all, "\xFF", 9).take(), std::vector<std::string>());
    EXPECT_EQ(index_->names_like(Space::all, std::string_view("\0", 1), 9).take(),
              std::vector<std::string>());
}

TEST_F(IndexNamesTest, AnEventIsFoundWithoutALookAtTheOthers) {
    const std::vector<std::string> ids = random_ids(20'000);
    tell(ids);
    EXPECT_LE(steps_for(ids[5].substr(0, 8)), 10U);
    EXPECT_LE(steps_for(ids[5].substr(8)), 10U);
    EXPECT_LE(steps_for("nothing"), 10U);
    // 5, 78 and 1,250 ids end with so little: either all of these are looked at, or as many ids as
    // it takes to meet enough of them.
    EXPECT_LE(steps_for(ids[5].substr(13)), 200U);
    EXPECT_LE(steps_for(ids[5].substr(14)), 800U);
    EXPECT_LE(steps_for(ids[5].substr(15)), 4'000U);
    const std::vector<std::string> uuids = random_uuids(20'000);
    tell(uuids);
    EXPECT_LE(steps_for(uuids[3].substr(0, 8)), 20U);
    EXPECT_LE(steps_for(uuids[3].substr(28)), 20U);
    EXPECT_LE(steps_for(uuids[3].substr(9)), 20U);
    EXPECT_LE(steps_for(uuids[3].substr(33)), 300U);
    EXPECT_GE(steps_for(""), 64U);
    EXPECT_LE(steps_for(""), 600U);
}

}  // namespace
}  // namespace hence::rocks
