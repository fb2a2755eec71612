// Codex rollouts, one rule at a time: turns, answers, usage, calls, delegation.
#include "formats/codex/codex.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/codex/codex_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

// As the rollouts of 2026 have it: what the model gave, then what it cost.
const std::string turn =
    codex_meta() + codex_event(1, R"("type":"task_started","turn_id":"t1")") +
    codex_line(1, "turn_context", R"({"turn_id":"t1","model":"m"})") + codex_asked(2, "fix it") +
    codex_item(4, R"("type":"reasoning","summary":[{"type":"summary_text",)"
                  R"("text":"look first"}],"encrypted_content":"x")") +
    codex_call(5, "c1") + codex_usage(5, 10, 10) +
    codex_result(7, "c1", R"(Exit code: 0\nWall time: 1.5 seconds\nOutput:\na)") +
    codex_said(9, "done") + codex_usage(9, 20, 30) +
    codex_event(9, R"("type":"task_complete","turn_id":"t1",)"
                   R"("last_agent_message":"done","duration_ms":7000)");

std::string tokens(const ReadText& read) {
    std::string all;
    for (const Event& call : read.of_kind("llm_call")) {
        all += (all.empty() ? "" : " ") + std::string(field(call, "total_tokens").raw());
    }
    return all;
}

TEST(CodexTest, RolloutIsKnownByItsLines) {
    for (const std::string& text :
         {turn, codex_asked(1, "x"), std::string(R"({"type":"thread.started","thread_id":"t"})")}) {
        EXPECT_TRUE(is_codex(Beginning(text))) << text;
    }
    for (const std::string_view text :
         {R"({"type":"session_meta"})", R"({"type":"user","payload":{}})",
          R"({"type":"item.started"})", R"({"type":"thread.started"})", "{}", "", "no"}) {
        EXPECT_FALSE(is_codex(Beginning(text))) << text;
    }
}

TEST(CodexTest, TurnBecomesWhatHappenedInIt) {
    const ReadText read = read_rollout(turn);
    std::string kinds;
    for (const Event& event : read.events) {
        EXPECT_EQ(event.session(), "th");
        EXPECT_EQ(event.run(), "t1");
        EXPECT_EQ(event.agent(), "codex");
        kinds += std::string(event.kind()) + ' ';
    }
    EXPECT_EQ(kinds, "session_start llm_call thought tool_call llm_call termination ");
    EXPECT_EQ(read.pending, 0U);
    EXPECT_TRUE(read.refused.empty());
    EXPECT_EQ(text_field(read.events[0], "goal"), "fix it");
    EXPECT_EQ(text_field(read.events[0], "cwd"), "/w");
    EXPECT_EQ(text_field(read.events[5], "output"), "done");
    EXPECT_EQ(read.events[5].duration_ms(), 7000);
}

TEST(CodexTest, ModelCallLastsFromWhatItWasGivenToWhatItGave) {
    const ReadText read = read_rollout(turn);
    const std::vector<Event> calls = read.of_kind("llm_call");
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_EQ(calls[0].duration_ms(), 3000);
    EXPECT_EQ(calls[1].duration_ms(), 2000);
    EXPECT_EQ(text_field(calls[0], "model"), "m");
    EXPECT_EQ(field(calls[0], "call_ids").raw(), R"(["c1"])");
    EXPECT_EQ(text_field(calls[1], "completion"), "done");
}

TEST(CodexTest, EachAnswerHangsOnWhatItAnswers) {
    const ReadText read = read_rollout(turn);
    const std::vector<Event>& all = read.events;
    EXPECT_EQ(all[1].parent(), all[0].id());
    EXPECT_TRUE(all[1].has(Flag::parent_derived));
    EXPECT_EQ(all[2].parent(), all[1].id());
    EXPECT_EQ(all[3].parent(), all[1].id());
    EXPECT_FALSE(all[3].has(Flag::parent_derived));
    EXPECT_EQ(all[4].parent(), all[3].id());
}

