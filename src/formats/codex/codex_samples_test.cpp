// Reads a real rollout, where there is one.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "formats/codex/codex_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

TEST(CodexSamplesTest, RolloutOf2025GivesItsCallsAndTokens) {
    const char* samples = std::getenv("HENCE_SAMPLES");
    if (samples == nullptr) {
        GTEST_SKIP() << "HENCE_SAMPLES names no directory";
    }
    const std::filesystem::path path =
        std::filesystem::path(samples) / "codex" /
        "rollout-2025-09-24T20-12-23-01997ea4-a70d-7da3-8c20-c736db82a7c5.jsonl";
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    ASSERT_FALSE(text.str().empty()) << path;
    EXPECT_TRUE(is_codex(Beginning(text.str())));
    const ReadText read = read_rollout(text.str());
    EXPECT_TRUE(read.refused.empty());
    EXPECT_EQ(read.pending, 0U);
    EXPECT_EQ(read.of_kind("session_start").size(), 1U);
    EXPECT_EQ(read.of_kind("prompt").size(), 1U);
    EXPECT_EQ(read.of_kind("thought").size(), 17U);
    const std::vector<Event> calls = read.of_kind("tool_call");
    ASSERT_EQ(calls.size(), 16U);
    std::size_t failed = 0;
    for (const Event& call : calls) {
        failed += failed_call(call) ? 1 : 0;
        EXPECT_FALSE(call.parent().empty());
        EXPECT_TRUE(field(call, "output").present());
    }
    EXPECT_EQ(failed, 3U);
    double tokens = 0;
    for (const Event& call : read.of_kind("llm_call")) {
        tokens += tokens_of(call).value_or(0);
        EXPECT_EQ(text_field(call, "model"), "gpt-5-codex");
    }
    EXPECT_EQ(read.of_kind("llm_call").size(), 18U);
    EXPECT_EQ(tokens, 154'257);
}

}  // namespace
}  // namespace hence
