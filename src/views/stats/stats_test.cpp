// Tests of figures over events.
#include "hence/stats.h"

#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class StatsTest : public ToldLog {
protected:
    Stats ask(const StatsRequest& request = {}) {
        Result<Stats> answer = stats(*store_, request);
        EXPECT_TRUE(answer);
        return answer ? *answer : Stats();
    }

    std::string json(const StatsRequest& request = {}) {
        std::string out;
        EXPECT_TRUE(ask(request).write_json(into(out)));
        return out;
    }

    std::string text(const StatsRequest& request = {}) {
        std::string out;
        EXPECT_TRUE(ask(request).write_text(into(out)));
        return out;
    }

    void tell_durations(std::initializer_list<double> durations) {
        for (const double ms : durations) {
            tell(0, "tool_call", fmt::format(R"("duration_ms":{})", ms));
        }
    }

    // Tool calls named by letters, of one run: "ABAB".
    void tell_tools(std::string_view tools, std::string_view run = "r1") {
        for (const char tool : tools) {
            tell(told_, "tool_call",
                 fmt::format(R"("session":"s1","run":"{}","fields":{{"tool_name":"{}"}})", run,
                             tool));
        }
    }

    // "run: A B x3 from e1"
    std::string loops(const StatsRequest& request = {}) {
        std::string out;
        for (const ToolLoop& loop : ask(request).loops) {
            out += out.empty() ? "" : "; ";
            out += loop.run + ":";
            for (const std::string& step : loop.steps) {
                out += " " + step;
            }
            out += fmt::format(" x{} from {}", loop.repeats, loop.first_event);
        }
        return out;
    }

    // "2 x text (a, b) last 10:00:01Z"
    std::string errors(const StatsRequest& request = {}) {
        std::string out;
        for (const ErrorGroup& group : ask(request).errors) {
            out += out.empty() ? "" : "; ";
            out += fmt::format("{} x {} (", group.count, group.error);
            for (std::size_t i = 0; i < group.agents.size(); ++i) {
                out += (i == 0 ? "" : ", ") + group.agents[i];
            }
            out += fmt::format(") last {}", to_text(group.last_seen.value()).substr(11));
        }
        return out;
    }
};

TEST_F(StatsTest, NothingRecordedGivesEveryKey) {
    EXPECT_EQ(json(),
              R"({"agent":null,"events":0,"kinds":{},)"
              R"("tool_calls":{"n":0,"mean_ms":null,"p50_ms":null,"p95_ms":null,"max_ms":null},)"
              R"("llm_calls":{"n":0,"mean_ms":null,"p50_ms":null,"p95_ms":null,"max_ms":null},)"
              R"("tokens":{"input":null,"output":null,"cache_read":null,"cache_write":null,)"
              R"("reasoning":null,"total":null,"prompt":null,"completion":null},)"
              R"("rationale":{"given":0,"missing":0},"slow":[],"errors":[],"loops":[],)"
              R"("from":null,"to":null,"duration_ms":null,"cost_usd":null,"computed":null,)"
              R"("by_tool":[],"by_agent":[]})"
              "\n");
    EXPECT_EQ(text(), "Events: 0\n");
}

TEST_F(StatsTest, JsonSaysEverythingInTheOrderOfTheContract) {
    tell(1, "tool_call",
         R"("agent":"a","session":"s1","duration_ms":45,"fields":{"tool_name":"Read"})");
    tell(2, "llm_call",
         R"("agent":"a","duration_ms":350.5,"fields":{"model":"m",)"
         R"("prompt_tokens":10,"completion_tokens":5})");
    tell(3, "error", R"("agent":"a","fields":{"error":"a \"b\""})");
    tell(4, "log", R"("agent":"other")");
    const std::string figures =
        R"({"agent":"a","events":3,"kinds":{"error":1,"llm_call":1,"tool_call":1},)"
        R"("tool_calls":{"n":1,"mean_ms":45,"p50_ms":45,"p95_ms":45,"max_ms":45},)"
        R"("llm_calls":{"n":1,"mean_ms":351,"p50_ms":350.5,"p95_ms":350.5,"max_ms":350.5},)"
        R"("tokens":{"input":10,"output":5,"cache_read":null,"cache_write":null,)"
        R"("reasoning":null,"total":15,"prompt":10,"completion":5},)"
        R"("rationale":{"given":0,"missing":1},)";
    const std::string slow =
        R"~("slow":[{"event":"e2","summary":"LLM call: m (15 tokens, 350.5ms)",)~"
        R"~("duration_ms":350.5},{"event":"e1","summary":"Tool call: Read (45ms)",)~"
        R"~("duration_ms":45}],)~";
    const std::string errors =
        R"("errors":[{"error":"a \"b\"","count":1,"last_seen":"2026-02-23T10:00:03Z",)"
        R"("agents":["a"]}],)";
    EXPECT_EQ(json({.agent = "a"}),
              figures + slow + errors +
                  R"("loops":[],"from":"2026-02-23T10:00:01Z","to":"2026-02-23T10:00:03Z",)"
                  R"("duration_ms":2000,"cost_usd":null,"computed":null,)"
                  R"("by_tool":[{"tool":"Read","calls":1,"failed":0,"p50_ms":45,"p95_ms":45,)"
                  R"("total_ms":45}],"by_agent":[{"agent":"a","events":3,"tool_calls":1,)"
                  R"("llm_calls":1,"errors":1,"calls_ms":395.5,"tokens":{"input":10,"output":5,)"
                  R"("cache_read":null,"cache_write":null,"reasoning":null,"total":15},)"
                  R"("cost_usd":null}]})"
                  "\n");
}

