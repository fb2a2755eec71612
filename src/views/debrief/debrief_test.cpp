// Tests of debriefs.
#include "hence/debrief.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "views/debrief/words.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class DebriefTest : public StoryTest {
protected:
    // An event that nobody needs to name gets an id of its own.
    void tell(const std::string& members) {
        Story::tell(members.find("'id':") == members.npos
                        ? fmt::format("'id':'n{}',", ++unnamed_) + members
                        : members);
    }
    Debrief told(const DebriefRequest& request) {
        Result<Debrief> answer = debrief(store(), request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }
    std::string text_of(const std::string& run) { return text(told({run})); }
    std::string json_of(const std::string& run) { return json(told({run})); }
    void says(const std::string& run, std::string_view part) {
        const std::string all = json_of(run);
        EXPECT_NE(all.find(part), all.npos) << all;
    }

    void tell_the_printed_example() {
        tell(
            "'id':'e1','kind':'session_start','run':'run-debrief-test','fields':{"
            "'goal':'find current price of AAPL stock'}");
        tell(
            "'id':'e2','kind':'tool_call','run':'run-debrief-test','iteration':1,'rationale':{"
            "'why':'needs fresh price data','refs':['scratch:goal']},'fields':{"
            "'tool_name':'web_search'}");
        tell(
            "'id':'e3','kind':'assumption','run':'run-debrief-test','iteration':1,'rationale':{"
            "'why':'no currency specified','confidence':0.6},'fields':{"
            "'assumption':'user means USD'}");
        tell(
            "'id':'e4','kind':'curation','run':'run-debrief-test','iteration':2,'rationale':{"
            "'why':'no audit trail'},'fields':{'action':'marked_untrusted',"
            "'target':'obs:scrape-1'}");
        tell(
            "'id':'e5','kind':'alternatives','run':'run-debrief-test','iteration':2,'fields':{"
            "'chosen':'calculator','rejected':[{'option':'ask-human',"
            "'rejected_because':'no human in loop'}]}");
        tell(
            "'id':'e6','kind':'tool_call','run':'run-debrief-test','iteration':2,'rationale':{"
            "'why':'verify cited number'},'fields':{'tool_name':'calculator'}");
        tell(
            "'id':'e7','kind':'termination','run':'run-debrief-test','iteration':2,'rationale':{"
            "'why':'quality 0.92 ≥ threshold 0.90'},'fields':{'reason':'quality_threshold'}");
        tell(
            "'id':'e8','kind':'session_end','run':'run-debrief-test','duration_ms':2500,"
            "'fields':{'status':'success','total_tokens':1500}");
    }
    int unnamed_ = 0;
};

TEST_F(DebriefTest, SessionWithoutRunsIsDebriefed) {
    tell("'kind':'prompt','fields':{'text':'clean the cache'}");
    tell("'kind':'tool_call','fields':{'tool_name':'Bash','input':{'command':'rm -rf build'}}");
    EXPECT_EQ(text_of("s1"),
              "Debrief: run s1\n├─ Goal: clean the cache\n├─ Path: Bash `rm -rf build`\n"
              "├─ Termination: unknown\n└─ Verdict: (no run-completed event found)\n"
              "! 1 of 1 tool calls carry no rationale\n");
}

TEST_F(DebriefTest, SessionMeansItsLatestRunAndTheOthersAreNamed) {
    tell("'kind':'prompt','run':'r1','fields':{'text':'first'}");
    tell("'kind':'prompt','run':'r2','fields':{'text':'second'}");
    const std::string text = text_of("s1");
    EXPECT_NE(text.find("Debrief: run r2\n├─ The latest of 2 runs; the others: r1\n"
                        "├─ Goal: second\n"),
              text.npos)
        << text;
    EXPECT_EQ(text_of("r1").find("others"), std::string::npos);
}

