// Tests of the decisions and outcomes of a map.
#include "views/map/map_for_test.h"

namespace hence {
namespace {

TEST_F(MapTest, ADecisionHangsUnderItsTurnAndAnOutcomeUnderWhatItJudges) {
    tell_model("l1", "look");
    tell_call("t1", ",'output':'data'", ",'parent':'l1'");
    tell_model("l2", "choose");
    tell(
        "'id':'d1','kind':'decision','run':'r1','parent':'l1','fields':{'description':'a or b',"
        "'chosen':'a'}");
    tell("'id':'d2','kind':'decision','run':'r1','fields':{'description':'now','chosen':'yes'}");
    tell(
        "'id':'v1','kind':'outcome','run':'r1','fields':{'of':'d1','correct':false,"
        "'outcome':'b was right'}");
    tell("'id':'v2','kind':'outcome','run':'r1','fields':{'of':'t1','correct':true}");
    tell("'id':'v3','kind':'outcome','run':'r1','fields':{'of':'l1','correct':null}");
    tell("'id':'v4','kind':'outcome','run':'r1','fields':{'of':'nowhere','correct':true}");
    const SessionMap answer = map();
    EXPECT_EQ(shape(answer), "incident:s1 l1(t1(result:t1 v2) d1(v1) v3) l2(d2 v4) action:s1");
    EXPECT_EQ(node(answer, "d1").type, DrawnType::decision);
    EXPECT_EQ(node(answer, "d1").label, "a or b -> a");
    EXPECT_EQ(node(answer, "d1").kind, "decision");
    EXPECT_EQ(node(answer, "v1").type, DrawnType::outcome);
    EXPECT_EQ(node(answer, "v1").label, "incorrect (b was right)");
    EXPECT_EQ(node(answer, "v1").parent, "d1");
    EXPECT_EQ(node(answer, "v1").errors, 0U);
    EXPECT_EQ(edge(answer, "l1", "d1"), "decides explicit 1");
    EXPECT_EQ(edge(answer, "l2", "d2"), "decides assumed 1");
    EXPECT_EQ(edge(answer, "d1", "v1"), "judged derived 1");
    EXPECT_EQ(edge(answer, "t1", "v2"), "judged derived 1");
    EXPECT_EQ(edge(answer, "l1", "v3"), "judged derived 1");
    EXPECT_EQ(edge(answer, "l2", "v4"), "judged assumed 1");
    EXPECT_EQ(map({.session = "s1", .closed = {"d1"}}).nodes.size(), answer.nodes.size() - 1);
    // The graph of `context` has five types of nodes, and no other.
    EXPECT_EQ(graph().nodes.size(), 6U);
}

TEST_F(MapTest, ATurnThatIsNothingButADecisionIsOne) {
    tell("'id':'v0','kind':'outcome','fields':{'of':'elsewhere','correct':true}");
    tell("'id':'d1','kind':'decision','run':'r1','fields':{'description':'a or b','chosen':'a'}");
    tell_call("t1", ",'output':'data'", ",'parent':'d1'");
    tell("'id':'d2','kind':'decision','run':'r1','fields':{'description':'on','chosen':'yes'}");
    tell("'id':'v1','kind':'outcome','run':'r1','fields':{'of':'d1','correct':true}");
    const SessionMap answer = map();
    EXPECT_EQ(shape(answer), "incident:s1(v0) thought:r1(t1(result:t1) d2 v1) action:s1");
    EXPECT_EQ(node(answer, "thought:r1").type, DrawnType::decision);
    EXPECT_EQ(node(answer, "thought:r1").event, "d1");
    EXPECT_EQ(edge(answer, "thought:r1", "v1"), "judged derived 1");
    EXPECT_EQ(edge(answer, "incident:s1", "v0"), "judged assumed 1");
}

TEST_F(MapTest, DecisionsBeyondTheFanAreAStackOfTheirOwn) {
    tell_turns(1, 3);
    for (int i = 0; i < 5; ++i) {
        tell(
            fmt::format("'id':'d{0}','kind':'decision','run':'r1','agent':'a','parent':'m0',"
                        "'fields':{{'description':'q{0}','chosen':'x'}}",
                        i));
    }
    tell("'id':'v','kind':'outcome','run':'r1','fields':{'of':'d4','correct':true}");
    const SessionMap answer = map({.session = "s1", .fan = 3});
    EXPECT_EQ(shape(answer),
              "incident:s1 m0(t0.0(result:t0.0) t0.1(result:t0.1) t0.2(result:t0.2) d0 d1 "
              "stack:decisions:rest:m0) action:s1");
    const MapNode& stack = node(answer, "stack:decisions:rest:m0");
    EXPECT_EQ(stack.label, "3 decisions, 1 outcome");
    EXPECT_EQ(stack.members, 3U);
    EXPECT_EQ(edge(answer, "m0", "stack:decisions:rest:m0"), "decides explicit 3");
    const SessionMap opened = map({.session = "s1", .fan = 3, .open = {"v"}});
    EXPECT_EQ(node(opened, "v").parent, "d4");
    EXPECT_EQ(opened.nodes.size(), opened.nodes_total);
}

}  // namespace
}  // namespace hence
