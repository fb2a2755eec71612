// What happens around the answers: sub-agents, decisions, branches, compaction, and the limits.
#include <map>

#include <gtest/gtest.h>

#include "formats/claude_code/claude_code_for_test.h"
#include "formats/claude_code/reader.h"

namespace hence {
namespace {

const std::string rejection =
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you "
    "how to proceed, the user said:\\nuse make instead";

std::string asked(std::string_view tool, std::string_view input = "{}") {
    return claude_prompt("p1", "", 0, "go") +
           claude_answer("a1", "p1", 1, "m1", claude_call_block("t1", tool, input));
}

std::string refused_result(std::string_view text) {
    return claude_line("r1", "a1", 3,
                       fmt::format(R"("type":"user","message":{{"content":[{{"type":"tool_result",)"
                                   R"("tool_use_id":"t1","is_error":true,"content":"{}"}}]}})",
                                   text));
}

ReadText read_limited(const ClaudeLimits& limits, std::string_view text) {
    ClaudeCodeReader reader({}, limits);
    return read_whole(reader, text);
}

ReadText read_beside(const std::map<std::string, std::string>& files, std::string_view text) {
    ReadOptions options;
    options.beside = [&files](const std::string& name) {
        const auto found = files.find(name);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    };
    ClaudeCodeReader reader(options);
    return read_whole(reader, text);
}

TEST(ClaudeCodeDecisionTest, RejectedCallIsADecisionWithTheReasonGiven) {
    const Event decision = the(read_claude(asked("Bash") + refused_result(rejection)), "decision");
    EXPECT_EQ(decision.id(), "r1");
    EXPECT_EQ(decision.parent(), "a1");
    EXPECT_EQ(decision.agent(), "user");
    EXPECT_EQ(decision.fields(), R"({"description":"allow Bash","decision_type":"permission",)"
                                 R"("chosen":"rejected","status":"declined"})");
    EXPECT_EQ(why_of(decision), "use make instead");
}

TEST(ClaudeCodeDecisionTest, RuleThatDeniesIsNotTheUser) {
    const ReadText read = read_claude(
        asked("Bash") + refused_result("Permission to use Bash with command rm has been denied."));
    EXPECT_EQ(the(read, "decision").agent(), "main");
    EXPECT_EQ(text_field(the(read, "decision"), "chosen"), "denied by a rule");
}

TEST(ClaudeCodeDecisionTest, FailureIsNoDecision) {
    EXPECT_TRUE(read_claude(asked("Bash") + refused_result("exit 1")).of_kind("decision").empty());
}

TEST(ClaudeCodeDecisionTest, PlanIsApprovedOrNot) {
    const ReadText approved =
        read_claude(asked("ExitPlanMode") +
                    claude_result("r1", "a1", 3, "t1", "\"User has approved your plan.\""));
    EXPECT_EQ(the(approved, "decision").fields(),
              R"({"description":"approve the plan","decision_type":"plan","chosen":"approved",)"
              R"("status":"made"})");
    const ReadText rejected = read_claude(asked("ExitPlanMode") + refused_result(rejection));
    EXPECT_EQ(text_field(the(rejected, "decision"), "status"), "declined");
    EXPECT_TRUE(
        read_claude(asked("ExitPlanMode") + refused_result("oops")).of_kind("decision").empty());
}

TEST(ClaudeCodeDecisionTest, EachQuestionIsADecisionWithItsAnswer) {
    const ReadText read = read_claude(
        asked("AskUserQuestion", R"({"questions":[{"question":"Which?","options":[{"label":"A"},)"
                                 R"({"label":"B"}]},{"question":"Why?","options":[]}]})") +
        claude_result("r1", "a1", 9, "t1", "\"answered\"",
                      R"(,"toolUseResult":{"answers":{"Which?":"B"}})"));
    const std::vector<Event> decisions = read.of_kind("decision");
    ASSERT_EQ(decisions.size(), 2U);
    EXPECT_EQ(decisions[0].fields(),
              R"({"description":"Which?","decision_type":"question","alternatives":["A","B"],)"
              R"("chosen":"B","status":"made"})");
    EXPECT_EQ(text_field(decisions[1], "status"), "deferred");
}

TEST(ClaudeCodeDecisionTest, AnswersInOneTextCountForAll) {
    const ReadText read =
        read_claude(asked("AskUserQuestion", R"({"questions":[{"question":"Q"}]})") +
                    claude_result("r1", "a1", 9, "t1", "\"It is B.\""));
    EXPECT_EQ(text_field(the(read, "decision"), "chosen"), "It is B.");
}

TEST(ClaudeCodeTurnTest, InterruptionEndsTheTurnAndWhatWasUnderWay) {
    const ReadText read =
        read_claude(asked("Bash") + claude_prompt("i1", "a1", 5, "[Request interrupted by user]"));
    EXPECT_EQ(read.pending, 0U);
    EXPECT_EQ(kinds(read), "session_start tool_call llm_call termination");
    EXPECT_EQ(text_field(the(read, "termination"), "reason"), "interrupted by user");
}

TEST(ClaudeCodeTurnTest, EndThatTheProgramNotesIsToldOnce) {
    const std::string answer = claude_prompt("p1", "", 0, "hi") +
                               claude_answer("a1", "p1", 1, "m1", claude_text_block("Yo"));
    const std::string stop = claude_line(
        "h1", "a1", 2, R"("type":"system","subtype":"stop_hook_summary","hookErrors":[])");
    const std::string took = claude_line(
        "d1", "h1", 3, R"("type":"system","subtype":"turn_duration","durationMs":2500)");
    const ReadText read = read_claude(answer + stop + took);
    EXPECT_EQ(kinds(read), "session_start llm_call termination log");
    EXPECT_EQ(text_field(the(read, "termination"), "output"), "Yo");
    EXPECT_EQ(the(read_claude(answer + took), "termination").duration_ms(), 2500);
    // A hook that failed makes the model go on.
    const std::string failed = claude_line(
        "h1", "a1", 2, R"("type":"system","subtype":"stop_hook_summary","hookErrors":["no"])");
    EXPECT_EQ(kinds(read_claude(answer + failed)), "session_start llm_call log");
}

TEST(ClaudeCodeTurnTest, OtherModelAndModeAreSwitches) {
    const auto answer = [](std::string_view uuid, int second, std::string_view model) {
        return claude_line(uuid, "", second,
                           fmt::format(R"("type":"assistant","message":{{"id":"{}","model":"{}",)"
                                       R"("content":[],"stop_reason":null}})",
                                       uuid, model));
    };
    const ReadText read = read_claude(
        claude_prompt("p1", "", 0, "a", R"(,"permissionMode":"default")") + answer("x", 1, "opus") +
        claude_prompt("p2", "", 2, "b", R"(,"permissionMode":"plan")") + answer("y", 3, "haiku") +
        claude_prompt("p3", "", 4, "c", R"(,"permissionMode":"plan")"));
    const std::vector<Event> found = read.of_kind("strategy_switch");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].fields(), R"({"from":"default","to":"plan","reason":"permission mode"})");
    EXPECT_EQ(found[1].fields(), R"({"from":"opus","to":"haiku","reason":"model"})");
}

