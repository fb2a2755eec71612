// Tests of trees: parents, cycles, delegations, and depth.
#include "hence/tree.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class TreeTest : public StoryTest {
protected:
    Tree grown(const TreeRequest& request) {
        Result<Tree> answer = tree(store(), request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }

    void tell_the_printed_example() {
        tell(
            "'id':'aaaaaaaa-1','kind':'llm_call','time':'2026-02-23T10:00:00.000Z','duration_ms':"
            "350,"
            "'fields':{'model':'claude-sonnet-4-6','total_tokens':1200}");
        tell(
            "'id':'bbbbbbbb-1','kind':'tool_call','time':'2026-02-23T10:00:01Z','duration_ms':45,"
            "'parent':'aaaaaaaa-1','fields':{'tool_name':'Read'}");
        tell(
            "'id':'cccccccc-1','kind':'decision','time':'2026-02-23T10:00:02Z',"
            "'parent':'bbbbbbbb-1',"
            "'fields':{'description':'use vitest or jest','chosen':'vitest'}");
        tell(
            "'id':'ffffffff-1','kind':'llm_call','time':'2026-02-23T10:00:05Z',"
            "'fields':{'model':'claude-sonnet-4-6'}");
    }
};

TEST_F(TreeTest, TextIsThePrintedExample) {
    tell_the_printed_example();
    EXPECT_EQ(
        text(grown({"s1"})),
        "Session: s1\n"
        "Events: 2 root(s), depth: 3\n"
        "\n"
        "[2026-02-23 10:00:00Z] LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)  (aaaaaaaa)\n"
        "└─ [2026-02-23 10:00:01Z] Tool call: Read (45ms)  (bbbbbbbb)\n"
        "   └─ [2026-02-23 10:00:02Z] Decision: use vitest or jest -> vitest  (cccccccc)\n"
        "[2026-02-23 10:00:05Z] LLM call: claude-sonnet-4-6 (? tokens)  (ffffffff)\n");
}

TEST_F(TreeTest, SpansThatHoldNothingTakeOneRow) {
    tell("'id':'r','kind':'span','fields':{'name':'run'}");
    for (const char* id : {"a", "b", "c"}) {
        tell(fmt::format("'id':'{}','kind':'span','parent':'r','fields':{{'name':'read'}}", id));
    }
    tell("'id':'d','kind':'span','parent':'r','fields':{'name':'read','status':'error'}");
    tell("'id':'e','kind':'span','parent':'r','fields':{'name':'read'}");
    tell("'id':'t','parent':'e'");
    const std::string folded = text(grown({"s1"}));
    EXPECT_NE(folded.find("Span: read ×3  (a)\n"), std::string::npos) << folded;
    EXPECT_EQ(folded.find("(b)"), std::string::npos) << folded;
    EXPECT_NE(folded.find("(d)\n"), std::string::npos) << folded;
    EXPECT_NE(folded.find("└─"), std::string::npos) << folded;
    EXPECT_NE(folded.find("Span: read  (e)\n"), std::string::npos) << folded;
    const std::string steps = text(grown({.session = "s1", .steps = true}));
    EXPECT_NE(steps.find("(b)\n"), std::string::npos) << steps;
    EXPECT_NE(steps.find("(c)\n"), std::string::npos) << steps;
}

TEST_F(TreeTest, JsonNestsChildrenAndHasEveryKey) {
    tell(
        "'id':'a','time':'2026-02-23T10:00:00.10Z','agent':'x','duration_ms':1.50,"
        "'rationale':{'why':'w'},'fields':{'n':1.10}");
    tell("'id':'b','parent':'a','time':'2026-02-23T10:00:01Z'");
    tell("'id':'c','time':'2026-02-23T10:00:02Z'");
    EXPECT_EQ(
        json(grown({"s1"})),
        R"({"session":"s1","root_event_id":"a","depth":2,"count":3,"events":[)"
        R"({"id":"a","kind":"step","agent":"x","time":"2026-02-23T10:00:00.10Z",)"
        R"("duration_ms":1.50,"summary":"Event: step",)"
        R"("rationale":{"why":"w"},"fields":{"n":1.10},"children":[)"
        R"({"id":"b","kind":"step","agent":null,"time":"2026-02-23T10:00:01Z","duration_ms":null,)"
        R"("summary":"Event: step","rationale":null,"fields":null,"children":[]}]},)"
        R"({"id":"c","kind":"step","agent":null,"time":"2026-02-23T10:00:02Z","duration_ms":null,)"
        R"("summary":"Event: step","rationale":null,"fields":null,"children":[]}],)"
        R"("completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],)"
        R"("uncaused":[],"truncated":0,"gaps":[]}})"
        "\n");
}

