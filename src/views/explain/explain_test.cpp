// Tests of explanations, rule by rule.
#include "hence/explain.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class ExplainTest : public StoryTest {
protected:
    // Most of these tests are about links that are known; links_test.cpp has the others.
    std::string why(ExplainRequest request) {
        request.follow = Follow::known;
        return StoryTest::why(request);
    }
    Explanation explained(const ExplainRequest& request) {
        Result<Explanation> answer = explain(store(), request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }
    std::string down(const std::string& event) {
        return why({.event = event, .down = true, .follow = Follow::known});
    }
    std::string graph(const std::string& event) {
        return why({.event = event, .graph = true, .follow = Follow::known});
    }
    std::string assumed(const std::string& event) { return StoryTest::why({.event = event}); }
    std::string assumed_down(const std::string& event) {
        return StoryTest::why({.event = event, .down = true});
    }
    void tell_chain(int length) {
        std::vector<std::string> events{"'id':'e1'"};
        for (int i = 2; i <= length; ++i) {
            events.push_back(fmt::format("'id':'e{}','parent':'e{}'", i, i - 1));
        }
        tell_all(events);
    }
};

TEST_F(ExplainTest, TextIsThePrintedExample) {
    tell(
        "'id':'aaaaaaaa-1','kind':'llm_call','time':'2026-02-23T10:00:00.000Z','duration_ms':350,"
        "'fields':{'model':'claude-sonnet-4-6','total_tokens':1200}");
    tell(
        "'id':'bbbbbbbb-1','kind':'tool_call','time':'2026-02-23T10:00:01Z','duration_ms':45,"
        "'parent':'aaaaaaaa-1','fields':{'tool_name':'Read'}");
    tell(
        "'id':'cccccccc-1','kind':'decision','time':'2026-02-23T10:00:02Z','parent':'bbbbbbbb-1',"
        "'fields':{'description':'use vitest or jest','chosen':'vitest'}");
    EXPECT_EQ(
        text(explained({"cccccccc"})),
        "Causal Chain:\n"
        "\n"
        "   [2026-02-23 10:00:00Z] LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)  (aaaaaaaa)\n"
        "  -> [2026-02-23 10:00:01Z] Tool call: Read (45ms)  (bbbbbbbb)\n"
        "    -> [2026-02-23 10:00:02Z] Decision: use vitest or jest -> vitest  (cccccccc)\n");
}

TEST_F(ExplainTest, JsonHasEveryKey) {
    tell("'id':'a','time':'2026-02-23T10:00:00.10Z','agent':'x','rationale':{'why':'w'}");
    tell("'id':'b','parent':'a','time':'2026-02-23T10:00:01Z'");
    EXPECT_EQ(
        json(explained({.event = "b", .graph = true})),
        R"({"event":"b","direction":"up","chain":[)"
        R"({"event_id":"a","kind":"step","agent":"x","time":"2026-02-23T10:00:00.10Z",)"
        R"("summary":"Event: step","rationale":{"why":"w"},"said":null,"via":null,"also":[]},)"
        R"({"event_id":"b","kind":"step","agent":null,"time":"2026-02-23T10:00:01Z",)"
        R"("summary":"Event: step","rationale":null,"said":null,)"
        R"("via":{"from":"a","type":"parent","provenance":"explicit"},"also":[]}],)"
        R"("links":[{"from":"a","to":"b","type":"parent","provenance":"explicit"}],)"
        R"("completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],)"
        R"("uncaused":[],"truncated":0,"gaps":[]}})"
        "\n");
    EXPECT_NE(json(explained({.event = "a", .down = true})).find(R"("direction":"down")"),
              std::string::npos);
}

TEST_F(ExplainTest, UnknownEventHasNoChain) {
    tell("'id':'a'");
    EXPECT_EQ(why({"nothing"}), "No causal chain found.");
    EXPECT_EQ(why({""}), "No causal chain found.");
    EXPECT_EQ(explain(store(), {"nothing"}).error().code, Code::not_found);
}

