// The agents that write a record to a line.
#include "formats/agents/agents_for_test.h"

namespace hence {
namespace {

const std::string cursor =
    R"({"role":"user","message":{"content":[{"type":"text",)"
    R"("text":"<user_query>mend the gate</user_query>"}]}})"
    "\n"
    R"({"role":"assistant","message":{"content":[{"type":"thinking","thinking":"a dry hinge"},)"
    R"({"type":"tool_use","name":"Shell","input":{"command":"oil"}}]}})"
    "\n"
    R"({"role":"user","message":{"content":[{"type":"tool_result","content":"oiled"}]}})"
    "\n"
    R"({"role":"assistant","message":{"content":[{"type":"tool_use","name":"Shell","input":{}}]}})"
    "\n";

TEST(Cursor, MessagesOfAnAgent) {
    const ReadText read = read_agent("cursor", cursor);
    ASSERT_EQ(read.unfinished.size(), 1U);
    expect_gate(read);
    EXPECT_EQ(text_field(read.events[0], "whole_text"), "<user_query>mend the gate</user_query>");
    EXPECT_TRUE(read.events[0].has(Flag::time_derived));
}

TEST(Cursor, EndOfATurnEndsItsCalls) {
    const ReadText read =
        read_agent("cursor", cursor + R"({"type":"turn_ended","status":"success"})");
    EXPECT_TRUE(read.unfinished.empty());
    EXPECT_EQ(text_field(read.of_kind("termination").at(0), "reason"), "success");
    EXPECT_EQ(read_agent("cursor", cursor + "{}").refused.size(), 1U);
}

const std::string copilot_start =
    R"({"type":"session.start","data":{"sessionId":"s7","selectedModel":"m-1"},"id":"1",)"
    R"("timestamp":"2026-01-01T00:00:00Z","parentId":null})"
    "\n"
    R"({"type":"user.message","data":{"content":"mend the gate"},"id":"2",)"
    R"("timestamp":"2026-01-01T00:00:01Z","parentId":"1"})"
    "\n";

std::string copilot(std::string_view id, std::string_view type, std::string_view data) {
    return R"({"type":")" + std::string(type) + R"(","data":)" + std::string(data) + R"(,"id":")" +
           std::string(id) + R"(","timestamp":"2026-01-01T00:00:0)" + std::string(id) +
           R"(Z","parentId":null})" + "\n";
}

TEST(Copilot, CallIsOneThoughThreeEventsTellIt) {
    const ReadText read = read_agent(
        "copilot",
        copilot_start +
            copilot("3", "assistant.message",
                    R"({"content":"I oil.","reasoningText":"a dry hinge","outputTokens":5,)"
                    R"("toolRequests":[{"toolCallId":"c","name":"sh",)"
                    R"("arguments":"{\"command\":\"oil\"}"}]})") +
            copilot("4", "tool.execution_start", R"({"toolCallId":"c","toolName":"sh"})") +
            copilot("5", "tool.execution_complete",
                    R"({"toolCallId":"c","success":true,"result":{"content":"oiled"}})") +
            copilot("6", "session.shutdown", R"({"shutdownType":"routine"})"));
    expect_gate(read);
    EXPECT_EQ(read.events[0].session(), "s7");
    EXPECT_EQ(text_field(read.of_kind("llm_call")[0], "model"), "m-1");
    EXPECT_EQ(field(read.of_kind("llm_call")[0], "completion_tokens").raw(), "5");
    EXPECT_EQ(read.of_kind("tool_call")[0].duration_ms(), 2'000);
    EXPECT_EQ(text_field(read.of_kind("session_end").at(0), "status"), "success");
}

TEST(Copilot, OtherEventsKeepTheirMeaning) {
    const ReadText read = read_agent(
        "copilot",
        copilot_start + copilot("3", "session.model_change", R"({"newModel":"b"})") +
            copilot("4", "session.error", R"({"message":"no"})") +
            copilot("5", "subagent.started", R"({"agentName":"helper"})") +
            copilot("6", "session.truncation", R"({"droppedTokens":1})") +
            copilot("7", "hook.start", R"({"a":1})") +
            copilot("8", "tool.execution_complete", R"({"toolCallId":"x","success":false})") +
            R"({"type":"a.b","data":{},"id":"9","timestamp":"noon","parentId":null})");
    EXPECT_EQ(kinds_of(read),
              "session_start strategy_switch error delegation curation hook_start observation");
    ASSERT_EQ(read.refused.size(), 1U);
    EXPECT_EQ(read.refused[0].reason, "timestamp is no time");
    EXPECT_TRUE(failed_call(read.events.at(6)));
}

