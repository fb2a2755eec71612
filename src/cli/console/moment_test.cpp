#include "cli/console/moment.h"

#include <cstdlib>
#include <ctime>

#include <gtest/gtest.h>

namespace hence {
namespace {

class MomentTest : public testing::Test {
protected:
    MomentTest() {
        ::setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
        ::tzset();
    }
    ~MomentTest() override {
        ::unsetenv("TZ");
        ::tzset();
    }

    static std::string read(std::string_view text, DayEdge edge = DayEdge::begin) {
        const Time now = parse_time("2026-11-15T10:30:00Z").take();
        const Result<Time> time = parse_moment(text, now, edge);
        return time ? to_string(*time) : time.error().message;
    }
};

TEST_F(MomentTest, WholeTimesStay) {
    EXPECT_EQ(read("2026-11-15T10:30:00.5+01:00"), "2026-11-15T09:30:00.5Z");
}

TEST_F(MomentTest, DaysAndMinutesAreLocal) {
    EXPECT_EQ(read("2026-11-15 10:30"), "2026-11-15T09:30:00Z");
    EXPECT_EQ(read("2026-07-15 10:30:01"), "2026-07-15T08:30:01Z");
    EXPECT_EQ(read("2026-11-15"), "2026-11-14T23:00:00Z");
    EXPECT_EQ(read("2026-11-15", DayEdge::end), "2026-11-15T22:59:59.999999999Z");
}

TEST_F(MomentTest, AgoIsBeforeNow) {
    EXPECT_EQ(read("90s"), "2026-11-15T10:28:30Z");
    EXPECT_EQ(read("30m"), "2026-11-15T10:00:00Z");
    EXPECT_EQ(read("2h"), "2026-11-15T08:30:00Z");
    EXPECT_EQ(read("7d"), "2026-11-08T10:30:00Z");
}

TEST_F(MomentTest, AnythingElseIsRefused) {
    for (const std::string_view text : {"", "7", "d", "7w", "-7d", "yesterday", "2026-02-30",
                                        "2026-11-15 25:00", "2026-11-15 1"}) {
        EXPECT_EQ(read(text), "\"" + std::string(text) + "\" is no time");
    }
}

TEST_F(MomentTest, OnlyTimesAreTranslated) {
    Request request;
    request.path = {"api", "v1", "events"};
    request.query = {{"from", "2h"}, {"agent", "2h"}};
    ASSERT_TRUE(translate_times(request, parse_time("2026-11-15T10:30:00Z").take()));
    EXPECT_EQ(request.parameter("from"), "2026-11-15T08:30:00Z");
    EXPECT_EQ(request.parameter("agent"), "2h");
    request.query = {{"to", "soon"}};
    const Result<void> translated = translate_times(request, {});
    EXPECT_EQ(translated.error().message, "--to: \"soon\" is no time");
}

}  // namespace
}  // namespace hence
