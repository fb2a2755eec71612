#include "formats/langgraph/langgraph.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

// A state of the thread t: its number, the number of the state before it, and its messages.
std::string state(int number, int before, std::string_view messages, std::string_view thread = "t",
                  std::string_view thread_before = "t") {
    const std::string parent =
        before < 0
            ? "null"
            : fmt::format(R"({{"thread_id":"{}","checkpoint_id":"c{}"}})", thread_before, before);
    return fmt::format(
        R"({{"values":{{"messages":[{}]}},"next":[],"metadata":{{"source":"loop","step":{}}},)"
        R"("created_at":"2026-01-01T00:00:{:02}Z","checkpoint":{{"thread_id":"{}",)"
        R"("checkpoint_id":"c{}"}},"parent_checkpoint":{}}})",
        messages, number, number, thread, number, parent);
}

constexpr std::string_view asked = R"({"type":"human","id":"m1","content":"hi"})";
constexpr std::string_view calls = R"(,{"type":"ai","id":"m2","content":"",)"
                                   R"("tool_calls":[{"name":"Read","args":{"p":1},"id":"k"}]})";
constexpr std::string_view came =
    R"(,{"type":"tool","id":"m3","tool_call_id":"k","content":"text"})";

std::string kinds_of(const ReadText& read) {
    std::string said;
    for (const Event& event : read.events) {
        said += (said.empty() ? "" : " ") + std::string(event.kind());
    }
    return said;
}

TEST(LangGraph, WhatIsNewInAStateIsTold) {
    const std::string one(asked);
    const ReadText read = read_whole(
        read_langgraph, "[" + state(2, 1, one + std::string(calls) + std::string(came)) + "," +
                            state(1, 0, one + std::string(calls)) + "," + state(0, -1, one) + "]");
    EXPECT_EQ(kinds_of(read),
              "prompt session_checkpoint llm_call tool_call session_checkpoint observation "
              "session_checkpoint");
    EXPECT_EQ(read.events[0].session(), "t");
    EXPECT_EQ(text_field(read.events[3], "tool_name"), "Read");
    EXPECT_EQ(text_field(read.events[5], "call_id"), "k");
}

TEST(LangGraph, AStateThatGoesOnFromAnEarlierOneIsARewind) {
    const std::string one(asked);
    const ReadText read = read_whole(
        read_langgraph, state(0, -1, one) + "\n" + state(1, 0, one + std::string(calls)) + "\n" +
                            state(2, 0, one + R"(,{"type":"ai","id":"m9","content":"no"})") + "\n");
    EXPECT_EQ(kinds_of(read),
              "prompt session_checkpoint llm_call tool_call session_checkpoint session_rewind "
              "llm_call session_checkpoint");
    EXPECT_EQ(text_field(read.events[5], "to"), read.events[1].id());
}

TEST(LangGraph, AStateOfAnotherThreadIsAFork) {
    const std::string one(asked);
    const ReadText read =
        read_whole(read_langgraph,
                   state(0, -1, one) + "\n" + state(1, 0, one + std::string(calls), "u") + "\n");
    EXPECT_EQ(kinds_of(read),
              "prompt session_checkpoint session_fork llm_call tool_call session_checkpoint");
    EXPECT_EQ(read.events[2].session(), "u");
    EXPECT_EQ(text_field(read.events[2], "origin"), "t");
    EXPECT_EQ(text_field(read.events[2], "at"), read.events[1].id());
}

TEST(LangGraph, AStateWithoutANameIsRefused) {
    const ReadText read = read_whole(
        read_langgraph, R"({"values":{},"metadata":{},"created_at":"2026-01-01T00:00:00Z",)"
                        R"("checkpoint":{"checkpoint_id":"c"}})"
                        "\n" +
                            state(0, -1, asked) + "\n");
    EXPECT_EQ(read.events.size(), 2U);
    ASSERT_EQ(read.refused.size(), 1U);
    EXPECT_EQ(read.refused[0].reason, "a state has no thread_id or no checkpoint_id");
}

}  // namespace
}  // namespace hence
