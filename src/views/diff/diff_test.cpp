// Tests of two runs compared.
#include "hence/diff.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "views/diff/steps.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

std::string canonical(std::string_view json) {
    std::string out;
    append_canonical(out, json);
    return out;
}

TEST(Canonical, IsTheSameForWhatSaysTheSame) {
    EXPECT_EQ(canonical(R"({"b":[1,{"y":2,"x":"a"}],"a":1.0})"),
              canonical(R"({"a":10e-1,"b":[1.00,{"x":"a","y":2}]})"));
    EXPECT_EQ(canonical(R"(["a/",0,-0.0,100])"), canonical(R"(["a\/",-0,0e9,1e2])"));
    EXPECT_EQ(canonical("{}"), "{}");
}

TEST(Canonical, DiffersForWhatDoesNot) {
    const char* const pairs[][2] = {{"[1,2]", "[2,1]"},
                                    {R"({"a":1})", R"({"b":1})"},
                                    {"1", R"("1")"},
                                    {"[[1],2]", "[[1,2]]"},
                                    {R"({"a":{}})", R"({"a":[]})"},
                                    {"0.1", "0.10000000000000001"},
                                    {"1", "-1"},
                                    {"10", "1"},
                                    {"true", R"("true")"},
                                    {"1e400", "1e401"}};
    for (const auto& [a, b] : pairs) {
        EXPECT_NE(canonical(a), canonical(b)) << a << " and " << b;
    }
}

class DiffTest : public StoryTest {
protected:
    // A run's events, in one word each: Read:1 is a tool call on the input 1, m:opus a model call,
    // d:size:2 a decision.
    void tell_run(std::string_view run, std::string_view words) {
        std::size_t count = 0;
        for (std::size_t at = 0; at < words.size();) {
            const std::size_t end = std::min(words.find(' ', at), words.size());
            tell(fmt::format("'id':'{}{}','run':'{}',{}", run, ++count, run,
                             members_of(words.substr(at, end - at))));
            at = end + 1;
        }
    }

    static std::string members_of(std::string_view word) {
        const std::size_t colon = word.find(':');
        const std::string_view name = word.substr(0, colon);
        const std::string_view rest = word.substr(colon + 1);
        if (name == "m") {
            return fmt::format("'kind':'llm_call','fields':{{'model':'{}','total_tokens':5}}",
                               rest);
        }
        if (name == "d") {
            const std::size_t second = rest.find(':');
            return fmt::format("'kind':'decision','fields':{{'decision_type':'{}','chosen':'{}'}}",
                               rest.substr(0, second), rest.substr(second + 1));
        }
        return fmt::format("'kind':'tool_call','fields':{{'tool_name':'{}','input':{}}}", name,
                           rest);
    }

    // "=a1b1 -a2 +b2 ~a3b3".
    std::string edits(const DiffRequest& request = {.a = "a", .b = "b"}) {
        const Result<Diff> answer = diff(store(), request);
        if (!answer) {
            return answer.error().message;
        }
        std::string said;
        for (const DiffEdit& edit : answer->edits) {
            said += said.empty() ? "" : " ";
            said += "=+-~"[static_cast<int>(edit.op)];
            said += edit.a ? answer->a.steps[*edit.a].event : "";
            said += edit.b ? answer->b.steps[*edit.b].event : "";
        }
        return said;
    }
};

TEST_F(DiffTest, AStepMoreAtTheFrontIsOneEdit) {
    tell_run("a", "Read:1 Read:2 Read:3");
    tell_run("b", "Grep:0 Read:1 Read:2 Read:3");
    EXPECT_EQ(edits(), "+b1 =a1b2 =a2b3 =a3b4");
    EXPECT_EQ(edits({.a = "b", .b = "a"}), "-b1 =b2a1 =b3a2 =b4a3");
}

TEST_F(DiffTest, StepsOfOneSortAreChangedAndOthersAreNot) {
    tell_run("a", "Read:1 m:opus d:size:2 Read:9");
    tell_run("b", "Read:2 m:haiku d:size:3 Grep:9");
    EXPECT_EQ(edits(), "~a1b1 ~a2b2 ~a3b3 -a4 +b4");
}

TEST_F(DiffTest, AChangeIsFoundAmongOtherEdits) {
    tell_run("a", "Read:1 Bash:1 Read:8");
    tell_run("b", "Grep:1 Read:2 Read:8");
    EXPECT_EQ(edits(), "+b1 ~a1b2 -a2 =a3b3");
}

TEST_F(DiffTest, DecisionsOfAnotherTypeAreNotChanged) {
    tell_run("a", "d:size:2");
    tell_run("b", "d:side:2");
    EXPECT_EQ(edits(), "-a1 +b1");
}

TEST_F(DiffTest, InputsAreComparedByWhatTheySay) {
    tell("'id':'a1','run':'a','kind':'tool_call','fields':{'tool_name':'R','input':{'x':1,'y':2}}");
    tell(
        "'id':'b1','run':'b','kind':'tool_call',"
        "'fields':{'input':{'y':2.0,'x':10e-1},'output':'other','tool_name':'R'}");
    EXPECT_EQ(edits(), "=a1b1");
}

