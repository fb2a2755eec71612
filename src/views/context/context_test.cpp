// Tests of context graphs, told as small stories.
#include "hence/context.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "views/context/context_for_test.h"

namespace hence {
namespace {

TEST_F(ContextTest, TheBackboneGoesFromTheGoalOverTurnsToTheOutput) {
    tell("'id':'s','kind':'session_start','run':'r1','fields':{'goal':'fix it'}");
    tell_model("l1", "look first\\nthen act", ",'duration_ms':350");
    tell_call("t1", ",'output':'data','call_id':'c1'", ",'parent':'l1','duration_ms':45");
    tell_model("l2", "now I know");
    tell(
        "'id':'e','kind':'session_end','run':'r1','fields':{'status':'success',"
        "'output':'done\\nand dusted'}");
    EXPECT_EQ(
        json(graph()),
        R"({"session":"s1","nodes":[)"
        R"({"id":"incident:s1","type":"INCIDENT","label":"fix it","time":"2026-02-23T00:00:01Z",)"
        R"("duration_ms":null,"tokens":null,"status":null,"event":"s","run":"r1","agent":null,)"
        R"("synthesized":false},)"
        R"({"id":"l1","type":"THOUGHT","label":"look first","time":"2026-02-23T00:00:02Z",)"
        R"("duration_ms":350,"tokens":7,"status":null,"event":"l1","run":"r1","agent":null,)"
        R"("synthesized":false},)"
        R"({"id":"t1","type":"TOOL_CALL","label":"Read","time":"2026-02-23T00:00:03Z",)"
        R"("duration_ms":45,"tokens":null,"status":"ok","event":"t1","run":"r1","agent":null,)"
        R"("synthesized":false},)"
        R"({"id":"result:t1","type":"OBSERVATION","label":"data","time":"2026-02-23T00:00:03Z",)"
        R"("duration_ms":null,"tokens":null,"status":"ok","event":"t1","run":"r1","agent":null,)"
        R"("synthesized":false},)"
        R"({"id":"l2","type":"THOUGHT","label":"now I know","time":"2026-02-23T00:00:04Z",)"
        R"("duration_ms":null,"tokens":7,"status":null,"event":"l2","run":"r1","agent":null,)"
        R"("synthesized":false},)"
        R"({"id":"action:s1","type":"ACTION","label":"done","time":"2026-02-23T00:00:05Z",)"
        R"("duration_ms":null,"tokens":null,"status":"ok","event":"e","run":"r1","agent":null,)"
        R"("synthesized":false}],"edges":[)"
        R"({"from":"incident:s1","to":"l1","label":"leads to"},)"
        R"({"from":"l1","to":"t1","label":"calls"},)"
        R"({"from":"t1","to":"result:t1","label":"returns"},)"
        R"({"from":"result:t1","to":"l2","label":"informs"},)"
        R"({"from":"l1","to":"l2","label":"leads to"},)"
        R"({"from":"l2","to":"action:s1","label":"executes"}],)"
        R"("completeness":{"complete":true,"missing_parents":[],"cycles":[],)"
        R"("unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}})"
        "\n");
}

TEST_F(ContextTest, WithoutGoalAndOutputBothEndsSayThatTheyAreMade) {
    tell_thought("l1", "hm");
    const ContextGraph answer = graph();
    EXPECT_EQ(named(answer, DrawnType::incident), "incident:s1 s1*");
    EXPECT_EQ(named(answer, DrawnType::action), "action:s1 no final output recorded*");
    EXPECT_FALSE(node(answer, "incident:s1").time);
    EXPECT_EQ(edges(answer, "executes"), "l1>action:s1");
}

