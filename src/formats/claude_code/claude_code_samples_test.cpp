// Real transcripts, where HENCE_SAMPLES names a directory that has them.
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "formats/claude_code/claude_code_for_test.h"

namespace hence {
namespace {

class ClaudeCodeSamplesTest : public testing::Test {
protected:
    void SetUp() override {
        const char* samples = std::getenv("HENCE_SAMPLES");
        if (samples == nullptr) {
            GTEST_SKIP() << "HENCE_SAMPLES is not set";
        }
        folder_ = std::string(samples) + "/claude-code/";
    }

    std::string text(const std::string& name) const {
        std::ifstream file(folder_ + name);
        EXPECT_TRUE(file) << folder_ + name;
        std::ostringstream text;
        text << file.rdbuf();
        return std::move(text).str();
    }

    // "MODEL_CALLS calls, IN in, OUT out, READ read, WRITE written; TOOLS tools, FAILED failed; N
    // held": with nothing refused, and no id twice.
    std::string counted(const std::string& name) const {
        const ReadText read = read_claude(text(name));
        EXPECT_TRUE(read.refused.empty()) << read.refused.front().reason;
        std::set<std::string_view> ids;
        std::map<std::string_view, double> tokens;
        int failed = 0;
        for (const Event& event : read.events) {
            EXPECT_TRUE(ids.insert(event.id()).second) << event.to_json();
            failed += event.kind() == "tool_call" && failed_call(event) ? 1 : 0;
            for (const std::string_view field_name : {"prompt_tokens", "completion_tokens",
                                                      "cache_read_tokens", "cache_write_tokens"}) {
                tokens[field_name] += field(event, field_name).number().value_or(0);
            }
        }
        return fmt::format(
            "{} calls, {} in, {} out, {} read, {} written; {} tools, {} failed; {} held",
            read.of_kind("llm_call").size(), tokens["prompt_tokens"], tokens["completion_tokens"],
            tokens["cache_read_tokens"], tokens["cache_write_tokens"],
            read.of_kind("tool_call").size(), failed, read.pending);
    }

private:
    std::string folder_;
};

TEST_F(ClaudeCodeSamplesTest, AnswersAndToolsAreCountedOnce) {
    EXPECT_EQ(counted("short.jsonl"),
              "1 calls, 3 in, 13 out, 11515 read, 13835 written; 2 tools, 2 failed; 0 held");
    EXPECT_EQ(counted("tool_heavy.jsonl"),
              "4 calls, 54 in, 212 out, 88231 read, 17696 written; 6 tools, 0 failed; 0 held");
    EXPECT_EQ(
        counted("subagent.jsonl"),
        "17 calls, 1600 in, 1593 out, 522629 read, 40127 written; 25 tools, 3 failed; 0 held");
    // Of 30 answers, the last may go on.
    EXPECT_EQ(counted("full-session-four.jsonl"),
              "29 calls, 48 in, 227 out, 1126419 read, 63932 written; 27 tools, 1 failed; 1 held");
}

TEST_F(ClaudeCodeSamplesTest, QuestionsPlansAndRejectionsAreDecisions) {
    const auto chosen = [this](const std::string& name) {
        std::string said;
        for (const Event& event : read_claude(text(name)).of_kind("decision")) {
            said += text_field(event, "decision_type") + ": " + text_field(event, "chosen") + "; ";
        }
        return said;
    };
    EXPECT_EQ(chosen("short.jsonl"), "permission: rejected; permission: rejected; ");
    EXPECT_EQ(chosen("subagent.jsonl"),
              "question: No rig; question: Credo + Dialyxir + mix_audit; plan: approved; ");
}

TEST_F(ClaudeCodeSamplesTest, SubAgentIsLinked) {
    const ReadText read = read_claude(text("subagent.jsonl"));
    EXPECT_EQ(text_field(the(read, "delegation"), "run_id"), "afb92ff");
    std::size_t its = 0;
    for (const Event& event : read.events) {
        its += event.run() == "afb92ff" ? 1 : 0;
    }
    EXPECT_EQ(its, 15U);  // Its task, 5 answers, 9 calls.
}

TEST_F(ClaudeCodeSamplesTest, EveryParentIsThereAndNoLaterThanItsEffects) {
    for (const std::string name :
         {"short.jsonl", "tool_heavy.jsonl", "subagent.jsonl", "full-session-four.jsonl"}) {
        const ReadText read = read_claude(text(name));
        std::map<std::string_view, Time> times;
        for (const Event& event : read.events) {
            times[event.id()] = event.time();
        }
        for (const Event& event : read.events) {
            const auto parent = times.find(event.parent());
            EXPECT_TRUE(event.parent().empty() || parent != times.end()) << event.to_json();
            EXPECT_TRUE(parent == times.end() || parent->second <= event.time()) << event.to_json();
        }
        EXPECT_EQ(read_by_lines(read_claude_code, text(name)).told(), read.told()) << name;
    }
}

}  // namespace
}  // namespace hence