TEST(ClaudeCodeTurnTest, PromptThatGoesBackAbandonsABranch) {
    const std::string there =
        claude_prompt("p1", "", 0, "a") +
        claude_answer("a1", "p1", 1, "m1", claude_text_block("Yo"), R"("stop_reason":"end_turn")");
    const ReadText read = read_claude(there + claude_prompt("p2", "a1", 2, "left") +
                                      claude_prompt("p3", "a1", 3, "right"));
    const Event rewind = the(read, "session_rewind");
    EXPECT_EQ(text_field(rewind, "to"), the(read, "termination").id());
    EXPECT_EQ(text_field(rewind, "abandoned"), "p2");
    EXPECT_EQ(text_field(rewind, "taken"), "p3");
    EXPECT_EQ(rewind.parent(), the(read, "llm_call").id());
    // Calls of one answer, their results and notes are no branches.
    const ReadText parallel = read_claude(
        there + claude_prompt("p2", "a1", 2, "go") +
        claude_answer("b1", "p2", 3, "m2", claude_call_block("t1", "Read")) +
        claude_answer("b2", "b1", 4, "m2", claude_call_block("t2", "Read")) +
        claude_result("r1", "b1", 5, "t1", "\"x\"") + claude_result("r2", "b2", 6, "t2", "\"y\"") +
        claude_answer("c1", "r2", 7, "m3", claude_text_block("Ok")));
    EXPECT_TRUE(parallel.of_kind("branch").empty()) << parallel.told();
    EXPECT_TRUE(parallel.of_kind("session_rewind").empty()) << parallel.told();
}