TEST_F(StatsTest, MeansRoundHalfUp) {
    tell_durations({1, 2});
    EXPECT_EQ(ask().tool_calls.mean_ms, 2);
    tell_durations({1});
    EXPECT_EQ(ask().tool_calls.mean_ms, 1);
    tell_durations({0.49999999999999994, 0, 0, 0});
    EXPECT_EQ(ask().tool_calls.mean_ms, 1);
}

TEST_F(StatsTest, AMeanJustBelowAHalfIsNotRoundedUp) {
    tell_durations({0.49999999999999994});
    EXPECT_EQ(ask().tool_calls.mean_ms, 0);
}

TEST_F(StatsTest, TheLargestDurationsStillHaveAMean) {
    tell_durations({1.5e308, 1.5e308});
    EXPECT_EQ(ask().tool_calls.mean_ms, 1.5e308);
}

TEST_F(StatsTest, PercentilesAreRecordedDurations) {
    tell_durations({5, 1, 4, 2, 3});
    EXPECT_EQ(ask().tool_calls.p50_ms, 3);
    EXPECT_EQ(ask().tool_calls.p95_ms, 5);
    tell_durations({6});
    EXPECT_EQ(ask().tool_calls.p50_ms, 3);
    EXPECT_EQ(ask().tool_calls.max_ms, 6);
}

TEST_F(StatsTest, TwentyCallsMakeTheNinetyFifthTheLastButOne) {
    for (int ms = 1; ms <= 20; ++ms) {
        tell_durations({static_cast<double>(ms)});
    }
    EXPECT_EQ(ask().tool_calls.p95_ms, 19);
    tell_durations({21});
    EXPECT_EQ(ask().tool_calls.p95_ms, 20);
}

TEST_F(StatsTest, CallsWithoutADurationAreCountedButNotAveraged) {
    tell_durations({10});
    tell(0, "tool_call");
    EXPECT_EQ(ask().tool_calls.n, 2U);
    EXPECT_EQ(ask().tool_calls.mean_ms, 10);
}

TEST_F(StatsTest, ACallOfTwoEventsIsOneCall) {
    tell(1, "tool_call",
         R"("agent":"a","session":"s1","fields":{"tool_name":"Read","call_id":"c"})");
    tell(2, "observation",
         R"("agent":"t","session":"s1","duration_ms":30,)"
         R"("fields":{"call_id":"c","status":"error","error":"ENOENT"})");
    tell(3, "observation", R"("session":"s2","duration_ms":99,"fields":{"call_id":"c"})");
    for (const StatsRequest& request : {StatsRequest{}, StatsRequest{.agent = "a"},
                                        StatsRequest{.to = *parse_time(time_at(1))}}) {
        const Stats answer = ask(request);
        EXPECT_EQ(answer.tool_calls.n, 1U);
        EXPECT_EQ(answer.tool_calls.max_ms, 30);
        ASSERT_EQ(answer.slow.size(), 1U);
        EXPECT_EQ(answer.slow[0].summary, "Tool call: Read FAILED: ENOENT (30ms)");
        EXPECT_EQ(errors(request), "1 x ENOENT (a) last 10:00:02Z");
    }
}

TEST_F(StatsTest, AnEndThatIsEarlierThanItsStartStillEndsIt) {
    tell(2, "tool_call", R"("session":"s1","fields":{"call_id":"c"})");
    tell(1, "observation", R"("session":"s1","duration_ms":30,"fields":{"call_id":"c"})");
    EXPECT_EQ(ask().tool_calls.max_ms, 30);
}