TEST(CodexTest, ToolCallHasItsResultAndWhatTheHeadOfTheOutputSays) {
    const Event call = read_rollout(turn).of_kind("tool_call").at(0);
    EXPECT_EQ(text_field(call, "tool_name"), "shell");
    EXPECT_EQ(field(call, "input").raw(), R"({"command":"ls"})");
    EXPECT_EQ(text_field(call, "status"), "ok");
    EXPECT_EQ(text_field(call, "call_id"), "c1");
    EXPECT_EQ(text_field(call, "output"), "a");
    EXPECT_EQ(text_field(call, "output_head"), "Exit code: 0\nWall time: 1.5 seconds\nOutput:\n");
    EXPECT_EQ(call.duration_ms(), 1500);
}

TEST(CodexTest, CostMayStandBeforeTheItems) {
    const std::string text =
        codex_meta() + codex_asked(1, "a") +
        codex_event(2, R"("type":"agent_reasoning","text":"hm")") + codex_usage(3, 10, 10) +
        codex_item(3, R"("type":"reasoning","summary":[{"text":"hm"}])") + codex_call(3, "c1") +
        codex_result(3, "c1",
                     R"({\"output\":\"no\",\"metadata\":{\"exit_code\":2,)"
                     R"(\"duration_seconds\":0.4}})") +
        codex_event(5, R"("type":"agent_message","message":"sorry")") + codex_usage(5, 20, 30) +
        codex_said(5, "sorry");
    const ReadText read = read_rollout(text);
    EXPECT_EQ(tokens(read), "10 20");
    EXPECT_EQ(read.of_kind("thought").size(), 1U);
    EXPECT_EQ(read.pending, 0U);
    const Event call = read.of_kind("tool_call").at(0);
    EXPECT_EQ(call.duration_ms(), 400);
    EXPECT_EQ(text_field(call, "output"), "no");
    EXPECT_TRUE(failed_call(call));
    EXPECT_EQ(read.of_kind("llm_call").at(1).parent(), call.id());
    EXPECT_EQ(text_field(read.of_kind("llm_call").at(1), "completion"), "sorry");
}

TEST(CodexTest, CostMayStandBehindTheResult) {
    const ReadText read = read_rollout(codex_meta() + codex_asked(1, "a") + codex_call(2, "c1") +
                                       codex_result(3, "c1", "x") + codex_usage(3, 10, 10) +
                                       codex_said(4, "b") + codex_usage(4, 20, 30));
    EXPECT_EQ(tokens(read), "10 20");
    EXPECT_EQ(read.events[1].kind(), "llm_call");
}

TEST(CodexTest, CostThatIsToldAgainCountsOnce) {
    const ReadText read = read_rollout(
        codex_meta() + codex_asked(1, "a") + codex_said(2, "b") + codex_usage(2, 10, 10) +
        codex_usage(3, 10, 10) + codex_event(4, R"("type":"token_count","info":null)") +
        codex_line(5, "token_usage_record", R"({"turn_token_usage":{"total_tokens":10}})") +
        codex_event(6, R"("type":"task_complete","turn_id":"t")"));
    EXPECT_EQ(tokens(read), "10");
}

TEST(CodexTest, SecondPromptOfAThreadIsAPrompt) {
    const ReadText read = read_rollout(codex_meta() + codex_asked(1, "a") + codex_said(2, "b") +
                                       codex_usage(2, 10, 10) + codex_asked(3, "c") +
                                       codex_said(4, "d") + codex_usage(4, 10, 20));
    EXPECT_EQ(read.of_kind("session_start").size(), 1U);
    const Event second = read.of_kind("prompt").at(0);
    EXPECT_EQ(text_field(second, "text"), "c");
    EXPECT_EQ(second.run(), "th:2");
    EXPECT_TRUE(second.parent().empty());
}

TEST(CodexTest, RequestIsWhatFollowsTheMarkOfAnEditor) {
    const ReadText read = read_rollout(
        codex_meta() +
        codex_asked(1, R"(# Context from my IDE setup:\n\nx\n\n## My request for Codex:\ngo)") +
        codex_said(2, "b") + codex_usage(2, 10, 10));
    EXPECT_EQ(text_field(read.events[0], "goal"), "go");
    EXPECT_TRUE(text_field(read.events[0], "message").starts_with("# Context"));
}

