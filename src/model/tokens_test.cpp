#include "model/tokens.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string used(const std::string& fields, const std::string& source = "") {
    Result<Event> event = Event::parse(R"({"kind":"llm_call","time":"2026-01-01T00:00:00Z",)"
                                       R"("fields":)" +
                                       fields + "}");
    EXPECT_TRUE(event) << fields;
    std::string out;
    JsonWriter json(out);
    write_tokens(json, tokens_used(event->with_source(source)));
    return out;
}

TEST(TokensTest, InputWithoutACacheIsAsItWasStated) {
    EXPECT_EQ(used(R"({"prompt_tokens":100,"completion_tokens":20})"),
              R"({"input":100,"output":20,"cache_read":null,"cache_write":null,"reasoning":null,)"
              R"("total":120})");
}

TEST(TokensTest, WhatIsNotStatedIsUnknown) {
    EXPECT_EQ(used("{}"), R"({"input":null,"output":null,"cache_read":null,"cache_write":null,)"
                          R"("reasoning":null,"total":null})");
    EXPECT_EQ(used(R"({"total_tokens":7})"),
              R"({"input":null,"output":null,"cache_read":null,"cache_write":null,)"
              R"("reasoning":null,"total":7})");
}

TEST(TokensTest, CacheBesideTheInputIsAddedToTheTotal) {
    EXPECT_EQ(used(R"({"prompt_tokens":54,"completion_tokens":212,"cache_read_tokens":88231,)"
                   R"("cache_write_tokens":17696})"),
              R"({"input":54,"output":212,"cache_read":88231,"cache_write":17696,"reasoning":null,)"
              R"("total":106193})");
    EXPECT_EQ(used(R"({"prompt_tokens":500,"completion_tokens":1,"cache_read_tokens":100})",
                   "claude-code"),
              R"({"input":500,"output":1,"cache_read":100,"cache_write":null,"reasoning":null,)"
              R"("total":601})");
}

TEST(TokensTest, CacheInsideTheInputIsTakenOutOfIt) {
    EXPECT_EQ(used(R"({"prompt_tokens":500,"completion_tokens":50,"cache_read_tokens":400,)"
                   R"("reasoning_tokens":30})"),
              R"({"input":100,"output":50,"cache_read":400,"cache_write":null,"reasoning":30,)"
              R"("total":550})");
}

TEST(TokensTest, TheTotalDecidesWhereItCan) {
    EXPECT_EQ(used(R"({"prompt_tokens":500,"completion_tokens":50,"total_tokens":650,)"
                   R"("cache_read_tokens":100})"),
              R"({"input":500,"output":50,"cache_read":100,"cache_write":null,"reasoning":null,)"
              R"("total":650})");
    EXPECT_EQ(used(R"({"model":"claude-x","prompt_tokens":500,"completion_tokens":50,)"
                   R"("total_tokens":550,"cache_read_tokens":100})"),
              R"({"input":400,"output":50,"cache_read":100,"cache_write":null,"reasoning":null,)"
              R"("total":550})");
}

constexpr const char* cached =
    R"({"model":"claude-x","prompt_tokens":146,"completion_tokens":16,"cache_read_tokens":32)";

TEST(TokensTest, SpansOfOpenTelemetryIncludeTheCacheWhateverTheModel) {
    EXPECT_EQ(used(std::string(cached) + R"(,"provider":"anthropic"})", "otlp"),
              R"({"input":114,"output":16,"cache_read":32,"cache_write":null,"reasoning":null,)"
              R"("total":162})");
    EXPECT_EQ(used(std::string(cached) + "}", "langsmith"),
              R"({"input":114,"output":16,"cache_read":32,"cache_write":null,"reasoning":null,)"
              R"("total":162})");
}

TEST(TokensTest, RecordsOfClaudeCodeLeaveTheCacheOut) {
    const std::string apart =
        R"({"input":146,"output":16,"cache_read":32,"cache_write":null,"reasoning":null,)"
        R"("total":194})";
    EXPECT_EQ(used(std::string(cached) + R"(,"scope":{"name":"com.anthropic.claude_code.events"}})",
                   "otlp"),
              apart);
    EXPECT_EQ(used(std::string(cached) + "}", "claude-code"), apart);
    EXPECT_EQ(used(std::string(cached) + "}", "native"), apart);
}

TEST(TokensTest, TheClassesThatAreKnownAreNamed) {
    EXPECT_EQ(token_classes({.input = 54, .output = 2.5, .cache_read = 88231, .total = 9}),
              "input 54, output 2.5, cache read 88231");
    EXPECT_EQ(token_classes({.total = 9}), "");
}

Event event(const std::string& kind, const std::string& fields) {
    Result<Event> parsed = Event::parse(
        R"({"kind":")" + kind + R"(","time":"2026-01-01T00:00:00Z","fields":)" + fields + "}");
    EXPECT_TRUE(parsed) << fields;
    return std::move(parsed).take();
}

TEST(SpentTest, WhatAnEndStatesCountsOnlyWithoutCalls) {
    Spent spent;
    EXPECT_FALSE(spent.tokens().known() || spent.cost_usd());
    spent.add(event("session_end", R"({"total_tokens":1500,"cost_usd":0.5})"));
    spent.add(event("tool_call", R"({"total_tokens":9})"));
    EXPECT_EQ(spent.tokens().total, 1500);
    EXPECT_EQ(spent.cost_usd(), 0.5);
    spent.add(event("llm_call", R"({"model":"m"})"));
    EXPECT_EQ(spent.tokens().total, 1500);
    spent.add(event("llm_call", R"({"prompt_tokens":3,"completion_tokens":1,"cost_usd":0.25})"));
    EXPECT_EQ(spent.tokens().total, 4);
    EXPECT_EQ(spent.tokens().input, 3);
    EXPECT_EQ(spent.cost_usd(), 0.25);
}

TEST(TokensTest, AddingUpKeepsUnknownApartFromZero) {
    TokenUse sum;
    EXPECT_FALSE(sum.known());
    sum.add({.input = 1, .total = 1});
    sum.add({.output = 2, .total = 2});
    EXPECT_EQ(sum.input, 1);
    EXPECT_EQ(sum.output, 2);
    EXPECT_EQ(sum.total, 3);
    EXPECT_FALSE(sum.cache_read);
}

}  // namespace
}  // namespace hence