TEST_F(DiffTest, NoInputIsNullInput) {
    tell_run("a", "Read:null");
    tell("'id':'b1','run':'b','kind':'tool_call','fields':{'tool_name':'Read'}");
    EXPECT_EQ(edits(), "=a1b1");
}

TEST_F(DiffTest, ADecisionWithoutATypeIsKnownByItsDescription) {
    for (const std::string run : {"a", "b", "c"}) {
        tell(
            fmt::format("'id':'{}1','run':'{}','kind':'decision',"
                        "'fields':{{'description':'{}','chosen':'x'}}",
                        run, run, run == "c" ? "another" : "one"));
    }
    EXPECT_EQ(edits(), "=a1b1");
    EXPECT_EQ(edits({.a = "a", .b = "c"}), "-a1 +c1");
}

TEST_F(DiffTest, OtherKindsAreNoSteps) {
    tell("'id':'a1','run':'a','kind':'thought','fields':{'text':'hm'}");
    tell("'id':'b1','run':'b','kind':'observation','fields':{'call_id':'1','content':'x'}");
    EXPECT_EQ(edits(), "");
}

TEST_F(DiffTest, RunsOfOneNameAreToldApartBySession) {
    tell("'id':'x','run':'r','session':'s1','kind':'llm_call','fields':{'model':'m'}");
    tell("'id':'y','run':'r','session':'s2','kind':'llm_call','fields':{'model':'m'}");
    EXPECT_EQ(edits({.a = "r", .b = "r", .session_a = "s1", .session_b = "s2"}), "=xy");
    EXPECT_EQ(edits({.a = "r", .b = "r"}), "run \"r\" is ambiguous: it is in sessions s1, s2");
    EXPECT_EQ(edits({.a = "r", .b = "q", .session_a = "s1"}), "run \"q\" was never recorded");
}

TEST_F(DiffTest, EventsWithoutASessionBelongToTheirRun) {
    tell_run("a", "Read:1");
    tell("'id':'a2','run':'a','session':null,'kind':'llm_call','fields':{'model':'m'}");
    tell_run("b", "Read:1 m:m");
    EXPECT_EQ(edits(), "=a1b1 =a2b2");
}

TEST_F(DiffTest, DurationIsWhatTheEndSaysElseTheTimeBetween) {
    tell(
        "'id':'a1','run':'a','kind':'llm_call','time':'2026-01-01T00:00:00Z','duration_ms':1500,"
        "'fields':{'model':'m','prompt_tokens':3,'completion_tokens':4}");
    tell(
        "'id':'a2','run':'a','kind':'observation','time':'2026-01-01T00:00:00.5Z',"
        "'duration_ms':9000,'fields':{'call_id':'c','content':'x'}");
    tell(
        "'id':'b1','run':'b','kind':'llm_call','time':'2026-01-01T00:00:00Z','duration_ms':1500,"
        "'fields':{'model':'m'}");
    tell(
        "'id':'b2','run':'b','kind':'session_end','time':'2026-01-01T00:00:01Z',"
        "'duration_ms':1000.5");
    const Result<Diff> answer = diff(store(), {.a = "a", .b = "b"});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->a.duration_ms, 1500);
    EXPECT_EQ(answer->b.duration_ms, 1000.5);
    EXPECT_EQ(answer->a.tokens.total, 7);
    EXPECT_EQ(answer->b.tokens.total, std::nullopt);
}

TEST_F(DiffTest, ARunEndsWithItsLastCallAndBeforeItsOutcome) {
    for (const std::string run : {"a", "b"}) {
        tell(
            fmt::format("'id':'{0}1','run':'{0}','kind':'tool_call','duration_ms':9000,"
                        "'time':'2026-01-01T00:00:00Z'",
                        run));
        tell(
            fmt::format("'id':'{0}3','run':'{0}','kind':'outcome','fields':{{'of':'{0}1'}},"
                        "'time':'2026-01-01T01:00:00Z'",
                        run));
    }
    tell("'id':'b2','run':'b','kind':'session_end','time':'2026-01-01T00:00:02Z'");
    const Result<Diff> answer = diff(store(), {.a = "a", .b = "b"});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->a.duration_ms, 9000);
    EXPECT_EQ(answer->b.duration_ms, 9000);
}

TEST_F(DiffTest, WithoutTimesThereIsNoDuration) {
    tell("'id':'a1','run':'a','kind':'llm_call','flags':['time_derived'],'fields':{'model':'m'}");
    tell("'id':'b1','run':'b','kind':'llm_call','fields':{'model':'m'}");
    const Result<Diff> answer = diff(store(), {.a = "a", .b = "b"});
    ASSERT_TRUE(answer);
    EXPECT_FALSE(answer->a.duration_ms);
    EXPECT_EQ(answer->b.duration_ms, 0);
    EXPECT_TRUE(json(*answer).ends_with("\"duration_ms\":{\"a\":null,\"b\":0}}\n"));
}

