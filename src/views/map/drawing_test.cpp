#include "views/map/drawing.h"

#include <chrono>

#include <gtest/gtest.h>

#include "views/context/context_for_test.h"

namespace hence {
namespace {

class MapDrawingTest : public ContextTest {
protected:
    DrawnMap drawn(ContextBy by = ContextBy::turn) {
        Result<DrawnMap> answer = draw(store(), {"s1", by});
        EXPECT_TRUE(answer);
        return std::move(answer).take();
    }

    DrawnMap up_to_date(const DrawnMap& old) {
        Result<DrawnMap> answer = brought_up_to_date(store(), old);
        EXPECT_TRUE(answer);
        return std::move(answer).take();
    }
};

TEST_F(MapDrawingTest, ItKnowsWhatHangsUnderWhat) {
    tell_model("l1", "one");
    tell_call("t1", ",'output':1", ",'parent':'l1'");
    tell_call("t2", "", ",'parent':'l1'");
    tell("'id':'d','kind':'delegation','run':'r1','parent':'l1','fields':{'run_id':'c'}");
    tell("'id':'x','kind':'thought','session':'s2','run':'c','fields':{'text':'a'}");
    tell("'id':'y','kind':'thought','session':'s2','run':'c','fields':{'text':'b'}");
    tell_model("l2", "two");
    const DrawnGraph graph = *drawn().graph;
    ASSERT_EQ(graph.size(), 9U);  // incident l1 t1 result t2 x y l2 action
    EXPECT_EQ(graph.parents[3], 2U);
    EXPECT_EQ(graph.ends[1], 7U);
    EXPECT_EQ(graph.below(1).steps, 2U);
    EXPECT_EQ(graph.below(1).lines, 1U);
    ASSERT_EQ(graph.lines.size(), 2U);
    EXPECT_EQ(graph.lines[0].nodes, (std::vector<std::uint32_t>{1, 7}));
    EXPECT_EQ(graph.lines[1].nodes, (std::vector<std::uint32_t>{5, 6}));
    EXPECT_EQ(graph.lines[1].parent, 1U);
    EXPECT_EQ(graph.ordinals[2], 2U);
    EXPECT_EQ(graph.ordinals[5], 0U);
}

TEST_F(MapDrawingTest, WhatDoesNotConcernItLeavesItAsItIs) {
    tell_model("l1", "one");
    const DrawnMap old = drawn();
    tell("'id':'other','kind':'thought','session':'s9','run':'r9','fields':{'text':'x'}");
    const DrawnMap same = up_to_date(old);
    EXPECT_EQ(same.graph, old.graph);
    EXPECT_EQ(same.last_seq, 2U);
    tell_model("l2", "two");
    const DrawnMap other = up_to_date(same);
    EXPECT_NE(other.graph, old.graph);
    EXPECT_EQ(other.last_seq, 3U);
}

TEST_F(MapDrawingTest, OneThatTookLongStaysForAWhileAndSaysUpToWhere) {
    tell_model("l1", "one");
    DrawnMap old = drawn();
    old.took = std::chrono::seconds(10);
    tell_model("l2", "two");
    const DrawnMap kept = up_to_date(old);
    EXPECT_EQ(kept.graph, old.graph);
    EXPECT_EQ(kept.last_seq, 1U);
    old.finished -= rest(old.took);
    EXPECT_EQ(up_to_date(old).last_seq, 2U);
}

TEST_F(MapDrawingTest, ItCarriesAFewComplaintsAndCountsTheOthers) {
    std::vector<std::string> all;
    for (int i = 0; i < 205; ++i) {
        all.push_back(fmt::format("'id':'h{0}','kind':'thought','parent':'lost{0}'", i));
    }
    tell_all(all);
    const Completeness lacking = drawn().graph->completeness;
    EXPECT_EQ(lacking.missing_parents.size(), 200U);
    EXPECT_EQ(lacking.truncated, 5U);
}

}  // namespace
}  // namespace hence
