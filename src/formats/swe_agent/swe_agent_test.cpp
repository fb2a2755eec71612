#include "formats/swe_agent/swe_agent.h"

#include <string>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/facts.h"

namespace hence {
namespace {

const std::string prompt = R"({"role":"user","content":"mend the gate","agent":"main"})";
const std::string look =
    R"({"action":"ls -F","observation":"gate.py","response":"I look.","thought":"I look.",)"
    R"("execution_time":0.25,"state":{"open_file":"n/a"},"query":[{"role":"user"}]})";

std::string run(const std::string& steps, const std::string& info = "{}",
                const std::string& history = prompt, const std::string& more = "") {
    return R"({"environment":"main","trajectory":[)" + steps + R"(],"history":[)" + history +
           R"(],"info":)" + info + more + "}";
}

ReadText read(const std::string& text) {
    return read_whole(read_swe_agent, text);
}

TEST(SweAgent, IsKnownByTrajectoryHistoryAndInfo) {
    EXPECT_EQ(choose_format({}, run(look))->name, "swe-agent");
    EXPECT_EQ(choose_format({}, R"({"attempts":[)" + run(look) + "]}")->name, "swe-agent");
    EXPECT_EQ(choose_format({}, R"({"trajectory":[]})")->name, "agent-spans");
}

TEST(SweAgent, StepIsAModelCallAThoughtAndAToolCall) {
    const ReadText told = read(run(look));
    ASSERT_EQ(told.events.size(), 4U) << told.told();
    EXPECT_EQ(text_field(told.events[0], "goal"), "mend the gate");
    EXPECT_EQ(told.events[1].kind(), "llm_call");
    EXPECT_EQ(text_field(told.events[1], "completion"), "I look.");
    EXPECT_FALSE(field(told.events[1], "query").present());
    EXPECT_EQ(told.events[2].kind(), "thought");
    const Event& call = told.events[3];
    EXPECT_EQ(text_field(call, "tool_name"), "ls");
    EXPECT_EQ(text_field(call, "input"), "ls -F");
    EXPECT_EQ(text_field(call, "output"), "gate.py");
    EXPECT_EQ(call.duration_ms(), 250);
    EXPECT_EQ(call.parent(), told.events[1].id());
    EXPECT_TRUE(call.has(Flag::time_derived));
    EXPECT_EQ(to_string(call.time()), "1970-01-01T00:00:00.000000001Z");
}

TEST(SweAgent, HistoryNamesTheToolAndIsNotCountedAgain) {
    const ReadText told = read(run(
        look, "{}",
        prompt +
            R"(,{"role":"assistant","is_demo":true,"action":"ls -F"},)"
            R"({"role":"assistant","content":"I look.","action":"ls -F","tool_calls":)"
            R"([{"id":"c1","function":{"name":"bash","arguments":"{\"command\": \"ls -F\"}"}}]})"));
    EXPECT_EQ(told.of_kind("llm_call").size(), 1U);
    const Event call = told.of_kind("tool_call").at(0);
    EXPECT_EQ(text_field(call, "tool_name"), "bash");
    EXPECT_EQ(text_field(call, "call_id"), "c1");
    EXPECT_EQ(field(call, "input").raw(), R"({"command":"ls -F"})");
}

TEST(SweAgent, ProblemIsTheGoalAndNamesTheSession) {
    const std::string config =
        R"(,"replay_config":"{\"problem_statement\":{\"id\":\"gate-1\",\"text\":\"it squeaks\"},)"
        R"(\"agent\":{\"model\":{\"name\":\"m-1\"}}}")";
    const ReadText told = read(run(look, "{}", prompt, config));
    EXPECT_EQ(text_field(told.events.at(0), "goal"), "it squeaks");
    EXPECT_EQ(text_field(told.events.at(0), "prompt"), "mend the gate");
    EXPECT_TRUE(told.events.at(0).session().starts_with("gate-1-"));
    EXPECT_EQ(text_field(told.events.at(1), "model"), "m-1");
}

TEST(SweAgent, ExitStatusIsTheEnd) {
    const ReadText told = read(run(
        look, R"({"exit_status":"submitted","submission":"+ oil","model_stats":{"instance_cost":2,)"
              R"("tokens_sent":122612,"tokens_received":1369}})"));
    EXPECT_EQ(text_field(told.of_kind("termination").at(0), "reason"), "submitted");
    const Event end = told.of_kind("session_end").at(0);
    EXPECT_EQ(end.parent(), told.of_kind("termination").at(0).id());
    EXPECT_TRUE(end.has(Flag::parent_derived));
    EXPECT_EQ(text_field(end, "status"), "success");
    EXPECT_EQ(text_field(end, "output"), "+ oil");
    EXPECT_EQ(field(end, "cost_usd").raw(), "2");
    EXPECT_EQ(field(end, "total_tokens").raw(), "123981");
    EXPECT_EQ(
        text_field(read(run(look, R"({"exit_status":"exit_cost"})")).of_kind("session_end").at(0),
                   "status"),
        "failure");
    EXPECT_TRUE(read(run(look, R"({"exit_status":null})")).of_kind("session_end").empty());
}

TEST(SweAgent, StepWithoutAnActionCallsNothing) {
    const ReadText told =
        read(run(R"({"action":"","observation":"not understood","response":"hm","thought":"hm"})"));
    EXPECT_TRUE(told.of_kind("tool_call").empty());
    EXPECT_EQ(text_field(told.of_kind("observation").at(0), "content"), "not understood");
}

TEST(SweAgent, RunGrowsAndIsOtherThanOneThatBeganOtherwise) {
    const ReadText shorter = read(run(look));
    const ReadText longer = read(run(look + "," + look, R"({"exit_status":"submitted"})"));
    for (std::size_t n = 0; n < shorter.events.size(); ++n) {
        EXPECT_EQ(shorter.events[n].to_json(), longer.events.at(n).to_json());
    }
    const ReadText other = read(run(R"({"action":"ls -F","execution_time":0.26})"));
    EXPECT_NE(other.events.at(0).session(), shorter.events.at(0).session());
}

TEST(SweAgent, RunThatDidNothingIsNotNamedYet) {
    EXPECT_EQ(read(run("")).pending, 1U);
    EXPECT_TRUE(read(run("")).events.empty());
    EXPECT_EQ(read(run("", R"({"exit_status":"exit_error"})")).pending, 0U);
}

TEST(SweAgent, AttemptsAreRunsOfOneSessionAndTheBestIsToldOnce) {
    std::string text = run(look);
    text.insert(1, R"("attempts":[)" + run(look) + "," + run(look) + "],");
    const ReadText told = read(text);
    EXPECT_EQ(told.of_kind("tool_call").size(), 2U);
    EXPECT_EQ(told.events.front().session(), told.events.back().session());
    EXPECT_TRUE(told.events.back().run().ends_with("/attempt-2"));
}

TEST(SweAgent, WhatIsNoTrajectoryIsRefused) {
    EXPECT_EQ(read(R"({"info":{}})").refused.size(), 1U);
    EXPECT_EQ(read(run("7," + look)).refused.size(), 1U);
}

}  // namespace
}  // namespace hence