TEST_F(DiffTest, JsonHasEveryKeyInOrder) {
    tell_run("a", "m:opus Read:1 Read:5");
    tell_run("b", "m:opus Read:2");
    const Result<Diff> answer = diff(store(), {.a = "a", .b = "b"});
    ASSERT_TRUE(answer);
    EXPECT_EQ(
        json(*answer),
        R"({"a":"a","b":"b","same":false,"first_divergence":{"index":1,)"
        R"("a":{"event":"a2","step":"tool:Read 1"},"b":{"event":"b2","step":"tool:Read 2"}},)"
        R"("edits":[{"op":"same","a":{"event":"a1","step":"model:opus"},)"
        R"("b":{"event":"b1","step":"model:opus"}},)"
        R"({"op":"changed","a":{"event":"a2","step":"tool:Read 1"},)"
        R"("b":{"event":"b2","step":"tool:Read 2"}},)"
        R"({"op":"removed","a":{"event":"a3","step":"tool:Read 5"},"b":null}],)"
        R"("tokens":{"a":{"input":null,"output":null,"cache_read":null,"cache_write":null,)"
        R"("reasoning":null,"total":5},"b":{"input":null,"output":null,"cache_read":null,)"
        R"("cache_write":null,"reasoning":null,"total":5}},"duration_ms":{"a":2000,"b":1000}})"
        "\n");
}

TEST_F(DiffTest, TheSameRunIsTheSame) {
    tell_run("a", "m:opus Read:1");
    const Result<Diff> answer = diff(store(), {.a = "a", .b = "latest"});
    ASSERT_TRUE(answer);
    EXPECT_TRUE(json(*answer).starts_with(
        R"({"a":"a","b":"a","same":true,"first_divergence":null,"edits":[{"op":"same",)"));
    EXPECT_NE(text(*answer).find("The same steps, in one order."), std::string::npos);
}

TEST_F(DiffTest, ALongStepIsCutAndStillTellsApart) {
    const std::string start(115, 'x');
    tell_run("a", fmt::format("Read:'{}' Read:'{}1'", start.substr(0, 107), start));
    tell_run("b", fmt::format("Read:'{}' Read:'{}2'", start.substr(0, 108), start));
    const Result<Diff> answer = diff(store(), {.a = "a", .b = "b"});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->a.steps[0].step, "tool:Read \"" + start.substr(0, 107) + "\"");
    EXPECT_EQ(answer->b.steps[0].step, "tool:Read \"" + start.substr(0, 108) + "\"");
    const std::string& a = answer->a.steps[1].step;
    const std::string& b = answer->b.steps[1].step;
    EXPECT_EQ(a.substr(0, a.find("… #")), b.substr(0, b.find("… #")));
    EXPECT_NE(a, b);
}

TEST_F(DiffTest, TextCutsALongStretchOfTheSame) {
    tell_run("a", "R:1 R:2 R:3 R:4 R:5 R:6 R:7 R:8");
    tell_run("b", "R:1 R:2 R:3 R:4 R:5 R:6 R:7 R:8 Q:1");
    const Result<Diff> answer = diff(store(), {.a = "a", .b = "b"});
    ASSERT_TRUE(answer);
    EXPECT_EQ(text(*answer),
              "a: run a of session s1, 8 steps, ? tokens, 7s\n"
              "b: run b of session s1, 9 steps, ? tokens, 8s\n"
              "8 same, 0 changed, 1 added, 0 removed\n"
              "First divergence after 8 steps alike: only b has tool:Q 1\n"
              "\n"
              "= tool:R 1  (a1, b1)\n"
              "= tool:R 2  (a2, b2)\n"
              "= tool:R 3  (a3, b3)\n"
              "  … 2 more the same\n"
              "= tool:R 6  (a6, b6)\n"
              "= tool:R 7  (a7, b7)\n"
              "= tool:R 8  (a8, b8)\n"
              "+ tool:Q 1  (b9)\n");
}

TEST_F(DiffTest, TextShowsSevenOfTheSameWhole) {
    tell_run("a", "R:1 R:2 R:3 R:4 R:5 R:6 R:7");
    const Result<Diff> answer = diff(store(), {.a = "a", .b = "a"});
    ASSERT_TRUE(answer);
    EXPECT_EQ(text(*answer).find("more the same"), std::string::npos);
}

TEST_F(DiffTest, RecordedTextCannotActOnATerminal) {
    tell("'id':'a1','run':'a','kind':'llm_call','fields':{'model':'\\u001b[2J\\nx'}");
    tell("'id':'b1','run':'b','kind':'thought'");
    const Result<Diff> answer = diff(store(), {.a = "a", .b = "b"});
    ASSERT_TRUE(answer);
    EXPECT_NE(text(*answer).find("- model:\\x1b[2J x  (a1)\n"), std::string::npos);
}

}  // namespace
}  // namespace hence
