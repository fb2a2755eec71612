#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hence/query.h"
#include "model/json/json.h"
#include "server/router/router.h"

namespace hence {
namespace {

// A session of so many steps, asked for over HTTP.
class RoutesContextTest : public testing::Test {
protected:
    void tell(std::uint64_t events) {
        Batch batch;
        for (std::uint64_t i = 0; i < events; ++i) {
            const Result<Event> event = Event::parse(fmt::format(
                R"({{"id":"e{}","kind":"thought","time":"2026-02-23T10:00:00Z","session":"s1",)"
                R"("run":"r","fields":{{"text":"x"}}}})",
                i));
            ASSERT_TRUE(event);
            batch.events.push_back({*event});
        }
        ASSERT_TRUE(store_->append(batch));
    }

    Response get(const std::string& target, std::string& body) {
        Request request;
        request.method = "GET";
        EXPECT_TRUE(parse_target("/api/v1/sessions/" + target, request));
        request.headers["accept"] = "application/json";
        Response response = handle({*store_}, request);
        if (response.produce) {
            EXPECT_TRUE(response.produce([&body](std::string_view piece) {
                body += piece;
                return Result<void>();
            }));
        }
        return response;
    }

    // How many steps a page has; `next_` is where the next one begins.
    std::size_t steps(const std::string& query) {
        std::string body;
        EXPECT_EQ(get("s1/trajectory" + query, body).status, 200);
        std::size_t count = 0;
        Json(body)["trajectory"].each_element([&](Json) { return ++count > 0; });
        next_ = Json(body)["next"].string().value_or("");
        return count;
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    std::string next_;
};

TEST_F(RoutesContextTest, APageOfATrajectoryHoldsAThousandStepsUnlessItIsTold) {
    tell(events_per_page + 1);
    EXPECT_EQ(steps(""), events_per_page);
    EXPECT_EQ(steps("?cursor=" + next_), 1U);
    EXPECT_EQ(next_, "");
    EXPECT_EQ(steps("?limit=10"), 10U);
    EXPECT_EQ(steps("?limit=10&cursor=" + next_), 10U);
    EXPECT_EQ(steps("?limit=0"), events_per_page + 1);
}

TEST_F(RoutesContextTest, AnExactPageIsTheLast) {
    tell(events_per_page);
    EXPECT_EQ(steps(""), events_per_page);
    EXPECT_EQ(next_, "");
}

TEST_F(RoutesContextTest, WhatMakesNoSenseIsRefused) {
    tell(1);
    std::string body;
    EXPECT_EQ(get("s1/trajectory?cursor=nonsense", body).status, 400);
    EXPECT_EQ(get("s1/trajectory?limit=many", body).status, 400);
    EXPECT_EQ(get("nowhere/trajectory", body).status, 404);
    EXPECT_EQ(get("s1/context?by=hand", body).status, 400);
    EXPECT_EQ(get("nowhere/context", body).status, 404);
    EXPECT_EQ(get("s1/context?by=run", body).status, 200);
    EXPECT_EQ(get("context?id=s1", body).status, 200);
}

}  // namespace
}  // namespace hence
