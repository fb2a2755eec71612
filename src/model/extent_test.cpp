#include "model/extent.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

Event event(const std::string& rest) {
    Result<Event> parsed = Event::parse("{" + rest + "}");
    EXPECT_TRUE(parsed) << rest;
    return std::move(parsed).take();
}

std::string ends(const std::string& rest) {
    const std::optional<Time> end = end_of(event(rest));
    return end ? to_string(*end) : "none";
}

TEST(ExtentTest, ACallEndsWhenItsDurationIsOver) {
    EXPECT_EQ(ends(R"("kind":"tool_call","time":"2026-01-01T00:00:59.900Z","duration_ms":1100)"),
              "2026-01-01T00:01:01.000Z");
    EXPECT_EQ(ends(R"("kind":"tool_call","time":"2026-01-01T00:00:00Z","duration_ms":0.5)"),
              "2026-01-01T00:00:00.0005Z");
    EXPECT_EQ(ends(R"("kind":"llm_call","time":"2026-01-01T00:00:00Z")"), "2026-01-01T00:00:00Z");
}

TEST(ExtentTest, WhatIsRecordedAtItsEndLastsNoLonger) {
    for (const char* kind : {"observation", "session_end", "termination"}) {
        EXPECT_EQ(ends(std::string(R"("kind":")") + kind +
                       R"(","time":"2026-01-01T00:00:01Z","duration_ms":5000)"),
                  "2026-01-01T00:00:01Z");
    }
}

TEST(ExtentTest, ADurationBeyondAllTimesEndsWithTheLastYear) {
    EXPECT_EQ(
        ends(R"("kind":"span","time":"2026-01-01T00:00:00Z","duration_ms":1e300)").substr(0, 10),
        "9999-12-31");
}

TEST(ExtentTest, SpansFromTheFirstBeginningToTheLastEnd) {
    Extent extent;
    EXPECT_FALSE(extent.duration_ms());
    extent.add(event(R"("kind":"llm_call","time":"2026-01-01T00:00:00Z","duration_ms":9000)"));
    extent.add(event(R"("kind":"thought","time":"2026-01-01T00:00:02Z")"));
    EXPECT_EQ(extent.duration_ms(), 9000);
    extent.add(
        event(R"("kind":"observation","time":"2026-01-01T00:00:12.5Z","duration_ms":99000)"));
    EXPECT_EQ(extent.duration_ms(), 12500);
}

TEST(ExtentTest, AnOutcomeMakesNothingLonger) {
    Extent extent;
    extent.add(event(R"("kind":"thought","time":"2026-01-01T00:00:00Z")"));
    extent.add(event(R"("kind":"outcome","time":"2026-01-03T00:00:00Z","fields":{"of":"x"})"));
    extent.add(event(R"("kind":"observation","time":"2026-01-03T00:00:00Z",)"
                     R"("fields":{"key":"score:helpful","content":1})"));
    EXPECT_EQ(extent.duration_ms(), 0);
}

TEST(ExtentTest, ADerivedTimeIsNone) {
    Extent extent;
    extent.add(event(R"("kind":"thought","time":"1970-01-01T00:00:00Z","flags":["time_derived"])"));
    EXPECT_FALSE(extent.from());
    extent.add(event(R"("kind":"tool_call","time":"2026-01-01T00:00:00Z","duration_ms":7)"));
    EXPECT_EQ(extent.duration_ms(), 7);
}

}  // namespace
}  // namespace hence