TEST_F(ExplainTest, IdMayBeShortenedWhileItIsUnambiguous) {
    tell("'id':'morning-1'");
    tell("'id':'morning-2'");
    EXPECT_EQ(why({"-2"}), "morning-2");
    EXPECT_EQ(why({"morn"}), "id \"morn\" is ambiguous: morning-1, morning-2");
    EXPECT_EQ(explain(store(), {"morn"}).error().code, Code::invalid);
}

TEST_F(ExplainTest, WholeIdWinsOverALongerOne) {
    tell("'id':'a'");
    tell("'id':'ab'");
    EXPECT_EQ(why({"a"}), "a");
}

TEST_F(ExplainTest, CausesAreStrongerThanTheParent) {
    tell("'id':'a'");
    tell("'id':'b'");
    tell("'id':'c','parent':'b','causes':['a','never']");
    EXPECT_EQ(why({"c"}), "a -cause-> c !never of c");
}

TEST_F(ExplainTest, StrongerLinkToNothingRecordedIsMissing) {
    tell("'id':'a'");
    tell("'id':'b'");
    tell("'id':'c','parent':'x','causes':['y','b','z']");
    EXPECT_EQ(why({"c"}), "b -cause-> c !y of c !z of c !x of c");
}

TEST_F(ExplainTest, ParentWorkedOutByAnImporterIsDerived) {
    tell("'id':'a'");
    tell("'id':'b','parent':'a','flags':['parent_derived']");
    EXPECT_EQ(explained({"b"}).chain[1].via->provenance, Provenance::derived);
    EXPECT_EQ(explained({.event = "a", .down = true}).chain[1].via->provenance,
              Provenance::derived);
    EXPECT_NE(text(explained({"b"})).find("follows from it [derived]\n"), std::string::npos);
}

TEST_F(ExplainTest, WrappersOneInsideTheOtherTakeOneLine) {
    std::vector<std::string> events{"'id':'w1','kind':'span','fields':{'name':'team'}"};
    for (int i = 2; i <= 7; ++i) {
        events.push_back(fmt::format(
            "'id':'w{}','kind':'span','parent':'w{}','fields':{{'name':'step {}'}}", i, i - 1, i));
    }
    events.push_back("'id':'m','kind':'llm_call','parent':'w7','fields':{'model':'opus'}");
    tell_all(events);
    const std::string folded = text(explained({"m"}));
    EXPECT_NE(folded.find("Span: team › step 2 › … 3 more › step 6 › step 7  (w7)\n"),
              std::string::npos)
        << folded;
    EXPECT_EQ(folded.find("(w2)"), std::string::npos) << folded;
    EXPECT_NE(folded.find("  -> "), std::string::npos) << folded;
    EXPECT_EQ(explained({"m"}).chain.size(), 8);
    EXPECT_NE(text(explained({.event = "m", .all = true})).find("Span: step 4  (w4)\n"),
              std::string::npos);
}

TEST_F(ExplainTest, FoldedTextShowsTheNewestPrompt) {
    std::vector<std::string> events{"'id':'e0','kind':'prompt','fields':{'text':'begin'}"};
    for (int i = 1; i < 40; ++i) {
        const std::string kind = i == 5 || i == 9 ? "prompt" : "thought";
        events.push_back(
            fmt::format("'id':'e{}','kind':'{}','parent':'e{}','fields':{{'text':'step {}'}}", i,
                        kind, i - 1, i));
    }
    tell_all(events);
    const std::string folded = text(explained({"e39"}));
    EXPECT_NE(folded.find("Prompt: begin  (e0)\n"), std::string::npos) << folded;
    EXPECT_NE(folded.find("Prompt: step 9  (e9)\n"), std::string::npos) << folded;
    EXPECT_EQ(folded.find("(e5)"), std::string::npos) << folded;
    EXPECT_NE(folded.find("… 8 steps between (--all)"), std::string::npos) << folded;
}