TEST(ClaudeCodeTurnTest, CompactionFollowsWhatItCompressed) {
    const ReadText read = read_claude(
        claude_prompt("p1", "", 0, "a") +
        claude_line("c1", "", 2,
                    R"("type":"system","subtype":"compact_boundary","logicalParentUuid":"p1",)"
                    R"("compactMetadata":{"trigger":"auto","preTokens":9})") +
        claude_prompt("s1", "c1", 3, "It was so.", R"(,"isCompactSummary":true)") +
        claude_answer("a1", "s1", 4, "m1", claude_text_block("Ok"), R"("stop_reason":"end_turn")"));
    EXPECT_EQ(the(read, "curation").parent(), "p1");
    EXPECT_EQ(the(read, "curation").fields(),
              R"({"action":"compressed","target":"conversation","subtype":"compact_boundary",)"
              R"("compactMetadata":{"trigger":"auto","preTokens":9}})");
    EXPECT_EQ(the(read, "observation").parent(), "c1");
    EXPECT_EQ(text_field(the(read, "observation"), "content"), "It was so.");
    EXPECT_EQ(the(read, "llm_call").parent(), "s1");
}

TEST(ClaudeCodeTurnTest, FailedRequestsAreErrors) {
    const ReadText read = read_claude(
        claude_prompt("p1", "", 0, "a") +
        claude_line("e1", "p1", 1,
                    R"("type":"system","subtype":"api_error","level":"error","retryAttempt":1,)"
                    R"("error":{"status":529,"error":{"error":{"message":"Overloaded"}}})") +
        claude_line("e2", "e1", 2,
                    R"("type":"assistant","isApiErrorMessage":true,"message":{"id":"u","model":)"
                    R"("<synthetic>","content":[{"type":"text","text":"API Error: 529"}]})") +
        claude_answer("a1", "e2", 4, "m1", claude_text_block("Ok"), R"("stop_reason":"end_turn")"));
    const std::vector<Event> errors = read.of_kind("error");
    ASSERT_EQ(errors.size(), 2U);
    EXPECT_EQ(text_field(errors[0], "error"), "Overloaded");
    EXPECT_EQ(text_field(errors[1], "error"), "API Error: 529");
    // The answer is one to the prompt.
    EXPECT_EQ(the(read, "llm_call").parent(), "p1");
}

TEST(ClaudeCodeTurnTest, HooksOfACallAreToldWithIt) {
    const auto hook = [](std::string_view uuid, std::string_view call) {
        return claude_line(
            uuid, "a1", 2,
            fmt::format(R"("type":"progress","toolUseID":"{}","data":)"
                        R"({{"type":"hook_progress","hookName":"Pre","command":"x"}})",
                        call));
    };
    const ReadText read =
        read_claude(asked("Bash") + hook("h1", "t1") + hook("h2", "other") +
                    claude_result("r1", "h1", 3, "t1", "\"ok\"") + hook("h3", "t1"));
    EXPECT_EQ(field(the(read, "tool_call"), "hooks").raw(),
              R"([{"type":"hook_progress","hookName":"Pre","command":"x"}])");
    EXPECT_EQ(read.of_kind("log").size(), 2U);
    EXPECT_EQ(text_field(read.of_kind("log")[0], "body"), "Pre: x");
}

