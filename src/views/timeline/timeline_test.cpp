#include "hence/timeline.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "views/cause/call.h"
#include "views/shape/shape_for_test.h"
#include "views/testing/story_for_test.h"
#include "views/timeline/window.h"

namespace hence {
namespace {

using TimelineTest = StoryTest;

Time at(int second) {
    return *parse_time(fmt::format("2026-02-23T10:{:02}:{:02}Z", second / 60, second % 60));
}

// Where a span reaches to: at least a nanosecond behind its beginning.
std::int64_t begins(const TimelineSpan& span) {
    return offset_of(at(0), span.event.time());
}
std::int64_t ends(const TimelineSpan& span) {
    return begins(span) +
           std::max<std::int64_t>(1, static_cast<std::int64_t>(span.duration_ms.value_or(0) * 1e6));
}

TEST_F(TimelineTest, ACallOfTwoEventsTakesItsTimeAndFailsOnce) {
    tell(
        "'id':'t','kind':'tool_call','agent':'a','time':'2026-02-23T10:00:00Z',"
        "'fields':{'tool_name':'Bash','call_id':'k'}");
    tell(
        "'id':'o','kind':'observation','agent':'a','time':'2026-02-23T10:00:02Z',"
        "'duration_ms':2000,'fields':{'call_id':'k','status':'error','content':'exit 1'}");
    const Timeline answer = *timeline(store(), {.session = "s1"});
    EXPECT_EQ(answer.spans.at(0).duration_ms, 2000);
    EXPECT_EQ(answer.spans.at(1).duration_ms, std::nullopt);
    EXPECT_EQ(answer.spans.at(1).status, "error");
    EXPECT_EQ(answer.lanes.at(0).errors, 1U);
    EXPECT_EQ(answer.critical_ms, 2000);
    EXPECT_EQ(answer.last, at(2));
    // An end without its call fails by itself.
    tell(
        "'id':'o2','kind':'observation','agent':'a','time':'2026-02-23T10:00:03Z',"
        "'fields':{'call_id':'k2','status':'error','content':'exit 1'}");
    EXPECT_EQ(timeline(store(), {.session = "s1"})->lanes.at(0).errors, 2U);
}

TEST_F(TimelineTest, NoTwoOfARowOverlap) {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        Story story;
        story.tell_all(random_log(seed));
        const Timeline answer = *timeline(story.store(), {.session = "s1"});
        EXPECT_TRUE(answer.buckets.empty());
        EXPECT_EQ(answer.events, answer.spans.size());
        for (const TimelineSpan& a : answer.spans) {
            for (const TimelineSpan& b : answer.spans) {
                if (&a < &b && a.lane == b.lane && a.row == b.row) {
                    EXPECT_TRUE(ends(a) <= begins(b) || ends(b) <= begins(a)) << seed;
                }
            }
        }
    }
}

TEST_F(TimelineTest, SpansAreWhatOverlapsTheWindow) {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        Story story;
        story.tell_all(random_log(seed));
        const Timeline whole = *timeline(story.store(), {.session = "s1"});
        const Timeline part =
            *timeline(story.store(), {.session = "s1", .from = at(5), .to = at(12)});
        std::vector<std::string> expected;
        for (const TimelineSpan& span : whole.spans) {
            const std::int64_t end =
                begins(span) + static_cast<std::int64_t>(span.duration_ms.value_or(0) * 1e6);
            if (begins(span) <= 12'000'000'000 && end >= 5'000'000'000) {
                expected.emplace_back(span.event.id());
            }
        }
        std::vector<std::string> given;
        for (const TimelineSpan& span : part.spans) {
            given.emplace_back(span.event.id());
        }
        EXPECT_EQ(given, expected) << seed;
        EXPECT_EQ(part.lanes.size(), whole.lanes.size());
    }
}

