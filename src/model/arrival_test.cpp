#include "model/arrival.h"

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

TEST(ArrivalTest, WhatSaysTheSameIsADuplicate) {
    EXPECT_EQ(arrival_of(call(R"({"a":1})"), call(R"({"a":1.0})")), Arrival::duplicate);
    EXPECT_EQ(arrival_of(call("{}", open_flag), call("{}", open_flag)), Arrival::duplicate);
    EXPECT_EQ(arrival_of(call("{}", open_flag), call("{}")), Arrival::duplicate);
}

TEST(ArrivalTest, WhatDiffersIsAConflict) {
    EXPECT_EQ(arrival_of(call(R"({"a":1})"), call(R"({"a":2})")), Arrival::conflict);
}

TEST(ArrivalTest, UnfinishedEventIsCompleted) {
    const Event begun = call(R"({"a":1})", open_flag);
    EXPECT_EQ(arrival_of(call(R"({"a":1,"b":2})"), begun), Arrival::completes);
    EXPECT_EQ(arrival_of(call(R"({"a":1,"b":2})", open_flag), begun), Arrival::completes);
    // It turned out that nothing more came.
    EXPECT_EQ(arrival_of(call(R"({"a":1})"), begun), Arrival::completes);
}

TEST(ArrivalTest, OlderStateIsADuplicate) {
    EXPECT_EQ(arrival_of(call(R"({"a":1})", open_flag), call(R"({"a":1,"b":2})")),
              Arrival::duplicate);
    EXPECT_EQ(arrival_of(call(R"({"a":1})", open_flag), call(R"({"a":1,"b":2})", open_flag)),
              Arrival::duplicate);
}

TEST(ArrivalTest, AnotherRecordIsNoCompletion) {
    const Event begun = call("{}", open_flag);
    const Event other = *Event::parse(
        R"({"id":"m","kind":"llm_call","time":"2026-01-01T00:00:00Z","session":"other"})");
    EXPECT_EQ(arrival_of(other, begun), Arrival::conflict);
}

}  // namespace
}  // namespace hence