TEST_F(StatsTest, ACallThatSaysTwiceThatItFailedFailedOnce) {
    tell(1, "tool_call", R"("session":"s1","fields":{"call_id":"c","error":"boom"})");
    tell(2, "observation", R"("session":"s1","fields":{"call_id":"c","status":"error"})");
    tell(3, "tool_call", R"("session":"s1","fields":{"call_id":"d","status":"error"})");
    tell(4, "observation",
         R"("session":"s1","fields":{"call_id":"d","status":"error","content":"no disk\nmore"})");
    tell(5, "tool_call",
         R"("session":"s1","duration_ms":1,"fields":{"call_id":"e","output":"","error":"boom"})");
    tell(6, "observation", R"("session":"s1","fields":{"call_id":"e","error":"boom"})");
    tell(7, "observation", R"("session":"s1","fields":{"call_id":"f","error":"orphan"})");
    EXPECT_EQ(errors(),
              "2 x boom () last 10:00:05Z; 1 x no disk () last 10:00:04Z; "
              "1 x orphan () last 10:00:07Z");
}

TEST_F(StatsTest, ManyOpenCallsAreSettledAlike) {
    Batch batch;
    const auto add = [&](const std::string& json) {
        batch.events.push_back({*Event::parse(json), 1});
    };
    const int calls = 10'000;
    for (int i = 0; i < calls; ++i) {
        add(fmt::format(R"({{"id":"c{0}","kind":"tool_call","time":"2026-02-23T10:00:00Z",)"
                        R"("session":"s","fields":{{"call_id":"{0}"}}}})",
                        i));
    }
    for (int i = 0; i < calls; ++i) {
        add(fmt::format(R"({{"id":"o{0}","kind":"observation","time":"2026-02-23T10:00:01Z",)"
                        R"("session":"s","duration_ms":{0},)"
                        R"("fields":{{"call_id":"{0}","error":"no"}}}})",
                        i));
    }
    ASSERT_TRUE(store_->append(batch));
    const Stats answer = ask();
    EXPECT_EQ(answer.tool_calls.n, 10'000U);
    EXPECT_EQ(answer.tool_calls.p50_ms, 4'999);
    EXPECT_EQ(answer.slow.front().event, "c9999");
    ASSERT_EQ(answer.errors.size(), 1U);
    EXPECT_EQ(answer.errors[0].count, 10'000U);
}

TEST_F(StatsTest, ErrorsAreGroupedMostFrequentFirst) {
    tell(1, "error", R"("agent":"b","fields":{"error":"y"})");
    tell(4, "error", R"("agent":"a","fields":{"error":"z"})");
    tell(3, "error", R"("agent":"b","fields":{"error":"z"})");
    tell(2, "error", R"("fields":{"error":7})");
    EXPECT_EQ(errors(),
              "2 x z (a, b) last 10:00:04Z; 1 x unknown () last 10:00:02Z; "
              "1 x y (b) last 10:00:01Z");
}

TEST_F(StatsTest, AFailedModelCallIsAnError) {
    tell(1, "llm_call", R"("agent":"a","fields":{"model":"m","error":"429 rate limited"})");
    tell(2, "llm_call", R"("fields":{"model":"m","status":"error"})");
    tell(3, "llm_call", R"("fields":{"model":"m","completion":"fine"})");
    EXPECT_EQ(errors(), "1 x 429 rate limited (a) last 10:00:01Z; 1 x unknown () last 10:00:02Z");
}

TEST_F(StatsTest, OnlyARationaleThatWasGivenCounts) {
    tell(1, "decision", R"("rationale":{"why":"because"})");
    tell(2, "tool_call");
    tell(3, "assumption");
    tell(4, "curation");
    tell(5, "thought");
    tell_json(R"({"id":"x","kind":"decision","time":"2026-02-23T10:00:00Z",)"
              R"("rationale":{"why":"a rule"},"flags":["rationale_derived"]})");
    EXPECT_EQ(ask().rationale_given, 1U);
    EXPECT_EQ(ask().rationale_missing, 4U);
}

TEST_F(StatsTest, TokensAreThoseOfModelCalls) {
    tell(1, "llm_call", R"("fields":{"prompt_tokens":10,"completion_tokens":5})");
    tell(2, "llm_call", R"("fields":{"prompt_tokens":1,"total_tokens":100})");
    tell(3, "session_end", R"("fields":{"total_tokens":7})");
    EXPECT_EQ(ask().tokens.input, 11);
    EXPECT_EQ(ask().tokens.output, 5);
    EXPECT_EQ(ask().tokens.total, 115);
    EXPECT_FALSE(ask().tokens.cache_read);
}

TEST_F(StatsTest, MoneyIsWhatWasRecordedAndApartWhatThePricesSay) {
    tell(1, "llm_call", R"("fields":{"model":"m","prompt_tokens":10,"cost_usd":0.5})");
    tell(2, "llm_call", R"("fields":{"model":"m","prompt_tokens":10,"completion_tokens":5})");
    EXPECT_EQ(ask().cost_usd, 0.5);
    EXPECT_FALSE(ask().computed);
    const Stats priced = ask({.prices = Prices{{"m", {.input = 0.001, .output = 0.01}}}});
    EXPECT_EQ(priced.cost_usd, 0.5);
    ASSERT_TRUE(priced.computed);
    EXPECT_DOUBLE_EQ(priced.computed->cost_usd, 0.06);
    EXPECT_EQ(priced.computed->calls, 1U);
    std::string out;
    ASSERT_TRUE(priced.write_text(into(out)));
    EXPECT_NE(out.find("Cost: $0.50 recorded\nCost: $0.06 computed from the prices given, for 1 "
                       "call that states none\n"),
              std::string::npos);
}

TEST_F(StatsTest, ItTookFromTheFirstBeginningToTheLastEnd) {
    tell_json(R"({"id":"x","kind":"error","time":"1970-01-01T00:00:00Z",)"
              R"("flags":["time_derived"],"fields":{"error":"early"}})");
    EXPECT_FALSE(ask().from || ask().duration_ms || ask().errors.front().last_seen);
    tell(1, "llm_call", R"("duration_ms":9500)");
    tell(2, "thought");
    EXPECT_EQ(ask().duration_ms, 9500);
    EXPECT_EQ(to_string(*ask().to), "2026-02-23T10:00:10.5Z");
    EXPECT_NE(text().find("Took: 9.5s  (2026-02-23 10:00:01Z to 2026-02-23 10:00:10Z)\n"),
              std::string::npos);
    EXPECT_NE(text().find("1 x early  ([no time])\n"), std::string::npos);
}

TEST_F(StatsTest, TheTenSlowestOrAllStrictlySlower) {
    for (int ms = 1; ms <= 12; ++ms) {
        tell(ms, "tool_call", fmt::format(R"("duration_ms":{})", ms));
    }
    const Stats ten = ask();
    ASSERT_EQ(ten.slow.size(), 10U);
    EXPECT_EQ(ten.slow.front().duration_ms, 12);
    EXPECT_EQ(ten.slow.back().duration_ms, 3);
    EXPECT_EQ(ask({.slower_than_ms = 1}).slow.size(), 11U);
    EXPECT_EQ(ask({.slower_than_ms = 0.5}).slow.size(), 12U);
    EXPECT_EQ(ask({.slower_than_ms = 12}).slow.size(), 0U);
}

TEST_F(StatsTest, OfEquallySlowCallsTheEarlierComesFirst) {
    for (int i = 0; i < 11; ++i) {
        tell(20 - i, "tool_call", R"("duration_ms":5)");
    }
    EXPECT_EQ(ask().slow.front().event, "e11");
    EXPECT_EQ(ask().slow.back().event, "e2");
}

TEST_F(StatsTest, ThreeRepeatsAreALoopAndTwoAreNot) {
    tell_tools("ABAB");
    EXPECT_EQ(loops(), "");
    tell_tools("AB");
    EXPECT_EQ(loops(), "r1: A B x3 from e1");
}

TEST_F(StatsTest, ALoopHasTheShortestPeriod) {
    tell_tools("AAAAAA");
    EXPECT_EQ(loops(), "r1: A x6 from e1");
}

TEST_F(StatsTest, OtherArgumentsAreAnotherStep) {
    const auto called = [&](std::string_view input) {
        tell(told_, "tool_call",
             fmt::format(R"("session":"s1","run":"r1","fields":{{"tool_name":"Bash","input":{}}})",
                         input));
    };
    for (const std::string_view file : {"a", "b", "c", "d"}) {
        called(fmt::format(R"({{"command":"ls {}"}})", file));
    }
    EXPECT_EQ(loops(), "");
    // The order of names and the spelling of a value play no part.
    called(R"({"command":"make","timeout":1.0,"env":{"A":1,"B":[2]}})");
    called(R"({"timeout":1,"env":{"B":[2.0],"A":1},"command":"make"})");
    called(R"({"env":{"A":1e0,"B":[2]},"command":"m\u0061ke","timeout":10e-1})");
    EXPECT_EQ(loops(), "r1: Bash x3 from e5");
    EXPECT_NE(text().find("3 x Bash `make`  (run r1, from e5)\n"), std::string::npos) << text();
    called(R"({"command":"make","timeout":2,"env":{"A":1,"B":[2]}})");
    EXPECT_EQ(loops(), "r1: Bash x3 from e5");
}

TEST_F(StatsTest, LoopsStayWithinARun) {
    tell_tools("AA", "r1");
    tell_tools("A", "r2");
    tell_tools("BB", "r2");
    EXPECT_EQ(loops(), "");
    tell_tools("B", "r2");
    tell_tools("A", "r1");
    EXPECT_EQ(loops(), "r1: A x3 from e1; r2: B x3 from e4");
    EXPECT_EQ(loops({.run = "r2"}), "r2: B x3 from e4");
}

TEST_F(StatsTest, CallsOfARunWithAndWithoutItsSessionAreOneSequence) {
    tell_tools("A", "r1");
    tell(50, "tool_call", R"("run":"r1","fields":{"tool_name":"A"})");
    tell(51, "tool_call", R"("run":"r1","fields":{"tool_name":"A"})");
    EXPECT_EQ(loops(), "r1: A x3 from e1");
}

TEST_F(StatsTest, TextHasSectionsForWhatThereIs) {
    tell(1, "llm_call",
         R"("duration_ms":350,"fields":{"model":"m","prompt_tokens":9,"completion_tokens":1})");
    tell(2, "error", R"("agent":"planner","fields":{"error":"bad\nthing"})");
    for (int i = 0; i < 3; ++i) {
        tell(3 + i, "tool_call", R"("run":"r1","duration_ms":45,"fields":{"tool_name":"Read"})");
    }
    EXPECT_EQ(text(),
              "Events: 5\n"
              "  error      1\n"
              "  llm_call   1\n"
              "  tool_call  3\n"
              "Took: 4.045s  (2026-02-23 10:00:01Z to 2026-02-23 10:00:05Z)\n"
              "Tool calls: 3  (mean 45ms, p50 45ms, p95 45ms, max 45ms)\n"
              "LLM calls: 1  (mean 350ms, p50 350ms, p95 350ms, max 350ms)\n"
              "Tokens: 10  (input 9, output 1)\n"
              "Rationale: 0 given, 3 missing\n"
              "\n"
              "Slowest\n"
              "  350ms  LLM call: m (10 tokens, 350ms)  (e1)\n"
              "   45ms  Tool call: Read (45ms)  (e3)\n"
              "   45ms  Tool call: Read (45ms)  (e4)\n"
              "   45ms  Tool call: Read (45ms)  (e5)\n"
              "\n"
              "Errors\n"
              "  1 x bad thing  (last 2026-02-23 10:00:02Z, planner)\n"
              "\n"
              "Loops\n"
              "  3 x Read  (run r1, from e3)\n"
              "\n"
              "Tools\n"
              "  3 x Read  (p50 45ms, p95 45ms)\n"
              "\n"
              "Agents\n"
              "  (no agent): 4 events, 3 tool calls, 1 LLM call, 0 errors, 10 tokens\n"
              "  planner: 1 event, 0 tool calls, 0 LLM calls, 1 error\n");
}

// An end that states the tokens of the whole would count those of other agents once more.
TEST_F(StatsTest, AnAgentIsChargedForItsOwnCallsAndFailures) {
    tell(1, "llm_call", R"("agent":"a","fields":{"total_tokens":7,"error":"429"})");
    tell(2, "tool_call", R"("agent":"b","fields":{"tool_name":"Bash","call_id":"c"})");
    tell(3, "observation",
         R"("agent":"b","duration_ms":20,"fields":{"call_id":"c","status":"error"})");
    tell(4, "session_end", R"("agent":"b","fields":{"total_tokens":7})");
    const Stats stats = ask();
    ASSERT_EQ(stats.by_agent.size(), 2U);
    EXPECT_EQ(stats.by_agent[0].agent, "b");
    EXPECT_EQ(stats.by_agent[0].errors, 1U);
    EXPECT_EQ(stats.by_agent[0].calls_ms, 20);
    EXPECT_FALSE(stats.by_agent[0].tokens.total);
    EXPECT_EQ(stats.by_agent[1].errors, 1U);
    EXPECT_EQ(stats.by_agent[1].tokens.total, 7);
    ASSERT_EQ(stats.by_tool.size(), 1U);
    EXPECT_EQ(stats.by_tool[0].failed, 1U);
    EXPECT_EQ(stats.by_tool[0].total_ms, 20);
}

}  // namespace
}  // namespace hence
