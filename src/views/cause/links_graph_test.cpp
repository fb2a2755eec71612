#include <gtest/gtest.h>

#include "views/cause/links.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class GraphLinks : public testing::Test {
protected:
    // A node that stands for an event, if one is named. Its own event is "n-ID".
    void node(const std::string& id, const std::string& event = {}) {
        story_.tell(
            fmt::format("'id':'n-{0}','kind':'graph_node','fields':{{'node':{{'id':'{0}',"
                        "'type':'decision','label':'l'{1}}}}}",
                        id, event.empty() ? "" : fmt::format(",'event':'{}'", event)));
    }
    void edge(const std::string& from, const std::string& to, const std::string& type) {
        story_.tell(
            fmt::format("'id':'k{}','kind':'graph_edge','fields':{{'edge':{{'from_id':'{}',"
                        "'to_id':'{}','edge_type':'{}'}}}}",
                        ++edges_, from, to, type));
    }
    std::string why(const std::string& event) {
        return story_.why({.event = event, .follow = Follow::known});
    }

    Story story_;
    int edges_ = 0;
};

TEST_F(GraphLinks, CallThatADecisionChoseGoesUpToTheGoal) {
    story_.tell("'id':'call','kind':'tool_call'");
    story_.tell("'id':'made','kind':'decision'");
    node("goal");
    node("dec", "made");
    node("act", "call");
    edge("goal", "dec", "leads_to");
    edge("dec", "act", "chosen");
    EXPECT_EQ(why("call"), "n-goal -leads_to-> made -chosen-> call");
    EXPECT_EQ(story_.why({.event = "n-goal", .down = true, .follow = Follow::known}),
              "n-goal made<n-goal leads_to call<made chosen");
    // What stands for an event does so alone.
    EXPECT_EQ(why("n-act"), "n-act");
}

TEST_F(GraphLinks, CausesAndParentComeFirstThenDerivedLinksThenEdges) {
    story_.tell("'id':'p'");
    story_.tell("'id':'c'");
    story_.tell("'id':'o','kind':'observation','fields':{'key':'obs:1'}");
    node("a");
    story_.tell("'id':'x','parent':'p','causes':['c'],'rationale':{'why':'w','refs':['obs:1']}");
    node("b", "x");
    edge("a", "b", "blocks");
    EXPECT_EQ(why("x"), "c -cause-> x");
    EXPECT_EQ(story_.why({.event = "x", .graph = true, .follow = Follow::known}),
              "c -cause-> x; c-cause->x; n-a-blocks->x; o-ref->x; p-parent->x");
    story_.tell("'id':'y','rationale':{'why':'w','refs':['obs:1']}");
    node("d", "y");
    edge("a", "d", "enables");
    EXPECT_EQ(why("y"), "o -ref-> y");
}

TEST_F(GraphLinks, ChosenComesBeforeLeadsToAndThatBeforeTheRest) {
    story_.tell("'id':'x'");
    for (const char* id : {"a", "b", "c"}) {
        node(id);
    }
    node("t", "x");
    edge("a", "t", "requires");
    EXPECT_EQ(why("x"), "n-a -requires-> x");
    edge("b", "t", "leads_to");
    EXPECT_EQ(why("x"), "n-b -leads_to-> x");
    edge("c", "t", "chosen");
    EXPECT_EQ(why("x"), "n-c -chosen-> x");
}

TEST_F(GraphLinks, NodeOfAnEventThatNeverCameStandsForItself) {
    node("a");
    node("b", "never");
    edge("a", "b", "leads_to");
    EXPECT_EQ(why("n-b"), "n-a -leads_to-> n-b");
}

TEST_F(GraphLinks, DecisionMayNameItsNode) {
    node("a");
    node("b");
    edge("a", "b", "leads_to");
    story_.tell("'id':'x','kind':'decision','fields':{'node':'b'}");
    story_.tell("'id':'y','kind':'decision','fields':{'node':'nobody'}");
    EXPECT_EQ(why("x"), "n-a -leads_to-> x");
    EXPECT_EQ(why("y"), "y");
}

TEST_F(GraphLinks, WhatDoesNotFitOrIsDeletedLeadsNowhere) {
    story_.tell("'id':'x'");
    node("t", "x");
    edge("nobody", "t", "leads_to");
    node("a");
    edge("a", "t", "leads_to");
    story_.tell("'kind':'graph_delete','id':'del','fields':{'id':'a'}");
    EXPECT_EQ(why("x"), "x");
}

TEST_F(GraphLinks, CircleOfEdgesIsReported) {
    node("a");
    node("b");
    edge("a", "b", "leads_to");
    edge("b", "a", "leads_to");
    EXPECT_EQ(why("n-a"), "n-b -leads_to-> n-a !cycle n-a,n-b");
}

TEST_F(GraphLinks, TwoNodesOfOneEventDoNotMakeItItsOwnCause) {
    story_.tell("'id':'x'");
    node("a", "x");
    node("b", "x");
    edge("a", "b", "leads_to");
    EXPECT_EQ(why("x"), "x");
}

}  // namespace
}  // namespace hence
