// How commits to a log in the engine are worked out: ids that count as new until the engine says
// otherwise, several programs that write to one log, and reading what was written in parts.
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "store/conformance_for_test.h"
#include "store/postgres/log_for_test.h"

namespace hence::postgres {
namespace {

class CommitTest : public EngineLogTest {
protected:
    void SetUp() override {
        EngineLogTest::SetUp();
        ASSERT_FALSE(HasFatalFailure());
        store_ = open_log();
    }

    static Batch batch(const std::vector<std::string>& lines) {
        Batch batch;
        batch.source = "test";
        for (const std::string& line : lines) {
            Result<Event> event = Event::parse(line);
            EXPECT_TRUE(event) << line;
            batch.events.push_back({std::move(event).take(), batch.events.size() + 1});
        }
        return batch;
    }

    static std::string line(const std::string& id, const std::string& session,
                            const std::string& text = "said") {
        return event_json(id, "10:00:00Z",
                          fmt::format(R"("session":"{}","fields":{{"text":"{}"}})", session, text));
    }

    // "2 new, 1 same, 1 refused".
    static std::string tell(Store& store, const std::vector<std::string>& lines) {
        const Result<Receipt> receipt = store.append(batch(lines));
        EXPECT_TRUE(receipt) << (receipt ? "" : receipt.error().message);
        return receipt ? fmt::format("{} new, {} same, {} refused", receipt->accepted,
                                     receipt->duplicates, receipt->quarantined)
                       : "";
    }

    static std::vector<std::string> ids_in(Result<std::unique_ptr<Cursor>> cursor) {
        std::vector<std::string> ids;
        EXPECT_TRUE(cursor);
        while (cursor) {
            Result<std::optional<Event>> event = (*cursor)->next();
            EXPECT_TRUE(event) << (event ? "" : event.error().message);
            if (!event || !*event) {
                break;
            }
            ids.emplace_back((*event)->id());
        }
        return ids;
    }

    std::int64_t rows_of_ids() {
        return ask("SELECT count(*) FROM hence_index WHERE substring(part, 1, 1) = 'i' AND log = "
                   "(SELECT max(log) FROM hence_log)")
            .number(0, 0);
    }