TEST_F(ExplainTest, CallHangsOnTheModelCallThatRequestedIt) {
    tell("'id':'other','kind':'llm_call','session':'s2','fields':{'call_ids':['k']}");
    tell("'id':'m1','kind':'llm_call','fields':{'call_ids':['j','k']}");
    tell("'id':'t1','kind':'tool_call','fields':{'call_id':'k'}");
    tell("'id':'m2','kind':'llm_call','fields':{'call_ids':['k']}");
    tell("'id':'t2','kind':'tool_call','fields':{'call_id':'k'}");
    tell("'id':'o2','kind':'observation','fields':{'call_id':'k'}");
    EXPECT_EQ(why({"t1"}), "m1 -call-> t1");
    EXPECT_EQ(why({"o2"}), "m1 -call-> t1 -answers-> m2 -call-> t2 -call-> o2");
    EXPECT_EQ(down("m1"), "m1 t1<m1 call m2<t1 answers t2<m2 call o2<t2 call");
    EXPECT_EQ(down("m2"), "m2 t2<m2 call o2<t2 call");
}

TEST_F(ExplainTest, RequestStampedAfterItsCallStillCounts) {
    tell("'id':'t1','kind':'tool_call','fields':{'call_id':'k'}");
    tell("'id':'m1','kind':'llm_call','fields':{'call_ids':['k']}");
    EXPECT_EQ(why({"t1"}), "m1 -call-> t1");
    EXPECT_EQ(down("m1"), "m1 t1<m1 call");
}

TEST_F(ExplainTest, RefNamesAnEventOrTheLatestObservationOfItsKey) {
    tell("'id':'o1','kind':'observation','fields':{'key':'k'}");
    tell("'id':'o2','kind':'observation','fields':{'key':'k'}");
    tell("'id':'other','kind':'observation','session':'s2','fields':{'key':'k'}");
    tell("'id':'d','rationale':{'why':'w','refs':['k']}");
    tell("'id':'o3','kind':'observation','fields':{'key':'k'}");
    tell("'id':'e','rationale':{'why':'w','refs':['d']}");
    EXPECT_EQ(why({"e"}), "o2 -ref-> d -ref-> e");
    EXPECT_EQ(down("o1"), "o1");
    EXPECT_EQ(down("o2"), "o2 d<o2 ref e<d ref");
    EXPECT_EQ(down("o3"), "o3");
    EXPECT_EQ(down("other"), "other");
}

TEST_F(ExplainTest, UnresolvedRefsOfTheChainAreReported) {
    tell("'id':'a','rationale':{'why':'w','refs':['early']}");
    tell("'id':'o','kind':'observation','parent':'a','fields':{'key':'k'}");
    tell("'id':'b','parent':'o','rationale':{'why':'w','refs':['k','late','scratch:n']}");
    tell("'id':'l','kind':'observation','fields':{'key':'late'}");
    EXPECT_EQ(why({"b"}), "a -parent-> o -parent-> b !ref late of b");
}

TEST_F(ExplainTest, DelegationLeadsToTheFirstEventOfItsRun) {
    tell("'id':'d','kind':'delegation','fields':{'child_id':'w','run_id':'r9'}");
    tell("'id':'sub','session':'s2','run':'r9','parent':'d0'");
    tell("'id':'x','session':'s2','run':'r9'");
    tell("'id':'y','session':'s2','run':'r9'");
    EXPECT_EQ(why({"x"}), "d -delegation-> x");
    EXPECT_EQ(why({"y"}), "y");
    EXPECT_EQ(down("d"), "d x<d delegation");
}

TEST_F(ExplainTest, DelegationWithoutARunLeadsToTheChildsNextStepInTheThread) {
    tell("'id':'early','agent':'w'");
    tell("'id':'d1','kind':'delegation','fields':{'child_id':'w'}");
    tell("'id':'elsewhere','agent':'w','session':'s2'");
    tell("'id':'x','agent':'w'");
    tell("'id':'d2','kind':'delegation','fields':{'child_id':'w'}");
    tell("'id':'d3','kind':'delegation','fields':{'child_id':'w'}");
    tell("'id':'y','agent':'w'");
    EXPECT_EQ(down("d1"), "d1 x<d1 delegation");
    EXPECT_EQ(down("d2"), "d2");
    EXPECT_EQ(why({"y"}), "d3 -delegation-> y");
    EXPECT_EQ(why({"early"}), "early");
    EXPECT_EQ(why({"elsewhere"}), "elsewhere");
}

