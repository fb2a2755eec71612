#include "views/shape/critical_path.h"

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "views/shape/rows.h"
#include "views/shape/shape_for_test.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

// The rule as it is told, by recursion over small trees.
class NaivePath {
public:
    explicit NaivePath(const SessionShape& shape) : shape_(shape), on_path_(shape.size()) {
        std::vector<std::uint32_t> roots;
        std::int64_t latest = 0;
        for (std::uint32_t i = 0; i < shape.size(); ++i) {
            if (shape.parents[i] == SessionShape::none) {
                roots.push_back(i);
                latest = std::max(latest, latest_of(i));
            }
        }
        walk(SessionShape::none, roots, 0, latest);
    }

    std::string told() const {
        std::string out;
        for (auto each = owned_.rbegin(); each != owned_.rend(); ++each) {
            out += *each;
        }
        for (const bool on : on_path_) {
            out += on ? '1' : '0';
        }
        return out;
    }

private:
    std::vector<std::uint32_t> children_of(std::uint32_t event) const {
        std::vector<std::uint32_t> children;
        for (std::uint32_t i = 0; i < shape_.size(); ++i) {
            if (shape_.parents[i] == event) {
                children.push_back(i);
            }
        }
        return children;
    }

    std::int64_t latest_of(std::uint32_t event) const {
        std::int64_t latest = end_of(shape_, event);
        for (const std::uint32_t child : children_of(event)) {
            latest = std::max(latest, latest_of(child));
        }
        return latest;
    }

