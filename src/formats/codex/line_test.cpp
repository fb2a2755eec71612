#include "formats/codex/line.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

CodexOutput output_of(std::string_view json) {
    return codex_output(Json(json));
}

TEST(CodexLineTest, OutputMayHoldWhatItIsAndHowItEnded) {
    const CodexOutput told = output_of(
        R"("{\"output\":\"a\",\"metadata\":{\"exit_code\":1,\"duration_seconds\":0.2}}")");
    EXPECT_EQ(told.output, R"("a")");
    EXPECT_EQ(told.exit_code, 1);
    EXPECT_EQ(told.duration_ms, "200");
    EXPECT_TRUE(told.failed());
    const CodexOutput other = output_of(R"("{\"output\":\"a\"}")");
    EXPECT_EQ(other.output, R"("{\"output\":\"a\"}")");
    EXPECT_FALSE(other.failed());
}

TEST(CodexLineTest, HeadIsWhatStandsBeforeTheOutput) {
    const CodexOutput told = output_of(
        R"("Chunk ID: 1\nWall time: 0.0520 seconds\nProcess exited with code 2\nOutput:\nno")");
    EXPECT_EQ(told.output, R"("no")");
    EXPECT_EQ(told.head,
              "Chunk ID: 1\nWall time: 0.0520 seconds\nProcess exited with code 2\nOutput:\n");
    EXPECT_EQ(told.exit_code, 2);
    EXPECT_EQ(told.duration_ms, "52");
}

TEST(CodexLineTest, WhatOnlyLooksLikeAHeadIsOutput) {
    for (const std::string_view text :
         {R"("Output:\nx")", R"("1\n2\n3\n4\n5\n6\n7\n8\nExit code: 3\nOutput:\nx")", R"("")"}) {
        const CodexOutput told = output_of(text);
        EXPECT_EQ(told.output, text);
        EXPECT_FALSE(told.exit_code);
    }
}

TEST(CodexLineTest, ListOfContentStaysAList) {
    const CodexOutput told =
        output_of(R"([{"type":"input_text","text":"Exit code: 1\nOutput:\nx"}])");
    EXPECT_TRUE(told.output.starts_with('['));
    EXPECT_EQ(told.exit_code, 1);
}

TEST(CodexLineTest, RefusalIsToldFromFailure) {
    EXPECT_TRUE(output_of(R"("patch rejected by user")").rejected);
    EXPECT_FALSE(output_of(R"("unsupported call: x")").rejected);
    EXPECT_TRUE(output_of(R"("unsupported call: x")").failed());
    EXPECT_TRUE(output_of(R"("Wall time: 1.0 seconds\naborted by user")").failed());
    EXPECT_FALSE(output_of(R"("it was not rejected by user")").failed());
}

TEST(CodexLineTest, DurationsComeInManySpellings) {
    for (const auto& [json, ms] :
         {std::pair(R"({"secs":1,"nanos":500000000})", "1500"), std::pair(R"("1.5s")", "1500"),
          std::pair(R"("20ms")", "20"), std::pair("0.25", "250"), std::pair(R"("soon")", ""),
          std::pair("-1", ""), std::pair("null", ""), std::pair("{}", "")}) {
        EXPECT_EQ(codex_duration(Json(json)), ms) << json;
    }
}

TEST(CodexLineTest, OnlyWhatIsLaterTakesTime) {
    EXPECT_EQ(codex_ms_between("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.0015Z"), "1.5");
    EXPECT_EQ(codex_ms_between("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"), "");
    EXPECT_EQ(codex_ms_between("2026-01-01T00:00:01Z", "2026-01-01T00:00:00Z"), "");
    EXPECT_EQ(codex_ms_between("", "2026-01-01T00:00:00Z"), "");
}

TEST(CodexLineTest, RequestWithoutAMarkIsAllOfTheText) {
    EXPECT_EQ(codex_request("a\n## My request for Codex:\nb"), "a\n## My request for Codex:\nb");
    EXPECT_EQ(codex_request("# Context from my IDE setup:\n## My request for Codex:\n b"), "b");
    EXPECT_EQ(codex_request("# Context from my IDE setup:\n## My request for Codex:\n"),
              "# Context from my IDE setup:\n## My request for Codex:\n");
}

}  // namespace
}  // namespace hence
