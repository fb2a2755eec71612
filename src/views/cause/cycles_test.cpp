#include "views/cause/cycles.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hence {
namespace {

using Cycles = std::vector<std::vector<std::uint32_t>>;

// Nodes in the order of events, unless told otherwise.
std::vector<Position> in_order(std::uint32_t count) {
    std::vector<Position> places;
    for (std::uint32_t i = 0; i < count; ++i) {
        places.push_back({{}, i + 1});
    }
    return places;
}

TEST(CyclesTest, GraphWithoutCyclesHasNone) {
    const std::vector<Arrow> arrows{{0, 1}, {0, 2}, {1, 3}, {2, 3}};
    EXPECT_EQ(cycles(in_order(4), arrows), Cycles());
    EXPECT_EQ(cycles({}, {}), Cycles());
}

TEST(CyclesTest, CycleBeginsAtItsEarliestEvent) {
    const std::vector<Arrow> arrows{{2, 0}, {0, 1}, {1, 2}, {2, 3}};
    EXPECT_EQ(cycles(in_order(4), arrows), (Cycles{{0, 1, 2}}));
    const std::vector<Position> places{{{}, 9}, {{}, 8}, {{}, 7}, {{}, 1}};
    EXPECT_EQ(cycles(places, arrows), (Cycles{{2, 0, 1}}));
}

TEST(CyclesTest, EventThatLeadsToItselfIsACycle) {
    const std::vector<Arrow> arrows{{1, 1}, {0, 1}};
    EXPECT_EQ(cycles(in_order(2), arrows), (Cycles{{1}}));
}

TEST(CyclesTest, SetOfCyclesIsNamedByAShortestThroughItsEarliestEvent) {
    const std::vector<Arrow> arrows{{0, 1}, {1, 2}, {2, 0}, {1, 0}, {4, 3}, {3, 4}};
    EXPECT_EQ(cycles(in_order(5), arrows), (Cycles{{0, 1}, {3, 4}}));
}

TEST(CyclesTest, LongCycleNeedsNoStack) {
    constexpr std::uint32_t count = 300'000;
    std::vector<Arrow> arrows;
    for (std::uint32_t i = 0; i < count; ++i) {
        arrows.push_back({i, (i + 1) % count});
    }
    const Cycles found = cycles(in_order(count), arrows);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().size(), count);
}

}  // namespace
}  // namespace hence
