#include "views/context/turns.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "views/context/context_for_test.h"

namespace hence {
namespace {

using ContextTurnsTest = ContextTest;

TEST_F(ContextTurnsTest, AThoughtBehindItsModelCallNamesTheTurn) {
    tell_model("l1", "said");
    tell_thought("h1", "thought");
    tell_model("l2", "said again");
    EXPECT_EQ(thoughts(), "l1 thought; l2 said again");
}

TEST_F(ContextTurnsTest, AThoughtBeforeTheFirstModelCallIsPartOfItsTurn) {
    tell_thought("h1", "first think");
    tell_model("l1", "then say");
    EXPECT_EQ(thoughts(), "l1 first think");
}

TEST_F(ContextTurnsTest, AThoughtBehindAStepBeginsTheNextTurn) {
    tell_model("l1", "one");
    tell_call("t1", "");
    tell_thought("h2", "two");
    tell_model("l2", "said two");
    EXPECT_EQ(thoughts(), "l1 one; l2 two");
    EXPECT_EQ(edges(graph(), "calls"), "l1>t1");
}

TEST_F(ContextTurnsTest, AThoughtThatAModelCallNamesIsThatModelCalls) {
    tell_model("l1", "one");
    tell_thought("h2", "two");
    tell_model("l2", "said two", ",'parent':'h2'");
    EXPECT_EQ(thoughts(), "l1 one; l2 two");
}

TEST_F(ContextTurnsTest, AThoughtBetweenTwoModelCallsStaysWithTheOneItNames) {
    tell_model("l1", "one");
    tell_thought("h1", "why one", ",'parent':'l1'");
    tell_model("l2", "two", ",'parent':'h1'");
    EXPECT_EQ(thoughts(), "l1 why one; l2 two");
}

TEST_F(ContextTurnsTest, AThoughtThatNamesItsModelCallJoinsItLater) {
    tell_model("l1", "one");
    tell_call("t1", "");
    tell_thought("h1", "why one", ",'parent':'l1'");
    tell_model("l2", "two");
    EXPECT_EQ(thoughts(), "l1 why one; l2 two");
}

TEST_F(ContextTurnsTest, AnotherIterationOrAgentIsAnotherTurn) {
    tell_model("l1", "one", ",'iteration':1,'agent':'a'");
    tell_thought("h1", "next", ",'iteration':2,'agent':'a'");
    tell_thought("h2", "other", ",'iteration':2,'agent':'b'");
    EXPECT_EQ(thoughts(), "l1 one; h1 next; h2 other");
}

TEST_F(ContextTurnsTest, WhereOnlyThoughtsWereRecordedEachIsATurn) {
    tell_thought("h1", "one");
    tell_thought("h2", "two");
    EXPECT_EQ(thoughts(), "h1 one; h2 two");
}

TEST_F(ContextTurnsTest, ADecisionNamesATurnInWhichNothingWasSaid) {
    tell("'id':'l1','kind':'llm_call','run':'r1','fields':{'model':'m'}");
    EXPECT_EQ(thoughts(), "l1 LLM call: m (? tokens)");
    tell("'id':'d1','kind':'decision','run':'r1','fields':{'description':'a or b','chosen':'a'}");
    EXPECT_EQ(thoughts(), "l1 a or b -> a");
}

TEST_F(ContextTurnsTest, ACompletionInPartsIsNamedByItsText) {
    tell(
        "'id':'l1','kind':'llm_call','run':'r1','fields':{'model':'m',"
        "'completion':[{'type':'text','text':'\\n\\nhello'}]}");
    tell(
        "'id':'l2','kind':'llm_call','run':'r1','fields':{'model':'m',"
        "'completion':{'content':'there'}}");
    EXPECT_EQ(thoughts(), "l1 hello; l2 there");
}

TEST_F(ContextTurnsTest, ARunWithoutThoughtsIsOneTurnNamedByWhatWasDecided) {
    tell_call("t1", "", ",'rationale':{'why':'to see'}");
    EXPECT_EQ(thoughts(), "thought:r1 to see");
    tell("'id':'d1','kind':'decision','run':'r1','fields':{'description':'a or b','chosen':'a'}");
    tell_call("t2", "");
    EXPECT_EQ(thoughts(), "thought:r1 a or b -> a");
    EXPECT_EQ(node(graph(), "thought:r1").event, "d1");
    EXPECT_EQ(edges(graph(), "calls"), "thought:r1>t1 thought:r1>t2");
}

TEST_F(ContextTurnsTest, ARunInWhichNothingWasSaidIsNamedByItsName) {
    tell_call("t1", "");
    tell("'id':'o2','kind':'observation','run':'r2','fields':{'content':'seen'}");
    tell("'id':'x3','kind':'span','run':'r3'");
    EXPECT_EQ(thoughts(), "thought:r1 r1*; thought:r2 r2*");
    EXPECT_EQ(node(graph(), "thought:r1").event, "");
}

TEST_F(ContextTurnsTest, WhatIsCalledBeforeTheFirstThoughtHasATurnOfItsOwn) {
    tell_call("t1", ",'output':1", ",'rationale':{'why':'look'}");
    tell_model("l1", "so");
    const ContextGraph answer = graph();
    EXPECT_EQ(named(answer, DrawnType::thought), "thought:r1 look; l1 so");
    EXPECT_EQ(edges(answer, "calls"), "thought:r1>t1");
    EXPECT_EQ(edges(answer, "informs"), "result:t1>l1");
}

TEST_F(ContextTurnsTest, ByRunThereIsOneThoughtARun) {
    tell_model("l1", "one");
    tell_call("t1", ",'output':1");
    tell_model("l2", "two");
    tell("'id':'l3','kind':'llm_call','run':'r2','fields':{'model':'m','completion':'three'}");
    const ContextGraph answer = graph({"s1", ContextBy::run});
    EXPECT_EQ(named(answer, DrawnType::thought), "thought:r1 one; thought:r2 three");
    EXPECT_EQ(node(answer, "thought:r1").tokens, 14);
    EXPECT_EQ(node(answer, "thought:r2").tokens, std::nullopt);
    EXPECT_EQ(edges(answer, "leads to"), "incident:s1>thought:r1 thought:r1>thought:r2");
    EXPECT_EQ(edges(answer, "calls"), "thought:r1>t1");
    EXPECT_EQ(edges(answer, "informs"), "result:t1>thought:r2");
}

TEST_F(ContextTurnsTest, ACallHangsUnderTheModelCallThatItNamesOrThatRequestedIt) {
    tell("'id':'l1','kind':'llm_call','run':'r1','fields':{'model':'m','call_ids':['c1','c2']}");
    tell("'id':'l2','kind':'llm_call','run':'r1','fields':{'model':'m','call_ids':['c3']}");
    tell_call("t3", ",'call_id':'c3'");
    tell_call("t4", ",'call_id':'c3'", ",'parent':'l1'");
    tell_call("t2", ",'call_id':'c2'");
    tell_call("t1", ",'call_id':'c1'");
    EXPECT_EQ(edges(graph(), "calls"), "l1>t4 l1>t2 l1>t1 l2>t3");
}

TEST_F(ContextTurnsTest, ACallIdCountsInItsRunFirst) {
    const auto model = [&](std::string_view run) {
        tell(
            fmt::format("'id':'l{0}','kind':'llm_call','run':'{0}',"
                        "'fields':{{'model':'m','call_ids':['c']}}",
                        run));
    };
    const auto call = [&](std::string_view run) {
        tell(fmt::format("'id':'t{0}','kind':'tool_call','run':'{0}','fields':{{'call_id':'c'}}",
                         run));
    };
    const auto end = [&](std::string_view run) {
        tell(fmt::format("'id':'o{0}','kind':'observation','run':'{0}','fields':{{'call_id':'c'}}",
                         run));
    };
    for (const std::string_view run : {"a", "b"}) {
        model(run);
    }
    for (const std::string_view run : {"a", "b"}) {
        call(run);
    }
    for (const std::string_view run : {"b", "a"}) {
        end(run);
    }
    EXPECT_EQ(edges(graph(), "calls"), "la>ta lb>tb");
    EXPECT_EQ(edges(graph(), "returns"), "ta>oa tb>ob");
}

TEST_F(ContextTurnsTest, ACallHangsByItsParentsThroughPlumbing) {
    tell_model("l1", "one");
    tell("'id':'x1','kind':'span','run':'r1','parent':'l1'");
    tell("'id':'x2','kind':'span','run':'r1','parent':'x1'");
    tell_model("l2", "two");
    tell_call("t1", "", ",'parent':'x2'");
    tell("'id':'x3','kind':'span','run':'r1','parent':'t1'");
    tell("'id':'o1','kind':'observation','run':'r1','parent':'x3','fields':{'content':'c'}");
    tell_call("t2", "");
    EXPECT_EQ(edges(graph(), "calls"), "l1>t1 l2>t2");
    EXPECT_EQ(edges(graph(), "returns"), "t1>o1");
}

TEST_F(ContextTurnsTest, ACallThatNamesAModelCallOfAnotherRunHangsThere) {
    tell_model("l1", "one");
    tell("'id':'t2','kind':'tool_call','run':'r2','parent':'l1','fields':{'tool_name':'x'}");
    EXPECT_EQ(edges(graph(), "calls"), "l1>t2");
}

TEST_F(ContextTurnsTest, ACallWithoutARunIsInThatOfTheEventAboveIt) {
    tell_model("l1", "one");
    tell("'id':'t2','kind':'tool_call','parent':'l1','fields':{'tool_name':'x'}");
    EXPECT_EQ(edges(graph(), "calls"), "l1>t2");
}

TEST_F(ContextTurnsTest, ACallGoesToTheLatestTurnOfItsAgent) {
    tell_model("l1", "one", ",'agent':'a'");
    tell_model("l2", "two", ",'agent':'b'");
    tell_call("t1", ",'output':1", ",'agent':'a'");
    tell_call("t2", ",'output':2", ",'agent':'tools'");
    tell_model("l3", "three", ",'agent':'b'");
    tell_model("l4", "four", ",'agent':'a'");
    EXPECT_EQ(edges(graph(), "calls"), "l1>t1 l2>t2");
    EXPECT_EQ(edges(graph(), "informs"), "result:t1>l4 result:t2>l3");
}

}  // namespace
}  // namespace hence