TEST(CodexTest, WithoutAnEventTheLastMessageOfTheUserIsThePrompt) {
    const auto user = [](int second, std::string_view text) {
        return codex_item(second, R"("type":"message","role":"user","content":[{"text":")" +
                                      std::string(text) + "\"}]");
    };
    const ReadText read =
        read_rollout(codex_meta() + user(1, "<environment_context>x") + user(1, "help") +
                     codex_said(2, "b") + codex_usage(2, 10, 10));
    EXPECT_EQ(text_field(read.events[0], "goal"), "help");
    EXPECT_EQ(field(read.events[1], "messages").at(1)["content"].at(0)["text"].string(), "help");
}

TEST(CodexTest, EventThatComesBeforeItsItemIsNoAnswerOfItsOwn) {
    const ReadText read = read_rollout(
        codex_meta() +
        codex_item(1, R"("type":"message","role":"user","content":[{"text":"help"}])") +
        codex_event(2, R"("type":"agent_message","message":"b")") + codex_said(2, "b") +
        codex_event(2, R"("type":"agent_message","message":"b")") + codex_usage(2, 10, 10));
    ASSERT_EQ(read.of_kind("llm_call").size(), 1U);
    EXPECT_EQ(text_field(read.of_kind("llm_call").at(0), "completion"), "b");
    EXPECT_EQ(read.of_kind("llm_call").at(0).parent(), read.of_kind("session_start").at(0).id());
}

TEST(CodexTest, TextThatOnlyEventsTellCounts) {
    const ReadText read = read_rollout(codex_meta() + codex_asked(1, "a") +
                                       codex_event(2, R"("type":"agent_reasoning","text":"hm")") +
                                       codex_event(3, R"("type":"agent_message","message":"b")") +
                                       codex_usage(3, 10, 10) +
                                       codex_event(4, R"("type":"task_complete","turn_id":"t")"));
    ASSERT_EQ(read.of_kind("llm_call").size(), 1U);
    EXPECT_EQ(text_field(read.of_kind("llm_call").at(0), "completion"), "b");
    EXPECT_EQ(text_field(read.of_kind("thought").at(0), "text"), "hm");
}

TEST(CodexTest, AbortedTurnLeavesItsCallWithoutAResult) {
    const ReadText read = read_rollout(
        codex_meta() + codex_asked(1, "a") + codex_call(2, "c1") + codex_usage(2, 10, 10) +
        codex_event(3, R"("type":"turn_aborted","turn_id":"t","reason":"interrupted")"));
    const Event call = read.of_kind("tool_call").at(0);
    EXPECT_EQ(text_field(call, "abandoned"), "interrupted");
    EXPECT_FALSE(field(call, "output").present());
    EXPECT_EQ(text_field(read.of_kind("termination").at(0), "reason"), "interrupted");
    EXPECT_EQ(read.pending, 0U);
}

TEST(CodexTest, CallWithoutAResultIsHeldBack) {
    const ReadText read = read_rollout(codex_meta() + codex_asked(1, "a") + codex_call(2, "c1") +
                                       codex_usage(2, 10, 10));
    EXPECT_TRUE(read.of_kind("tool_call").empty());
    EXPECT_EQ(read.pending, 1U);
}

TEST(CodexTest, RefusedCallIsADecision) {
    const ReadText read = read_rollout(codex_meta() + codex_asked(1, "a") + codex_call(2, "c1") +
                                       codex_usage(2, 10, 10) +
                                       codex_result(3, "c1", "exec command rejected by user"));
    const Event decision = read.of_kind("decision").at(0);
    EXPECT_EQ(text_field(decision, "decision_type"), "permission");
    EXPECT_EQ(text_field(decision, "status"), "declined");
    EXPECT_TRUE(decision.has(Flag::derived));
    EXPECT_TRUE(failed_call(read.of_kind("tool_call").at(0)));
}

