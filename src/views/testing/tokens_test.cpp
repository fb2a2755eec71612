// The same tokens in every answer: whoever adds up what one answer says gets what another one says.
#include "model/tokens.h"

#include "hence/context.h"
#include "hence/debrief.h"
#include "hence/diff.h"
#include "hence/listing.h"
#include "hence/map.h"
#include "hence/stats.h"
#include "hence/trajectory.h"
#include "model/json/json.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class TokensInAnswersTest : public ToldLog {
protected:
    void tell_session() {
        tell(0, "session_start", R"("session":"s","run":"r","agent":"a","fields":{"goal":"g"})");
        // Anthropic's count leaves out the cache, OpenAI's includes it, and one states a total.
        call(R"("model":"claude-x","prompt_tokens":54,"completion_tokens":212,)"
             R"("cache_read_tokens":88231,"cache_write_tokens":17696)");
        call(R"("model":"gpt-x","prompt_tokens":500,"completion_tokens":50,)"
             R"("cache_read_tokens":400,"reasoning_tokens":30)");
        call(R"("model":"other","total_tokens":7)");
        tell(9, "session_end",
             R"("session":"s","run":"r","agent":"a","fields":{"status":"success",)"
             R"("total_tokens":1})");
    }
    void call(std::string_view fields) {
        tell(told_, "llm_call",
             fmt::format(R"("session":"s","run":"r","agent":"a","fields":{{{}}})", fields));
    }

    template <class Answer>
    std::string written(Answer&& answer) {
        std::string out;
        EXPECT_TRUE(write_json(answer, *store_, into(out)));
        return out;
    }
    double listed(Space space) {
        Result<Listing> rows = list(*store_, {.space = space});
        const Result<std::optional<Summary>> row = rows->next();
        return (*row)->tokens_total().value_or(-1);
    }

    static constexpr double total = 106193 + 550 + 7;
};

double sum_of(Json list, std::string_view type = {}) {
    double sum = 0;
    list.each_element([&](Json each) {
        const Json tokens = each["tokens"];
        if (type.empty() || each["type"].string() == type) {
            sum += (tokens.is_object() ? tokens["total"] : tokens).number().value_or(0);
        }
        return true;
    });
    return sum;
}

TEST_F(TokensInAnswersTest, AgreeWithEachOther) {
    tell_session();
    EXPECT_EQ(listed(Space::session), total);
    EXPECT_EQ(listed(Space::run), total);
    EXPECT_EQ(listed(Space::agent), total);

    const TokenUse all{.input = 154,
                       .output = 262,
                       .cache_read = 88631,
                       .cache_write = 17696,
                       .reasoning = 30,
                       .total = total};
    for (const StatsRequest& request : {StatsRequest{}, StatsRequest{.session = "s"},
                                        StatsRequest{.run = "r"}, StatsRequest{.agent = "a"}}) {
        EXPECT_EQ(stats(*store_, request)->tokens, all);
    }
    EXPECT_EQ(debrief(*store_, {.run = "r"})->verdict->tokens, all);
    const Result<Diff> same = diff(*store_, {.a = "r", .b = "r"});
    EXPECT_EQ(same->a.tokens, all);
    EXPECT_EQ(same->b.tokens, all);

    Result<Trajectory> steps = trajectory(*store_, {.session = "s"});
    EXPECT_EQ(sum_of(Json(written(*steps))["trajectory"]), total);
    for (const ContextBy by : {ContextBy::turn, ContextBy::run}) {
        const Result<ContextGraph> graph = context(*store_, {.session = "s", .by = by});
        ASSERT_TRUE(graph);
        EXPECT_EQ(sum_of(Json(written(*graph))["nodes"]), total);
    }
    const Result<SessionMap> drawn = session_map(*store_, {.session = "s"});
    ASSERT_TRUE(drawn);
    EXPECT_EQ(sum_of(Json(written(*drawn))["nodes"]), total);
}

TEST_F(TokensInAnswersTest, WhatOnlyTheEndStatesIsEverywhereTheSame) {
    tell(0, "tool_call", R"("session":"s","run":"r","agent":"a","fields":{"tool_name":"x"})");
    tell(1, "session_end", R"("session":"s","run":"r","agent":"a","fields":{"total_tokens":1500})");
    EXPECT_EQ(listed(Space::session), 1500);
    EXPECT_EQ(stats(*store_, {})->tokens.total, 1500);
    EXPECT_EQ(debrief(*store_, {.run = "r"})->verdict->tokens.total, 1500);
    EXPECT_EQ(diff(*store_, {.a = "r", .b = "r"})->a.tokens.total, 1500);
}

}  // namespace
}  // namespace hence
