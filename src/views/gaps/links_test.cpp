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

    // An event of the correlation, two hours behind the one before it.
    void apart(const std::string& members) {
        tell(members + fmt::format(",'correlation':'c','time':'2026-02-{:02}T{:02}:00:00Z'",
                                   1 + hours_ / 24, hours_ % 24));
        hours_ += 2;
    }

private:
    int hours_ = 0;
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

TEST_F(GapLinksTest, ChecksAreCountedByWhatWasNamed) {
    tell("'id':'a'");
    EXPECT_EQ(checks("missing_parents", {"s1"}),
              "0 checked, 0 found: no event names a parent or a cause");
    EXPECT_EQ(checks("cycles", {"s1"}), "0 checked, 0 found: no event names a parent or a cause");
    EXPECT_EQ(checks(skew, {"s1"}), "0 checked, 0 found: no event states a parent or a cause");
    EXPECT_EQ(checks("unresolved_refs", {"s1"}),
              "0 checked, 0 found: no rationale refers to anything");
    tell("'id':'b','parent':'a','causes':['gone'],'rationale':{'why':'w','refs':['scratch:x']}");
    EXPECT_EQ(checks("missing_parents", {"s1"}), "2 checked, 1 found");
    EXPECT_EQ(checks("cycles", {"s1"}), "1 checked, 0 found");
    EXPECT_EQ(checks(skew, {"s1"}), "1 checked, 0 found");
    EXPECT_EQ(checks("unresolved_refs", {"s1"}),
              "0 checked, 0 found: refs only to own notes, or before the first observation");
    tell("'id':'o','kind':'observation','parent':'b','rationale':{'why':'w','refs':['a','z']}");
    EXPECT_EQ(checks("unresolved_refs", {"s1"}), "2 checked, 1 found");
}

TEST_F(GapLinksTest, SameInstantIsNoSkewWhateverArrivedFirst) {
    tell("'id':'b','parent':'a','time':'2026-02-23T10:00:00Z'");
    tell("'id':'a','time':'2026-02-23T10:00:00.000Z'");
    EXPECT_EQ(in_session(skew), "");
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
    apart("'id':'a','session':'s1','agent':'x'");
    apart("'id':'b','session':'s2','agent':'y'");
    apart("'id':'b2','session':'s2','agent':'y'");
    apart("'id':'d','session':'s3','agent':'z'");
    EXPECT_EQ(in_correlation(reused), "b d");
    EXPECT_EQ(detail(reused, {"c"}),
              "from here on the thread shares no agent, session or link with a, which ended "
              "7200 s before");
    EXPECT_EQ(checks(reused, {"c"}), "3 checked, 2 found");
    EXPECT_EQ(checks(reused, {"s1"}), "0 checked, 0 found: this is a session, not a correlation");
}

TEST_F(GapLinksTest, StrangersWithinAnHourAreOneAffair) {
    tell("'id':'a','correlation':'c','session':'s1','agent':'x'," + at(0));
    tell("'id':'b','correlation':'c','session':'s2','agent':'y'," + at(3'599));
    tell("'id':'d','correlation':'c','session':'s3','agent':'z','time':'2026-02-23T11:00:00Z'");
    EXPECT_EQ(in_correlation(reused), "");
    EXPECT_EQ(checks(reused, {"c"}), "3 checked, 0 found");
    tell("'id':'e','correlation':'c','session':'s4','agent':'w','time':'2026-02-23T11:00:01Z'");
    EXPECT_EQ(in_correlation(reused), "e");
}

TEST_F(GapLinksTest, PartThatLastsLongIsNotFarFromWhatItOverlaps) {
    apart("'id':'a','session':'s1','agent':'x'");
    apart("'id':'b','session':'s2','agent':'y'");
    apart("'id':'a2','session':'s1','agent':'x'");
    EXPECT_EQ(in_correlation(reused), "");
}

TEST_F(GapLinksTest, DerivedTimesPutNothingApart) {
    apart("'id':'a','session':'s1','agent':'x','flags':['time_derived']");
    apart("'id':'b','session':'s2','agent':'y'");
    EXPECT_EQ(in_correlation(reused), "");
}

TEST_F(GapLinksTest, SharedAgentOrSessionJoins) {
    apart("'id':'a','session':'s1','agent':'x'");
    apart("'id':'b','session':'s2','agent':'x'");
    apart("'id':'d','session':'s2','agent':'y'");
    EXPECT_EQ(in_correlation(reused), "");
}

TEST_F(GapLinksTest, EveryKindOfLinkJoins) {
    apart("'id':'a','session':'s1','agent':'a'");
    apart("'id':'b','session':'s2','agent':'b','parent':'a'");
    apart("'id':'d','session':'s3','agent':'d','causes':['b']");
    apart(
        "'id':'e','session':'s4','agent':'e','rationale':{'why':'w','refs':["
        "'d']}");
    apart(
        "'id':'f','session':'s5','agent':'f','kind':'outcome',"
        "'fields':{'of':'e'}");
    apart(
        "'id':'m','session':'s6','agent':'router','kind':'message',"
        "'fields':{'from':'f','to':['h']}");
    apart(
        "'id':'h','session':'s7','agent':'h','kind':'delegation',"
        "'fields':{'child_id':'i','run_id':'r9'}");
    apart("'id':'i','session':'s8','agent':'i'");
    apart("'id':'j','session':'s9','agent':'j','run':'r9'");
    EXPECT_EQ(in_correlation(reused), "");
}

TEST_F(GapLinksTest, LinkToWhatComesLaterOrLiesOutsideJoins) {
    tell("'id':'far','session':'s9'");
    apart("'id':'a','session':'s1','agent':'a','parent':'b'");
    apart("'id':'b','session':'s2','agent':'b','causes':['far']");
    apart("'id':'d','session':'s3','agent':'d','parent':'far'");
    EXPECT_EQ(in_correlation(reused), "");
}

TEST_F(GapLinksTest, RunOfTheSameNameInAnotherSessionJoinsNothing) {
    apart("'id':'a','session':'s1','agent':'a','run':'turn-1'");
    apart("'id':'b','session':'s2','agent':'b','run':'turn-1'");
    EXPECT_EQ(in_correlation(reused), "b");
}

TEST_F(GapLinksTest, RunWithoutASessionJoins) {
    apart("'id':'a','session':null,'agent':'a','run':'r'");
    apart("'id':'b','session':null,'agent':'b','run':'r'");
    apart("'id':'d','session':null,'agent':'d','run':'q'");
    EXPECT_EQ(in_correlation(reused), "d");
}

TEST_F(GapLinksTest, LooseEventIsOfTheSessionOfItsRun) {
    apart("'id':'a','session':'s1','agent':'a','run':'r'");
    apart("'id':'b','session':null,'agent':'b','run':'r'");
    EXPECT_EQ(in_correlation(reused), "");
}

}  // namespace
}  // namespace hence