TEST_F(ExplainTest, DelegationInACorrelationCrossesSessions) {
    tell("'id':'d','kind':'delegation','correlation':'c','fields':{'child_id':'w'}");
    tell("'id':'no','agent':'w'");
    tell("'id':'x','agent':'w','session':'s2','correlation':'c'");
    EXPECT_EQ(why({"x"}), "d -delegation-> x");
    EXPECT_EQ(why({"no"}), "no");
}

TEST_F(ExplainTest, OutcomeHangsOnTheEventItIsOf) {
    tell("'id':'d','kind':'decision'");
    tell("'id':'o','kind':'outcome','fields':{'of':'d'}");
    tell("'id':'p','kind':'outcome','fields':{'of':'never'}");
    EXPECT_EQ(why({"o"}), "d -outcome-> o");
    EXPECT_EQ(down("d"), "d o<d outcome");
    EXPECT_EQ(why({"p"}), "p !never of p");
}

TEST_F(ExplainTest, MessageLeadsToTheReceiversNextStepWhenAssumed) {
    tell("'id':'m','kind':'message','correlation':'c','fields':{'from':'x','to':['a','b']}");
    tell("'id':'a1','agent':'a','correlation':'c'");
    tell("'id':'a2','agent':'a','correlation':'c'");
    tell("'id':'b1','agent':'b','correlation':'c'");
    EXPECT_EQ(why({"a1"}), "a1");
    EXPECT_EQ(assumed("a1"), "m -message-> a1");
    EXPECT_EQ(assumed("a2"), "m -message-> a1 -sequence-> a2");
    EXPECT_EQ(assumed_down("m"), "m a1<m message b1<m message a2<a1 sequence");
    EXPECT_EQ(explained({.event = "a1"}).chain[1].via->provenance, Provenance::assumed);
}

TEST_F(ExplainTest, SequenceFollowsTheRunWhereNothingElseIsKnown) {
    tell("'id':'a','run':'r1'");
    tell("'id':'b','run':'r1'");
    tell("'id':'other','run':'r1','session':'s2'");
    tell("'id':'c','run':'r1'");
    tell("'id':'x','run':'r2'");
    tell("'id':'y','run':'r2'");
    tell("'id':'z','run':'r2','parent':'x'");
    EXPECT_EQ(assumed("c"), "a -sequence-> b -sequence-> c");
    EXPECT_EQ(assumed_down("b"), "b c<b sequence");
    EXPECT_EQ(assumed("y"), "x -sequence-> y");
    EXPECT_EQ(assumed_down("y"), "y");
}

TEST_F(ExplainTest, CycleIsReportedFromItsEarliestEvent) {
    tell("'id':'a','parent':'b'");
    tell("'id':'b','parent':'c'");
    tell("'id':'c','parent':'a'");
    tell("'id':'d','parent':'b'");
    EXPECT_EQ(why({"d"}), "a -parent-> c -parent-> b -parent-> d !cycle a,c,b");
    EXPECT_EQ(down("b"), "b a<b parent d<b parent c<a parent !cycle a,c,b");
}

TEST_F(ExplainTest, EventThatIsItsOwnParentIsACycle) {
    tell("'id':'a','parent':'a'");
    EXPECT_EQ(why({"a"}), "a !cycle a");
    EXPECT_EQ(down("a"), "a !cycle a");
}

TEST_F(ExplainTest, GraphHasEveryEdgeAmongAncestors) {
    tell("'id':'a'");
    tell("'id':'b','causes':['a','never']");
    tell("'id':'c','parent':'b','causes':['a','b']");
    tell("'id':'d','parent':'c'");
    EXPECT_EQ(graph("c"), "a -cause-> c; a-cause->b; a-cause->c; b-cause->c !never of b");
    EXPECT_NE(text(explained({.event = "b", .graph = true}))
                  .find("\nLinks:\n\n  a -> b  (cause, explicit)\n"),
              std::string::npos);
}