TEST(CodexTest, SpawnedAgentIsADelegationThatNamesItsRun) {
    const std::string spawn =
        codex_meta() + codex_asked(1, "a") +
        codex_item(2, R"("type":"function_call","name":"spawn_agent","call_id":"s1",)"
                      R"("arguments":"{\"message\":\"review\"}")") +
        codex_usage(2, 10, 10);
    const ReadText older = read_rollout(
        spawn + codex_result(3, "s1", R"({\"agent_id\":\"kid\",\"nickname\":\"Ada\"})"));
    const ReadText newer = read_rollout(
        spawn +
        codex_event(3, R"("type":"sub_agent_activity","event_id":"s1","agent_thread_id":"kid",)"
                       R"("agent_path":"/lead/ada","kind":"started")") +
        codex_result(3, "s1", R"({\"task_name\":\"/lead/ada\"})"));
    for (const auto& [read, child] : {std::pair(older, "Ada"), std::pair(newer, "/lead/ada")}) {
        ASSERT_EQ(read.of_kind("delegation").size(), 1U);
        const Event delegation = read.of_kind("delegation").at(0);
        EXPECT_EQ(text_field(delegation, "child_id"), child);
        EXPECT_EQ(text_field(delegation, "run_id"), "kid");
        EXPECT_EQ(text_field(delegation, "task"), "review");
        EXPECT_EQ(delegation.parent(), read.of_kind("tool_call").at(0).id());
    }
}

TEST(CodexTest, RationaleAndAssumptionsOfTheTextAreFound) {
    const ReadText read = read_rollout(
        codex_meta() + codex_asked(1, "a") +
        codex_said(2, R"(I assume that it is Linux because of the path. <rationale call=\"1\">)"
                      R"({\"why\":\"to see\"}</rationale>)") +
        codex_call(2, "c1") + codex_usage(2, 10, 10) + codex_result(3, "c1", "x"));
    EXPECT_EQ(why_of(read.of_kind("tool_call").at(0)), "to see");
    const Event assumption = read.of_kind("assumption").at(0);
    EXPECT_EQ(text_field(assumption, "assumption"), "it is Linux");
    EXPECT_TRUE(assumption.has(Flag::derived));
}

TEST(CodexTest, CompactionIsToldOnce) {
    const ReadText read = read_rollout(
        codex_meta() + codex_asked(1, "a") + codex_said(2, "b") + codex_usage(2, 10, 10) +
        codex_line(3, "compacted", R"({"message":"short","replacement_history":[{},{}]})") +
        codex_event(3, R"("type":"context_compacted")"));
    ASSERT_EQ(read.of_kind("curation").size(), 1U);
    const Event curation = read.of_kind("curation").at(0);
    EXPECT_EQ(text_field(curation, "summary"), "short");
    EXPECT_EQ(field(curation, "replacement_items").raw(), "2");
}

TEST(CodexTest, OtherModelIsASwitch) {
    const auto context = [](int second, std::string_view model) {
        return codex_line(second, "turn_context", R"({"model":")" + std::string(model) + "\"}");
    };
    const ReadText read = read_rollout(codex_meta() + codex_asked(1, "a") + context(1, "m1") +
                                       codex_said(2, "b") + codex_usage(2, 10, 10) +
                                       codex_asked(3, "c") + context(3, "m1") + context(4, "m2"));
    ASSERT_EQ(read.of_kind("strategy_switch").size(), 1U);
    EXPECT_EQ(text_field(read.of_kind("strategy_switch").at(0), "to"), "m2");
}

TEST(CodexTest, AgentsWriteToEachOther) {
    const ReadText read = read_rollout(
        codex_meta() + codex_line(1, "inter_agent_communication",
                                  R"({"author":"/lead/a","recipient":"/lead","content":"hi",)"
                                  R"("other_recipients":["/lead/b"],"trigger_turn":true})"));
    const Event message = read.of_kind("message").at(0);
    EXPECT_EQ(text_field(message, "from"), "/lead/a");
    EXPECT_EQ(field(message, "to").raw(), R"(["/lead","/lead/b"])");
}

TEST(CodexTest, WorkBehindOneCallIsToldPieceByPiece) {
    const ReadText read = read_rollout(
        codex_meta() + codex_asked(1, "a") + codex_call(2, "c1", "exec") + codex_usage(2, 10, 10) +
        codex_event(3, R"("type":"item_completed","item":{"type":"CommandExecution","id":"w1",)"
                       R"("command":["ls"],"status":"failed","exit_code":1,)"
                       R"("aggregated_output":"no","duration":{"secs":1,"nanos":500000000}})") +
        codex_event(3, R"("type":"item_completed","item":{"type":"CommandExecution","id":"c1",)"
                       R"("status":"completed","exit_code":0,"duration":"20ms"})") +
        codex_result(4, "c1", "x"));
    const std::vector<Event> calls = read.of_kind("tool_call");
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_TRUE(failed_call(calls[0]));
    EXPECT_EQ(calls[0].duration_ms(), 1500);
    EXPECT_EQ(calls[1].duration_ms(), 20);
    EXPECT_FALSE(failed_call(calls[1]));
}

