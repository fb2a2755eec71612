#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "views/gaps/story_for_test.h"

namespace hence {
namespace {

class GapCausesTest : public GapStory {
protected:
    using Ids = std::vector<std::string>;
    Ids uncaused(const GapsRequest& request) { return asked(request).completeness.uncaused; }
};

TEST_F(GapCausesTest, StepWithoutARecordedOrDerivedCauseIsNamed) {
    tell("'id':'p','kind':'prompt','agent':'x'," + at(0));
    tell("'id':'m','kind':'llm_call','agent':'x','fields':{'call_ids':['k']}," + at(1));
    tell("'id':'t','kind':'tool_call','agent':'x','fields':{'call_id':'k','output':1}," + at(2));
    tell("'id':'d','kind':'decision','agent':'x','correlation':'c'," + at(3));
    tell("'id':'e','kind':'thought','agent':'x','parent':'d'," + at(4));
    EXPECT_EQ(uncaused({"s1"}), (Ids{"d"}));
    EXPECT_EQ(uncaused({"c"}), (Ids{"d"}));
    EXPECT_EQ(checks("uncaused", {"s1"}), "4 checked, 1 found");
}

TEST_F(GapCausesTest, BeginningsNeedNoCause) {
    tell("'id':'a','kind':'thought'");
    tell("'id':'s','kind':'session_start'");
    tell("'id':'p','kind':'prompt'");
    EXPECT_EQ(uncaused({"s1"}), Ids{});
    EXPECT_EQ(checks("uncaused", {"s1"}), "0 checked, 0 found: no event needs a cause");
}

TEST_F(GapCausesTest, FirstOfASessionIsABeginningInACorrelationToo) {
    tell("'id':'a','kind':'thought','correlation':'c','session':'s1'");
    tell("'id':'b','kind':'thought','correlation':'c','session':'s2'");
    tell("'id':'d','kind':'thought','correlation':'c','session':'s2'");
    EXPECT_EQ(uncaused({"c"}), (Ids{"d"}));
}

TEST_F(GapCausesTest, MissingParentIsToldAsMissingAndNotTwice) {
    tell("'id':'a','kind':'thought'");
    tell("'id':'b','kind':'thought','parent':'gone'");
    EXPECT_EQ(uncaused({"s1"}), Ids{});
    EXPECT_EQ(asked({"s1"}).completeness.missing_parents.size(), 1U);
}

}  // namespace
}  // namespace hence