TEST_F(DebriefTest, RepeatedStepsFold) {
    for (const std::string_view command : {"ls", "cat a", "cat b"}) {
        tell(
            fmt::format("'kind':'tool_call','run':'r','fields':{{'tool_name':'shell',"
                        "'input':{{'command':'{}'}}}}",
                        command));
    }
    for (int i = 0; i < 2; ++i) {
        tell("'kind':'tool_call','run':'r','fields':{'tool_name':'Read','input':{'path':'/a'}}");
    }
    tell("'kind':'decision','run':'r','fields':{'description':'stop'}");
    const std::string text = text_of("r");
    EXPECT_NE(text.find("├─ Path: shell ×3 → Read /a ×2 → decision:stop\n"), text.npos) << text;
}

TEST_F(DebriefTest, FailedRunNamesWhatItFailedOn) {
    tell(
        "'kind':'tool_call','run':'r','fields':{'tool_name':'Bash','call_id':'c',"
        "'input':{'command':'make'}}");
    tell(
        "'id':'end-of-make','kind':'observation','run':'r','duration_ms':20,"
        "'fields':{'call_id':'c','status':'error','error':'exit 2'}");
    tell("'kind':'session_end','run':'r','fields':{'status':'failure'}");
    const std::string text = text_of("r");
    EXPECT_NE(text.find("├─ Failed on: Tool call: Bash `make` FAILED: exit 2 (20ms)  ("), text.npos)
        << text;
}

TEST_F(DebriefTest, FailureThatTheRunWentOnFromIsNotItsEnd) {
    tell("'kind':'tool_call','run':'r','fields':{'tool_name':'Bash','error':'exit 2'}");
    EXPECT_NE(text_of("r").find("Failed on"), std::string::npos);
    tell("'kind':'tool_call','run':'r','fields':{'tool_name':'Bash','output':'ok'}");
    EXPECT_EQ(text_of("r").find("Failed on"), std::string::npos);
    tell("'kind':'session_end','run':'r','fields':{'status':'success'}");
    EXPECT_EQ(text_of("r").find("Failed on"), std::string::npos);
}

TEST_F(DebriefTest, TextIsThePublishedExample) {
    tell_the_printed_example();
    EXPECT_EQ(text_of("run-debrief-test"),
              "Debrief: run run-debrief-test\n"
              "├─ Goal: find current price of AAPL stock\n"
              "├─ Path: web_search → calculator\n"
              "├─ Why this path\n"
              "│   • iter 1 chose tool:web_search: \"needs fresh price data\" (refs: "
              "scratch:goal)\n"
              "│   • iter 2 chose tool:calculator: \"verify cited number\"\n"
              "├─ Assumptions\n"
              "│   • \"user means USD\" (conf: 0.60) — no currency specified\n"
              "├─ Curator\n"
              "│   • iter 2 marked-untrusted obs:scrape-1 — \"no audit trail\"\n"
              "├─ Alternatives considered\n"
              "│   • iter 2 chose calculator\n"
              "│     ✗ ask-human — no human in loop\n"
              "├─ Termination: quality_threshold — \"quality 0.92 ≥ threshold 0.90\"\n"
              "└─ Verdict: success | 1500 tok | 2500ms\n");
}