TEST_F(ExplainTest, GraphReportsCyclesBesideTheChain) {
    tell("'id':'a','causes':['b']");
    tell("'id':'b','causes':['a']");
    tell("'id':'r'");
    tell("'id':'c','parent':'r','causes':['b']");
    EXPECT_EQ(why({"c"}), "a -cause-> b -cause-> c !cycle a,b");
    EXPECT_EQ(graph("c"),
              "a -cause-> b -cause-> c; b-cause->a; a-cause->b; b-cause->c; r-parent->c "
              "!cycle a,b");
}

TEST_F(ExplainTest, DownIsBreadthFirstNearestFirst) {
    tell("'id':'a'");
    tell("'id':'b','parent':'a'");
    tell("'id':'c','parent':'b'");
    tell("'id':'d','parent':'a'");
    tell("'id':'e','parent':'d','causes':['b']");
    EXPECT_EQ(down("a"), "a b<a parent d<a parent c<b parent e<b cause");
    EXPECT_EQ(text(explained({.event = "a", .down = true})),
              "Effects:\n\n"
              "   [2026-02-23 00:00:01Z] Event: step  (a)\n"
              "  -> [2026-02-23 00:00:02Z] Event: step  (b)  [parent, explicit of a]\n"
              "  -> [2026-02-23 00:00:04Z] Event: step  (d)  [parent, explicit of a]\n"
              "    -> [2026-02-23 00:00:03Z] Event: step  (c)  [parent, explicit of b]\n"
              "    -> [2026-02-23 00:00:05Z] Event: step  (e)  [cause, explicit of b]\n");
}

TEST_F(ExplainTest, LimitKeepsTheNearestAndCountsTheRest) {
    tell_chain(5);
    EXPECT_EQ(why({.event = "e5", .limit = 2}), "e4 -parent-> e5 !3 more");
    EXPECT_EQ(why({.event = "e5", .limit = 4}),
              "e2 -parent-> e3 -parent-> e4 -parent-> e5 !1 more");
    EXPECT_EQ(why({.event = "e2", .limit = 2}), "e1 -parent-> e2");
    EXPECT_EQ(why({.event = "e1", .down = true, .limit = 2}), "e1 e2<e1 parent !3 more");
    EXPECT_EQ(why({.event = "e1", .down = true, .limit = 2, .reach = 4}),
              "e1 e2<e1 parent !2 more");
}

TEST_F(ExplainTest, IndentationStaysFromLevelFortyOn) {
    tell_chain(42);
    const std::string out = text(explained({.event = "e42", .all = true}));
    const std::string indent(std::size_t{39} * 2, ' ');
    EXPECT_NE(out.find("\n" + indent + "-> [2026-02-23 00:00:40Z]"), std::string::npos);
    EXPECT_NE(out.find("\n[41] " + indent + "-> [2026-02-23 00:00:41Z]"), std::string::npos);
    EXPECT_EQ(out.find("[40]"), std::string::npos);
}

TEST_F(ExplainTest, HundredThousandDeepIsAnswered) {
    tell_chain(100'000);
    EXPECT_EQ(explained({"e100000"}).chain.size(), 100'000U);
    EXPECT_EQ(explained({.event = "e1", .down = true, .graph = true, .follow = Follow::known})
                  .links.size(),
              99'999U);
    EXPECT_EQ(explained({.event = "e100000", .graph = true, .follow = Follow::known, .limit = 1})
                  .links.size(),
              99'999U);
}

TEST_F(ExplainTest, HundredThousandWideIsAnswered) {
    std::vector<std::string> events{"'id':'a'"};
    for (int i = 0; i < 100'000; ++i) {
        events.push_back(fmt::format("'id':'e{}','parent':'a'", i));
    }
    tell_all(events);
    const Explanation answer = explained({.event = "a", .down = true, .limit = 3});
    EXPECT_EQ(answer.completeness.truncated, 99'998U);
}

TEST_F(ExplainTest, SequenceOfHundredThousandIsWalkedInOneGo) {
    std::vector<std::string> events;
    for (int i = 0; i < 100'000; ++i) {
        events.push_back(fmt::format("'id':'e{}','run':'r','time':'2026-01-01T00:00:00Z'", i));
    }
    tell_all(events);
    EXPECT_EQ(explained({.event = "e99999"}).chain.size(), 100'000U);
}

}  // namespace
}  // namespace hence