    std::unique_ptr<Store> store_;
};

TEST_F(CommitTest, AnIdThatWasTakenForNewAndIsThereIsFoundOut) {
    EXPECT_EQ(tell(*store_, {line("a", "s"), line("b", "s"), line("c", "s")}),
              "3 new, 0 same, 0 refused");
    EXPECT_EQ(tell(*store_, {line("d", "s"), line("b", "s"), line("e", "s")}),
              "2 new, 1 same, 0 refused");
    EXPECT_EQ(tell(*store_, {line("a", "s"), line("b", "s")}), "0 new, 2 same, 0 refused");
    EXPECT_EQ(tell(*store_, {line("c", "s", "otherwise"), line("f", "s")}),
              "1 new, 0 same, 1 refused");
    // After many commits of new ids they are taken for new again.
    for (int i = 0; i < 40; ++i) {
        EXPECT_EQ(tell(*store_, {line(fmt::format("n{}", i), "s")}), "1 new, 0 same, 0 refused");
    }
    EXPECT_EQ(tell(*store_, {line("g", "s"), line("n7", "s"), line("g", "s")}),
              "1 new, 2 same, 0 refused");
    EXPECT_EQ(store_->last_seq(), 47U);
    EXPECT_EQ(ids_in(store_->scan({Space::session, "s"})).size(), 47U);
    EXPECT_EQ(rows_of_ids(), 47);
}

TEST_F(CommitTest, ASecondOutcomeIsRefusedAlsoAmongIdsThatAreTakenForNew) {
    EXPECT_EQ(tell(*store_, {line("a", "s"), outcome_json("o1", "a")}), "2 new, 0 same, 0 refused");
    EXPECT_EQ(tell(*store_, {line("b", "s")}), "1 new, 0 same, 0 refused");
    EXPECT_EQ(tell(*store_, {outcome_json("o2", "a", "false"), line("c", "s")}),
              "1 new, 0 same, 1 refused");
    for (int i = 0; i < 40; ++i) {
        EXPECT_EQ(tell(*store_, {line(fmt::format("n{}", i), "s")}), "1 new, 0 same, 0 refused");
    }
    // The same outcome again is no second one, although its id was taken for new.
    EXPECT_EQ(tell(*store_, {outcome_json("o1", "a")}), "0 new, 1 same, 0 refused");
}

TEST_F(CommitTest, ProgramsThatWriteInTurnsLoseNothingAndWriteNothingTwice) {
    std::vector<std::unique_ptr<Store>> programs;
    programs.push_back(std::move(store_));
    programs.push_back(open_log());
    programs.push_back(open_log());
    const std::string long_text(3'000, 'x');
    std::size_t accepted = 0;
    for (int round = 0; round < 60; ++round) {
        // In turns, then many of one program in a row, so that each guesses right and wrong.
        Store& store = *programs[round < 30 ? round % 3 : round / 10 % 3];
        std::vector<std::string> lines;
        for (int i = 0; i < 5; ++i) {
            lines.push_back(line(fmt::format("e{}-{}", round, i), fmt::format("s{}", round % 4),
                                 i == 0 ? long_text + std::to_string(round / 2) : "said"));
        }
        if (round > 0) {
            lines.push_back(
                line(fmt::format("e{}-3", round - 1), fmt::format("s{}", (round - 1) % 4)));
        }
        accepted += 5;
        EXPECT_EQ(tell(store, lines), fmt::format("5 new, {} same, 0 refused", round > 0 ? 1 : 0));
    }
    for (const std::unique_ptr<Store>& each : programs) {
        EXPECT_EQ(each->last_seq(), accepted);
        const std::vector<std::string> ids = ids_in(each->read(1, accepted));
        EXPECT_EQ(ids.size(), accepted);
        EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), accepted);
        for (const std::string& id : ids) {
            const Result<std::optional<Event>> event = each->find(id);
            ASSERT_TRUE(event && *event) << id;
        }
        std::size_t in_sessions = 0;
        for (const char* session : {"s0", "s1", "s2", "s3"}) {
            in_sessions += ids_in(each->scan({Space::session, session})).size();
        }
        EXPECT_EQ(in_sessions, accepted);
    }
    EXPECT_EQ(rows_of_ids(), static_cast<std::int64_t>(accepted));
}

TEST_F(CommitTest, WhatIsReadInPartsIsTheWhole) {
    std::vector<std::string> all;
    for (int i = 0; i < 150; ++i) {
        std::vector<std::string> lines;
        for (int j = 0; j <= i % 4; ++j) {
            all.push_back(fmt::format("e{}-{}", i, j));
            lines.push_back(line(all.back(), fmt::format("s{}", i % 3)));
        }
        tell(*store_, lines);
    }
    const std::unique_ptr<Store> other = open_log();
    for (const std::uint64_t step : {1U, 7U, 64U, 1'000U}) {
        std::vector<std::string> read;
        for (std::uint64_t first = 1; first <= all.size(); first += step) {
            const std::vector<std::string> part = ids_in(other->read(first, first + step - 1));
            read.insert(read.end(), part.begin(), part.end());
        }
        EXPECT_EQ(read, all) << step;
    }
    EXPECT_TRUE(ids_in(other->read(all.size() + 1, all.size() + 9)).empty());
}

// As an engine shows it that makes a commit visible node by node.
TEST_F(CommitTest, AChunkThatComesAMomentAfterItsIndexIsWaitedFor) {
    tell(*store_, {line("a", "s")});
    const auto move_chunks = [this](const char* from, const char* to) {
        ask(
            fmt::format("UPDATE hence_record SET log = {} WHERE substring(part, 1, 1) = 'C' AND "
                        "log = {}",
                        to, from));
    };
    const std::string log = std::to_string(ask("SELECT max(log) FROM hence_log").number(0, 0));
    const std::string aside = "-" + log;
    move_chunks(log.c_str(), aside.c_str());
    const std::unique_ptr<Store> other = open_log();
    const Result<std::optional<Event>> lost = other->find("a");
    EXPECT_FALSE(lost);
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        move_chunks(aside.c_str(), log.c_str());
    });
    const Result<std::optional<Event>> found = other->find("a");
    later.join();
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_TRUE(*found);
}

}  // namespace
}  // namespace hence::postgres