TEST_F(DebriefTest, JsonOfTheExampleHasEveryKeyInOrder) {
    tell_the_printed_example();
    EXPECT_EQ(
        json_of("run-debrief-test"),
        R"({"run_id":"run-debrief-test","goal":"find current price of AAPL stock","path":[)"
        R"({"iter":1,"action":"tool:web_search","rationale":{"why":"needs fresh price data",)"
        R"("refs":["scratch:goal"]}},)"
        R"({"iter":2,"action":"tool:calculator","rationale":{"why":"verify cited number"}}],)"
        R"("assumptions":[{"iter":1,"assumption":"user means USD","rationale":{"why":)"
        R"("no currency specified","confidence":0.6}}],)"
        R"("curator_actions":[{"iter":2,"action":"marked-untrusted","target_ref":"obs:scrape-1",)"
        R"("rationale":{"why":"no audit trail"}}],)"
        R"("alternatives":[{"iter":2,"chosen":"calculator","rejected":[{"option":"ask-human",)"
        R"("rejected_because":"no human in loop"}]}],)"
        R"("termination":{"by":"quality_threshold","rationale":{"why":)"
        R"("quality 0.92 ≥ threshold 0.90"}},)"
        R"("verdict":{"status":"success","tokens":{"input":null,"output":null,"cache_read":null,)"
        R"("cache_write":null,"reasoning":null,"total":1500},"duration_ms":2500},"rationale":[)"
        R"({"iteration":1,"decision":"tool-selection","tool_name":"web_search","rationale":)"
        R"({"why":"needs fresh price data","refs":["scratch:goal"]}},)"
        R"({"iteration":2,"decision":"curator-marked-untrusted","tool_name":null,"rationale":)"
        R"({"why":"no audit trail"}},)"
        R"({"iteration":2,"decision":"tool-selection","tool_name":"calculator","rationale":)"
        R"({"why":"verify cited number"}},)"
        R"({"iteration":2,"decision":"termination:quality_threshold","tool_name":null,)"
        R"("rationale":{"why":"quality 0.92 ≥ threshold 0.90"}}],)"
        R"("coverage":{"tool_calls":2,"with_rationale":2},"completeness":{"complete":true,)"
        R"("missing_parents":[],"cycles":[],"unresolved_refs":[],)"
        R"("uncaused":[],"truncated":0,"gaps":[]}})"
        "\n");
}

TEST_F(DebriefTest, ASummaryIsForWhoeverAsksAndComesWithTheWordsOfTheAnswer) {
    tell("'id':'m','kind':'llm_call','run':'r','fields':{'model':'m','completion':'It is stale.'}");
    tell(
        "'id':'t','kind':'tool_call','run':'r','parent':'m','fields':{'tool_name':'Bash',"
        "'input':{'command':'rm -rf build'}}");
    tell("'id':'u','kind':'tool_call','run':'r','fields':{'tool_name':'Read'}");
    says("r", R"("path":[{"iter":null,"action":"tool:Bash","rationale":null},{)");
    const std::string all = json(told({.run = "r", .summaries = true}));
    EXPECT_NE(all.find(R"("rationale":null,"event":"t","summary":"Tool call: Bash `rm -rf build`",)"
                       R"("said":"It is stale."},)"),
              all.npos)
        << all;
    // Nothing ties the second call to the answer.
    EXPECT_NE(all.find(R"("event":"u","summary":"Tool call: Read","said":null}])"), all.npos)
        << all;
}

TEST_F(DebriefTest, ARunThatSaysNothingHasNoSections) {
    tell("'id':'a','run':'empty'");
    EXPECT_EQ(text_of("empty"),
              "Debrief: run empty\n"
              "├─ Termination: unknown\n"
              "└─ Verdict: (no run-completed event found)\n");
    says("empty",
         R"("goal":null,"path":[],"assumptions":[],"curator_actions":[],)"
         R"("alternatives":[],"termination":{"by":"unknown","rationale":null},)"
         R"("verdict":null,"rationale":[],"coverage":{"tool_calls":0,"with_rationale":0})");
}

TEST_F(DebriefTest, EveryKindOfStepHasItsAction) {
    tell("'run':'r','kind':'tool_call'");
    tell(
        "'run':'r','kind':'decision','rationale':{'why':'w'},'fields':{'decision_type':'my_type',"
        "'description':'d'}");
    tell("'run':'r','kind':'decision','rationale':{'why':'w'},'fields':{'description':'d'}");
    tell("'run':'r','kind':'decision'");
    tell(
        "'run':'r','kind':'strategy_switch','rationale':{'why':'w'},'fields':{'from':'react_x',"
        "'to':'plan'}");
    tell("'run':'r','kind':'strategy_switch'");
    tell("'run':'r','kind':'reactive','rationale':{'why':'w'},'fields':{'action':'early_stop'}");
    tell("'run':'r','kind':'reactive'");
    tell("'run':'r','kind':'delegation','rationale':{'why':'w'},'fields':{'child_id':'a_b'}");
    tell("'run':'r','kind':'delegation'");
    const std::string path = text_of("r");
    EXPECT_NE(path.find("├─ Path: unknown → decision:my_type → decision:d → decision:unknown → "
                        "strategy:react_x→plan → strategy:?→? → reactive:early-stop"),
              path.npos)
        << path;
    EXPECT_NE(path.find("│   • chose strategy:react_x→plan: \"w\"\n"), path.npos) << path;
    says("r", R"({"iter":null,"action":"tool:unknown","rationale":null})");
    says("r", R"({"iter":null,"action":"delegation:?","rationale":null})");
    for (const std::string_view word :
         {"decision:my_type", "decision:d", "strategy-switch:react_x→plan", "reactive-early-stop",
          "delegation:a_b"}) {
        says("r", fmt::format(R"("decision":"{}","tool_name":null)", word));
    }
}

