// Trajectories as they were really written, if $HENCE_SAMPLES names a directory that has some.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "formats/atif/atif.h"
#include "formats/common/read_for_test.h"
#include "formats/openhands/openhands.h"
#include "formats/swe_agent/swe_agent.h"
#include "model/facts.h"

namespace hence {
namespace {

class TrajectorySamples : public testing::Test {
protected:
    void SetUp() override {
        if (std::getenv("HENCE_SAMPLES") == nullptr) {
            GTEST_SKIP() << "HENCE_SAMPLES names no directory";
        }
    }

    // How many there are of each kind; nothing may have been refused.
    static std::string kinds(MakeReader make, const std::string& name) {
        const ReadText told = read(make, name);
        EXPECT_TRUE(told.refused.empty()) << told.told();
        EXPECT_EQ(told.pending, 0U);
        std::map<std::string, int> counted;
        double tokens = 0;
        int failed = 0;
        for (const Event& event : told.events) {
            ++counted[std::string(event.kind())];
            tokens += tokens_of(event).value_or(0);
            failed += failed_call(event) ? 1 : 0;
        }
        std::string all;
        for (const std::string kind : {"llm_call", "tool_call", "thought", "delegation"}) {
            all += kind + " " + std::to_string(counted[kind]) + "; ";
        }
        return all + "tokens " + std::to_string(static_cast<int>(tokens)) + "; failed " +
               std::to_string(failed);
    }

    static ReadText read(MakeReader make, const std::string& name) {
        std::ifstream file(std::filesystem::path(std::getenv("HENCE_SAMPLES")) / name);
        std::stringstream text;
        text << file.rdbuf();
        EXPECT_FALSE(text.str().empty()) << name;
        return read_whole(make, text.str());
    }
};

TEST_F(TrajectorySamples, AtifCountsWhatItsFinalMetricsCount) {
    EXPECT_EQ(kinds(read_atif, "atif/harbor_openhands.json"),
              "llm_call 2; tool_call 2; thought 0; delegation 0; tokens 300; failed 0");
    EXPECT_EQ(kinds(read_atif, "atif/v17_embedded_subagents.json"),
              "llm_call 2; tool_call 1; thought 0; delegation 1; tokens 88; failed 0");
}

TEST_F(TrajectorySamples, SweAgentHasElevenSteps) {
    EXPECT_EQ(kinds(read_swe_agent, "swe-agent/marshmallow-1867.function_calling.traj"),
              "llm_call 11; tool_call 11; thought 11; delegation 0; tokens 0; failed 0");
}

TEST_F(TrajectorySamples, OpenHandsCallsFailAsTheySay) {
    EXPECT_EQ(kinds(read_openhands, "openhands/v1-events.jsonl"),
              "llm_call 2; tool_call 2; thought 2; delegation 0; tokens 71660; failed 3");
}

}  // namespace
}  // namespace hence
