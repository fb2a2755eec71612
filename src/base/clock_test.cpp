#include "base/clock.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

TEST(Clock, NowIsLaterThanThisTestWasWrittenAndHasNineDigits) {
    const Time time = now();
    EXPECT_GT(time.seconds, 1'750'000'000);
    EXPECT_LT(time.nanos, 1'000'000'000u);
    EXPECT_EQ(time.digits, 9);
}

TEST(Clock, TheMillisecondIsCutNotRounded) {
    const Time cut = to_the_millisecond({5, 999'999'999, 9});
    EXPECT_EQ(cut, (Time{5, 999'000'000, 3}));
    EXPECT_EQ(cut.digits, 3);
}

}  // namespace
}  // namespace hence
