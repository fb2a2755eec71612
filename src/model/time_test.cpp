#include "hence/time.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hence {
namespace {

// How a time comes back, or what is said against it.
std::string back(std::string_view text) {
    const Result<Time> time = parse_time(text);
    return time ? to_string(*time) : time.error().message;
}

bool refused(std::string_view text) {
    return !parse_time(text);
}

TEST(Time, KeepsTheDigitsThatWereGiven) {
    EXPECT_EQ(back("2026-02-23T10:00:01Z"), "2026-02-23T10:00:01Z");
    EXPECT_EQ(back("2026-02-23T10:00:01.000Z"), "2026-02-23T10:00:01.000Z");
    EXPECT_EQ(back("2026-02-23T10:00:01.5Z"), "2026-02-23T10:00:01.5Z");
    EXPECT_EQ(back("2026-02-23t10:00:01.123456789z"), "2026-02-23T10:00:01.123456789Z");
}

TEST(Time, DigitsPlayNoPartInOrder) {
    EXPECT_EQ(*parse_time("2026-02-23T10:00:01Z"), *parse_time("2026-02-23T10:00:01.000Z"));
    EXPECT_LT(*parse_time("2026-02-23T10:00:01Z"), *parse_time("2026-02-23T10:00:01.000000001Z"));
}

TEST(Time, OffsetsAreTurnedIntoUtc) {
    EXPECT_EQ(back("2026-02-23T00:30:00+01:00"), "2026-02-22T23:30:00Z");
    EXPECT_EQ(back("2025-12-31T23:59:59-00:01"), "2026-01-01T00:00:59Z");
    EXPECT_EQ(back("2026-02-23T10:00:00-00:00"), "2026-02-23T10:00:00Z");
    EXPECT_EQ(back("2026-02-23T10:00:00+23:59"), "2026-02-22T10:01:00Z");
    EXPECT_TRUE(refused("2026-02-23T10:00:00+24:00"));
    EXPECT_TRUE(refused("2026-02-23T10:00:00+01:60"));
    EXPECT_TRUE(refused("2026-02-23T10:00:00+0100"));
    EXPECT_TRUE(refused("2026-02-23T10:00:00+01"));
    EXPECT_EQ(back("2026-02-23T10:00:00"),
              "\"2026-02-23T10:00:00\" has no offset, such as Z: use RFC 3339 such as "
              "2026-02-23T10:00:01Z");
}

TEST(Time, ALeapSecondIsTheNextSecond) {
    EXPECT_EQ(back("2016-12-31T23:59:60Z"), "2017-01-01T00:00:00Z");
    EXPECT_EQ(back("2016-12-31T23:59:60.25Z"), "2017-01-01T00:00:00.25Z");
    EXPECT_TRUE(refused("2016-12-31T23:59:61Z"));
}

TEST(Time, MonthsHaveTheirDays) {
    EXPECT_EQ(back("2024-02-29T00:00:00Z"), "2024-02-29T00:00:00Z");
    EXPECT_EQ(back("2000-02-29T00:00:00Z"), "2000-02-29T00:00:00Z");
    for (const auto* text : {"2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
                             "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
                             "2026-01-32T00:00:00Z"}) {
        EXPECT_TRUE(refused(text)) << text;
    }
    EXPECT_EQ(back("2026-02-30T10:00:00Z"),
              "\"2026-02-30T10:00:00Z\" is no date: use RFC 3339 such as 2026-02-23T10:00:01Z");
}

TEST(Time, ADayHasItsHours) {
    EXPECT_EQ(back("2026-02-23T23:59:59Z"), "2026-02-23T23:59:59Z");
    EXPECT_TRUE(refused("2026-02-23T24:00:00Z"));
    EXPECT_TRUE(refused("2026-02-23T10:60:00Z"));
}

TEST(Time, YearsRunFrom0001To9999InUtc) {
    EXPECT_EQ(back("0001-01-01T00:00:00Z"), "0001-01-01T00:00:00Z");
    EXPECT_EQ(back("9999-12-31T23:59:59.999999999Z"), "9999-12-31T23:59:59.999999999Z");
    EXPECT_TRUE(refused("0000-12-31T23:59:59Z"));
    EXPECT_TRUE(refused("0000-12-31T23:59:59-01:00"));
    EXPECT_TRUE(refused("0001-01-01T00:59:59+01:00"));
    EXPECT_TRUE(refused("9999-12-31T23:00:00-01:00"));
    EXPECT_TRUE(refused("9999-12-31T23:59:60Z"));
    EXPECT_TRUE(refused("10000-01-01T00:00:00Z"));
}

TEST(Time, NineDigitsOfFractionAreTheMost) {
    EXPECT_FALSE(refused("2026-02-23T10:00:00.123456789Z"));
    EXPECT_TRUE(refused("2026-02-23T10:00:00.1234567890Z"));
    EXPECT_TRUE(refused("2026-02-23T10:00:00.Z"));
    EXPECT_TRUE(refused("2026-02-23T10:00:00,5Z"));
}

TEST(Time, AnythingElseIsRefused) {
    for (const auto* text : {"", "now", "2026-02-23", "2026-02-23 10:00:00Z", "26-02-23T10:00:00Z",
                             "2026-2-23T10:00:00Z", "+026-02-23T10:00:00Z", "2026-02-23T10:00Z",
                             "2026-02-23T10:00:00ZZ", " 2026-02-23T10:00:00Z",
                             "2026-02-23T10:00:00Z ", "1771840801"}) {
        EXPECT_TRUE(refused(text)) << text;
    }
}

TEST(Time, BeforeTheEpochSecondsCountUpTowardsIt) {
    const Time time = *parse_time("1969-12-31T23:59:59.5Z");
    EXPECT_EQ(time.seconds, -1);
    EXPECT_EQ(time.nanos, 500'000'000u);
    EXPECT_EQ(to_string(time), "1969-12-31T23:59:59.5Z");
}

TEST(Time, TextAnswersShowItToTheSecond) {
    EXPECT_EQ(to_text(*parse_time("2026-02-23T10:00:01.999Z")), "2026-02-23 10:00:01Z");
}

RC_GTEST_PROP(Time, EveryTimeComesBackAsItWasPrinted, ()) {
    Time time;
    time.seconds = *rc::gen::inRange<std::int64_t>(-62'135'596'800, 253'402'300'800);
    time.digits = *rc::gen::inRange<std::uint8_t>(0, 10);
    std::uint32_t unit = 1'000'000'000;
    for (int i = 0; i < time.digits; ++i) {
        unit /= 10;
    }
    time.nanos = *rc::gen::inRange<std::uint32_t>(0, 1'000'000'000) / unit * unit;
    const Time again = *parse_time(to_string(time));
    RC_ASSERT(again == time);
    RC_ASSERT(again.digits == time.digits);
}

}  // namespace
}  // namespace hence