TEST(ClaudeCodeTurnTest, WhatWasTypedMeanwhileIsAPrompt) {
    const ReadText read = read_claude(
        asked("Bash") +
        claude_line(
            "q1", "a1", 2,
            R"("type":"attachment","attachment":{"type":"queued_command","prompt":"and b"})") +
        claude_line("q2", "q1", 3, R"("type":"attachment","attachment":{"type":"todo"})"));
    EXPECT_EQ(text_field(the(read, "prompt"), "text"), "and b");
    EXPECT_EQ(the(read, "prompt").run(), "p1");
    EXPECT_EQ(text_field(the(read, "log"), "body"), "attachment: todo");
}

TEST(ClaudeCodeTurnTest, TitleGetsTheTimeOfTheFirstLineThatHasOne) {
    const ReadText read = read_claude(R"({"type":"summary","summary":"Fixed it","leafUuid":"x"})"
                                      "\n" +
                                      claude_prompt("p1", "", 7, "a"));
    EXPECT_EQ(kinds(read), "log session_start");
    EXPECT_EQ(text_field(read.events[0], "body"), "Fixed it");
    EXPECT_EQ(to_string(read.events[0].time()), "2026-03-01T10:00:07.000Z");
    EXPECT_TRUE(read.events[0].has(Flag::time_derived));
    EXPECT_EQ(read_claude(R"({"type":"summary","summary":"Fixed it","leafUuid":"x"})").pending, 1U);
}

std::string progress(std::string_view uuid, int second, std::string_view message) {
    return claude_line(uuid, "a1", second,
                       fmt::format(R"("type":"progress","parentToolUseID":"t1","data":{{"type":)"
                                   R"("agent_progress","agentId":"ag7","message":{}}})",
                                   message));
}

const std::string task =
    R"({"description":"Look","prompt":"look around","subagent_type":"Explore"})";
const std::string with_agent =
    asked("Task", task) +
    progress("g1", 2, R"({"type":"user","uuid":"x1","message":{"content":"look around"}})") +
    progress("g2", 3,
             R"({"type":"assistant","uuid":"x2","timestamp":"2026-03-01T10:00:03.000Z","message":)"
             R"({"id":"n1","model":"haiku","content":[{"type":"tool_use","id":"u1","name":"Read",)"
             R"("input":{}}],"usage":{"output_tokens":1}}})") +
    progress("g3", 4,
             R"({"type":"user","uuid":"x3","message":{"content":[{"type":"tool_result",)"
             R"("tool_use_id":"u1","content":"z"}]}})") +
    claude_result("r1", "a1", 9, "t1", "\"found\"",
                  R"(,"toolUseResult":{"agentId":"ag7","status":"completed"})");

TEST(ClaudeCodeAgentTest, SubAgentIsADelegationWithItsOwnRun) {
    const ReadText read = read_claude(with_agent);
    EXPECT_EQ(read.pending, 1U);  // The answer that called it.
    EXPECT_EQ(kinds(read), "session_start delegation session_start tool_call tool_call llm_call");
    EXPECT_EQ(the(read, "delegation").parent(), "a1");
    EXPECT_EQ(the(read, "delegation").fields(),
              R"({"parent_id":"main","child_id":"ag7","task":"Look","run_id":"ag7",)"
              R"("agent_type":"Explore"})");
    const Event start = read.of_kind("session_start")[1];
    EXPECT_TRUE(start.parent().empty());  // The run says who asked for it.
    EXPECT_EQ(start.run(), "ag7");
    EXPECT_EQ(start.session(), "s1");
    EXPECT_EQ(start.agent(), "Explore");
    EXPECT_EQ(text_field(start, "goal"), "look around");
    const Event answer = the(read, "llm_call");
    EXPECT_EQ(answer.parent(), "x1");
    EXPECT_TRUE(answer.has(Flag::parent_derived));
    EXPECT_EQ(read.of_kind("tool_call")[0].id(), "x2");
}