TEST(CodexTest, WhatIsNotUnderstoodIsKept) {
    const std::string notes = codex_line(1, "new_thing", R"({"a":1.10})") +
                              codex_event(1, R"("type":"thread_rolled_back","num_turns":2)") +
                              codex_item(1, R"("type":"odd","b":[1])");
    const ReadText alone = read_rollout(codex_meta() + notes);
    ASSERT_EQ(alone.unfinished.size(), 3U);
    EXPECT_EQ(alone.unfinished[0].kind(), "new_thing");
    EXPECT_EQ(alone.unfinished[0].parent(), "");
    EXPECT_EQ(alone.unfinished[2].parent(), alone.unfinished[0].id());
    const ReadText read = read_rollout(codex_meta() + notes + turn.substr(turn.find('\n') + 1));
    const Event kept = read.of_kind("new_thing").at(0);
    EXPECT_EQ(field(kept, "a").raw(), "1.10");
    EXPECT_EQ(kept.id(), alone.unfinished[0].id());
    EXPECT_EQ(field(read.of_kind("thread_rolled_back").at(0), "num_turns").raw(), "2");
    EXPECT_EQ(read.of_kind("odd").size(), 1U);
}

TEST(CodexTest, TurnHasOneBeginningWhateverElseIsNotedInIt) {
    const std::string notes =
        codex_line(1, "world_state", R"({"full":true})") +
        codex_event(1, R"("type":"thread_settings_applied","thread_settings":{})");
    const std::string second =
        codex_event(20, R"("type":"task_started","turn_id":"t2")") + notes +
        codex_event(20, R"("type":"context_compacted")") + codex_asked(21, "and now") +
        codex_call(22, "c9") + codex_usage(22, 10, 50) +
        codex_line(23, "inter_agent_communication_metadata", R"({"trigger_turn":false})") +
        codex_item(23, R"("type":"agent_message","author":"/a","recipient":"/","content":"hi")") +
        codex_event(23, R"("type":"sub_agent_activity","event_id":"c9","kind":"interacted")") +
        codex_event(23, R"("type":"stream_error","message":"slow")") + codex_result(24, "c9", "x");
    const ReadText read = read_rollout(turn + second);
    std::string roots;
    for (const Event& event : read.events) {
        roots += event.parent().empty() ? std::string(event.kind()) + ' ' : "";
    }
    EXPECT_EQ(roots, "session_start prompt ");
    const Event state = read.of_kind("world_state").at(0);
    EXPECT_EQ(state.parent(), read.of_kind("prompt").at(0).id());
    EXPECT_EQ(state.run(), "t2");
    EXPECT_TRUE(state.has(Flag::parent_derived));
    EXPECT_EQ(read_by_lines(read_codex, turn + second).told(), read.told());
}

TEST(CodexTest, NotesThatNoTurnFollowsAreNotHeldForEver) {
    std::string text = codex_meta();
    for (int i = 0; i < 1'500; ++i) {
        text += codex_line(1, "world_state", "{}");
    }
    const ReadText read = read_rollout(text);
    EXPECT_EQ(read.events.size(), 1'500U);
    EXPECT_EQ(read.events[0].parent(), "");
    EXPECT_EQ(read.events[1'499].parent(), read.events[0].id());
}

TEST(CodexTest, FailedScriptHasFailed) {
    const auto script = [](std::string_view head, std::string_view rest) {
        return read_rollout(
                   codex_meta() + codex_asked(1, "a") + codex_call(2, "c1", "exec") +
                   codex_usage(2, 10, 10) +
                   codex_item(4, R"("type":"custom_tool_call_output","call_id":"c1","output":[)"
                                 R"({"type":"input_text","text":")" +
                                     std::string(head) +
                                     R"(\nWall time 1.5 seconds\nOutput:\n"},)"
                                     R"({"type":"input_text","text":")" +
                                     std::string(rest) + R"("}])"))
            .of_kind("tool_call")
            .at(0);
    };
    const Event failed = script("Script failed", R"(Script error:\nTypeError: no\n  at x.mjs)");
    EXPECT_TRUE(failed_call(failed));
    EXPECT_EQ(text_field(failed, "error"), "TypeError: no");
    EXPECT_EQ(failed.duration_ms(), 1500);
    EXPECT_EQ(field(failed, "output").raw(),
              R"([{"type":"input_text","text":"Script error:\nTypeError: no\n  at x.mjs"}])");
    EXPECT_EQ(text_field(failed, "output_head"), "Script failed\nWall time 1.5 seconds\nOutput:\n");
    EXPECT_FALSE(failed_call(script("Script completed", "Script failed")));
    EXPECT_FALSE(failed_call(script("Script running with cell ID 7", "x")));
}

