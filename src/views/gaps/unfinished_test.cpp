#include <string>

#include <gtest/gtest.h>

#include "views/gaps/story_for_test.h"

namespace hence {
namespace {

constexpr std::string_view unfinished = "unfinished";

class GapUnfinishedTest : public GapStory {};

TEST_F(GapUnfinishedTest, RunThatWasStartedNeedsAnEnd) {
    tell("'id':'s','kind':'session_start','run':'r','correlation':'c'");
    EXPECT_EQ(in_session(unfinished), "s");
    EXPECT_EQ(in_correlation(unfinished), "s");
    EXPECT_EQ(detail(unfinished, {"s1"}), "run r begins here, and its end was never recorded");
    tell("'id':'x','kind':'termination','run':'q'");
    EXPECT_EQ(in_session(unfinished), "s");
    EXPECT_EQ(in_correlation(unfinished), "s");
    tell("'id':'e','kind':'termination','run':'r'");
    EXPECT_EQ(in_session(unfinished), "");
    EXPECT_EQ(in_correlation(unfinished), "");
}

TEST_F(GapUnfinishedTest, SessionThatWasStartedNeedsAnEnd) {
    tell("'id':'s','kind':'session_start'");
    EXPECT_EQ(detail(unfinished, {"s1"}), "session s1 begins here, and its end was never recorded");
    tell("'id':'e','kind':'session_end','session':'s2'");
    EXPECT_EQ(in_session(unfinished), "s");
    tell("'id':'f','kind':'termination','run':'r'");
    EXPECT_EQ(in_session(unfinished), "");
}

TEST_F(GapUnfinishedTest, EndOfTheSessionEndsWhatItBeganBefore) {
    tell("'id':'s','kind':'session_start','run':'r'," + at(0));
    tell("'id':'e','kind':'session_end','run':'q'," + at(1));
    tell("'id':'t','kind':'session_start','run':'p'," + at(2));
    EXPECT_EQ(in_session(unfinished), "t");
}

TEST_F(GapUnfinishedTest, PromptBeginsARunWhereTheSessionTellsTheEndOfAnother) {
    tell("'id':'p','kind':'prompt','run':'one','correlation':'c'," + at(0));
    tell("'id':'q','kind':'prompt','run':'two','correlation':'c'," + at(1));
    tell("'id':'n','kind':'prompt'," + at(2));
    EXPECT_EQ(in_session(unfinished), "");
    EXPECT_EQ(in_correlation(unfinished), "");
    tell("'id':'e','kind':'termination','run':'one'," + at(3));
    EXPECT_EQ(in_session(unfinished), "q");
    EXPECT_EQ(in_correlation(unfinished), "q");
}

TEST_F(GapUnfinishedTest, RunIsReportedOnceAtItsBeginning) {
    tell("'id':'s','kind':'session_start','run':'r'");
    tell("'id':'p','kind':'prompt','run':'r'");
    tell("'id':'t','kind':'session_start','run':'r'");
    EXPECT_EQ(in_session(unfinished), "s");
    EXPECT_EQ(checks(unfinished, {"s1"}), "1 checked, 1 found");
}

TEST_F(GapUnfinishedTest, DerivedBeginningBeginsNothing) {
    tell("'id':'s','kind':'session_start','run':'r','flags':['derived']");
    EXPECT_EQ(checks(unfinished, {"s1"}),
              "0 checked, 0 found: no model call and no beginning of a run was recorded");
}

TEST_F(GapUnfinishedTest, ModelCallThatSaysSoIsUnfinished) {
    tell("'id':'m','kind':'llm_call','correlation':'c','flags':['unfinished']");
    tell("'id':'n','kind':'llm_call','correlation':'c'");
    tell("'id':'o','kind':'llm_call','correlation':'c','fields':{'completion':'unfinished'}");
    EXPECT_EQ(in_session(unfinished), "m");
    EXPECT_EQ(in_correlation(unfinished), "m");
    EXPECT_EQ(detail(unfinished, {"s1"}), "the record breaks off in this model call");
    EXPECT_EQ(checks(unfinished, {"s1"}), "3 checked, 1 found");
}

TEST_F(GapUnfinishedTest, WholeAnswerTakesThePlaceOfTheOneThatBrokeOff) {
    const std::string_view call =
        "'id':'m','kind':'llm_call','correlation':'c','time':'2026-01-01T00:00:00Z'";
    tell(std::string(call) + ",'flags':['unfinished']");
    EXPECT_EQ(in_session(unfinished), "m");
    tell(std::string(call) + ",'fields':{'completion':'whole'}");
    EXPECT_EQ(in_session(unfinished), "");
    EXPECT_EQ(in_correlation(unfinished), "");
}

}  // namespace
}  // namespace hence
