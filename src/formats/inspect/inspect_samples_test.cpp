// Reads real logs, where HENCE_SAMPLES names a directory that has them.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/inspect/inspect.h"
#include "model/facts.h"

namespace hence {
namespace {

class InspectSamples : public testing::Test {
protected:
    void SetUp() override {
        if (std::getenv("HENCE_SAMPLES") == nullptr) {
            GTEST_SKIP() << "HENCE_SAMPLES names no directory";
        }
    }

    static ReadText read(const std::string& name) {
        std::ifstream file(std::string(std::getenv("HENCE_SAMPLES")) + "/inspect-ai/" + name);
        EXPECT_TRUE(file) << name;
        return read_whole(read_inspect, std::string(std::istreambuf_iterator<char>(file), {}));
    }
};

TEST_F(InspectSamples, BrowserLogHasItsCountedEvents) {
    const ReadText text = read("2025-05-12T20-27-36-04-00_browser.json");
    EXPECT_TRUE(text.refused.empty());
    EXPECT_EQ(text.of_kind("llm_call").size(), 5U);
    EXPECT_EQ(text.of_kind("tool_call").size(), 4U);
    EXPECT_EQ(text.of_kind("sandbox").size(), 10U);
    double tokens = 0;
    for (const Event& event : text.of_kind("llm_call")) {
        tokens += tokens_of(event).value_or(0);
    }
    EXPECT_EQ(tokens, 15516);
    EXPECT_EQ(text_field(text.of_kind("session_end").at(0), "status"), "success");
    EXPECT_EQ(text.told().find("attachment://"), std::string::npos);
}

TEST_F(InspectSamples, LogOfFailedCallsHasEveryError) {
    const ReadText text = read("log_tool_call_error.json");
    EXPECT_TRUE(text.refused.empty());
    EXPECT_EQ(text.of_kind("tool_call").size(), 11U);
    for (const Event& event : text.of_kind("tool_call")) {
        EXPECT_TRUE(failed_call(event));
    }
}

}  // namespace
}  // namespace hence