TEST_F(ContextTest, TheLastAnswerIsTheActionIfItAskedForNothing) {
    tell_model("l1", "let me look");
    tell_call("t1", ",'output':'data'", ",'parent':'l1'");
    EXPECT_EQ(named(graph(), DrawnType::action), "action:s1 no final output recorded*");
    tell_model("l2", "the disk is full");
    EXPECT_EQ(named(graph(), DrawnType::action), "action:s1 the disk is full");
    EXPECT_EQ(node(graph(), "action:s1").event, "l2");
    tell("'id':'e','kind':'session_end','run':'r1','fields':{'status':'success'}");
    EXPECT_EQ(named(graph(), DrawnType::action), "action:s1 the disk is full");
    EXPECT_EQ(node(graph(), "action:s1").event, "e");
    EXPECT_EQ(node(graph(), "action:s1").status, "ok");
    tell(
        "'id':'l3','kind':'llm_call','run':'r1',"
        "'fields':{'model':'m','completion':'once more','call_ids':['c']}");
    EXPECT_EQ(named(graph(), DrawnType::action), "action:s1 no final output recorded*");
}

TEST_F(ContextTest, TheEndOfACallIsPartOfTheRunThatTheCallIsPartOf) {
    tell(
        "'id':'l1','kind':'llm_call','run':'r1','agent':'a',"
        "'fields':{'model':'m','completion':'let me look','call_ids':['k']}");
    tell("'id':'t1','kind':'tool_call','run':'r1','agent':'a','fields':{'call_id':'k'}");
    tell("'id':'o1','kind':'observation','fields':{'call_id':'k','content':'data'}");
    const ContextGraph answer = graph();
    EXPECT_EQ(named(answer, DrawnType::thought), "l1 let me look");
    EXPECT_EQ(edges(answer, "returns"), "t1>o1");
    EXPECT_EQ(node(answer, "o1").agent, "a");
}

// Rows of a table of spans: a call with tokens and without a result, below the span of its agent.
TEST_F(ContextTest, ACallHasItsTokensAndTheAgentOfTheSpanAroundIt) {
    tell("'id':'g','kind':'agent','run':'r1','agent':'sre','fields':{'name':'sre'}");
    tell_call("t1", ",'prompt_tokens':10,'completion_tokens':5", ",'parent':'g'");
    const ContextGraph answer = graph();
    EXPECT_EQ(node(answer, "t1").tokens, 15);
    EXPECT_EQ(node(answer, "t1").agent, "sre");
    EXPECT_EQ(named(answer, DrawnType::observation), "");
    const ContextGraph by_run = graph({"s1", ContextBy::run});
    EXPECT_EQ(named(by_run, DrawnType::observation), "result:t1 no result recorded*");
    EXPECT_EQ(edges(by_run, "returns"), "t1>result:t1");
    EXPECT_EQ(edges(by_run, "informs"), "");
}

TEST_F(ContextTest, ASpanOfAnotherAgentInsideAnAgentsSpanDelegates) {
    const auto invoke = [&](const std::string& id, const std::string& agent,
                            const std::string& more = "") {
        tell("'id':'" + id + "','kind':'span','run':'r1','agent':'" + agent + "'" + more +
             ",'fields':{'name':'invoke_agent " + agent + "'}");
    };
    invoke("a", "assistant");
    tell_model("l1", "orders are for the other one", ",'parent':'a','agent':'shop'");
    invoke("b", "orders", ",'parent':'a'");
    tell_model("l2", "looking it up", ",'parent':'b','agent':'shop'");
    tell_call("t2", ",'output':'found'", ",'parent':'b'");
    tell_model("l3", "your parcel is here", ",'parent':'a','agent':'shop'");
    const ContextGraph answer = graph();
    EXPECT_EQ(edges(answer, "leads to"), "incident:s1>l1 l1>l3");
    EXPECT_EQ(edges(answer, "delegates"), "l1>l2");
    EXPECT_EQ(edges(answer, "calls"), "l2>t2");
    EXPECT_EQ(node(answer, "t2").agent, "orders");
    EXPECT_EQ(named(answer, DrawnType::action), "action:s1 your parcel is here");
}