    // Second by second, who has it; the times of the logs are whole seconds.
    void own(std::uint32_t event, std::int64_t from, std::int64_t to) {
        for (std::int64_t at = to; event != SessionShape::none && at > from; at -= 1'000'000'000) {
            owned_.push_back(fmt::format("{}:{} ", at / 1'000'000'000, event));
        }
    }

    std::int64_t walk(std::uint32_t event, std::vector<std::uint32_t> children, std::int64_t begins,
                      std::int64_t stands) {
        std::ranges::sort(children, std::greater<>(),
                          [&](std::uint32_t child) { return std::pair(latest_of(child), child); });
        for (const std::uint32_t child : children) {
            const std::int64_t latest = latest_of(child);
            if (latest < begins || latest > stands) {
                continue;
            }
            own(event, latest, stands);
            on_path_[child] = true;
            stands = walk(child, children_of(child), offset_of(shape_, child), latest);
        }
        own(event, begins, stands);
        return std::min(begins, stands);
    }

    const SessionShape& shape_;
    std::vector<bool> on_path_;
    std::vector<std::string> owned_;  // The latest first.
};

std::string told(const CriticalPath& path) {
    std::string out;
    for (const CriticalPath::Segment& segment : path.segments) {
        for (std::int64_t at = segment.from + 1'000'000'000; at <= segment.to;
             at += 1'000'000'000) {
            out += fmt::format("{}:{} ", at / 1'000'000'000, segment.event);
        }
    }
    for (const bool on : path.on_path) {
        out += on ? '1' : '0';
    }
    return out;
}

using CriticalPathTest = StoryTest;

TEST_F(CriticalPathTest, ItIsWhatTheRuleSays) {
    for (std::uint32_t seed = 0; seed < 500; ++seed) {
        Story story;
        story.tell_all(random_log(seed));
        const SessionShape shape = *shape_of(story.store(), "s1")->shape;
        const CriticalPath path = find_critical_path(shape);
        ASSERT_EQ(told(path), NaivePath(shape).told()) << seed;
        EXPECT_EQ(path.steps, static_cast<std::uint64_t>(std::ranges::count(path.on_path, true)));
        for (std::size_t i = 0; i < path.segments.size(); ++i) {
            EXPECT_LT(path.segments[i].from, path.segments[i].to) << seed;
            EXPECT_TRUE(i == 0 || path.segments[i - 1].to <= path.segments[i].from) << seed;
        }
    }
}

TEST_F(CriticalPathTest, TheLastToFinishIsWaitedFor) {
    tell("'id':'plan','time':'2026-02-23T10:00:00Z','duration_ms':10000");
    tell("'id':'slow','parent':'plan','time':'2026-02-23T10:00:01Z','duration_ms':6000");
    tell("'id':'quick','parent':'plan','time':'2026-02-23T10:00:02Z','duration_ms':1000");
    const SessionShape shape = *shape_of(store(), "s1")->shape;
    const CriticalPath path = find_critical_path(shape);
    ASSERT_EQ(path.segments.size(), 3U);  // plan, slow, plan.
    EXPECT_EQ(path.segments[1].event, 1U);
    EXPECT_EQ(path.segments[1].from, 1'000'000'000);
    EXPECT_EQ(path.segments[1].to, 7'000'000'000);
    EXPECT_EQ(path.steps, 2U);
    EXPECT_FALSE(path.on_path[2]);
}

TEST_F(CriticalPathTest, BetweenRootsNobodyIsWaitedFor) {
    tell("'id':'a','time':'2026-02-23T10:00:00Z','duration_ms':1000");
    tell("'id':'b','time':'2026-02-23T10:00:05Z','duration_ms':1000");
    const CriticalPath path = find_critical_path(*shape_of(store(), "s1")->shape);
    ASSERT_EQ(path.segments.size(), 2U);
    EXPECT_EQ(path.segments[0].to, 1'000'000'000);
    EXPECT_EQ(path.segments[1].from, 5'000'000'000);
}

TEST_F(CriticalPathTest, WhatADelegationLedToIsWaitedFor) {
    tell("'id':'a','agent':'main','run':'r','time':'2026-02-23T10:00:00Z','duration_ms':3000");
    tell(
        "'id':'d','kind':'delegation','agent':'main','run':'r','parent':'a',"
        "'time':'2026-02-23T10:00:01Z','fields':{'parent_id':'main','child_id':'c','run_id':'q'}");
    tell("'id':'c','agent':'c','run':'q','time':'2026-02-23T10:00:02Z','duration_ms':4000");
    const CriticalPath path = find_critical_path(*shape_of(store(), "s1")->shape);
    ASSERT_EQ(path.segments.size(), 3U);
    EXPECT_EQ(path.segments[0].to, 1'000'000'000);  // The caller, until it delegated.
    EXPECT_EQ(path.segments[1].to, 2'000'000'000);  // Until the child began.
    EXPECT_EQ(path.segments[2].event, 2U);
    EXPECT_EQ(path.segments[2].to, 6'000'000'000);
    EXPECT_EQ(path.steps, 3U);
}

TEST_F(CriticalPathTest, DelegationsInACircleEnd) {
    tell("'id':'a','agent':'x','run':'r','time':'2026-02-23T10:00:00Z','duration_ms':1000");
    tell(
        "'id':'d1','kind':'delegation','agent':'x','run':'r','parent':'a',"
        "'fields':{'child_id':'y','run_id':'q'}");
    tell("'id':'b','agent':'y','run':'q','time':'2026-02-23T10:00:02Z','duration_ms':1000");
    tell(
        "'id':'d2','kind':'delegation','agent':'y','run':'q','parent':'b',"
        "'fields':{'child_id':'x','run_id':'r'}");
    EXPECT_FALSE(find_critical_path(*shape_of(store(), "s1")->shape).segments.empty());
}

TEST_F(CriticalPathTest, AMillionLevelsAndNoRecursion) {
    constexpr std::uint32_t count = 1'000'000;
    const SessionShape shape = chain_shape(count);
    const CriticalPath path = find_critical_path(shape);
    EXPECT_EQ(path.steps, count);
    EXPECT_EQ(path.segments.size(), count - 1);
}

TEST_F(CriticalPathTest, TimesWithoutMeasureStaySound) {
    tell("'id':'a','time':'0001-01-01T00:00:00Z','duration_ms':1e300");
    tell("'id':'b','time':'9999-12-31T23:59:59.999999999Z','duration_ms':1e300");
    const SessionShape shape = *shape_of(store(), "s1")->shape;
    const CriticalPath path = find_critical_path(shape);
    ASSERT_FALSE(path.segments.empty());
    EXPECT_EQ(path.segments.back().to, offset_max);
    EXPECT_EQ(to_string(time_at(shape.times.front(), 1'500'000'000)), "0001-01-01T00:00:01.500Z");
    EXPECT_EQ(to_string(time_at(shape.times.back(), offset_max)), "9999-12-31T23:59:59.999999999Z");
    EXPECT_EQ(to_string(time_at({0, 250, 9}, -500)), "1969-12-31T23:59:59.999999750Z");
}

}  // namespace
}  // namespace hence