TEST_F(DebriefTest, ADerivedRationaleIsNotGiven) {
    tell(
        "'run':'r','kind':'tool_call','rationale':{'why':'w'},'flags':['rationale_derived'],"
        "'fields':{'tool_name':'x'}");
    tell(
        "'run':'r','kind':'assumption','rationale':{'why':'w','confidence':1},"
        "'flags':['rationale_derived'],'fields':{'assumption':'a'}");
    tell(
        "'run':'r','kind':'termination','rationale':{'why':'w'},"
        "'flags':['rationale_derived'],'fields':{'reason':'done'}");
    EXPECT_EQ(text_of("r"),
              "Debrief: run r\n"
              "├─ Path: x\n"
              "├─ Assumptions\n"
              "│   • \"a\"\n"
              "├─ Termination: done\n"
              "└─ Verdict: (no run-completed event found)\n"
              "! 1 of 1 tool calls carry no rationale\n");
    says("r", R"("rationale":[],"coverage":{"tool_calls":1,"with_rationale":0})");
}

TEST_F(DebriefTest, ACallOfTwoEventsCountsOnce) {
    tell(
        "'id':'a','run':'r','kind':'tool_call','rationale':{'why':'w'},"
        "'fields':{'tool_name':'x','call_id':'c1'}");
    tell("'run':'r','kind':'observation','fields':{'call_id':'c1','content':'ok'}");
    tell("'run':'r','kind':'tool_call','fields':{'tool_name':'y','output':1}");
    const std::string said = text_of("r");
    EXPECT_NE(said.find("├─ Path: x → y\n"), said.npos) << said;
    EXPECT_TRUE(said.ends_with("! 1 of 2 tool calls carry no rationale\n")) << said;
}

TEST_F(DebriefTest, TheGoalIsTheRunsElseTheSessions) {
    tell("'kind':'session_start','fields':{'goal':'of the session'}");
    tell("'kind':'session_start','run':'r1','fields':{'goal':'of the run'}");
    tell("'run':'r2'");
    tell("'kind':'session_start','run':'r3'");
    EXPECT_EQ(told({"r1"}).goal, "of the run");
    EXPECT_EQ(told({"r2"}).goal, "of the session");
    EXPECT_EQ(told({"r3"}).goal, "of the session");
}

TEST_F(DebriefTest, EventsWithoutASessionBelongToTheRun) {
    tell("'id':'a','run':'r','kind':'tool_call','fields':{'tool_name':'x'}");
    tell_all({R"('id':'b','session':null,'run':'r','kind':'tool_call','fields':{'tool_name':'y'})",
              R"('id':'c','session':null,'run':'q','kind':'session_start','fields':{'goal':'g'})",
              R"('id':'d','run':'q')"});
    const Debrief answer = told({"r"});
    EXPECT_EQ(answer.tool_calls, 2U);
    EXPECT_EQ(answer.goal, std::nullopt);  // That is the goal of another run.
    EXPECT_EQ(told({"q"}).goal, "g");
}