// Each bucket against every span, by the definition.
TEST_F(TimelineTest, BucketsCountWhatOverlapsThem) {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        Story story;
        story.tell_all(random_log(seed));
        const Timeline whole = *timeline(story.store(), {.session = "s1"});
        const Timeline answer =
            *timeline(story.store(), {.session = "s1", .buckets = 5, .limit = 0});
        EXPECT_TRUE(answer.spans.empty());
        const std::int64_t length = offset_of(answer.from, answer.to);
        const std::int64_t width = std::max<std::int64_t>(1, (length + 4) / 5);
        const std::int64_t first = offset_of(at(0), answer.from);
        // What ended a call fails with the call.
        Sessions sessions(story.store());
        std::set<std::string, std::less<>> told_by_call;
        for (const TimelineSpan& span : whole.spans) {
            const std::optional<Event> end = span.event.kind() == "tool_call"
                                                 ? *end_of_call(sessions, span.event)
                                                 : std::optional<Event>();
            if (end) {
                told_by_call.emplace(end->id());
            }
        }
        std::vector<TimelineBucket> expected;
        for (std::size_t lane = 0; lane < whole.lanes.size(); ++lane) {
            for (std::int64_t n = 0; n < 5; ++n) {
                TimelineBucket bucket{.lane = lane};
                std::map<std::string, int> kinds;
                for (const TimelineSpan& span : whole.spans) {
                    const std::int64_t from =
                        std::min<std::int64_t>(4, (begins(span) - first) / width);
                    const std::int64_t to =
                        std::min<std::int64_t>(4, (ends(span) - 1 - first) / width);
                    if (span.lane != lane || n < from || n > to) {
                        continue;
                    }
                    ++bucket.events;
                    const bool told = told_by_call.contains(span.event.id());
                    bucket.errors += span.status == "error" && !told ? 1 : 0;
                    bucket.first_ordinal = bucket.events == 1 ? span.ordinal : bucket.first_ordinal;
                    bucket.last_ordinal = span.ordinal;
                    ++kinds[std::string(span.event.kind())];
                }
                for (const auto& [kind, count] : kinds) {
                    bucket.kind =
                        bucket.kind.empty() || count > kinds[bucket.kind] ? kind : bucket.kind;
                }
                if (bucket.events > 0) {
                    expected.push_back(bucket);
                }
            }
        }
        ASSERT_EQ(answer.buckets.size(), expected.size()) << seed;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(answer.buckets[i].lane, expected[i].lane) << seed;
            EXPECT_EQ(answer.buckets[i].events, expected[i].events) << seed;
            EXPECT_EQ(answer.buckets[i].errors, expected[i].errors) << seed;
            EXPECT_EQ(answer.buckets[i].first_ordinal, expected[i].first_ordinal) << seed;
            EXPECT_EQ(answer.buckets[i].last_ordinal, expected[i].last_ordinal) << seed;
            EXPECT_EQ(answer.buckets[i].kind, expected[i].kind) << seed;
        }
    }
}

TEST_F(TimelineTest, BeyondSixtyLanesTheQuietOnesShareOne) {
    std::vector<std::string> log;
    for (int agent = 0; agent < 70; ++agent) {
        log.push_back(fmt::format("'id':'e{}','agent':'a{}'", agent, agent));
    }
    log.push_back("'id':'again','agent':'a69'");
    tell_all(log);
    const Timeline answer = *timeline(store(), {.session = "s1"});
    ASSERT_EQ(answer.lanes.size(), 60U);
    EXPECT_EQ(answer.lanes[0].name, "a0");
    EXPECT_EQ(answer.lanes[58].name, "a69");
    EXPECT_EQ(answer.lanes[58].events, 2U);
    EXPECT_EQ(answer.lanes[59].name, "");
    EXPECT_EQ(answer.lanes[59].others, 11U);
    EXPECT_EQ(answer.lanes[59].events, 11U);
}

