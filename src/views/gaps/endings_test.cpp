#include <string>

#include <gtest/gtest.h>

#include "views/gaps/story_for_test.h"

namespace hence {
namespace {

constexpr std::string_view unanswered = "unanswered_delegation";
constexpr std::string_view unjudged = "decision_without_outcome";
constexpr std::string_view without_result = "tool_call_without_result";
constexpr std::string_view dropped = "dropped_attributes";

class GapEndingsTest : public GapStory {};

TEST_F(GapEndingsTest, ToolCallWithNeitherOutputNorErrorHasNoResult) {
    tell("'id':'t1','kind':'tool_call','fields':{'tool_name':'Read'}");
    tell("'id':'t2','kind':'tool_call'");
    tell("'id':'t3','kind':'tool_call','fields':{'output':null,'error':'','status':'ok'}");
    EXPECT_EQ(in_session(without_result), "t1 t2 t3");
    EXPECT_EQ(detail(without_result, {"s1"}),
              "no output, no error, and no call_id that an observation could name");
}

TEST_F(GapEndingsTest, OutputOrErrorIsAResult) {
    tell("'id':'t1','kind':'tool_call','fields':{'output':''}");
    tell("'id':'t2','kind':'tool_call','fields':{'output':0}");
    tell("'id':'t3','kind':'tool_call','fields':{'error':'no such file'}");
    EXPECT_EQ(in_session(without_result), "");
}

TEST_F(GapEndingsTest, ObservationOfTheCallIsAResultBeforeOrAfterIt) {
    tell("'id':'o1','kind':'observation','correlation':'c','fields':{'call_id':'1'}");
    tell("'id':'t1','kind':'tool_call','correlation':'c','fields':{'call_id':'1'}");
    tell("'id':'t2','kind':'tool_call','correlation':'c','fields':{'call_id':'2'}");
    tell("'id':'o2','kind':'observation','correlation':'c','fields':{'call_id':'2'}");
    EXPECT_EQ(in_session(without_result), "");
    EXPECT_EQ(in_correlation(without_result), "");
}

TEST_F(GapEndingsTest, ObservationThatEndedAnEarlierCallIsNoResultOfALaterOne) {
    for (const char* const id : {"1", "2"}) {
        tell(
            fmt::format("'id':'t{}','kind':'tool_call','correlation':'c','fields':"
                        "{{'call_id':'k'}}",
                        id));
        tell(
            fmt::format("'id':'o{}','kind':'observation','correlation':'c','fields':"
                        "{{'call_id':'k'}}",
                        id));
    }
    tell("'id':'t3','kind':'tool_call','correlation':'c','fields':{'call_id':'k'}");
    EXPECT_EQ(in_session(without_result), "t3");
    EXPECT_EQ(in_correlation(without_result), "t3");
    EXPECT_EQ(shape({"s1"}), "t1 o1 t2 o2 t3");
    EXPECT_EQ(text(*tree(store(), {"s1"})).find("(2s)  (t3)"), std::string::npos);
}

TEST_F(GapEndingsTest, ObservationOfAnotherCallOrSessionIsNoResult) {
    tell("'id':'t1','kind':'tool_call','correlation':'c','fields':{'call_id':'1'}");
    tell("'id':'o1','kind':'observation','correlation':'c','fields':{'call_id':'2'}");
    tell(
        "'id':'o2','kind':'observation','correlation':'c','session':'s2','fields':{'call_id':"
        "'1'}");
    tell("'id':'o3','kind':'observation','correlation':'c','fields':{'key':'1'}");
    EXPECT_EQ(in_session(without_result), "t1");
    EXPECT_EQ(in_correlation(without_result), "t1");
    EXPECT_EQ(detail(without_result, {"c"}), "no output, no error, and no observation of call 1");
}

TEST_F(GapEndingsTest, ObservationNeedNotNameTheCorrelation) {
    tell("'id':'t1','kind':'tool_call','correlation':'c','fields':{'call_id':'1'}");
    tell("'id':'t2','kind':'tool_call','correlation':'c'");
    tell("'id':'t3','kind':'tool_call','correlation':'c','fields':{'call_id':'3'}");
    tell("'id':'o1','kind':'observation','fields':{'call_id':'1'}");
    EXPECT_EQ(in_correlation(without_result), "t2 t3");
}

TEST_F(GapEndingsTest, WithoutASessionACallEndsWithinItsRun) {
    tell(
        "'id':'t1','kind':'tool_call','correlation':'c','session':null,'run':'p',"
        "'fields':{'call_id':'1'}");
    tell(
        "'id':'t2','kind':'tool_call','correlation':'c','session':null,'run':'q',"
        "'fields':{'call_id':'1'}");
    tell(
        "'id':'o2','kind':'observation','correlation':'c','session':null,'run':'q',"
        "'fields':{'call_id':'1'}");
    EXPECT_EQ(in_correlation(without_result), "t1");
}

TEST_F(GapEndingsTest, DecisionMadeNeedsAnOutcome) {
    tell("'id':'d1','kind':'decision','correlation':'c'");
    tell("'id':'d2','kind':'decision','correlation':'c','fields':{'status':'made'}");
    tell("'id':'d3','kind':'decision','correlation':'c','fields':{'status':'declined'}");
    tell("'id':'d4','kind':'decision','correlation':'c','fields':{'status':'deferred'}");
    EXPECT_EQ(in_session(unjudged), "d1 d2");
    EXPECT_EQ(in_correlation(unjudged), "d1 d2");
}

TEST_F(GapEndingsTest, OutcomeOfAnyThreadAndAnyJudgementIsEnough) {
    tell("'id':'d1','kind':'decision','correlation':'c'");
    tell("'id':'d2','kind':'decision','correlation':'c'");
    tell("'id':'d3','kind':'decision','correlation':'c'");
    tell("'id':'o1','kind':'outcome','correlation':'c','fields':{'of':'d1','correct':true}");
    tell("'id':'o2','kind':'outcome','session':'s9','fields':{'of':'d2','correct':null}");
    EXPECT_EQ(in_session(unjudged), "d3");
    EXPECT_EQ(in_correlation(unjudged), "d3");
}

TEST_F(GapEndingsTest, DelegationNobodyTookUpIsUnanswered) {
    tell(
        "'id':'d','kind':'delegation','agent':'a','correlation':'c',"
        "'fields':{'parent_id':'a','child_id':'b','run_id':'r9'}");
    EXPECT_EQ(in_correlation(unanswered), "d");
    EXPECT_EQ(in_session(unanswered), "d");
    EXPECT_EQ(detail(unanswered, {"c"}), "no event of b or run r9 was ever recorded");
}

TEST_F(GapEndingsTest, AnyEventOfTheRunOrTheChildAnswers) {
    tell("'id':'d1','kind':'delegation','agent':'a','fields':{'child_id':'b','run_id':'r1'}");
    tell("'id':'d2','kind':'delegation','agent':'a','fields':{'child_id':'x','run_id':'r2'}");
    tell("'id':'e1','agent':'b','session':'s8'");
    tell("'id':'e2','agent':'y','session':'s9','run':'r2'");
    EXPECT_EQ(in_session(unanswered), "");
}

TEST_F(GapEndingsTest, MessageFromTheChildAnswersWhoeverRecordedIt) {
    tell("'id':'d','kind':'delegation','agent':'a','fields':{'child_id':'b'}");
    tell("'id':'m','kind':'message','agent':'router','fields':{'from':'b','to':['a']}");
    EXPECT_EQ(in_session(unanswered), "");
}

TEST_F(GapEndingsTest, DelegationDoesNotAnswerItself) {
    tell(
        "'id':'d1','kind':'delegation','agent':'b','run':'r1','fields':{'child_id':'b','run_id':"
        "'r1'}");
    EXPECT_EQ(in_session(unanswered), "d1");
    tell("'id':'e','agent':'b'");
    EXPECT_EQ(in_session(unanswered), "");
}

TEST_F(GapEndingsTest, DelegationToNobodyIsUnanswered) {
    tell("'id':'d','kind':'delegation','agent':'a'");
    EXPECT_EQ(in_session(unanswered), "d");
    EXPECT_EQ(detail(unanswered, {"s1"}), "it names neither a child nor a run");
}

TEST_F(GapEndingsTest, EmitterThatSaysItDroppedSomethingIsBelieved) {
    tell("'id':'a','fields':{'dropped_attributes_count':2}");
    tell("'id':'b','fields':{'droppedAttributesCount':1,'dropped_events':3,'droppedLinksCount':4}");
    tell("'id':'c','fields':{'dropped_attributes':true}");
    tell("'id':'d','fields':{'dropped_attributes':['x']}");
    EXPECT_EQ(in_session(dropped), "a b c d");
    EXPECT_EQ(detail(dropped, {"s1"}), "its emitter says that it dropped 2 attributes");
    EXPECT_EQ(asked({"s1"}).completeness.gaps[1].detail,
              "its emitter says that it dropped 1 attributes, 3 events, 4 links");
}

TEST_F(GapEndingsTest, EmitterThatDroppedNothingIsBelievedToo) {
    tell("'id':'a','fields':{'dropped_attributes_count':0}");
    tell("'id':'b','fields':{'dropped_attributes':false}");
    tell("'id':'c','fields':{'dropped_attributes':[]}");
    tell("'id':'d','fields':{'text':'dropped_attributes_count: 3'}");
    tell("'id':'e','fields':{'deeper':{'dropped_attributes_count':3}}");
    EXPECT_EQ(in_session(dropped), "");
}

TEST_F(GapEndingsTest, ChecksAreCallsDecisionsAndDelegations) {
    tell("'id':'a'");
    EXPECT_EQ(checks(without_result, {"s1"}), "0 checked, 0 found: no tool call was recorded");
    EXPECT_EQ(checks(unjudged, {"s1"}), "0 checked, 0 found: no decision was recorded");
    EXPECT_EQ(checks(unanswered, {"s1"}), "0 checked, 0 found: no delegation was recorded");
    EXPECT_EQ(checks(dropped, {"s1"}), "1 checked, 0 found");
    tell("'id':'t1','kind':'tool_call'");
    tell("'id':'t2','kind':'tool_call','fields':{'output':1}");
    tell("'id':'d','kind':'decision','fields':{'status':'declined'}");
    tell("'id':'g','kind':'delegation','fields':{'child_id':'x'}");
    EXPECT_EQ(checks(without_result, {"s1"}), "2 checked, 1 found");
    EXPECT_EQ(checks(unjudged, {"s1"}),
              "0 checked, 0 found: every decision was declined or deferred");
    EXPECT_EQ(checks(unanswered, {"s1"}), "1 checked, 1 found");
}

}  // namespace
}  // namespace hence