TEST_F(TreeTest, FlatJsonIsDepthFirstWithParentAndLevel) {
    tell("'id':'a','time':'2026-02-23T10:00:00Z'");
    tell("'id':'b','time':'2026-02-23T10:00:01Z'");
    tell("'id':'c','parent':'a','time':'2026-02-23T10:00:02Z'");
    const std::string out = json(grown({.session = "s1", .flat = true}));
    const std::string null_parts = R"("summary":"Event: step","rationale":null,"fields":null,)";
    EXPECT_NE(
        out.find(R"("events":[{"id":"a","kind":"step","agent":null,"time":"2026-02-23T10:00:00Z",)"
                 R"("duration_ms":null,)" +
                 null_parts +
                 R"("parent":null,"level":1},{"id":"c","kind":"step","agent":null,)"
                 R"("time":"2026-02-23T10:00:02Z","duration_ms":null,)" +
                 null_parts + R"("parent":"a","level":2},{"id":"b",)"),
        std::string::npos)
        << out;
}

TEST_F(TreeTest, SiblingsAreJoinedByGuides) {
    for (const char* event : {"'id':'a'", "'id':'b','parent':'a'", "'id':'c','parent':'b'",
                              "'id':'d','parent':'a'", "'id':'e','parent':'d'"}) {
        tell(event);
    }
    EXPECT_EQ(text(grown({"s1"})),
              "Session: s1\nEvents: 1 root(s), depth: 3\n\n"
              "[2026-02-23 00:00:01Z] Event: step  (a)\n"
              "├─ [2026-02-23 00:00:02Z] Event: step  (b)\n"
              "│  └─ [2026-02-23 00:00:03Z] Event: step  (c)\n"
              "└─ [2026-02-23 00:00:04Z] Event: step  (d)\n"
              "   └─ [2026-02-23 00:00:05Z] Event: step  (e)\n");
}

TEST_F(TreeTest, ChildrenAreInTheOrderOfTimeWhateverTheOrderOfArrival) {
    tell("'id':'c','parent':'a','time':'2026-02-23T10:00:03Z'");
    tell("'id':'b','parent':'a','time':'2026-02-23T10:00:02Z'");
    tell("'id':'a','time':'2026-02-23T10:00:01Z'");
    EXPECT_EQ(shape({"s1"}), "a(b c)");
}

TEST_F(TreeTest, ParentRecordedNowhereIsMissing) {
    tell("'id':'b','parent':'x'");
    EXPECT_EQ(shape({"s1"}), "b !x of b");
    EXPECT_NE(text(grown({"s1"})).find("! incomplete: parent x of b was never recorded\n"),
              std::string::npos);
}

TEST_F(TreeTest, ParentInAnotherSessionMakesARoot) {
    tell("'id':'x','session':'s2'");
    tell("'id':'b','parent':'x'");
    EXPECT_EQ(shape({"s1"}), "b");
}

TEST_F(TreeTest, CycleIsCutBeforeItsEarliestEvent) {
    tell("'id':'z','parent':'c'");
    tell("'id':'a','parent':'b'");
    tell("'id':'b','parent':'c'");
    tell("'id':'c','parent':'a'");
    EXPECT_EQ(shape({"s1"}), "a(c(z b)) !cycle a,c,b");
}

TEST_F(TreeTest, EventThatIsItsOwnParentIsACycle) {
    tell("'id':'a','parent':'a'");
    EXPECT_EQ(shape({"s1"}), "a !cycle a");
}

TEST_F(TreeTest, EventWithoutASessionBelongsToThatOfItsRun) {
    tell_all({"'id':'a','run':'r1'"});
    tell("'id':'b','run':'r1','session':'s2'");
    tell("'id':'c','run':'r1','parent':'a','session':null");
    EXPECT_EQ(shape({"s1"}), "a(c)");
    EXPECT_EQ(shape({"s2"}), "b");
}

TEST_F(TreeTest, UnknownSessionIsNotThere) {
    tell("'id':'a'");
    EXPECT_EQ(shape({"other"}), "session \"other\" was never recorded");
    EXPECT_EQ(shape({""}), "session \"\" was never recorded");
}

TEST_F(TreeTest, SessionMayBeShortened) {
    tell("'id':'a','session':'morning-1'");
    tell("'id':'b','session':'morning-2'");
    EXPECT_EQ(shape({"-2"}), "b");
    EXPECT_EQ(shape({"morn"}), "session \"morn\" is ambiguous: morning-1, morning-2");
}

TEST_F(TreeTest, RefThatNamesNothingIsReported) {
    tell("'id':'a','rationale':{'why':'w','refs':['obs:0']}");  // Before any observation.
    tell("'id':'b','kind':'observation','fields':{'key':'obs:1'}");
    tell("'id':'c','rationale':{'why':'w','refs':['obs:1','a','scratch:x','obs:2','obs:2']}");
    tell("'id':'d','kind':'observation','fields':{'key':'obs:2'}");
    EXPECT_EQ(shape({"s1"}), "a b c d !ref obs:2 of c");
}

TEST_F(TreeTest, KeyOfAnotherSessionResolvesNothing) {
    tell("'id':'a','kind':'observation','session':'s2','fields':{'key':'obs:1'}");
    tell("'id':'b','kind':'observation','fields':{'key':'obs:2'}");
    tell("'id':'c','rationale':{'why':'w','refs':['obs:1']}");
    EXPECT_EQ(shape({"s1"}), "b c !ref obs:1 of c");
}

