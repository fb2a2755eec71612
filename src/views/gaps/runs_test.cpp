#include <string>

#include <gtest/gtest.h>

#include "views/gaps/story_for_test.h"

namespace hence {
namespace {

constexpr std::string_view unthreaded = "unthreaded_decision";
constexpr std::string_view missing = "rationale_missing";

class GapRunsTest : public GapStory {};

TEST_F(GapRunsTest, DecisionWithoutCorrelationInARunThatWorksForOneIsUnthreaded) {
    tell("'id':'a','agent':'x','run':'r','correlation':'c'");
    tell("'id':'d','kind':'decision','agent':'x','run':'r'");
    EXPECT_EQ(in_correlation(unthreaded), "d");
    EXPECT_EQ(in_session(unthreaded), "d");
    EXPECT_EQ(detail(unthreaded, {"c"}),
              "x recorded events of c in run r, and this decision without a correlation");
}

TEST_F(GapRunsTest, DecisionMayComeFirst) {
    tell("'id':'d','kind':'decision','agent':'x','run':'r'");
    tell("'id':'a','agent':'x','run':'r','correlation':'c'");
    EXPECT_EQ(in_correlation(unthreaded), "d");
    EXPECT_EQ(in_session(unthreaded), "d");
}

TEST_F(GapRunsTest, DecisionOfAnotherAgentRunSessionOrCorrelationIsNotUnthreaded) {
    tell("'id':'a','agent':'x','run':'r','correlation':'c'");
    tell("'id':'d1','kind':'decision','agent':'y','run':'r'");
    tell("'id':'d2','kind':'decision','agent':'x','run':'q'");
    tell("'id':'d3','kind':'decision','agent':'x','run':'r','session':'s2'");
    tell("'id':'d4','kind':'decision','agent':'x','run':'r','correlation':'other'");
    tell("'id':'d5','kind':'decision','run':'r'");
    tell("'id':'d6','kind':'decision','agent':'x'");
    tell("'id':'t','kind':'thought','agent':'x','run':'r'");
    EXPECT_EQ(in_correlation(unthreaded), "");
    EXPECT_EQ(in_session(unthreaded), "");
}

TEST_F(GapRunsTest, EventsOfASessionWithoutRunsAreOneRun) {
    tell("'id':'a','agent':'x','correlation':'c'");
    tell("'id':'d','kind':'decision','agent':'x'");
    EXPECT_EQ(in_correlation(unthreaded), "d");
    EXPECT_EQ(in_session(unthreaded), "d");
    EXPECT_EQ(detail(unthreaded, {"c"}),
              "x recorded events of c in its session, and this decision without a correlation");
}

TEST_F(GapRunsTest, LooseDecisionOfTheRunIsUnthreadedToo) {
    tell("'id':'a','agent':'x','run':'r','correlation':'c'");
    tell_all({"'id':'d','kind':'decision','agent':'x','run':'r','session':null"});
    EXPECT_EQ(in_correlation(unthreaded), "d");
    EXPECT_EQ(in_session(unthreaded), "d");
}

TEST_F(GapRunsTest, EventsWithoutSessionAndRunAreStrangers) {
    tell("'id':'a','agent':'x','correlation':'c','session':null");
    tell("'id':'d','kind':'decision','agent':'x','session':null");
    EXPECT_EQ(in_correlation(unthreaded), "");
}

TEST_F(GapRunsTest, DecisionsAssumptionsAndCurationsNeedARationale) {
    tell("'id':'d','kind':'decision','correlation':'c'");
    tell("'id':'a','kind':'assumption','correlation':'c'");
    tell("'id':'k','kind':'curation','correlation':'c'");
    tell("'id':'t','kind':'thought','correlation':'c'");
    tell("'id':'m','kind':'llm_call','correlation':'c'");
    EXPECT_EQ(in_correlation(missing), "d a k");
    EXPECT_EQ(in_session(missing), "d a k");
    EXPECT_EQ(detail(missing, {"c"}), "this decision carries no rationale");
}

TEST_F(GapRunsTest, GivenRationaleIsEnough) {
    tell("'id':'d','kind':'decision','rationale':{'why':'w'}");
    tell("'id':'a','kind':'assumption','rationale':{'why':'w'}");
    tell("'id':'k','kind':'curation','rationale':{'why':'w'}");
    EXPECT_EQ(in_session(missing), "");
}

TEST_F(GapRunsTest, DerivedRationaleIsNotGiven) {
    tell("'id':'d','kind':'decision','rationale':{'why':'w'},'flags':['rationale_derived']");
    EXPECT_EQ(in_session(missing), "d");
    EXPECT_EQ(detail(missing, {"s1"}), "the rationale of this decision was derived, not given");
}

TEST_F(GapRunsTest, ToolCallsNeedARationaleOnlyWhereAnotherOfTheRunHasOne) {
    tell("'id':'t1','kind':'tool_call','run':'r','rationale':{'why':'w'}");
    tell("'id':'t2','kind':'tool_call','run':'r'");
    tell("'id':'t3','kind':'tool_call','run':'q'");
    tell("'id':'t4','kind':'tool_call','run':'p'");
    tell("'id':'d4','kind':'decision','run':'p','rationale':{'why':'w'}");
    tell("'id':'t5','kind':'tool_call','run':'o'");
    tell(
        "'id':'t6','kind':'tool_call','run':'o','rationale':{'why':'w'},"
        "'flags':['rationale_derived']");
    EXPECT_EQ(in_session(missing), "t2");
    EXPECT_EQ(detail(missing, {"s1"}), "this tool_call carries no rationale, others of run r do");
}

TEST_F(GapRunsTest, CallsOfRunsThatExplainNoneAreCountedAndNotTicked) {
    tell("'id':'t1','kind':'tool_call','run':'r'");
    tell("'id':'t2','kind':'tool_call','run':'q'");
    EXPECT_EQ(checks(missing, {"s1"}),
              "0 checked, 0 found: no rationale was ever given: 2 tool calls");
    tell("'id':'d','kind':'decision','run':'r','rationale':{'why':'w'}");
    EXPECT_EQ(checks(missing, {"s1"}),
              "1 checked, 0 found: 2 tool calls not checked: no tool call of the same run has a "
              "rationale");
    tell("'id':'t3','kind':'tool_call','run':'r','rationale':{'why':'w'}");
    EXPECT_EQ(checks(missing, {"s1"}),
              "3 checked, 1 found: 1 tool call not checked: no tool call of the same run has a "
              "rationale");
}

TEST_F(GapRunsTest, NothingToExplainIsNoTick) {
    tell("'id':'t','kind':'thought'");
    EXPECT_EQ(checks(missing, {"s1"}),
              "0 checked, 0 found: no decision, assumption, curation or tool call was recorded");
    EXPECT_EQ(checks(unthreaded, {"s1"}), "0 checked, 0 found: no decision was recorded");
    tell("'id':'d','kind':'decision','agent':'x'");
    EXPECT_EQ(checks(unthreaded, {"s1"}),
              "0 checked, 0 found: no decision stands in a run that has a correlation");
    tell("'id':'a','agent':'x','correlation':'c'");
    EXPECT_EQ(checks(unthreaded, {"s1"}), "1 checked, 1 found");
}

TEST_F(GapRunsTest, ToolCallMayComeBeforeTheOneThatIsExplained) {
    tell("'id':'t1','kind':'tool_call','run':'r'");
    tell("'id':'t2','kind':'tool_call','run':'r','rationale':{'why':'w'}");
    EXPECT_EQ(in_session(missing), "t1");
}

TEST_F(GapRunsTest, RestOfTheRunIsLookedAtForACorrelation) {
    tell("'id':'t1','kind':'tool_call','run':'r','correlation':'c'");
    EXPECT_EQ(in_correlation(missing), "");
    tell("'id':'t2','kind':'tool_call','run':'r','session':'s2','rationale':{'why':'w'}");
    EXPECT_EQ(in_correlation(missing), "");
    tell("'id':'t3','kind':'tool_call','run':'r','rationale':{'why':'w'}");
    EXPECT_EQ(in_correlation(missing), "t1");
}

}  // namespace
}  // namespace hence