TEST(Pi, SessionWithTokensAndACommandOfTheUser) {
    const ReadText read = read_agent(
        "pi",
        R"({"type":"session","id":"s7","timestamp":"2026-01-01T00:00:00Z","cwd":"/a"})"
        "\n"
        R"({"type":"message","timestamp":"2026-01-01T00:00:01Z","message":{"role":"user",)"
        R"("content":"mend the gate"}})"
        "\n"
        R"({"type":"message","timestamp":"2026-01-01T00:00:02Z","message":{"role":"assistant",)"
        R"("content":[)"
        R"({"type":"thinking","thinking":"a dry hinge"},{"type":"toolCall","id":"c","name":"sh",)"
        R"("arguments":{"command":"oil"}}],"model":"m","usage":{"input":1,"output":2,)"
        R"("cacheRead":3,)"
        R"("cost":{"total":0.5}},"stopReason":"toolUse"}})"
        "\n"
        R"({"type":"message","timestamp":"2026-01-01T00:00:03Z","message":{"role":"toolResult",)"
        R"("toolCallId":"c",)"
        R"("content":[{"type":"text","text":"oiled"}],"isError":false}})"
        "\n"
        R"({"type":"model_change","timestamp":"2026-01-01T00:00:04Z","modelId":"n"})"
        "\n"
        R"({"type":"compaction","timestamp":"2026-01-01T00:00:05Z","summary":"x"})");
    expect_gate(read);
    const Event call = read.of_kind("llm_call")[0];
    EXPECT_EQ(field(call, "total_tokens").raw(), "6");
    EXPECT_EQ(field(call, "cost_usd").raw(), "0.5");
    EXPECT_EQ(text_field(read.of_kind("strategy_switch").at(0), "from"), "m");
    EXPECT_EQ(text_field(read.of_kind("curation").at(0), "action"), "compressed");
}

TEST(Pi, CommandOfTheUserIsACallWithItsExitCode) {
    const ReadText read = read_agent(
        "pi",
        R"({"type":"session","id":"s7","timestamp":"2026-01-01T00:00:00Z","cwd":"/a"})"
        "\n"
        R"({"type":"message","timestamp":"2026-01-01T00:00:01Z","message":{"role":"bashExecution",)"
        R"("command":"ls","output":"none","exitCode":2}})");
    EXPECT_EQ(kinds_of(read), "session_start tool_call");
    EXPECT_TRUE(failed_call(read.events.at(1)));
    EXPECT_EQ(field(read.events[1], "input").raw(), R"({"command":"ls"})");
}

TEST(Droid, StoredSession) {
    const ReadText read = read_agent(
        "droid",
        R"({"type":"session_start","id":"s7","owner":"me"})"
        "\n"
        R"({"type":"message","id":"1","timestamp":"2026-01-01T00:00:01Z","message":)"
        R"({"role":"user","content":"mend the gate"}})"
        "\n"
        R"({"type":"message","id":"2","timestamp":"2026-01-01T00:00:02Z","message":)"
        R"({"role":"assistant","content":[)"
        R"({"type":"thinking","thinking":"a dry hinge"},{"type":"tool_use","id":"c","name":"sh",)"
        R"("input":{"command":"oil"}}]}})"
        "\n"
        R"({"type":"message","id":"3","timestamp":"2026-01-01T00:00:03Z","message":)"
        R"({"role":"user","content":[)"
        R"({"type":"tool_result","tool_use_id":"c","content":"oiled"}]}})");
    expect_gate(read);
    EXPECT_EQ(read.events[0].session(), "s7");
}

TEST(Droid, Stream) {
    const ReadText read = read_agent(
        "droid",
        R"({"type":"message","session_id":"s","timestamp":"2026-01-01T00:00:01Z","role":"user",)"
        R"("text":"a"})"
        "\n"
        R"({"type":"tool_call","session_id":"s","timestamp":"2026-01-01T00:00:02Z",)"
        R"("toolCallId":"c","toolName":"sh"})"
        "\n"
        R"({"type":"tool_result","session_id":"s","timestamp":"2026-01-01T00:00:03Z",)"
        R"("toolCallId":"c","value":{"exitCode":1}})"
        "\n"
        R"({"type":"completion","session_id":"s","timestamp":"2026-01-01T00:00:04Z",)"
        R"("finalText":"b"})");
    EXPECT_EQ(kinds_of(read), "session_start tool_call session_end");
    EXPECT_TRUE(failed_call(read.events.at(1)));
    EXPECT_EQ(text_field(read.events.at(2), "output"), "b");
}

