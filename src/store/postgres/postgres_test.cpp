// What only a store in an engine has: values in pieces, keys in columns, addresses, and a fork.
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/engine.h"
#include "store/format/layout.h"
#include "store/postgres/body.h"
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
