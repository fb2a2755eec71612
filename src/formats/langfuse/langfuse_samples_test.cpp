// Exports as Langfuse really writes them, if $HENCE_SAMPLES names a directory that has some.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "formats/langfuse/langfuse.h"
#include "model/facts.h"

namespace hence {
namespace {

std::string text_of_file(const std::string& name) {
    const char* samples = std::getenv("HENCE_SAMPLES");
    std::ifstream file(std::filesystem::path(samples == nullptr ? "/nowhere" : samples) /
                       "langfuse" / name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

struct Sample {
    std::string name;
    std::string told;  // Model calls, their tokens, tool calls, failures, scores; the goal.
};

// The calls that have a record of their own; messages repeat them, and settling counts them once.
std::vector<Event> tools_in(const ReadText& all) {
    std::vector<Event> tools = all.of_kind("tool_call");
    const bool own =
        std::ranges::any_of(tools, [](const Event& call) { return !call.has(Flag::derived); });
    std::erase_if(tools, [own](const Event& call) { return own && call.has(Flag::derived); });
    return tools;
}

std::string told(const ReadText& all) {
    double tokens = 0;
    std::size_t failed = 0;
    std::string goal;
    for (const Event& event : all.events) {
        tokens += event.kind() == "llm_call" ? tokens_of(event).value_or(0) : 0;
        failed += failed_call(event) || event.kind() == "error" ? 1 : 0;
        goal += event.kind() == "session_start" ? text_field(event, "goal") : "";
    }
    return fmt::format("{} models, {} tokens, {} tools, {} failed, {} scores: {}",
                       all.of_kind("llm_call").size(), tokens, tools_in(all).size(), failed,
                       all.of_kind("observation").size(), goal);
}

TEST(LangfuseSamples, AreReadWholeAndCountedOnce) {
    const Sample samples[] = {
        {"claude-agent-2025-12-22.trace.json",
         "4 models, 266 tokens, 2 tools, 0 failed, 3 scores: "
         "What's the weather like in Berlin and New York?"},
        {"google-adk-2025-08-28.trace.json",
         "2 models, 76 tokens, 1 tools, 0 failed, 2 scores: hi"},
        {"langfuse-1.json", "1 models, 1216 tokens, 0 tools, 0 failed, 5 scores: what's your name"},
        {"langgraph-python-2025-08-22.trace.json",
         "2 models, 234 tokens, 1 tools, 0 failed, 2 scores: "
         "Search the web for 'example' and summarize."},
        {"openai-agents-2025-09-30.trace.json",
         "2 models, 184 tokens, 1 tools, 0 failed, 2 scores: What's the weather in Tokyo?"},
        {"vercel-aisdk-2025-11-17.trace.json",
         "1 models, 147 tokens, 1 tools, 0 failed, 2 scores: "
         "What is the weather like today in San Francisco?"},
    };
    for (const Sample& sample : samples) {
        const std::string text = text_of_file(sample.name);
        if (text.empty()) {
            GTEST_SKIP() << "HENCE_SAMPLES does not name a directory with " << sample.name;
        }
        EXPECT_EQ(choose_format({}, text)->name, "langfuse") << sample.name;
        const ReadText all = read_whole(read_langfuse, text);
        EXPECT_EQ(told(all), sample.told) << sample.name;
        EXPECT_TRUE(all.refused.empty()) << all.told();
        EXPECT_EQ(all.pending, 0u);
        for (const Event& call : tools_in(all)) {
            EXPECT_NE(text_field(call, "call_id"), "") << sample.name;
        }
    }
}

}  // namespace
}  // namespace hence