TEST_F(DebriefTest, TheVerdictCountsWhatTheEndDidNotSay) {
    tell("'run':'r','time':'2026-01-01T00:00:00Z','kind':'llm_call','fields':{'total_tokens':7}");
    tell("'run':'r','time':'2026-01-01T00:00:01Z','kind':'llm_call','fields':{'prompt_tokens':3}");
    tell("'run':'r','time':'2026-01-01T00:00:01.5005Z','kind':'session_end'");
    tell("'run':'r','time':'2026-01-02T00:00:00Z','kind':'outcome','fields':{'of':'x'}");
    EXPECT_NE(text_of("r").find("└─ Verdict: unknown | 10 tok | 1500.5ms\n"), std::string::npos);
    says("r", R"("verdict":{"status":null,"tokens":{"input":3,"output":null,"cache_read":null,)"
              R"("cache_write":null,"reasoning":null,"total":10},"duration_ms":1500.5})");
}

TEST_F(DebriefTest, TheVerdictSaysNothingThatNobodyRecorded) {
    tell("'run':'r','kind':'session_end','flags':['time_derived'],'fields':{'status':'failure'}");
    EXPECT_NE(text_of("r").find("└─ Verdict: failure | ? tok | ?ms\n"), std::string::npos);
    says("r",
         R"("verdict":{"status":"failure","tokens":{"input":null,"output":null,"cache_read":null,)"
         R"("cache_write":null,"reasoning":null,"total":null},"duration_ms":null})");
}

TEST_F(DebriefTest, TheLastTerminationAndTheLastEndStand) {
    tell("'run':'r','kind':'termination','rationale':{'why':'w'},'fields':{'reason':'one'}");
    tell("'run':'r','kind':'session_end','fields':{'status':'failure','total_tokens':1}");
    tell("'run':'r','kind':'termination','fields':{'reason':'two'}");
    tell(
        "'run':'r','kind':'session_end','duration_ms':2,'fields':{'status':'success',"
        "'total_tokens':2}");
    says("r", R"("termination":{"by":"two","rationale":null},"verdict":{"status":"success",)"
              R"("tokens":{"input":null,"output":null,"cache_read":null,"cache_write":null,)"
              R"("reasoning":null,"total":3},"duration_ms":2})");
}

TEST_F(DebriefTest, AlternativesInsideARationaleAreNotListedAgain) {
    tell(
        "'run':'r','iteration':-1,'kind':'decision','rationale':{'why':'w','alternatives':["
        "{'option':'B','rejected_because':'slow'}]},'fields':{'chosen':'A'}");
    tell(
        "'run':'r','iteration':-1,'kind':'alternatives','fields':{'rejected':['bare',{'option':7}]"
        "}");
    says("r", R"("alternatives":[{"iter":-1,"chosen":null,"rejected":[)"
              R"({"option":"bare","rejected_because":null},{"option":null,)"
              R"("rejected_because":null}]}])");
    const std::string said = text_of("r");
    EXPECT_NE(said.find("├─ Alternatives considered\n│   • iter -1 chose ?\n│     ✗ bare\n"
                        "│     ✗ ?\n"),
              said.npos)
        << said;
}

TEST_F(DebriefTest, TextsAreCutAtTheirOwnLengths) {
    const auto letters = [](std::size_t count) { return std::string(count, 'x'); };
    struct Case {
        std::string_view members;  // {} stands for the text.
        std::size_t units_max;
    };
    int run = 0;
    for (const Case& each : {
             Case{"'kind':'session_start','fields':{{'goal':'{}'}}", 100},
             Case{"'kind':'tool_call','rationale':{{'why':'a'}},'fields':{{'tool_name':'{}'}}",
                  120},
             Case{"'kind':'reactive','rationale':{{'why':'{}'}}", 120},
             Case{"'kind':'assumption','fields':{{'assumption':'{}'}}", 80},
             Case{"'kind':'assumption','rationale':{{'why':'{}'}}", 80},
             Case{"'kind':'curation','rationale':{{'why':'{}'}}", 80},
             Case{"'kind':'alternatives','fields':{{'rejected':[{{'option':'o',"
                  "'rejected_because':'{}'}}]}}",
                  80},
             Case{"'kind':'termination','rationale':{{'why':'{}'}}", 120},
         }) {
        for (const std::size_t more : {0U, 1U}) {
            const std::string name = fmt::format("r{:03}", ++run);
            const std::string long_text = letters(each.units_max + more);
            tell(fmt::format("'session':'{}','run':'{}',", name, name) +
                 fmt::format(fmt::runtime(each.members), long_text));
            const std::string shown = more == 0 ? long_text : letters(each.units_max - 1) + "…";
            const std::string said = text_of(name);
            EXPECT_NE(said.find(shown), said.npos) << said;
            EXPECT_EQ(said.find("xx…") == said.npos, more == 0) << said;
        }
    }
}

