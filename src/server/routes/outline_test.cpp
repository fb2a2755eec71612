#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/json/json.h"
#include "server/router/router.h"
#include "views/kept/kept_answers.h"

namespace hence {
namespace {

// A chain of so many steps, asked for over HTTP.
class RoutesOutlineTest : public testing::Test {
protected:
    void tell(int first, int events) {
        Batch batch;
        for (int i = first; i < first + events; ++i) {
            const Result<Event> event = Event::parse(
                fmt::format(R"({{"id":"e{}","kind":"thought","time":"2026-02-23T10:{:02}:{:02}Z",)"
                            R"("session":"s1","parent":"e{}","fields":{{"text":"x"}}}})",
                            i, i / 60 % 60, i % 60, i - 1));
            ASSERT_TRUE(event);
            batch.events.push_back({*event});
        }
        ASSERT_TRUE(store_->append(batch));
    }

    // The body of the answer, or its status when it is no success.
    std::string get(const std::string& target, const std::string& accept = "application/json") {
        Request request;
        request.method = "GET";
        EXPECT_TRUE(parse_target("/api/v1/sessions/" + target, request));
        request.headers["accept"] = accept;
        const Response response = handle({.store = *store_, .kept = kept_}, request);
        if (response.status != 200) {
            return std::to_string(response.status);
        }
        std::string body = response.body;
        if (response.produce) {
            EXPECT_TRUE(response.produce([&body](std::string_view piece) {
                body += piece;
                return Result<void>();
            }));
        }
        return body;
    }

    // "e3 e4": the ids of the rows.
    std::string rows(const std::string& query) {
        const std::string body = get("s1/outline?" + query);
        std::string ids;
        Json(body)["rows"].each_element([&](Json row) {
            ids += (ids.empty() ? "" : " ") + row["id"].string().value_or("?");
            return true;
        });
        return ids;
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    KeptAnswers cache_;
    KeptAnswers* kept_ = nullptr;
};

TEST_F(RoutesOutlineTest, EveryParameterIsTaken) {
    tell(1, 9);
    EXPECT_EQ(rows("offset=2&limit=3"), "e3 e4 e5");
    EXPECT_EQ(rows("closed=3,9"), "e1 e2 e3");
    EXPECT_EQ(rows("closed=3&closed=2"), "e1 e2");
    EXPECT_EQ(rows("levels=4&limit=2&offset=2"), "e3 e4");
    EXPECT_EQ(rows("levels=1&open=1,2"), "e1 e2 e3");
    EXPECT_EQ(rows("at=e7&limit=3"), "e6 e7 e8");
    EXPECT_EQ(rows("order=time&after=7"), "e8 e9");
    EXPECT_EQ(rows("order=time&before=5&limit=1"), "e4");
    EXPECT_EQ(rows("kinds=decision,error"), "");
    EXPECT_EQ(rows("errors=1"), "");
    EXPECT_EQ(Json(get("s1/outline?fields=100&limit=1"))["rows"].at(0)["fields"].raw(),
              R"({"text":"x"})");
}

TEST_F(RoutesOutlineTest, WhatIsWrongIsSaid) {
    tell(1, 3);
    EXPECT_EQ(get("s9/outline"), "404");
    EXPECT_EQ(get("s1/outline?at=x"), "404");
    EXPECT_EQ(get("s1/outline?order=size"), "400");
    EXPECT_EQ(get("s1/outline?closed=e1"), "400");
    EXPECT_EQ(get("s1/outline?limit=2001"), "400");
    EXPECT_EQ(get("s9/timeline"), "404");
    EXPECT_EQ(get("s1/timeline?lanes=kind"), "400");
    EXPECT_EQ(get("s1/timeline?from=noon"), "400");
    EXPECT_EQ(get("s1/timeline?buckets=0"), "400");
}

TEST_F(RoutesOutlineTest, TheCacheChangesNothingButTheCost) {
    tell(1, 5);
    const auto all = [&] {
        std::string said;
        for (const std::string target :
             {"s1/outline", "s1/outline?levels=2", "s1/timeline", "s1/timeline?limit=0"}) {
            said += get(target) + get(target, "text/plain");
        }
        return said;
    };
    for (int first = 6; first < 12; ++first) {
        kept_ = nullptr;
        const std::string anew = all();
        kept_ = &cache_;
        EXPECT_EQ(all(), anew);
        EXPECT_EQ(cache_.shapes.sessions_for_test(), 1U);
        tell(first, 1);
    }
}

TEST_F(RoutesOutlineTest, TextIsForPeople) {
    tell(1, 2);
    EXPECT_NE(get("s1/outline", "text/plain").find("2  └─ "), std::string::npos);
    EXPECT_NE(get("s1/timeline", "text/plain").find("Critical path: 1s"), std::string::npos);
}

}  // namespace
}  // namespace hence