TEST_F(ContextTest, ThePromptIsTheIncidentWhereNoStartStatesAGoal) {
    tell("'id':'s','kind':'session_start'");
    tell("'id':'p','kind':'prompt','fields':{'text':'clean the build\\nplease'}");
    tell_thought("l1", "hm");
    tell("'id':'p2','kind':'prompt','fields':{'text':'and test it'}");
    const ContextGraph answer = graph();
    EXPECT_EQ(named(answer, DrawnType::incident), "incident:s1 clean the build\nplease");
    EXPECT_EQ(node(answer, "incident:s1").event, "p");
    tell("'id':'s2','kind':'session_start','fields':{'goal':'a clean build'}");
    EXPECT_EQ(named(graph(), DrawnType::incident), "incident:s1 a clean build");
}

TEST_F(ContextTest, AStartWithoutAGoalStillSaysWhen) {
    tell("'id':'s','kind':'session_start'");
    const ContextGraph answer = graph();
    EXPECT_EQ(named(answer, DrawnType::incident), "incident:s1 s1*");
    EXPECT_EQ(node(answer, "incident:s1").event, "s");
    EXPECT_EQ(edges(answer, "executes"), "incident:s1>action:s1");
}

TEST_F(ContextTest, TheActionIsTheSessionsOutputThenARunsThenItsReason) {
    tell("'id':'t','kind':'termination','fields':{'reason':'enough'}");
    EXPECT_EQ(named(graph(), DrawnType::action), "action:s1 enough");
    tell("'id':'u','kind':'termination','fields':{'reason':'r','output':'half'}");
    EXPECT_EQ(named(graph(), DrawnType::action), "action:s1 half");
    tell("'id':'e','kind':'session_end','fields':{'status':'failure'}");
    EXPECT_EQ(named(graph(), DrawnType::action), "action:s1 half");
    tell("'id':'f','kind':'session_end','fields':{'status':'failure','output':{'n':1}}");
    EXPECT_EQ(named(graph(), DrawnType::action), "action:s1 {\"n\":1}");
    EXPECT_EQ(node(graph(), "action:s1").status, "error");
}

TEST_F(ContextTest, AResultIsAnObservationEventOrWhatTheCallSaysItself) {
    tell_model("l1", "one");
    tell_call("t1", ",'call_id':'c1'", ",'parent':'l1'");
    tell(
        "'id':'o1','kind':'observation','run':'r1','duration_ms':9,"
        "'fields':{'call_id':'c1','content':'by id'}");
    tell_call("t2", ",'output':'own'");
    tell(
        "'id':'o2','kind':'observation','run':'r1','parent':'t2',"
        "'fields':{'content':'by parent'}");
    tell_call("t3", ",'error':'broken'");
    tell_call("t4", "");
    tell_call("t5", ",'output':null");
    tell_call("t6", ",'output':''");
    const ContextGraph answer = graph();
    EXPECT_EQ(edges(answer, "returns"), "t1>o1 t2>o2 t3>result:t3 t6>result:t6");
    EXPECT_EQ(named(answer, DrawnType::observation),
              "o1 by id; o2 by parent; result:t3 broken; result:t6 \"\"");
    EXPECT_EQ(node(answer, "t1").duration_ms, 9);
    EXPECT_EQ(node(answer, "t1").status, "ok");
    EXPECT_EQ(node(answer, "t3").status, "error");
    EXPECT_EQ(node(answer, "result:t3").status, "error");
    EXPECT_EQ(node(answer, "t4").status, "");
}

TEST_F(ContextTest, ACallThatFailedAtItsEndFailed) {
    tell_call("t1", ",'call_id':'c1'");
    tell(
        "'id':'o1','kind':'observation','run':'r1','fields':{'call_id':'c1','content':'',"
        "'status':'error','error':'timeout'}");
    const ContextGraph answer = graph();
    EXPECT_EQ(node(answer, "t1").status, "error");
    EXPECT_EQ(node(answer, "o1").status, "error");
    EXPECT_EQ(node(answer, "o1").label, "timeout");
}

TEST_F(ContextTest, ACallHasOneResultAndAnotherObservationStandsForItself) {
    tell_model("l1", "one");
    tell_call("t1", "");
    tell("'id':'o1','kind':'observation','run':'r1','parent':'t1','fields':{'content':'first'}");
    tell("'id':'o2','kind':'observation','run':'r1','parent':'t1','fields':{'content':'second'}");
    tell_model("l2", "two");
    tell("'id':'o3','kind':'observation','run':'r1','fields':{'content':'late'}");
    const ContextGraph answer = graph();
    EXPECT_EQ(edges(answer, "returns"), "t1>o1");
    EXPECT_EQ(edges(answer, "informs"), "o1>l2 o2>l2 o3>action:s1");
}

