#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/json/json.h"
#include "server/router/router.h"
#include "views/kept/kept_answers.h"

namespace hence {
namespace {

class RoutesMapTest : public testing::Test {
protected:
    // Turns m0, m1, ... with a call each.
    void tell(int from, int to) {
        Batch batch;
        for (int i = from; i < to; ++i) {
            add(batch, fmt::format(R"("id":"m{}","kind":"llm_call","fields":{{"model":"m"}})", i));
            add(batch, fmt::format(R"("id":"t{0}","kind":"tool_call","parent":"m{0}")", i));
        }
        ASSERT_TRUE(store_->append(batch));
    }

    static void add(Batch& batch, const std::string& members) {
        const Result<Event> event = Event::parse(
            R"({"time":"2026-02-23T10:00:00Z","session":"s,1","run":"r",)" + members + "}");
        ASSERT_TRUE(event);
        batch.events.push_back({*event});
    }

    // The status, and how many nodes there are of how many.
    std::string ask(const std::string& target, KeptAnswers* kept = nullptr) {
        Request request;
        request.method = "GET";
        EXPECT_TRUE(parse_target("/api/v1/sessions/" + target, request));
        const Response response = handle({.store = *store_, .kept = kept}, request);
        std::string body = response.body;
        if (response.produce) {
            EXPECT_TRUE(response.produce([&body](std::string_view piece) {
                body += piece;
                return Result<void>();
            }));
        }
        return fmt::format("{} {} of {}", response.status, Json(body)["shown"].raw(),
                           Json(body)["nodes_total"].raw());
    }

    std::unique_ptr<Store> store_ = open_memory_store();
};

TEST_F(RoutesMapTest, StacksAndNodesAreOpenedAndClosedByIdsThatMayRepeat) {
    tell(0, 100);
    EXPECT_EQ(ask("s%2C1/map"), "200 202 of 202");
    EXPECT_EQ(ask("map?id=s%2C1"), "200 202 of 202");
    EXPECT_EQ(ask("s%2C1/map?limit=12"), "200 12 of 202");
    EXPECT_EQ(ask("s%2C1/map?limit=12&open=stack:turns:1.3:m0"), "200 31 of 202");
    EXPECT_EQ(ask("s%2C1/map?limit=12&open=stack:turns:1.3:m0&open=m55"), "200 50 of 202");
    EXPECT_EQ(ask("s%2C1/map?limit=12&open=stack:turns:1.3:m0&closed=m31&closed=m32"),
              "200 29 of 202");
    EXPECT_EQ(ask("s%2C1/map?by=run&fan=3"), "200 8 of 203");
}

TEST_F(RoutesMapTest, WhatMakesNoSenseIsRefused) {
    tell(0, 1);
    EXPECT_EQ(ask("nowhere/map"), "404  of ");
    EXPECT_EQ(ask("s%2C1/map?by=hand"), "400  of ");
    EXPECT_EQ(ask("s%2C1/map?limit=many"), "400  of ");
    EXPECT_EQ(ask("s%2C1/map?limit=0"), "400  of ");
    EXPECT_EQ(ask("s%2C1/map?fan=5001"), "400  of ");
}

TEST_F(RoutesMapTest, WhatIsKeptBetweenRequestsIsNeverOld) {
    KeptAnswers kept;
    tell(0, 3);
    EXPECT_EQ(ask("s%2C1/map", &kept), "200 8 of 8");
    tell(3, 5);
    EXPECT_EQ(ask("s%2C1/map", &kept), "200 12 of 12");
    EXPECT_EQ(ask("s%2C1/map?by=run", &kept), "200 13 of 13");
}

}  // namespace
}  // namespace hence
