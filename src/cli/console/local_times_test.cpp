#include "cli/console/local_times.h"

#include <cstdlib>
#include <ctime>

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string shown(std::initializer_list<std::string_view> pieces) {
    ::setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    ::tzset();
    LocalTimes times;
    std::string out;
    for (const std::string_view piece : pieces) {
        times.append(out, piece);
    }
    times.finish(out);
    ::unsetenv("TZ");
    ::tzset();
    return out;
}

TEST(LocalTimesTest, OnlyMarkedTimesAreRewritten) {
    EXPECT_EQ(shown({"[\x1e"
                     "2026-02-23 10:00:01Z] since 2026-02-23 10:00:00Z\n"}),
              "[2026-02-23 11:00:01+01:00] since 2026-02-23 10:00:00Z\n");
    EXPECT_EQ(shown({"\x1e"
                     "2026-07-23 23:30:00Z"}),
              "2026-07-24 01:30:00+02:00");
}

TEST(LocalTimesTest, TimeMayComeInPieces) {
    EXPECT_EQ(shown({"a \x1e", "2026-02-23 10:0", "0:01Z", " b"}), "a 2026-02-23 11:00:01+01:00 b");
}

TEST(LocalTimesTest, WhatIsNoTimeStaysWithoutTheMark) {
    EXPECT_EQ(shown({"\x1e"
                     "soon"}),
              "soon");
}

}  // namespace
}  // namespace hence