TEST(CodexTest, WorkOfAScriptHangsOnTheCallOfTheScriptAndCountsOnce) {
    const ReadText read = read_rollout(
        codex_meta() + codex_asked(1, "a") + codex_call(2, "c1", "exec") + codex_usage(2, 10, 10) +
        codex_event(4,
                    R"("type":"mcp_tool_call_end","call_id":"exec-1","invocation":{)"
                    R"("server":"apps","tool":"get_pr","arguments":{"n":1}},"app_name":"GitHub",)"
                    R"("duration":{"secs":1,"nanos":0},"result":{"Ok":{"content":[]}})") +
        codex_event(4, R"("type":"item_completed","item":{"type":"McpToolCall","id":"exec-1",)"
                       R"("tool":"get_pr","status":"completed"})") +
        codex_event(5, R"("type":"patch_apply_end","call_id":"exec-2","changes":{"/a":{}},)"
                       R"("stdout":"","stderr":"no such line","success":false)") +
        codex_event(6, R"("type":"web_search_end","call_id":"exec-3","query":"q","results":[])") +
        codex_event(6, R"("type":"web_search_end","call_id":"ws_1","query":"q")") +
        codex_result(7, "c1", "x") + codex_said(8, "done") + codex_usage(8, 10, 20));
    const std::vector<Event> calls = read.of_kind("tool_call");
    ASSERT_EQ(calls.size(), 4U);
    const Event& script = calls[3];
    EXPECT_EQ(text_field(script, "call_id"), "c1");
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(calls[i].parent(), script.id());
    }
    EXPECT_EQ(text_field(calls[0], "tool_name"), "get_pr");
    EXPECT_EQ(field(calls[0], "input").raw(), R"({"n":1})");
    EXPECT_EQ(field(calls[0], "output").raw(), R"({"content":[]})");
    EXPECT_EQ(text_field(calls[0], "server"), "apps");
    EXPECT_EQ(text_field(calls[0], "app_name"), "GitHub");
    EXPECT_EQ(to_string(calls[0].time()), "2026-03-01T10:00:03.000Z");
    EXPECT_EQ(text_field(calls[1], "tool_name"), "apply_patch");
    EXPECT_TRUE(failed_call(calls[1]));
    EXPECT_EQ(text_field(calls[1], "error"), "no such line");
    EXPECT_EQ(text_field(calls[2], "tool_name"), "web_search");
    EXPECT_EQ(read.of_kind("llm_call").at(1).parent(), script.id());
}

TEST(CodexTest, BadLineIsRefusedAlone) {
    const ReadText read = read_rollout(turn + "{\"type\":\"event_msg\"}\nnoise\n" +
                                       R"({"type":"x","payload":{},"timestamp":"noon"})" + "\n");
    EXPECT_EQ(read.events.size(), 6U);
    ASSERT_EQ(read.refused.size(), 3U);
    EXPECT_EQ(read.refused[0].reason, "payload is missing");
    EXPECT_EQ(read.refused[2].reason, "timestamp is no time");
}

TEST(CodexTest, EventsDoNotDependOnHowTheTextWasCut) {
    EXPECT_EQ(read_by_lines(read_codex, turn).told(), read_rollout(turn).told());
    // What is there of a shorter text is there of the longer one, in the same words.
    const std::string whole = read_rollout(turn).told();
    for (std::size_t at = turn.find('\n'); at != std::string::npos; at = turn.find('\n', at + 1)) {
        for (const Event& event : read_rollout(turn.substr(0, at + 1)).events) {
            EXPECT_NE(whole.find(event.to_json()), std::string::npos) << event.to_json();
        }
    }
}

