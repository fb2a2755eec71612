#include "model/repeat.h"

#include <string>

#include <gtest/gtest.h>

namespace hence {
namespace {

constexpr const char* open_flag = R"(,"flags":["unfinished"])";

Event call(const std::string& fields, const std::string& rest = "") {
    return *Event::parse(R"({"id":"m","kind":"llm_call","time":"2026-01-01T00:00:00Z",)"
                         R"("session":"s","fields":)" +
                         fields + rest + "}");
}

TEST(RepeatTest, WhatSaysTheSameIsADuplicate) {
    EXPECT_EQ(repeat_of(call(R"({"a":1})"), call(R"({"a":1.0})")), Repeat::duplicate);
    EXPECT_EQ(repeat_of(call("{}", open_flag), call("{}", open_flag)), Repeat::duplicate);
    EXPECT_EQ(repeat_of(call("{}", open_flag), call("{}")), Repeat::duplicate);
}

TEST(RepeatTest, WhatDiffersIsAConflict) {
    EXPECT_EQ(repeat_of(call(R"({"a":1})"), call(R"({"a":2})")), Repeat::conflict);
}

TEST(RepeatTest, UnfinishedEventIsCompleted) {
    const Event begun = call(R"({"a":1})", open_flag);
    EXPECT_EQ(repeat_of(call(R"({"a":1,"b":2})"), begun), Repeat::completes);
    EXPECT_EQ(repeat_of(call(R"({"a":1,"b":2})", open_flag), begun), Repeat::completes);
    // It turned out that nothing more came.
    EXPECT_EQ(repeat_of(call(R"({"a":1})"), begun), Repeat::completes);
}

TEST(RepeatTest, OlderStateIsADuplicate) {
    EXPECT_EQ(repeat_of(call(R"({"a":1})", open_flag), call(R"({"a":1,"b":2})")),
              Repeat::duplicate);
    EXPECT_EQ(repeat_of(call(R"({"a":1})", open_flag), call(R"({"a":1,"b":2})", open_flag)),
              Repeat::duplicate);
}

TEST(RepeatTest, AnotherRecordIsNoCompletion) {
    const Event begun = call("{}", open_flag);
    const Event other = *Event::parse(
        R"({"id":"m","kind":"llm_call","time":"2026-01-01T00:00:00Z","session":"other"})");
    EXPECT_EQ(repeat_of(other, begun), Repeat::conflict);
}

}  // namespace
}  // namespace hence
