#include "server/router/asked_store.h"

#include <gtest/gtest.h>

#include "server/router/router.h"

namespace hence {
namespace {

// Counts what is read, and stops it when it is too much.
class Counting final : public Asking {
public:
    Result<void> has_read(std::uint64_t bytes) override {
        ++reads;
        held += bytes;
        if (reads > reads_max) {
            return Error{code, "no more"};
        }
        return {};
    }

    std::uint64_t reads = 0;
    std::uint64_t held = 0;
    std::uint64_t reads_max = UINT64_MAX;
    Code code = Code::io;
};

class AskedStoreTest : public testing::Test {
protected:
    AskedStoreTest() {
        Batch batch;
        for (int i = 0; i < 100; ++i) {
            const std::string n = std::to_string(i);
            batch.events.push_back({*Event::parse(
                R"({"id":"e)" + n + R"(","kind":"thought","time":"2026-02-23T10:00:00Z",)" +
                R"("session":"s","fields":{"text":")" + std::string(1'000, 'x') + R"("}})")});
        }
        EXPECT_TRUE(store_->append(batch));
    }

    Response ask(std::vector<std::string> path) {
        return handle({*store_}, {.path = std::move(path), .asking = counting_});
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    std::shared_ptr<Counting> counting_ = std::make_shared<Counting>();
    AskedStore asked_{*store_, counting_};
};

TEST_F(AskedStoreTest, WhatIsReadUnderANameIsHeld) {
    const std::unique_ptr<Cursor> cursor = std::move(asked_.scan({Space::session, "s"}, {})).take();
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(*cursor->next());
    }
    EXPECT_GE(counting_->held, 100'000U);
    EXPECT_LE(counting_->held, 200'000U);
    EXPECT_TRUE(*asked_.find("e1"));
    EXPECT_GE(counting_->held, 101'000U);
}

TEST_F(AskedStoreTest, WhatGoesThroughTheWholeLogIsNot) {
    const std::unique_ptr<Cursor> all = std::move(asked_.scan({Space::all, ""}, {})).take();
    const std::unique_ptr<Cursor> arrived = std::move(asked_.read(1, 100)).take();
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(*all->next());
        ASSERT_TRUE(*arrived->next());
    }
    EXPECT_EQ(counting_->held, 0U);
    EXPECT_GE(counting_->reads, 200U);
}

TEST_F(AskedStoreTest, AnAnswerEndsWhereNobodyWaitsForIt) {
    counting_->reads_max = 10;
    for (const char* view : {"tree", "context", "trajectory"}) {
        counting_->reads = 0;
        Response response = ask({"api", "v1", "sessions", "s", view});
        const Result<void> made =
            response.produce ? response.produce([](std::string_view) { return Result<void>(); })
                             : Result<void>();
        EXPECT_TRUE(response.status == 503 || !made) << view;
        EXPECT_LE(counting_->reads, 12U) << view;
    }
}

TEST_F(AskedStoreTest, WhereTooMuchIsHeldItIsToldToComeLater) {
    counting_->reads_max = 1'000;
    counting_->code = Code::busy;
    const Response response = ask({"api", "v1", "events", "e1", "explain"});
    counting_->reads_max = 0;
    const Response other = ask({"api", "v1", "events", "e1", "explain"});
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(other.status, 503);
    EXPECT_EQ(other.headers,
              (std::vector<std::pair<std::string, std::string>>{{"Retry-After", "1"}}));
}

TEST_F(AskedStoreTest, AnAnswerIsTheSameWhoeverWaits) {
    const auto text = [](Response response) {
        std::string out = response.body;
        if (response.produce) {
            EXPECT_TRUE(response.produce([&out](std::string_view piece) {
                out += piece;
                return Result<void>();
            }));
        }
        return out;
    };
    for (const char* view : {"tree", "context", "trajectory", "outline"}) {
        const std::vector<std::string> path = {"api", "v1", "sessions", "s", view};
        EXPECT_EQ(text(ask(path)), text(handle({*store_}, {.path = path}))) << view;
    }
    EXPECT_GT(counting_->held, 0U);
}

}  // namespace
}  // namespace hence
