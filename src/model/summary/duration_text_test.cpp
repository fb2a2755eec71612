#include "model/summary/duration_text.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(DurationTextTest, GrowsFromMillisecondsToHours) {
    EXPECT_EQ(duration_text(0), "0ms");
    EXPECT_EQ(duration_text(45), "45ms");
    EXPECT_EQ(duration_text(45.5), "45.5ms");
    EXPECT_EQ(duration_text(406.800916), "406.801ms");
    EXPECT_EQ(duration_text(999), "999ms");
    EXPECT_EQ(duration_text(1'000), "1s");
    EXPECT_EQ(duration_text(2'100), "2.1s");
    EXPECT_EQ(duration_text(8'969), "8.969s");
    EXPECT_EQ(duration_text(60'000), "1m");
    EXPECT_EQ(duration_text(171'312), "2m 51.312s");
    EXPECT_EQ(duration_text(3'600'000), "1h");
    EXPECT_EQ(duration_text(3'900'500), "1h 5m 0.5s");
}

TEST(DurationTextTest, WhatRoundsToTheNextUnitIsTheNextUnit) {
    EXPECT_EQ(duration_text(999.9999), "1s");
    EXPECT_EQ(duration_text(59'999.9999), "1m");
    EXPECT_EQ(duration_text(3'599'999.9999), "1h");
    EXPECT_EQ(duration_text(999.999), "999.999ms");
    EXPECT_EQ(duration_text(59'999), "59.999s");
}

// A whole number of milliseconds is told without rounding, and any other by its digits: they meet.
TEST(DurationTextTest, AWholeNumberIsToldLikeOneThatIsNearlyWhole) {
    for (int ms = 0; ms < 60'000; ms = ms < 1'200 ? ms + 1 : ms + 37) {
        EXPECT_EQ(duration_text(ms), duration_text(ms + 1e-7)) << ms;
    }
}

TEST(DurationTextTest, AnyFiniteNumberPrints) {
    EXPECT_EQ(duration_text(0.0001), "0ms");
    EXPECT_FALSE(duration_text(1e300).empty());
}

}  // namespace
}  // namespace hence
