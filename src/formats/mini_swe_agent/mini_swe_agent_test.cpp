#include "formats/mini_swe_agent/mini_swe_agent.h"

#include <string>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "formats/mini_swe_agent/run.h"
#include "model/facts.h"

namespace hence {
namespace {

const std::string opening =
    R"({"role":"system","content":"You can interact with a computer by bash."},)"
    R"({"role":"user","content":"mend the gate"},)";
const std::string bare_answer =
    R"({"role":"assistant","content":"I look.\n\n```bash\nls -F\n```"})";
const std::string answer =
    R"({"role":"assistant","content":"I look.","reasoning_content":"hinges?","tool_calls":[{}],)"
    R"("extra":{"actions":[{"command":"ls -F","tool_call_id":"c1"}],"cost":0.5,)"
    R"("timestamp":1767225600.25,"response":{"id":"r1","model":"m-1","usage":{"prompt_tokens":9,)"
    R"("completion_tokens":2,"total_tokens":11},"choices":[{"finish_reason":"tool_calls"}]}}})";
const std::string result =
    R"({"role":"tool","tool_call_id":"c1","content":"<returncode>0</returncode>",)"
    R"("extra":{"raw_output":"gate.py","returncode":0,"timestamp":1767225601.0}})";

std::string document(const std::string& messages, const std::string& info = "{}") {
    return R"({"instance_id":"gate-1","info":)" + info + R"(,"messages":[)" + opening + messages +
           R"(],"trajectory_format":"mini-swe-agent-1.1"})";
}

ReadText read(const std::string& text) {
    return read_whole(read_mini_swe_agent, text);
}

TEST(MiniSweAgent, BothShapesAreKnown) {
    EXPECT_EQ(choose_format({}, document(answer))->name, "mini-swe-agent");
    EXPECT_EQ(choose_format({}, "[" + opening + bare_answer + "]")->name, "mini-swe-agent");
    EXPECT_EQ(choose_format({}, R"([{"role":"system","content":"Be kind."}])")->name, "native");
    EXPECT_EQ(choose_format({}, R"({"messages":[]})")->name, "native");
}

TEST(MiniSweAgent, AnswerIsAModelCallWithTokensAndItsCommandACall) {
    const ReadText told = read(document(answer + "," + result));
    const Event call = told.of_kind("llm_call").at(0);
    EXPECT_EQ(text_field(call, "model"), "m-1");
    EXPECT_EQ(field(call, "total_tokens").raw(), "11");
    EXPECT_EQ(field(call, "cost_usd").raw(), "0.5");
    EXPECT_EQ(text_field(call, "finish_reason"), "tool_calls");
    EXPECT_EQ(to_string(call.time()), "2026-01-01T00:00:00.250000Z");
    EXPECT_EQ(text_field(told.of_kind("thought").at(0), "text"), "hinges?");
    const Event tool = told.of_kind("tool_call").at(0);
    EXPECT_EQ(text_field(tool, "tool_name"), "bash");
    EXPECT_EQ(text_field(tool, "output"), "gate.py");
    EXPECT_EQ(text_field(tool, "status"), "ok");
    EXPECT_EQ(tool.duration_ms(), 750);
    EXPECT_EQ(tool.parent(), call.id());
    EXPECT_EQ(text_field(told.of_kind("session_start").at(0), "goal"), "mend the gate");
    EXPECT_TRUE(call.session().starts_with("gate-1-"));
}

TEST(MiniSweAgent, BareListHasItsCommandsInTheText) {
    const std::string text =
        "[" + opening + bare_answer +
        R"(,{"role":"user","content":"<returncode>2</returncode>\n<output>\nno\n</output>"}])";
    const ReadText told = read(text);
    const Event tool = told.of_kind("tool_call").at(0);
    EXPECT_EQ(field(tool, "input").raw(), R"({"command":"ls -F"})");
    EXPECT_EQ(text_field(tool, "status"), "error");
    EXPECT_EQ(field(tool, "returncode").raw(), "2");
    EXPECT_TRUE(tool.has(Flag::time_derived));
}

TEST(MiniSweAgent, CommandsStandInFencesOrTags) {
    EXPECT_EQ(commands_in("a\n```bash\nls\n```\nb\n```bash\npwd\n```").size(), 2U);
    EXPECT_EQ(commands_in("```mswea_bash_command\nls\n```").at(0), "ls");
    EXPECT_EQ(commands_in("<mswea_bash_command>ls</mswea_bash_command>").at(0), "ls");
    EXPECT_TRUE(commands_in("```bash\nls").empty());
    EXPECT_TRUE(commands_in("```python\nx\n```").empty());
}

TEST(MiniSweAgent, CallWithoutAResultWaitsUntilSomethingElseIsSaid) {
    EXPECT_EQ(read(document(answer)).pending, 1U);
    EXPECT_TRUE(read(document(answer)).of_kind("tool_call").empty());
    const ReadText later = read(document(answer + "," + bare_answer));
    EXPECT_EQ(later.of_kind("tool_call").size(), 1U);
    EXPECT_EQ(read(document(answer, R"({"exit_status":"LimitsExceeded"})")).pending, 0U);
}

TEST(MiniSweAgent, AnswerThatWasNotUnderstoodIsCountedAndAnError) {
    const ReadText told = read(
        document(answer + "," + result +
                 R"(,{"role":"user","content":"no action","extra":{"interrupt_type":"FormatError",)"
                 R"("cost":0.1,"response":{"model":"m-1","usage":{"total_tokens":7},)"
                 R"("choices":[{"message":{"content":"hm"}}]}}})"));
    EXPECT_EQ(told.of_kind("llm_call").size(), 2U);
    EXPECT_EQ(field(told.of_kind("llm_call").at(1), "total_tokens").raw(), "7");
    EXPECT_EQ(text_field(told.of_kind("error").at(0), "error"), "no action");
}

TEST(MiniSweAgent, RejectedCommandIsADeclinedDecision) {
    const ReadText told = read(document(answer + R"(,{"role":"user","content":"not that one",)"
                                                 R"("extra":{"interrupt_type":"UserRejection"}})"));
    const Event decision = told.of_kind("decision").at(0);
    EXPECT_EQ(text_field(decision, "status"), "declined");
    EXPECT_EQ(text_field(decision, "reasoning"), "not that one");
    EXPECT_TRUE(failed_call(told.of_kind("tool_call").at(0)));
}

TEST(MiniSweAgent, ExitEndsTheRun) {
    const ReadText told = read(document(
        answer + "," + result +
            R"(,{"role":"exit","content":"","extra":{"exit_status":"Submitted",)"
            R"("submission":"+ oil"}})",
        R"({"exit_status":"Submitted","submission":"+ oil","model_stats":{"instance_cost":1}})"));
    EXPECT_EQ(told.of_kind("termination").size(), 1U);
    EXPECT_EQ(text_field(told.of_kind("termination").at(0), "reason"), "Submitted");
    EXPECT_EQ(text_field(told.of_kind("session_end").at(0), "status"), "success");
    EXPECT_EQ(text_field(told.of_kind("session_end").at(0), "output"), "+ oil");
    EXPECT_EQ(told.of_kind("session_end").at(0).parent(), told.of_kind("termination").at(0).id());
}

TEST(MiniSweAgent, RunIsNamedOnlyWhenTheModelHasAnswered) {
    EXPECT_EQ(read("[" + opening.substr(0, opening.size() - 1) + "]").pending, 2U);
    const ReadText shorter = read(document(answer + "," + result));
    const ReadText longer = read(document(answer + "," + result + "," + bare_answer));
    for (std::size_t n = 0; n < shorter.events.size(); ++n) {
        EXPECT_EQ(shorter.events[n].to_json(), longer.events.at(n).to_json());
    }
}

TEST(MiniSweAgent, WhatIsNoMessageIsRefused) {
    EXPECT_EQ(read(R"([{"role":"system","content":"x"},{"a":1}])").refused.size(), 1U);
    EXPECT_EQ(read(document("7," + answer)).refused.size(), 1U);
}

}  // namespace
}  // namespace hence