TEST_F(ContextTest, AResultInformsTheTurnThatBeginsBehindIt) {
    tell_model("l1", "one");
    tell_call("t1", ",'call_id':'c1'");
    tell_model("l2", "meanwhile");
    tell("'id':'o1','kind':'observation','run':'r1','fields':{'call_id':'c1','content':'x'}");
    tell_model("l3", "then");
    tell_call("t2", ",'output':1");
    EXPECT_EQ(edges(graph(), "informs"), "o1>l3");
}

TEST_F(ContextTest, ADelegationOpensTheChildsRunInAnotherSession) {
    tell_model("l1", "ask");
    tell(
        "'id':'d1','kind':'delegation','run':'r1','parent':'l1',"
        "'fields':{'parent_id':'a','child_id':'b','run_id':'kid'}");
    tell(
        "'id':'k1','kind':'llm_call','session':'s2','run':'kid',"
        "'fields':{'model':'m','completion':'kid one'}");
    tell(
        "'id':'k2','kind':'tool_call','session':'s2','run':'kid','parent':'k1',"
        "'fields':{'tool_name':'x','output':1}");
    tell(
        "'id':'k3','kind':'llm_call','session':'s2','run':'kid',"
        "'fields':{'model':'m','completion':'kid two'}");
    tell(
        "'id':'z1','kind':'llm_call','session':'s2','run':'other',"
        "'fields':{'model':'m','completion':'nobody asked'}");
    tell_model("l2", "thanks");
    const ContextGraph answer = graph();
    EXPECT_EQ(named(answer, DrawnType::thought), "l1 ask; k1 kid one; k3 kid two; l2 thanks");
    EXPECT_EQ(edges(answer, "leads to"), "incident:s1>l1 k1>k3 l1>l2");
    EXPECT_EQ(edges(answer, "delegates"), "l1>k1");
    EXPECT_EQ(edges(answer, "informs"), "result:k2>k3");
    EXPECT_EQ(node(answer, "k1").level, 2U);
    EXPECT_EQ(node(answer, "k2").level, 3U);
}

TEST_F(ContextTest, WhatAChildSaysLastInformsTheTurnThatItsResultInforms) {
    tell_model("l1", "ask");
    tell_call("t1", ",'call_id':'c1','output':'found'");
    tell("'id':'d1','kind':'delegation','run':'r1','parent':'t1','fields':{'run_id':'kid'}");
    tell("'id':'k1','kind':'llm_call','run':'kid','fields':{'model':'m','completion':'one'}");
    tell("'id':'k2','kind':'llm_call','run':'kid','fields':{'model':'m','completion':'two'}");
    tell_model("l2", "thanks");
    EXPECT_EQ(edges(graph(), "delegates"), "l1>k1");
    EXPECT_EQ(edges(graph(), "informs"), "result:t1>l2 k2>l2");
}

TEST_F(ContextTest, WhatAChildObservedFirstStaysWithIt) {
    tell("'id':'o1','kind':'observation','run':'r1','fields':{'content':'mine'}");
    tell_model("l1", "ask");
    tell("'id':'d1','kind':'delegation','run':'r1','fields':{'run_id':'kid'}");
    tell("'id':'o2','kind':'observation','run':'kid','fields':{'content':'theirs'}");
    tell("'id':'k1','kind':'thought','run':'kid','fields':{'text':'kid'}");
    const ContextGraph answer = graph();
    EXPECT_EQ(named(answer, DrawnType::observation), "o1 mine; o2 theirs");
    EXPECT_EQ(edges(answer, "informs"), "o1>l1 o2>k1");
    EXPECT_EQ(node(answer, "o1").level, 2U);
    EXPECT_EQ(node(answer, "o2").level, 3U);
}