std::string kimi(std::string_view event, int second) {
    return R"({"type":"context.append_loop_event","event":)" + std::string(event) + R"(,"time":)" +
           std::to_string(1'767'225'600'000 + second * 1'000) + "}\n";
}

TEST(Kimi, StepIsAnAnswerWhenItEnds) {
    const std::string begin =
        R"({"type":"metadata","protocol_version":"1.4","created_at":1767225600000})"
        "\n"
        R"({"type":"turn.prompt","input":[{"type":"text","text":"mend the gate"}],)"
        R"("time":1767225601000})"
        "\n"
        R"({"type":"llm.request","model":"k2","time":1767225601500})"
        "\n" +
        kimi(R"({"type":"step.begin","uuid":"u","turnId":"0"})", 2) +
        kimi(R"({"type":"content.part","part":{"type":"think","think":"a dry hinge"}})", 3) +
        kimi(R"({"type":"tool.call","toolCallId":"Sh_0","name":"Sh","args":{"command":"oil"}})",
             4) +
        kimi(R"({"type":"tool.result","toolCallId":"Sh_0","result":{"output":"oiled"}})", 5);
    EXPECT_EQ(read_agent("kimi", begin).unfinished.size(), 3U);
    const ReadText read = read_agent(
        "kimi",
        begin + kimi(R"({"type":"step.end","uuid":"u","usage":{"inputOther":1,"output":2}})", 6));
    expect_gate(read);
    EXPECT_EQ(text_field(read.of_kind("llm_call")[0], "model"), "k2");
    EXPECT_EQ(field(read.of_kind("llm_call")[0], "total_tokens").raw(), "3");
    EXPECT_EQ(text_field(read.of_kind("tool_call")[0], "call_id"), "0/Sh_0");
}

const std::string reasoned =
    R"({"type":"system","content":"You are Grok."})"
    "\n"
    R"({"type":"user","content":"env","synthetic_reason":"environment_context"})"
    "\n"
    R"({"type":"user","content":[{"type":"text","text":"mend the gate"}],"prompt_index":0})"
    "\n"
    R"({"type":"reasoning","summary":[{"type":"summary_text","text":"a dry hinge"}]})"
    "\n";

TEST(Grok, ReasoningBelongsToTheNextAnswer) {
    const ReadText read = read_agent(
        "grok", reasoned +
                    R"({"type":"assistant","content":"","tool_calls":[{"id":"c","name":"sh",)"
                    R"("arguments":"{\"command\":\"oil\"}"}],"model_id":"g"})"
                    "\n"
                    R"({"type":"tool_result","tool_call_id":"c","content":"oiled"})");
    expect_gate(read);
    EXPECT_EQ(read.of_kind("system_prompt").size(), 2U);
    EXPECT_EQ(read_agent("grok", reasoned).unfinished.at(0).id(), read.of_kind("llm_call")[0].id());
    EXPECT_EQ(text_field(read.of_kind("llm_call")[0], "model"), "g");
}

TEST(Antigravity, ResultsFollowTheirCalls) {
    const auto step = [](std::string_view source, std::string_view type, std::string_view rest) {
        return R"({"step_index":1,"source":")" + std::string(source) + R"(","type":")" +
               std::string(type) + R"(","status":"DONE","created_at":"2026-01-01T00:00:01Z",)" +
               std::string(rest) + "}\n";
    };
    const ReadText read = read_agent(
        "antigravity", step("USER_EXPLICIT", "USER_INPUT",
                            R"("content":"<USER_REQUEST>\nmend the gate\n</USER_REQUEST>")") +
                           step("MODEL", "PLANNER_RESPONSE",
                                R"("thinking":"a dry hinge","tool_calls":[{"name":"sh","args":)"
                                R"({"command":"\"oil\""}}])") +
                           step("MODEL", "RUN_COMMAND", R"("content":"oiled")") +
                           step("MODEL", "VIEW_FILE", R"("content":"x")") +
                           step("SYSTEM", "CHECKPOINT", R"("content":"y")"));
    expect_gate(read);
    EXPECT_EQ(text_field(read.of_kind("observation").at(0), "tool_name"), "view_file");
    EXPECT_EQ(read.of_kind("curation").size(), 1U);
}

}  // namespace
}  // namespace hence