TEST_F(DebriefTest, ACutSplitsNoCharacter) {
    EXPECT_EQ(shortened("abc", 3), "abc");
    EXPECT_EQ(shortened("abcd", 3), "ab…");
    EXPECT_EQ(shortened("𝄞𝄞", 4), "𝄞𝄞");
    EXPECT_EQ(shortened("𝄞𝄞", 3), "𝄞…");
    EXPECT_EQ(shortened("a𝄞b", 3), "a…");
    EXPECT_EQ(shortened("éé", 2), "éé");
    EXPECT_EQ(shortened("a\x1b[2Jb\nc", 80), "a\\x1b[2Jb c");
}

TEST_F(DebriefTest, ConfidenceHasTwoDecimals) {
    EXPECT_EQ(two_decimals(0.6), "0.60");
    EXPECT_EQ(two_decimals(0), "0.00");
    EXPECT_EQ(two_decimals(1), "1.00");
    EXPECT_EQ(two_decimals(0.125), "0.13");
    EXPECT_EQ(two_decimals(0.375), "0.38");
    EXPECT_EQ(two_decimals(0.875), "0.88");
    EXPECT_EQ(two_decimals(0.25), "0.25");
    EXPECT_EQ(two_decimals(0.994), "0.99");
}

TEST_F(DebriefTest, WhatIsMissingIsSaidLast) {
    tell("'id':'o','run':'q','kind':'observation','fields':{'key':'obs:1'}");
    tell(
        "'id':'a','run':'r','parent':'nowhere','kind':'tool_call','rationale':{'why':'w',"
        "'refs':['obs:1','obs:9','o','scratch:x']},'fields':{'tool_name':'x'}");
    tell("'id':'b','run':'r','parent':'o','kind':'tool_call','fields':{'tool_name':'y'}");
    EXPECT_TRUE(
        text_of("r").ends_with("! 1 of 2 tool calls carry no rationale\n"
                               "! incomplete: parent nowhere of a was never recorded\n"
                               "! incomplete: ref obs:9 of a names nothing that was recorded\n"));
    says("r", R"("missing_parents":[{"event":"a","parent":"nowhere"}],"cycles":[],)"
              R"("unresolved_refs":[{"event":"a","ref":"obs:9"}])");
}

TEST_F(DebriefTest, RefsToWhatTheRunItselfShowedResolve) {
    tell("'id':'a','run':'r','kind':'observation','fields':{'key':'obs:1'}");
    tell("'id':'b','run':'r','rationale':{'why':'w','refs':['obs:1','a']}");
    tell("'id':'c','run':'r','rationale':{'why':'w','refs':['obs:2']}");
    tell("'id':'d','run':'r','kind':'observation','fields':{'key':'obs:2'}");
    says("r", R"("unresolved_refs":[{"event":"c","ref":"obs:2"}])");
}

TEST_F(DebriefTest, CyclesAreReported) {
    tell("'id':'a','run':'r','parent':'c'");
    tell("'id':'b','run':'r','parent':'a'");
    tell("'id':'c','run':'r','causes':['b']");
    tell("'id':'z','run':'r','parent':'z'");
    says("r", R"("cycles":[["a","b","c"],["z"]])");
}