TEST_F(ContextTest, ADelegatedRunOfTheSameSessionLeavesTheBackbone) {
    tell_model("l1", "ask");
    tell("'id':'d1','kind':'delegation','run':'r1','fields':{'child_id':'b','run_id':'kid'}");
    tell("'id':'k1','kind':'thought','run':'kid','fields':{'text':'kid'}");
    tell("'id':'k9','kind':'termination','run':'kid','fields':{'output':'only the kid is done'}");
    tell_model("l2", "thanks");
    const ContextGraph answer = graph();
    EXPECT_EQ(edges(answer, "leads to"), "incident:s1>l1 l1>l2");
    EXPECT_EQ(edges(answer, "delegates"), "l1>k1");
    EXPECT_NE(node(answer, "action:s1").label, "only the kid is done");
}

TEST_F(ContextTest, AChildInTheSameRunIsToldApartByItsName) {
    tell_model("l1", "ask", ",'agent':'a'");
    tell("'id':'d1','kind':'delegation','run':'r1','agent':'a','fields':{'child_id':'b'}");
    tell_model("k1", "kid", ",'agent':'b'");
    tell_call("k2", ",'output':1", ",'parent':'k1'");
    tell_model("l2", "thanks", ",'agent':'a'");
    const ContextGraph answer = graph();
    EXPECT_EQ(edges(answer, "leads to"), "incident:s1>l1 l1>l2");
    EXPECT_EQ(edges(answer, "delegates"), "l1>k1");
    EXPECT_EQ(edges(answer, "calls"), "k1>k2");
}

TEST_F(ContextTest, ASecondDelegationPointsAtWhatIsDrawnAlready) {
    tell_model("l1", "ask");
    tell("'id':'d1','kind':'delegation','run':'r1','fields':{'child_id':'b','run_id':'kid'}");
    tell("'id':'d2','kind':'delegation','run':'r1','fields':{'child_id':'b','run_id':'kid'}");
    tell("'id':'k1','kind':'thought','run':'kid','fields':{'text':'kid'}");
    const ContextGraph answer = graph();
    EXPECT_EQ(named(answer, DrawnType::thought), "l1 ask; k1 kid");
    EXPECT_EQ(edges(answer, "delegates"), "l1>k1 l1>k1");
}

TEST_F(ContextTest, DelegationsInACircleEndWhereTheyBegan) {
    tell_model("l1", "ask");
    tell("'id':'d1','kind':'delegation','run':'r1','parent':'l1','fields':{'run_id':'kid'}");
    tell("'id':'k1','kind':'thought','run':'kid','fields':{'text':'kid'}");
    tell("'id':'d2','kind':'delegation','run':'kid','parent':'k1','fields':{'run_id':'r1'}");
    tell("'id':'d3','kind':'delegation','run':'kid','parent':'k1','fields':{'run_id':'kid'}");
    const ContextGraph answer = graph();
    EXPECT_EQ(named(answer, DrawnType::thought), "l1 ask; k1 kid");
    EXPECT_EQ(edges(answer, "delegates"), "l1>k1");
}

TEST_F(ContextTest, NoIdIsUsedTwice) {
    tell("'id':'incident:s1','kind':'tool_call','run':'r','fields':{'output':1}");
    tell("'id':'result:incident:s1','kind':'tool_call','run':'r','fields':{'output':1}");
    tell("'id':'thought:r','kind':'tool_call','run':'r','fields':{'output':1}");
    tell("'id':'action:s1','kind':'observation','run':'r','fields':{'content':1}");
    const ContextGraph answer = graph();
    std::set<std::string_view> ids;
    for (const ContextNode& each : answer.nodes) {
        EXPECT_TRUE(ids.insert(each.id).second) << each.id;
    }
    for (const ContextEdge& edge : answer.edges) {
        EXPECT_TRUE(ids.contains(edge.from)) << edge.from;
        EXPECT_TRUE(ids.contains(edge.to)) << edge.to;
    }
}

