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
    tokens_used(event->with_source(source)).write(json);
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