TEST(ClaudeCodeAgentTest, FileOfASubAgentGivesTheSameIds) {
    const auto line = [](std::string_view uuid, std::string_view parent, int second,
                         std::string_view rest) {
        return claude_line(uuid, parent, second,
                           R"("isSidechain":true,"agentId":"ag7",)" + std::string(rest));
    };
    const std::string own =
        line("x1", "", 2, R"("type":"user","message":{"content":"look around"})") +
        line("x2", "x1", 3,
             R"("type":"assistant","message":{"id":"n1","model":"haiku","content":[{"type":)"
             R"("tool_use","id":"u1","name":"Read","input":{}}],"usage":{"output_tokens":50}})") +
        line("x3", "x2", 4,
             R"("type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"u1",)"
             R"("content":"z"}]})") +
        line("x4", "x3", 5,
             R"("type":"assistant","message":{"id":"n2","model":"haiku","content":[{"type":"text",)"
             R"("text":"found"}],"stop_reason":"end_turn"})");
    const std::map<std::string, std::string> meta{
        {"agent-ag7.meta.json", R"({"agentType":"Explore","toolUseId":"t1"})"}};
    const ReadText read = read_beside(meta, own);
    const ReadText embedded = read_claude(with_agent);
    EXPECT_EQ(the(read, "session_start").to_json(), embedded.of_kind("session_start")[1].to_json());
    EXPECT_EQ(read.of_kind("llm_call")[0].id(), the(embedded, "llm_call").id());
    EXPECT_EQ(the(read, "tool_call").id(), embedded.of_kind("tool_call")[0].id());
    // Without the file beside it, less is known.
    const Event start = the(read_claude(own), "session_start");
    EXPECT_EQ(start.agent(), "ag7");
}

TEST(ClaudeCodeAgentTest, EmbeddedLinesGiveWayToTheFileOfTheSubAgent) {
    for (const std::string_view name : {"agent-ag7.jsonl", "s1/subagents/agent-ag7.jsonl"}) {
        const ReadText read = read_beside({{std::string(name), "{}"}}, with_agent);
        EXPECT_EQ(kinds(read), "session_start delegation tool_call") << name;
    }
}

TEST(ClaudeCodeAgentTest, SidechainWithoutAnIdIsKnownByItsPrompt) {
    const auto side = [](std::string_view uuid, std::string_view parent, int second,
                         std::string_view rest) {
        return claude_line(uuid, parent, second, R"("isSidechain":true,)" + std::string(rest));
    };
    const ReadText read = read_claude(
        asked("Task", task) +
        side("x1", "", 2, R"("type":"user","message":{"content":"look around"})") +
        side("x2", "x1", 3,
             R"("type":"assistant","message":{"id":"n1","model":"haiku","content":[{"type":"text",)"
             R"("text":"found"}],"stop_reason":"end_turn"})"));
    EXPECT_EQ(text_field(the(read, "delegation"), "run_id"), "x1");
    EXPECT_EQ(the(read, "llm_call").run(), "x1");
    EXPECT_EQ(the(read, "llm_call").agent(), "Explore");
}