TEST_F(DebriefTest, ALongRunIsReadAgain) {
    std::vector<std::string> many;
    for (int i = 0; i < 10'050; ++i) {
        many.push_back(
            fmt::format("'id':'t{}','run':'r','iteration':{},'kind':'tool_call',"
                        "'rationale':{{'why':'w'}},'fields':{{'tool_name':'x'}}",
                        i, i));
    }
    tell_all(many);
    const Debrief answer = told({"r"});
    EXPECT_TRUE(answer.path.events.empty());
    const std::string said = json(answer);
    EXPECT_NE(said.find(R"({"iter":10049,"action":"tool:x","rationale":{"why":"w"}}],)"),
              said.npos);
    EXPECT_NE(text(answer).find("│   • iter 10049 chose tool:x: \"w\"\n├─ Termination"),
              std::string::npos);
}

TEST_F(DebriefTest, ARunIsKnownByItsSessionToo) {
    tell("'session':'s1','run':'r','kind':'tool_call','fields':{'tool_name':'one'}");
    tell("'session':'s2','run':'r','kind':'tool_call','fields':{'tool_name':'two'}");
    const Result<Debrief> ambiguous = debrief(store(), {"r"});
    ASSERT_FALSE(ambiguous);
    EXPECT_EQ(ambiguous.error().code, Code::invalid);
    EXPECT_NE(ambiguous.error().message.find("s1, s2"), std::string::npos);
    EXPECT_NE(text(told({"r", "s1"})).find("Path: one\n"), std::string::npos);
    EXPECT_NE(text(told({"latest"})).find("Path: two\n"), std::string::npos);
    EXPECT_EQ(debrief(store(), {"nowhere"}).error().code, Code::not_found);
}

TEST_F(DebriefTest, MarkdownHasOneEntryForEachRationale) {
    tell_the_printed_example();
    const std::string page = text(told({.run = "run-debrief-test", .markdown = true}));
    EXPECT_TRUE(
        page.starts_with("# Debrief: run run-debrief-test\n\n"
                         "- **Goal:** find current price of AAPL stock\n"))
        << page;
    EXPECT_TRUE(
        page.ends_with("\n## Decision Rationale\n\n"
                       "- **Iteration 1** — tool-selection `web_search`\n"
                       "  - Why: needs fresh price data\n"
                       "  - Refs: scratch:goal\n"
                       "- **Iteration 2** — curator-marked-untrusted\n"
                       "  - Why: no audit trail\n"
                       "- **Iteration 2** — tool-selection `calculator`\n"
                       "  - Why: verify cited number\n"
                       "- **Iteration 2** — termination:quality_threshold\n"
                       "  - Why: quality 0.92 ≥ threshold 0.90\n"))
        << page;
    EXPECT_NE(page.find("- **Iteration 1** — user means USD _(confidence: 60%)_\n"), page.npos);
}

TEST_F(DebriefTest, RecordedTextMeansNothingInMarkdown) {
    tell(
        "'run':'r','kind':'tool_call','rationale':{'why':'*a* <b> [c](d) _e_ f_g `h`\\n# i'},"
        "'fields':{'tool_name':'x`y'}");
    const std::string page = text(told({.run = "r", .markdown = true}));
    EXPECT_NE(page.find(R"(  - Why: \*a\* \<b\> \[c\](d) \_e\_ f_g \`h\` \# i)"
                        "\n"),
              page.npos)
        << page;
    EXPECT_NE(page.find("- tool-selection `` x`y ``\n"), page.npos) << page;
}

TEST_F(DebriefTest, MarkdownSaysWhatIsMissing) {
    tell("'run':'r','kind':'tool_call','parent':'p_','fields':{'tool_name':'x'}");
    const std::string page = text(told({.run = "r", .markdown = true}));
    EXPECT_NE(page.find("\n## Decision Rationale\n\nNone was given.\n"), page.npos) << page;
    EXPECT_NE(page.find("\n## What is missing\n\n- 1 of 1 tool calls carry no rationale\n"
                        "- incomplete: parent p\\_ of "),
              page.npos)
        << page;
}

}  // namespace
}  // namespace hence
