// Runs as LangSmith's SDK really sends them, if $HENCE_SAMPLES names a directory that has some.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "formats/langsmith/langsmith.h"
#include "model/facts.h"

namespace hence {
namespace {

TEST(LangsmithSamples, ARunSplitOverCreationAndUpdateIsOneCall) {
    const char* samples = std::getenv("HENCE_SAMPLES");
    std::ifstream file(std::filesystem::path(samples == nullptr ? "/nowhere" : samples) /
                       "langsmith" / "langsmith_py_wrap_openai_stream.json");
    std::stringstream text;
    text << file.rdbuf();
    if (text.str().empty()) {
        GTEST_SKIP() << "HENCE_SAMPLES does not name a directory with samples of LangSmith";
    }
    EXPECT_EQ(choose_format({}, text.str())->name, "langsmith");
    const ReadText all = read_whole(read_langsmith, text.str());
    EXPECT_TRUE(all.refused.empty()) << all.told();
    EXPECT_EQ(all.pending, 0u);
    ASSERT_EQ(all.of_kind("llm_call").size(), 1u) << all.told();
    const Event call = all.of_kind("llm_call").front();
    EXPECT_EQ(call.id(), "fe8ffecb-72ce-4cd2-bdb7-01f34654c391");
    EXPECT_EQ(tokens_of(call), 18);
    EXPECT_EQ(text_field(call, "model"), "gpt-4o-mini-2024-07-18");
    EXPECT_EQ(text_field(call, "completion"), "Howdy! How can I assist you today?");
    EXPECT_EQ(field(call, "new_tokens").raw(), "12");
    EXPECT_EQ(text_field(all.of_kind("session_start").front(), "goal"), "howdy");
    EXPECT_EQ(all.events.size(), 3u);
}

}  // namespace
}  // namespace hence