TEST_F(TreeTest, CallOfTwoEventsShowsTheDurationOfItsEnd) {
    tell("'id':'a','kind':'tool_call','fields':{'tool_name':'Read','call_id':'k'}");
    tell("'id':'b','kind':'observation','duration_ms':45.0,'fields':{'call_id':'k'}");
    EXPECT_NE(text(grown({"s1"})).find("Tool call: Read (45ms)  (a)"), std::string::npos);
    EXPECT_NE(
        json(grown({"s1"})).find(R"x("duration_ms":45.0,"summary":"Tool call: Read (45ms)")x"),
        std::string::npos);
}

TEST_F(TreeTest, DelegationsGoOnInTheChildsRun) {
    tell("'id':'a'");
    tell("'id':'d','kind':'delegation','parent':'a','fields':{'child_id':'w','run_id':'r9'}");
    tell("'id':'own','parent':'d'");
    tell("'id':'x','session':'s2','run':'r9','agent':'w'");
    tell("'id':'y','session':'s2','run':'r9','agent':'w','parent':'x'");
    tell("'id':'z','session':'s2','run':'r9','agent':'w'");
    EXPECT_EQ(shape({"s1"}), "a(d(own))");
    EXPECT_EQ(shape({.session = "s1", .delegations = true}), "a(d(own x(y) z))");
}

TEST_F(TreeTest, DelegationInTheSameSessionMovesTheChildsRoot) {
    tell("'id':'d','kind':'delegation','fields':{'child_id':'w'}");
    tell("'id':'x','agent':'w'");
    tell("'id':'own','parent':'d'");
    tell("'id':'y','parent':'x'");
    EXPECT_EQ(shape({"s1"}), "d(own) x(y)");
    EXPECT_EQ(shape({.session = "s1", .delegations = true}), "d(own x(y))");
}

TEST_F(TreeTest, DelegationsOfDelegationsAreFollowedAndNothingIsListedTwice) {
    tell("'id':'d','kind':'delegation','run':'r1','fields':{'child_id':'w','run_id':'r2'}");
    tell("'id':'x','session':'s2','run':'r2'");
    tell(
        "'id':'e','kind':'delegation','session':'s2','run':'r2','parent':'x',"
        "'fields':{'child_id':'v','run_id':'r3'}");
    tell("'id':'y','session':'s3','run':'r3'");
    tell(
        "'id':'back','kind':'delegation','session':'s3','run':'r3','parent':'y',"
        "'fields':{'child_id':'u','run_id':'r1'}");
    tell("'id':'d2','kind':'delegation','parent':'d','fields':{'child_id':'w','run_id':'r2'}");
    EXPECT_EQ(shape({.session = "s1", .delegations = true}), "d(d2 x(e(y(back))))");
}

TEST_F(TreeTest, IndentationStaysFromLevelFortyOn) {
    std::vector<std::string> events{"'id':'e1'"};
    for (int i = 2; i <= 42; ++i) {
        events.push_back(fmt::format("'id':'e{}','parent':'e{}'", i, i - 1));
    }
    tell_all(events);
    const std::string out = text(grown({.session = "s1", .steps = true}));
    const std::string indent(std::size_t{38} * 3, ' ');
    EXPECT_NE(out.find("\n" + indent + "└─ [2026-02-23 00:00:40Z]"), std::string::npos);
    EXPECT_NE(out.find("\n[41] " + indent + "└─ [2026-02-23 00:00:41Z]"), std::string::npos);
    EXPECT_NE(out.find("\n[42] " + indent + "└─ [2026-02-23 00:00:42Z]"), std::string::npos);
    EXPECT_EQ(out.find("[40]"), std::string::npos);
}

// Beyond what a tree keeps in memory, so that its events are read again.
TEST_F(TreeTest, HundredThousandDeepIsAnswered) {
    std::vector<std::string> events{"'id':'e0'"};
    for (int i = 1; i < 100'000; ++i) {
        events.push_back(fmt::format("'id':'e{}','parent':'e{}'", i, i - 1));
    }
    tell_all(events);
    const Tree answer = grown({"s1"});
    EXPECT_EQ(answer.depth, 100'000U);
    EXPECT_TRUE(answer.events.empty());
    EXPECT_LT(text(answer).size(), 25'000'000U);
    const std::string out = json(answer);
    EXPECT_NE(out.find("]}]}],\"completeness\":{\"complete\":true"), std::string::npos);
    EXPECT_NE(out.find("{\"id\":\"e99999\""), std::string::npos);
}

TEST_F(TreeTest, HundredThousandWideIsAnswered) {
    std::vector<std::string> events;
    for (int i = 0; i < 100'000; ++i) {
        events.push_back(fmt::format("'id':'e{}','parent':'x{}'", i, i % 3));
    }
    tell_all(events);
    tell("'id':'x1'");
    const Tree answer = grown({"s1"});
    EXPECT_EQ(answer.depth, 2U);
    EXPECT_EQ(answer.roots, 66'668U);
    EXPECT_EQ(answer.completeness.missing_parents.size(), 66'667U);
    EXPECT_NE(json(answer).find("{\"id\":\"e99997\""), std::string::npos);
}

}  // namespace
}  // namespace hence
