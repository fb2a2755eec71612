#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "views/gaps/story_for_test.h"

namespace hence {
namespace {

constexpr std::string_view skew = "clock_skew";
constexpr std::string_view reused = "reused_correlation";

class GapLinksTest : public GapStory {
protected:
    Completeness correlation() { return asked({"c", ThreadScope::correlation}).completeness; }
};

TEST_F(GapLinksTest, ParentsCausesAndJudgedEventsThatWereNeverRecordedAreMissing) {
    tell("'id':'a','correlation':'c','parent':'x','causes':['y','x','y']");
    tell("'id':'o','correlation':'c','kind':'outcome','fields':{'of':'z'}");
    const std::vector<MissingParent> expected{{"a", "x"}, {"a", "y"}, {"o", "z"}};
    EXPECT_EQ(correlation().missing_parents, expected);
    EXPECT_EQ(asked({"s1"}).completeness.missing_parents, expected);
}

TEST_F(GapLinksTest, ParentRecordedOutsideTheThreadIsNotMissing) {
    tell("'id':'far','session':'s9'");
    tell("'id':'a','correlation':'c','parent':'far'");
    EXPECT_TRUE(correlation().complete());
    EXPECT_TRUE(asked({"s1"}).completeness.complete());
}

TEST_F(GapLinksTest, CyclesOfParentsAndCausesAreListedFromTheirEarliestEvent) {
    tell("'id':'a','correlation':'c','parent':'d'");
    tell("'id':'b','correlation':'c','causes':['a']");
    tell("'id':'d','correlation':'c','parent':'b'");
    tell("'id':'e','correlation':'c','parent':'e'");
    const std::vector<std::vector<std::string>> expected{{"a", "b", "d"}, {"e"}};
    EXPECT_EQ(correlation().cycles, expected);
    EXPECT_EQ(asked({"s1"}).completeness.cycles, expected);
}

TEST_F(GapLinksTest, EffectBeforeItsCauseIsSkewByThatMuch) {
    tell("'id':'b','correlation':'c','parent':'a','causes':['far'],'time':'2026-02-23T10:00:00Z'");
    tell("'id':'a','correlation':'c','time':'2026-02-23T10:00:01.500Z'");
    tell("'id':'far','session':'s9','time':'2026-02-23T10:01:00.000000001Z'");
    EXPECT_EQ(in_correlation(skew), "b b");
    const std::vector<Gap> gaps = correlation().gaps;
    ASSERT_EQ(gaps.size(), 2U);
    EXPECT_EQ(gaps[0].detail, "1.5 s earlier than its cause a");
    EXPECT_EQ(gaps[1].detail, "60.000000001 s earlier than its cause far");
}

TEST_F(GapLinksTest, SameInstantIsNoSkewWhateverArrivedFirst) {
    tell("'id':'b','parent':'a','time':'2026-02-23T10:00:00Z'");
    tell("'id':'a','time':'2026-02-23T10:00:00.000Z'");
    EXPECT_TRUE(asked({"s1"}).completeness.complete());
}

TEST_F(GapLinksTest, OnlyRecordedTimesAndStatedCausesMakeSkew) {
    tell("'id':'b','parent':'a','time':'2026-02-23T10:00:00Z','flags':['parent_derived']");
    tell("'id':'d','parent':'a','time':'2026-02-23T10:00:00Z','flags':['time_derived']");
    tell("'id':'e','parent':'f','time':'2026-02-23T10:00:00Z'");
    tell("'id':'o','kind':'outcome','time':'2026-02-23T10:00:00Z','fields':{'of':'a'}");
    tell("'id':'a','time':'2026-02-23T10:00:09Z'");
    tell("'id':'f','time':'2026-02-23T10:00:09Z','flags':['time_derived']");
    EXPECT_EQ(in_session(skew), "");
    tell("'id':'g','causes':['a'],'time':'2026-02-23T10:00:00Z','flags':['parent_derived']");
    EXPECT_EQ(in_session(skew), "g");
}

TEST_F(GapLinksTest, RefsAreResolvedInTheSessionOfEachEvent) {
    tell("'id':'o','kind':'observation','session':'s2','fields':{'key':'k'}");
    tell("'id':'a','session':'s2','correlation':'c','rationale':{'why':'w','refs':['k','o']}");
    tell("'id':'p','kind':'observation','session':'s1','fields':{'key':'other'}");
    tell(
        "'id':'b','session':'s1','correlation':'c','parent':'a',"
        "'rationale':{'why':'w','refs':['k','a','scratch:x']}");
    const std::vector<UnresolvedRef> expected{{"b", "k"}};
    EXPECT_EQ(correlation().unresolved_refs, expected);
    EXPECT_EQ(asked({"s1"}).completeness.unresolved_refs, expected);
    EXPECT_TRUE(asked({"s2"}).completeness.complete());
}

TEST_F(GapLinksTest, KeyOfTheThreadNamesNothingInAnotherSession) {
    tell("'id':'o','kind':'observation','session':'s2','correlation':'c','fields':{'key':'k'}");
    tell("'id':'p','kind':'observation','session':'s1','correlation':'c','parent':'o'");
    tell("'id':'a','session':'s2','correlation':'c','rationale':{'why':'w','refs':['k']}");
    tell("'id':'b','session':'s1','correlation':'c','rationale':{'why':'w','refs':['k']}");
    EXPECT_EQ(correlation().unresolved_refs, (std::vector<UnresolvedRef>{{"b", "k"}}));
}

TEST_F(GapLinksTest, PartsThatShareNothingReuseTheCorrelation) {
    tell("'id':'a','correlation':'c','session':'s1','agent':'x'");
    tell("'id':'b','correlation':'c','session':'s2','agent':'y'");
    tell("'id':'b2','correlation':'c','session':'s2','agent':'y'");
    tell("'id':'d','correlation':'c','session':'s3','agent':'z'");
    EXPECT_EQ(in_correlation(reused), "b d");
    EXPECT_EQ(detail(reused, {"c"}),
              "from here on the thread shares no agent, session or link with a, where it begins");
    EXPECT_EQ(in_session(reused), "");
}

TEST_F(GapLinksTest, SharedAgentOrSessionJoins) {
    tell("'id':'a','correlation':'c','session':'s1','agent':'x'");
    tell("'id':'b','correlation':'c','session':'s2','agent':'x'");
    tell("'id':'d','correlation':'c','session':'s2','agent':'y'");
    EXPECT_EQ(in_correlation(reused), "");
}

TEST_F(GapLinksTest, EveryKindOfLinkJoins) {
    tell("'id':'a','correlation':'c','session':'s1','agent':'a'");
    tell("'id':'b','correlation':'c','session':'s2','agent':'b','parent':'a'");
    tell("'id':'d','correlation':'c','session':'s3','agent':'d','causes':['b']");
    tell(
        "'id':'e','correlation':'c','session':'s4','agent':'e','rationale':{'why':'w','refs':["
        "'d']}");
    tell(
        "'id':'f','correlation':'c','session':'s5','agent':'f','kind':'outcome',"
        "'fields':{'of':'e'}");
    tell(
        "'id':'m','correlation':'c','session':'s6','agent':'router','kind':'message',"
        "'fields':{'from':'f','to':['h']}");
    tell(
        "'id':'h','correlation':'c','session':'s7','agent':'h','kind':'delegation',"
        "'fields':{'child_id':'i','run_id':'r9'}");
    tell("'id':'i','correlation':'c','session':'s8','agent':'i'");
    tell("'id':'j','correlation':'c','session':'s9','agent':'j','run':'r9'");
    EXPECT_EQ(in_correlation(reused), "");
}

TEST_F(GapLinksTest, LinkToWhatComesLaterOrLiesOutsideJoins) {
    tell("'id':'far','session':'s9'");
    tell("'id':'a','correlation':'c','session':'s1','agent':'a','parent':'b'");
    tell("'id':'b','correlation':'c','session':'s2','agent':'b','causes':['far']");
    tell("'id':'d','correlation':'c','session':'s3','agent':'d','parent':'far'");
    EXPECT_EQ(in_correlation(reused), "");
}

TEST_F(GapLinksTest, RunOfTheSameNameInAnotherSessionJoinsNothing) {
    tell("'id':'a','correlation':'c','session':'s1','agent':'a','run':'turn-1'");
    tell("'id':'b','correlation':'c','session':'s2','agent':'b','run':'turn-1'");
    EXPECT_EQ(in_correlation(reused), "b");
}

TEST_F(GapLinksTest, RunWithoutASessionJoins) {
    tell("'id':'a','correlation':'c','session':null,'agent':'a','run':'r'");
    tell("'id':'b','correlation':'c','session':null,'agent':'b','run':'r'");
    tell("'id':'d','correlation':'c','session':null,'agent':'d','run':'q'");
    EXPECT_EQ(in_correlation(reused), "d");
}

TEST_F(GapLinksTest, LooseEventIsOfTheSessionOfItsRun) {
    tell("'id':'a','correlation':'c','session':'s1','agent':'a','run':'r'");
    tell("'id':'b','correlation':'c','session':null,'agent':'b','run':'r'");
    EXPECT_EQ(in_correlation(reused), "");
}

}  // namespace
}  // namespace hence