TEST_F(ContextTest, SaysWhatTheSessionAndItsChildrenLack) {
    tell_model("l1", "a", ",'parent':'x'");
    tell_call("a", "", ",'parent':'b'");
    tell_call("b", "", ",'parent':'a'");
    tell("'id':'o','kind':'observation','run':'r1','rationale':{'why':'w','refs':['obs:9']}");
    tell("'id':'d1','kind':'delegation','run':'r1','fields':{'run_id':'kid'}");
    tell("'id':'k1','kind':'thought','session':'s2','run':'kid','fields':{'text':'kid'}");
    tell("'id':'k2','kind':'thought','session':'s2','run':'kid','parent':'y'");
    tell("'id':'k3','kind':'thought','session':'s2','run':'other','parent':'z'");
    const Completeness lacking = graph().completeness;
    EXPECT_EQ(lacking.missing_parents, (std::vector<MissingParent>{{"l1", "x"}, {"k2", "y"}}));
    EXPECT_EQ(lacking.cycles, (std::vector<std::vector<std::string>>{{"a", "b"}}));
    EXPECT_EQ(lacking.unresolved_refs, (std::vector<UnresolvedRef>{{"o", "obs:9"}}));
    EXPECT_EQ(edges(graph(), "calls"), "l1>a l1>b");
}

TEST_F(ContextTest, TextIsAnOutline) {
    tell("'id':'s','kind':'session_start','run':'r1','fields':{'goal':'fix\\u001bit'}");
    tell_model("l1", "look first", ",'agent':'a','duration_ms':350");
    tell_call("t1", ",'output':'data','call_id':'c1'", ",'parent':'l1','duration_ms':45");
    tell_call("t2", ",'error':'broken'", ",'parent':'l1'");
    tell("'id':'d1','kind':'delegation','run':'r1','parent':'l1','fields':{'run_id':'kid'}");
    tell("'id':'k1','kind':'thought','agent':'b','run':'kid','fields':{'text':'kid'}");
    tell("'id':'o1','kind':'observation','run':'r1','fields':{'content':'it rains'}");
    tell_thought("h2", "now I know", ",'parent':'x'");
    EXPECT_EQ(text(graph()),
              "Session: s1\n"
              "Thoughts: 3, tool calls: 2, failed: 1\n"
              "\n"
              "INCIDENT: fix\\x1bit  (s)\n"
              "1. [2026-02-23 00:00:02Z] a: look first (7 tokens, 350ms)  (l1)\n"
              "    calls Read (45ms)  (t1)\n"
              "        returned: data\n"
              "    calls Read FAILED  (t2)\n"
              "        error: broken\n"
              "    delegates: 1. [2026-02-23 00:00:06Z] b: kid  (k1)\n"
              "    observed: it rains  (o1)\n"
              "2. [2026-02-23 00:00:08Z] now I know  (h2)\n"
              "ACTION: no final output recorded [synthesized]\n"
              "! incomplete: parent x of h2 was never recorded\n");
}

TEST_F(ContextTest, ASessionThatWasNeverRecordedIsNotFound) {
    tell_model("l1", "a");
    EXPECT_EQ(context(store(), {"nothing"}).error().code, Code::not_found);
}

TEST_F(ContextTest, ARunWhoseFirstAgentIsDelegatedToWithinItIsDrawnAllTheSame) {
    tell_thought("h1", "plan", ",'agent':'p'");
    tell(
        "'id':'d1','kind':'delegation','run':'r1','agent':'p',"
        "'fields':{'run_id':'r2','child_id':'b'}");
    tell("'id':'a1','kind':'thought','run':'r2','agent':'a','fields':{'text':'first'}");
    tell("'id':'b1','kind':'thought','run':'r2','agent':'b','fields':{'text':'second'}");
    tell("'id':'d2','kind':'delegation','run':'r2','agent':'b','fields':{'child_id':'a'}");
    tell("'id':'a2','kind':'thought','run':'r2','agent':'a','fields':{'text':'third'}");
    EXPECT_EQ(thoughts(), "h1 plan; b1 second; a1 first; a2 third");
    EXPECT_EQ(edges(graph(), "delegates"), "h1>b1 b1>a1");
}

}  // namespace
}  // namespace hence