TEST(CodexTest, StreamOfExecIsReadToo) {
    const ReadText read = read_rollout(
        "{\"type\":\"thread.started\",\"thread_id\":\"x\"}\n{\"type\":\"turn.started\"}\n"
        "{\"type\":\"item.completed\",\"item\":{\"id\":\"i0\",\"type\":\"reasoning\",\"text\":"
        "\"hm\"}}\n"
        "{\"type\":\"item.started\",\"item\":{\"id\":\"i1\",\"type\":\"command_execution\"}}\n"
        "{\"type\":\"item.completed\",\"item\":{\"id\":\"i1\",\"type\":\"command_execution\","
        "\"command\":\"ls\",\"aggregated_output\":\"a\",\"exit_code\":1,\"status\":\"failed\"}}\n"
        "{\"type\":\"item.completed\",\"item\":{\"id\":\"i2\",\"type\":\"agent_message\",\"text\":"
        "\"done\"}}\n"
        "{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":5,\"output_tokens\":2}}\n");
    std::string kinds;
    for (const Event& event : read.events) {
        EXPECT_TRUE(event.has(Flag::time_derived));
        EXPECT_EQ(event.session(), "x");
        kinds += std::string(event.kind()) + ' ';
    }
    EXPECT_EQ(kinds, "session_start thought tool_call llm_call termination ");
    EXPECT_TRUE(failed_call(read.events[2]));
    EXPECT_EQ(read.events[2].parent(), read.events[3].id());
    EXPECT_EQ(text_field(read.events[3], "completion"), "done");
    EXPECT_EQ(tokens_of(read.events[3]), 7);
    EXPECT_EQ(read.pending, 0U);
}

TEST(CodexTest, PictureIsToldByItsHash) {
    const ReadText read = read_rollout(
        codex_meta() +
        codex_item(1, R"("type":"message","role":"user","content":[{"type":"input_text",)"
                      R"("text":"look"},{"type":"input_image","image_url":)"
                      R"("data:image/png;base64,aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ="}])") +
        codex_said(2, "yes") + codex_usage(2, 10, 10));
    const std::string messages(field(read.of_kind("llm_call").at(0), "messages").raw());
    EXPECT_NE(messages.find(R"("data:image/png;bytes=23;sha256=)"), std::string::npos) << messages;
    EXPECT_EQ(messages.find("aGVsbG8"), std::string::npos) << messages;
}

TEST(CodexTest, LettersAreToldWithoutTheirHeads) {
    const auto letter = [](std::string_view author, std::string_view recipient,
                           std::string_view content) {
        return codex_item(3, R"("type":"agent_message","author":")" + std::string(author) +
                                 R"(","recipient":")" + std::string(recipient) +
                                 R"(","content":[)" + std::string(content) + "]");
    };
    const std::string first = std::string("/") + "root";
    const std::string answer =
        letter(first + "/audit", first,
               R"({"type":"input_text","text":"Message Type: FINAL_ANSWER\nTask name: /a\nSender: )"
               R"(/a/audit\nPayload:\nAll is well.\nReally."})");
    const std::string sealed = letter(
        first, first + "/audit",
        R"({"type":"input_text","text":"Message Type: NEW_TASK\nTask name: /a/audit\nSender: )"
        R"(/a\nPayload:\n"},{"type":"encrypted_content","encrypted_content":"x"})");
    const ReadText read = read_rollout(codex_meta() + codex_asked(1, "a") + answer + sealed);
    const std::vector<Event> messages = read.of_kind("message");
    ASSERT_EQ(messages.size(), 2U);
    EXPECT_EQ(field(messages[0], "to").raw(), R"(["codex"])");
    EXPECT_EQ(text_field(messages[0], "subtype"), "final_answer");
    EXPECT_EQ(text_field(messages[0], "payload"), "All is well.\nReally.");
    EXPECT_EQ(text_field(messages[1], "from"), "codex");
    EXPECT_EQ(text_field(messages[1], "subtype"), "new_task");
    EXPECT_EQ(field(messages[1], "payload").at(1)["encrypted_content"].string(), "x");
}

}  // namespace
}  // namespace hence