TEST(ClaudeCodeLimitTest, TooManyOpenCallsAreToldWithoutTheirResults) {
    const std::string text = claude_answer("a1", "", 1, "m1", claude_call_block("t1", "A")) +
                             claude_answer("a2", "a1", 2, "m1", claude_call_block("t2", "B")) +
                             claude_answer("a3", "a2", 3, "m1", claude_call_block("t3", "C"));
    EXPECT_EQ(kinds(read_limited({.calls = 3}, text)), "");
    const ReadText read = read_limited({.calls = 2}, text);
    EXPECT_EQ(kinds(read), "tool_call tool_call");
    EXPECT_EQ(read.pending, 2U);
    EXPECT_EQ(kinds(read_limited({.call_bytes = 1'200}, text)), "tool_call tool_call");
}

TEST(ClaudeCodeLimitTest, AnswerThatIsTooLongIsToldAtOnce) {
    const std::string text = claude_answer("a1", "", 1, "m1", claude_text_block("12345"));
    EXPECT_EQ(kinds(read_limited({.answer_bytes = 5}, text)), "");
    EXPECT_EQ(kinds(read_limited({.answer_bytes = 4}, text)), "llm_call");
}

TEST(ClaudeCodeLimitTest, ForgottenAgentsAreClosed) {
    std::string text = claude_prompt("p1", "", 0, "go");
    for (const std::string_view agent : {"a", "b", "c"}) {
        text += claude_line(agent, "", 1,
                            fmt::format(R"("agentId":"{0}","type":"assistant","message":{{"id":)"
                                        R"("m{0}","content":[]}})",
                                        agent));
    }
    text += claude_prompt("p2", "p1", 2, "go on");
    EXPECT_EQ(read_limited({.lanes = 4}, text).of_kind("llm_call").size(), 0U);
    EXPECT_EQ(read_limited({.lanes = 3}, text).of_kind("llm_call").size(), 1U);
}

TEST(ClaudeCodeLimitTest, LargeResultIsToldByItsSize) {
    const std::string text = asked("Bash") + claude_result("r1", "a1", 3, "t1", "\"x\"",
                                                           R"(,"toolUseResult":{"a":"12345"})");
    EXPECT_EQ(field(the(read_limited({.result_bytes = 13}, text), "tool_call"), "result").raw(),
              R"({"a":"12345"})");
    EXPECT_EQ(
        field(the(read_limited({.result_bytes = 12}, text), "tool_call"), "result_bytes").raw(),
        "13");
}

TEST(ClaudeCodeLimitTest, LinesBeforeAnyTimeDoNotWaitForEver) {
    const std::string title = R"({"type":"ai-title","aiTitle":"T)";
    const std::string text = title + "1\"}\n" + title + "2\"}\n";
    EXPECT_EQ(read_limited({.early_lines = 2}, text).pending, 2U);
    const ReadText read = read_limited({.early_lines = 1}, text);
    EXPECT_EQ(kinds(read), "log log");
    EXPECT_TRUE(read.events[0].has(Flag::time_derived));
    EXPECT_EQ(read_limited({.early_bytes = 10}, text).pending, 0U);
}

TEST(ClaudeCodeLimitTest, ChainRemembersTheLatest) {
    ClaudeChain chain(2);
    chain.add("a", {"ea", "", "", ""});
    chain.add("b", {"eb", "", "", ""});
    EXPECT_NE(chain.find("a"), nullptr);
    chain.add("b", {"eb2", "", "", ""});
    chain.add("c", {"ec", "", "", ""});
    EXPECT_EQ(chain.find("a"), nullptr);
    EXPECT_EQ(chain.find("b")->event, "eb2");
    EXPECT_EQ(chain.size(), 2U);
}

// What a prompt brings with it is stamped a moment before it.
TEST(ClaudeCodeTurnTest, AnswerBeginsAfterAllThatItFollows) {
    const ReadText read = read_claude(
        claude_prompt("u1", "", 5, "fix it") +
        claude_line("a1", "u1", 4, R"("type":"attachment","attachment":{"type":"skill_listing"})") +
        claude_answer("m1", "a1", 8, "msg_1", claude_text_block("done"),
                      R"("stop_reason":"end_turn")"));
    const Event answer = the(read, "llm_call");
    EXPECT_EQ(answer.time(), the(read, "session_start").time());
    EXPECT_EQ(answer.duration_ms(), 3000);
}

}  // namespace
}  // namespace hence
