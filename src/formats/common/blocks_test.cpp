#include "formats/common/blocks.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string usage_fields(std::string_view usage, const UsageNames& names) {
    Fields fields;
    put_usage(fields, Json(usage), names);
    return std::move(fields).take().take();
}

TEST(Blocks, EverySpellingOfABlockIsRead) {
    const Blocks blocks = blocks_of(Json(
        R"(["a",{"type":"text","text":"b"},{"text":"c"},{"type":"think","think":"t1"},)"
        R"({"type":"thinking","thinking":"t2"},{"type":"tool_use","id":"1","name":"x","input":{}},)"
        R"({"type":"toolCall","id":"2","name":"y","arguments":"{\"p\":1}"},)"
        R"({"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"r"}]},)"
        R"({"type":"toolResult","toolCallId":"2","output":7,"isError":true},{"type":"image"}])"));
    EXPECT_EQ(blocks.text, "a\nb\nc");
    EXPECT_EQ(blocks.thoughts, (std::vector<std::string>{"t1", "t2"}));
    ASSERT_EQ(blocks.calls.size(), 2U);
    EXPECT_EQ(blocks.calls[1].input, R"({"p":1})");
    ASSERT_EQ(blocks.results.size(), 2U);
    EXPECT_EQ(blocks.results[0].output, R"("r")");
    EXPECT_FALSE(blocks.results[0].failed);
    EXPECT_TRUE(blocks.results[1].failed);
    EXPECT_EQ(blocks.others, (std::vector<std::string>{R"({"type":"image"})"}));
}

TEST(Blocks, ContentMayBeATextOrNothing) {
    EXPECT_EQ(blocks_of(Json(R"("hello")")).text, "hello");
    EXPECT_TRUE(blocks_of(Json("null")).says_nothing());
    EXPECT_TRUE(blocks_of(Json()).says_nothing());
    EXPECT_EQ(blocks_of(Json("7")).others.size(), 1U);
}

TEST(Usage, TotalIsTheSumWhereThePromptLeavesOutTheCache) {
    constexpr UsageNames names = {.prompt = "in",
                                  .completion = "out",
                                  .cache_read = "cache/read",
                                  .prompt_excludes_cache = true};
    EXPECT_EQ(
        usage_fields(R"({"in":3,"out":"4","cache":{"read":5}})", names),
        R"({"prompt_tokens":3,"completion_tokens":4,"total_tokens":12,"cache_read_tokens":5})");
}

TEST(Usage, ReasoningIsPartOfTheCompletion) {
    constexpr UsageNames names = {.completion = "out",
                                  .reasoning = "thoughts",
                                  .total = "total",
                                  .completion_excludes_reasoning = true};
    EXPECT_EQ(usage_fields(R"({"out":4,"thoughts":5,"total":20})", names),
              R"({"completion_tokens":9,"total_tokens":20,"reasoning_tokens":5})");
    EXPECT_EQ(usage_fields("{}", names), "");
}

}  // namespace
}  // namespace hence
