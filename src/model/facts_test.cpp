#include "model/facts.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

Event event(std::string_view members) {
    std::string json = R"({"id":"a","time":"2026-01-01T00:00:00Z",)" + std::string(members) + "}";
    return Event::parse(json).take();
}

TEST(Facts, ACallFailsByStatusOrByAnyErrorThatIsNotEmpty) {
    EXPECT_TRUE(failed_call(event(R"("kind":"tool_call","fields":{"status":"error"})")));
    EXPECT_TRUE(failed_call(event(R"("kind":"tool_call","fields":{"error":{"code":1}})")));
    EXPECT_TRUE(
        failed_call(event(R"("kind":"observation","fields":{"error":"no","call_id":"c"})")));
    EXPECT_FALSE(failed_call(event(R"("kind":"observation","fields":{"error":"no"})")));
    EXPECT_FALSE(failed_call(event(R"("kind":"tool_call","fields":{"error":""})")));
    EXPECT_FALSE(failed_call(event(R"("kind":"tool_call","fields":{"error":null,"status":"ok"})")));
    EXPECT_FALSE(failed_call(event(R"("kind":"message","fields":{"status":"error"})")));
}

TEST(Facts, AnErrorThatIsNoTextIsToldAsItWasGiven) {
    EXPECT_EQ(error_text(event(R"("kind":"tool_call","fields":{"error":{"code":1.10}})")),
              R"({"code":1.10})");
    EXPECT_EQ(error_text(event(R"("kind":"tool_call","fields":{"error":"a\nb"})")), "a\nb");
    EXPECT_EQ(error_text(event(R"("kind":"tool_call")")), "");
}

TEST(Facts, ADerivedRationaleIsNotGiven) {
    EXPECT_TRUE(rationale_given(event(R"("kind":"decision","rationale":{"why":"so"})")));
    EXPECT_FALSE(rationale_given(
        event(R"("kind":"decision","rationale":{"why":"so"},"flags":["rationale_derived"])")));
    EXPECT_FALSE(rationale_given(event(R"("kind":"decision")")));
}

TEST(Facts, TokensAreTheTotalElseTheSumElseNotKnown) {
    EXPECT_EQ(
        tokens_of(event(R"("kind":"llm_call","fields":{"total_tokens":5,"prompt_tokens":9})")), 5);
    EXPECT_EQ(
        tokens_of(event(R"("kind":"llm_call","fields":{"prompt_tokens":9,"completion_tokens":1})")),
        10);
    EXPECT_EQ(tokens_of(event(R"("kind":"llm_call","fields":{"completion_tokens":0})")), 0);
    EXPECT_EQ(tokens_of(event(R"("kind":"llm_call","fields":{"total_tokens":"5"})")), std::nullopt);
}

}  // namespace
}  // namespace hence
