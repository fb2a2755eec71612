// What only a store in an engine has: values in pieces, keys in columns, addresses, and a fork.
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/engine.h"
#include "store/format/layout.h"
#include "store/postgres/body.h"
#include "store/postgres/pool.h"
#include "store/postgres/schema.h"
#include "store/postgres/server_for_test.h"
#include "store/postgres/tables.h"

namespace hence::postgres {
namespace {

std::string noise(std::size_t size) {
    std::string bytes;
    std::uint32_t state = 7;
    while (bytes.size() < size) {
        state = state * 1'664'525 + 1'013'904'223;
        bytes.push_back(static_cast<char>(state >> 24));
    }
    return bytes;
}

Result<std::string> joined_again(const std::vector<std::string>& pieces) {
    PieceJoiner joiner;
    for (std::size_t i = pieces.size(); i-- > 0;) {
        joiner.add(static_cast<std::int64_t>(i), pieces[i]);
    }
    return joiner.join();
}

TEST(PostgresBody, ValuesOfEverySizeComeBack) {
    for (const std::string& value :
         {std::string(), std::string("short"), std::string(5'000, 'x'), noise(5'000),
          noise((std::size_t{512} << 10) + 1), noise(2'000'000)}) {
        const Result<std::string> back = joined_again(pieces_of(value));
        ASSERT_TRUE(back);
        EXPECT_EQ(*back, value);
    }
    EXPECT_EQ(pieces_of(noise(2'000'000)).size(), 4U);
    EXPECT_LT(pieces_of(std::string(5'000, 'x')).front().size(), 100U);
}

TEST(PostgresBody, AMissingPieceAndDamageAreErrors) {
    std::vector<std::string> pieces = pieces_of(noise(2'000'000));
    pieces.pop_back();
    EXPECT_FALSE(joined_again(pieces));
    EXPECT_FALSE(joined_again({}));
    EXPECT_FALSE(joined_again({""}));
    std::vector<std::string> packed = pieces_of(std::string(5'000, 'x'));
    packed.front().resize(packed.front().size() / 2);
    EXPECT_FALSE(joined_again(packed));
}

TEST(PostgresBody, PiecesOfALongerValueBeforeArePassedOver) {
    std::vector<std::string> pieces = pieces_of("short");
    pieces.push_back("\2 of an older value");
    const Result<std::string> back = joined_again(pieces);
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, "short");
}

TEST(PostgresTables, AKeyIsItsPartAndItsRest) {
    std::string posting;
    index_key::put_posting(posting, Space::session, "s1", {});
    const Time time{1'771'840'800, 0, 0};
    for (const std::string& key :
         {log_key::of_batch(7), log_key::of_chunk(7, 9), log_key::of_refused(3),
          log_key::of_refused_count(3), index_key::of_id("e1"), index_key::of_completed(4),
          index_key::of_row(Space::run, "r", "s"), index_key::of_run("s", "r"), posting,
          index_key::of_row_order(Space::session, time, "s1", "")}) {
        const Cut columns = cut(key);
        EXPECT_EQ(columns.part + columns.rest, key);
        EXPECT_FALSE(columns.part.empty());
    }
    EXPECT_EQ(cut(index_key::of_rows_of_run("r")).part,
              cut(index_key::of_row(Space::run, "r", "s")).part);
    EXPECT_LE(short_rest(std::string(10'000, 'x')).size(), 2'000U);
    EXPECT_NE(short_rest(std::string(10'000, 'x')), short_rest(std::string(10'001, 'x')));
}

// A log of its own and a connection to it.
class PostgresLogTest : public testing::Test {
protected:
    void SetUp() override {
        TestEngine* const engine = TestEngine::get();
        ASSERT_NE(engine, nullptr);
        const std::string url = engine->fresh_log();
        ASSERT_TRUE(open_engine_store(url));
        const Address address = parse_address(url).take();
        connection_ = connect(address).take();
        log_ = find_log(*connection_, address.log, false).take().log;
    }

    void fetch(Fetched& fetched) {
        const Result<std::vector<Rows>> answers = connection_->run(fetched.questions(log_));
        ASSERT_TRUE(answers);
        ASSERT_TRUE(fetched.take(*answers, 0));
    }

    std::string plan_mode() {
        return std::string(
            connection_->run({Statement("SHOW plan_cache_mode")}).take().front().bytes(0, 0));
    }

    std::unique_ptr<Connection> connection_;
    std::int32_t log_ = 0;
};

TEST_F(PostgresLogTest, WhatEveryCommitAsksForIsKeptFromOneToTheNext) {
    const std::string cluster = index_key::of_cluster("s1");
    const std::string id = index_key::of_id("e1");
    Fetched fetched;
    fetched.begin();
    EXPECT_FALSE(fetched.lacks(cut(cluster)));
    EXPECT_FALSE(fetched.get(cluster));
    EXPECT_FALSE(fetched.get(id));
    ASSERT_NO_FATAL_FAILURE(fetch(fetched));
    EXPECT_FALSE(fetched.found_any());
    EXPECT_TRUE(fetched.lacks(cut(cluster)));
    EXPECT_TRUE(fetched.lacks(cut(id)));
    Changes changes;
    changes.put(cluster, "1");
    changes.put(id, "place");
    ASSERT_TRUE(connection_->run(changes.statements(log_)));
    fetched.committed(changes);
    fetched.begin();
    EXPECT_EQ(fetched.get(cluster), "1");
    EXPECT_FALSE(fetched.wants());
    EXPECT_FALSE(fetched.get(id));
    EXPECT_TRUE(fetched.wants());
    ASSERT_NO_FATAL_FAILURE(fetch(fetched));
    EXPECT_TRUE(fetched.found_any());
    EXPECT_EQ(fetched.get(id), "place");
    changes.clear();
    changes.drop(cluster);
    fetched.committed(changes);
    EXPECT_TRUE(fetched.lacks(cut(cluster)));
    fetched.forget();
    fetched.begin();
    EXPECT_FALSE(fetched.get(cluster));
    EXPECT_TRUE(fetched.wants());
    ASSERT_NO_FATAL_FAILURE(fetch(fetched));
    EXPECT_EQ(fetched.get(cluster), "1");
}

TEST_F(PostgresLogTest, AKeyThatIsKnownToBeAbsentIsInsertedAndOneThatIsThereReplaced) {
    const std::string first = index_key::of_id("e1");
    const std::string second = index_key::of_id("e2");
    Changes changes;
    changes.put(first, "old");
    ASSERT_TRUE(connection_->run(changes.statements(log_)));
    Fetched fetched;
    fetched.begin();
    static_cast<void>(fetched.get(first));
    static_cast<void>(fetched.get(second));
    ASSERT_NO_FATAL_FAILURE(fetch(fetched));
    changes.put(first, "new");
    changes.put(second, "new");
    ASSERT_TRUE(changes.each_table(log_, fetched, [this](const std::vector<Statement>& some) {
        return connection_->send_ahead(some);
    }));
    ASSERT_TRUE(connection_->run({}));
    fetched.begin();
    static_cast<void>(fetched.get(first));
    static_cast<void>(fetched.get(second));
    ASSERT_NO_FATAL_FAILURE(fetch(fetched));
    EXPECT_EQ(fetched.get(first), "new");
    EXPECT_EQ(fetched.get(second), "new");
    // What is said to be new and is there is refused, and never written over.
    changes.clear();
    changes.put_new(first, "newer");
    EXPECT_FALSE(connection_->run(changes.statements(log_)));
    EXPECT_EQ(connection_->end(), End::exists);
}

TEST_F(PostgresLogTest, AnswersComeInOrderWhateverWasSentAheadOrFailed) {
    const auto ask = [](std::int32_t number) {
        Statement statement("SELECT $1 + 1");
        statement.integer(number);
        return statement;
    };
    for (int round = 0; round < 3; ++round) {
        ASSERT_TRUE(connection_->send_ahead({ask(1), ask(2)}));
        const std::vector<Rows> answers = connection_->run({ask(3)}).take();
        ASSERT_EQ(answers.size(), 3U);
        for (std::size_t i = 0; i < answers.size(); ++i) {
            EXPECT_EQ(answers[i].number(0, 0), static_cast<std::int64_t>(i) + 2);
        }
        Statement wider("SELECT $1 + 1");
        wider.number(std::int64_t{1} << 40);
        EXPECT_EQ(connection_->run({wider}).take().front().number(0, 0),
                  (std::int64_t{1} << 40) + 1);
        Statement wrong("SELECT nothing FROM hence_log WHERE log = $1");
        wrong.integer(1);
        Statement never("SELECT log FROM hence_log WHERE log = $1 AND name <> ''");
        never.integer(log_);
        EXPECT_FALSE(connection_->run({wrong, never}));
        EXPECT_EQ(connection_->end(), End::refused);
        EXPECT_EQ(connection_->run({never}).take().front().size(), 1);
    }
}

TEST_F(PostgresLogTest, AStatementThatIsPlannedForItsValuesLeavesTheOthersAsTheyWere) {
    EXPECT_EQ(plan_mode(), "force_generic_plan");
    const auto rows = connection_->run(
        {select_rests(Table::record, log_, "Q", {"1", "2"}), Statement("SHOW plan_cache_mode")});
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->size(), 2U);
    EXPECT_EQ(plan_mode(), "force_generic_plan");
    Statement wrong("SELECT nothing FROM hence_log WHERE log = $1");
    wrong.integer(1).plan_for_values();
    EXPECT_FALSE(connection_->run({wrong}));
    EXPECT_EQ(plan_mode(), "force_generic_plan");
}

// In a table of a few pages without statistics the engine finds it cheaper to read all of a log.
TEST_F(PostgresLogTest, APlanThatWasMadeForASmallTableIsMadeAgain) {
    const auto look_up = [this](std::size_t times) {
        for (std::size_t i = 0; i < times; ++i) {
            EXPECT_TRUE(connection_->run({select_parts(Table::index, log_, {"i1", "i2"})}));
        }
    };
    const auto prepared = [this] {
        Statement select(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%part = ANY%' AND "
            "name <> $1");
        select.text("");
        return connection_->run({select}).take().front().number(0, 0);
    };
    look_up(7);
    const std::int64_t before = prepared();
    look_up(1);
    EXPECT_EQ(prepared(), before + 1);
    look_up(55);
    EXPECT_EQ(prepared(), before + 1);
    look_up(1);
    EXPECT_EQ(prepared(), before + 2);
}

TEST(PostgresAddress, PasswordsAreNotShown) {
    EXPECT_EQ(engine_address_shown("postgres://me:secret@host/db"), "postgres://me:***@host/db");
    EXPECT_EQ(engine_address_shown("postgres://host:5432/db"), "postgres://host:5432/db");
    EXPECT_EQ(engine_address_shown("postgres:///db?password=secret&user=me"),
              "postgres:///db?password=***&user=me");
    EXPECT_TRUE(is_engine_address("postgresql://host/db"));
    EXPECT_FALSE(is_engine_address("http://host"));
}

TEST(PostgresAddress, NonsenseIsRefusedAndSaysWhy) {
    const auto nothing = open_engine_store("postgres://host/db?nonsense=1");
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().code, Code::invalid);
    const auto nobody = open_engine_store("postgres:///db?host=/nowhere&connect_timeout=2");
    ASSERT_FALSE(nobody);
    EXPECT_EQ(nobody.error().code, Code::io);
    const auto name = open_engine_store("postgres:///db?log=a%20b");
    ASSERT_FALSE(name);
    EXPECT_EQ(name.error().code, Code::invalid);
}

TEST(PostgresStoreTest, AForkedChildIsToldToOpenItAgainAndHarmsNothing) {
    TestEngine* const engine = TestEngine::get();
    ASSERT_NE(engine, nullptr);
    Result<std::unique_ptr<Store>> store = open_engine_store(engine->fresh_log());
    ASSERT_TRUE(store);
    EXPECT_EQ((*store)->last_seq(), 0U);
    const pid_t child = ::fork();
    if (child == 0) {
        const Result<Receipt> receipt = (*store)->append({});
        const bool told =
            !receipt && receipt.error().code == Code::conflict && !(*store)->find("e1");
        std::move(store).take().reset();
        ::_exit(told ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_TRUE((*store)->append({}));
}

}  // namespace
}  // namespace hence::postgres