TEST_F(TimelineTest, TheCriticalPathIsCutAndThinned) {
    std::vector<std::string> log{"'id':'root','time':'2026-02-23T10:00:00Z'"};
    for (int i = 1; i <= 1'200; ++i) {
        log.push_back(fmt::format("'id':'e{}','parent':'{}','time':'2026-02-23T10:{:02}:{:02}Z'", i,
                                  i == 1 ? "root" : fmt::format("e{}", i - 1), i / 60, i % 60));
    }
    tell_all(log);
    const Timeline whole = *timeline(store(), {.session = "s1"});
    EXPECT_EQ(whole.critical_ms, 1'200'000);
    EXPECT_EQ(whole.critical_steps, 1'201U);
    EXPECT_LE(whole.critical.size(), 500U);
    EXPECT_EQ(whole.critical.front().from, at(0));
    EXPECT_EQ(whole.critical.back().to, at(1'200));
    for (std::size_t i = 1; i < whole.critical.size(); ++i) {
        EXPECT_EQ(whole.critical[i - 1].to, whole.critical[i].from);
    }
    const Timeline part = *timeline(store(), {.session = "s1", .from = at(100), .to = at(110)});
    EXPECT_EQ(part.critical_ms, 10'000);
    ASSERT_EQ(part.critical.size(), 10U);
    EXPECT_EQ(part.critical[0].event.id(), "e100");
}

TEST_F(TimelineTest, WhatCannotBeAnswered) {
    tell("'id':'a'");
    const auto refused = [&](const TimelineRequest& request) {
        return timeline(store(), request).error().code;
    };
    EXPECT_EQ(refused({.session = "s9"}), Code::not_found);
    EXPECT_EQ(refused({.session = "s1", .from = at(2), .to = at(1)}), Code::invalid);
    EXPECT_EQ(refused({.session = "s1", .buckets = 0}), Code::invalid);
    EXPECT_EQ(refused({.session = "s1", .buckets = 2'001}), Code::invalid);
    EXPECT_EQ(refused({.session = "s1", .limit = 10'001}), Code::invalid);
}

TEST_F(TimelineTest, AWindowAnywhere) {
    tell("'id':'a','time':'2026-02-23T10:00:00Z','duration_ms':1e300");
    tell("'id':'b','time':'9999-12-31T23:59:59Z'");
    EXPECT_EQ(timeline(store(), {.session = "s1"})->events, 2U);
    EXPECT_FALSE(timeline(store(), {.session = "s1", .limit = 0})->buckets.empty());
    const Time long_ago = *parse_time("0001-01-01T00:00:00Z");
    EXPECT_EQ(timeline(store(), {.session = "s1", .from = long_ago, .limit = 0})->events, 2U);
    EXPECT_EQ(timeline(store(), {.session = "s1", .to = long_ago})->events, 0U);
    EXPECT_EQ(timeline(store(), {.session = "s1", .from = long_ago, .to = at(1)})->events, 1U);
}

TEST_F(TimelineTest, TextDrawsLanesAndThePath) {
    tell("'id':'plan','agent':'planner','time':'2026-02-23T10:00:00Z','duration_ms':8000");
    tell(
        "'id':'slow','agent':'coder','parent':'plan','time':'2026-02-23T10:00:02Z',"
        "'duration_ms':4000,'fields':{'error':'broke'}");
    EXPECT_EQ(text(*timeline(store(), {.session = "s1", .bars = true})),
              "Session: s1\n"
              "From 2026-02-23 10:00:00Z to 2026-02-23 10:00:08Z: 2 event(s)\n"
              "\n"
              "planner          |████████████████████████████████████████████████| 1\n"
              "coder            |           █████████████████████████            | 1 (1 failed)\n"
              "\n"
              "Critical path: 8s in 2 step(s)\n"
              "[2026-02-23 10:00:00Z]           2s  planner          Event: step  (plan)\n"
              "[2026-02-23 10:00:02Z]           4s  coder            Event: step  (slow)\n"
              "[2026-02-23 10:00:06Z]           2s  planner          Event: step  (plan)\n");
}

}  // namespace
}  // namespace hence
