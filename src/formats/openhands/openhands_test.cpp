// OpenHands conversations of both generations, and the events that they become.
#include "formats/openhands/openhands.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "formats/openhands/events.h"
#include "model/facts.h"

namespace hence {
namespace {

// An event of V1 at that second.
std::string v1(const std::string& id, int second, const std::string& source,
               const std::string& rest) {
    return R"({"id":")" + id + R"(","timestamp":"2026-03-01T10:00:0)" + std::to_string(second) +
           R"(.000000","source":")" + source + "\"," + rest + "}\n";
}

const std::string asked = v1("e1", 0, "user",
                             R"("llm_message":{"role":"user","content":[{"type":"text",)"
                             R"("text":"mend the gate"}]},"kind":"MessageEvent")");

std::string action(const std::string& id, int second, const std::string& response,
                   const std::string& more = R"("thought":[{"type":"text","text":"I look."}],)") {
    return v1(id, second, "agent",
              more +
                  R"("action":{"command":"ls","kind":"TerminalAction"},"tool_name":"terminal",)"
                  R"("tool_call_id":"c-)" +
                  id +
                  R"(","tool_call":{"arguments":"{\"command\": \"ls\"}"},"llm_response_id":")" +
                  response + R"(","kind":"ActionEvent")");
}

std::string observation(const std::string& id, int second, const std::string& of,
                        const std::string& more = R"("is_error":false)") {
    return v1(id, second, "environment",
              R"("tool_name":"terminal","tool_call_id":"c-)" + of +
                  R"(","observation":{"content":[{"type":"text","text":"gate.py"}],)" + more +
                  R"(},"action_id":")" + of + R"(","kind":"ObservationEvent")");
}

ReadText read(const std::string& text) {
    ReadText whole = read_whole(read_openhands, text);
    EXPECT_EQ(whole.told(), read_by_lines(read_openhands, text).told());
    return whole;
}

ReadText read_file(const std::string& text, const std::string& source) {
    return read_whole(*read_openhands({.source = source}), text);
}

TEST(OpenHands, BothGenerationsAreKnown) {
    EXPECT_EQ(choose_format({}, asked)->name, "openhands");
    EXPECT_EQ(choose_format({}, R"([{"id":1,"timestamp":"2025-01-01T00:00:00","source":"user",)"
                                R"("action":"message","args":{}}])")
                  ->name,
              "openhands");
    EXPECT_EQ(choose_format({}, R"({"id":"a","timestamp":"2025-01-01T00:00:00","source":"x",)"
                                R"("kind":"Other"})")
                  ->name,
              "native");
}

TEST(OpenHands, ActionAndObservationAreOneCallOfTheModelCall) {
    const ReadText told = read(asked + action("e2", 1, "r1") + observation("e3", 3, "e2"));
    ASSERT_EQ(told.events.size(), 4U) << told.told();
    EXPECT_EQ(text_field(told.events[0], "goal"), "mend the gate");
    const Event model = told.of_kind("llm_call").at(0);
    EXPECT_EQ(text_field(model, "completion"), "I look.");
    EXPECT_EQ(model.parent(), "e1");
    EXPECT_TRUE(model.has(Flag::parent_derived));
    const Event call = told.of_kind("tool_call").at(0);
    EXPECT_EQ(call.id(), "e2");
    EXPECT_EQ(call.parent(), model.id());
    EXPECT_EQ(text_field(call, "output"), "gate.py");
    EXPECT_EQ(field(call, "input").raw(), R"({"command":"ls"})");
    EXPECT_EQ(text_field(call, "status"), "ok");
    EXPECT_EQ(call.duration_ms(), 2000);
    EXPECT_EQ(call.session(), "e1");
    EXPECT_TRUE(call.has(Flag::session_derived));
    EXPECT_FALSE(call.has(Flag::time_derived));
    EXPECT_EQ(told.pending, 0U);
}

TEST(OpenHands, ActionsOfOneResponseAreOneModelCall) {
    const ReadText told = read(asked + action("e2", 1, "r1") + action("e3", 1, "r1", "") +
                               observation("e4", 2, "e3") + observation("e5", 3, "e2"));
    ASSERT_EQ(told.of_kind("llm_call").size(), 1U);
    EXPECT_EQ(field(told.of_kind("llm_call")[0], "call_ids").raw(), R"(["c-e2","c-e3"])");
    EXPECT_EQ(told.of_kind("tool_call").size(), 2U);
}

TEST(OpenHands, ReasoningIsTheThoughtWhereThereIsSome) {
    const ReadText told = read(
        asked +
        action("e2", 1, "r1",
               R"("thought":[{"type":"text","text":"I look."}],"reasoning_content":"hinges?",)") +
        observation("e3", 2, "e2"));
    ASSERT_EQ(told.of_kind("thought").size(), 1U);
    EXPECT_EQ(text_field(told.of_kind("thought")[0], "text"), "hinges?");
    const ReadText plain = read(asked + action("e2", 1, "r1") + observation("e3", 2, "e2"));
    EXPECT_EQ(text_field(plain.of_kind("thought").at(0), "text"), "I look.");
}

TEST(OpenHands, WhatIsUnfinishedWaits) {
    const ReadText gathered = read(asked + action("e2", 1, "r1"));
    EXPECT_EQ(gathered.pending, 1U);
    EXPECT_EQ(gathered.unfinished.front().kind(), "tool_call");
    EXPECT_EQ(gathered.of_kind("llm_call").size(), 1U);
    const std::string paused = v1("e9", 2, "user", R"("kind":"PauseEvent")");
    const ReadText told = read(asked + action("e2", 1, "r1") + paused);
    EXPECT_EQ(told.pending, 1U);
    EXPECT_EQ(told.of_kind("llm_call").size(), 1U);
    EXPECT_TRUE(told.of_kind("tool_call").empty());
    EXPECT_EQ(told.of_kind("pause_event").size(), 1U);
    const ReadText gone = read(asked + action("e2", 1, "r1") + action("e4", 4, "r2"));
    EXPECT_EQ(gone.of_kind("tool_call").size(), 1U);
    EXPECT_EQ(gone.pending, 1U);
}

TEST(OpenHands, ErrorsAreSaidByFlagOrExitCode) {
    const auto status = [](const std::string& more) {
        const ReadText told =
            read(asked + action("e2", 1, "r1") + observation("e3", 2, "e2", more));
        return text_field(told.of_kind("tool_call").at(0), "status");
    };
    EXPECT_EQ(status(R"("is_error":true)"), "error");
    EXPECT_EQ(status(R"("exit_code":1)"), "error");
    EXPECT_EQ(status(R"("exit_code":0)"), "ok");
    EXPECT_EQ(status(R"("exit_code":-1)"), "ok");
}

TEST(OpenHands, AgentErrorFailsTheCallThatItNames) {
    const ReadText told =
        read(asked + action("e2", 1, "r1") +
             v1("e3", 2, "agent",
                R"("tool_name":"terminal","tool_call_id":"c-e2","error":"no such tool",)"
                R"("kind":"AgentErrorEvent")"));
    EXPECT_EQ(text_field(told.of_kind("tool_call").at(0), "error"), "no such tool");
}

TEST(OpenHands, RejectionIsADeclinedDecisionAndTheCallFailed) {
    const ReadText told =
        read(asked + action("e2", 1, "r1") +
             v1("e3", 2, "environment",
                R"("tool_name":"terminal","tool_call_id":"c-e2","action_id":"e2",)"
                R"("rejection_reason":"not that","rejection_source":"user",)"
                R"("kind":"UserRejectObservation")"));
    const Event decision = told.of_kind("decision").at(0);
    EXPECT_EQ(decision.id(), "e3");
    EXPECT_EQ(decision.parent(), "e2");
    EXPECT_EQ(text_field(decision, "status"), "declined");
    EXPECT_EQ(text_field(decision, "decision_type"), "permission");
    EXPECT_EQ(text_field(decision, "reasoning"), "not that");
    EXPECT_TRUE(failed_call(told.of_kind("tool_call").at(0)));
    EXPECT_FALSE(told.of_kind("tool_call").at(0).duration_ms());
}

TEST(OpenHands, CondensationIsACurationAndLaterTextOfTheUserAPrompt) {
    const ReadText told =
        read(asked +
             v1("e2", 1, "environment",
                R"("forgotten_event_ids":["a","b"],"summary":"all well","kind":"Condensation")") +
             v1("e3", 2, "user", R"("llm_message":{"content":"quickly"},"kind":"MessageEvent")"));
    EXPECT_EQ(text_field(told.of_kind("curation").at(0), "target"), "2 events");
    EXPECT_EQ(text_field(told.of_kind("prompt").at(0), "text"), "quickly");
}

TEST(OpenHands, FinishEndsTheRunWithWhatItSays) {
    const ReadText told = read(
        asked +
        v1("e2", 1, "agent",
           R"("action":{"message":"mended","kind":"FinishAction"},"tool_name":"finish",)"
           R"("tool_call_id":"c-e2","llm_response_id":"r1","kind":"ActionEvent")") +
        observation("e3", 2, "e2") +
        v1("e4", 3, "environment",
           R"("key":"execution_status","value":"finished","kind":"ConversationStateUpdateEvent")"));
    ASSERT_EQ(told.of_kind("termination").size(), 1U);
    EXPECT_EQ(text_field(told.of_kind("termination")[0], "output"), "mended");
    const ReadText stuck = read(
        asked +
        v1("e4", 3, "environment",
           R"("key":"execution_status","value":"stuck","kind":"ConversationStateUpdateEvent")"));
    EXPECT_EQ(text_field(stuck.of_kind("termination").at(0), "reason"), "stuck");
}

std::string stats(const std::string& id, int second, int prompt, int completion, int turn) {
    return v1(id, second, "environment",
              R"("key":"stats","value":{"usage_to_metrics":{"default":{"accumulated_token_usage":)"
              R"({"model":"m-1","prompt_tokens":)" +
                  std::to_string(prompt) + R"(,"completion_tokens":)" + std::to_string(completion) +
                  R"(,"per_turn_token":)" + std::to_string(turn) +
                  R"(}}}},"kind":"ConversationStateUpdateEvent")");
}

TEST(OpenHands, TokensAreTheDifferenceOfTotalsWhereThatIsOneResponse) {
    const ReadText told = read(
        asked + stats("s1", 1, 10, 5, 15) + action("e2", 1, "r1") + observation("e3", 2, "e2") +
        stats("s2", 3, 30, 9, 24) + action("e4", 3, "r2") + observation("e5", 4, "e4") +
        stats("s3", 5, 90, 20, 24) + action("e6", 5, "r3") + observation("e7", 6, "e6"));
    const auto calls = told.of_kind("llm_call");
    ASSERT_EQ(calls.size(), 3U);
    EXPECT_EQ(tokens_of(calls[0]), 15);
    EXPECT_EQ(field(calls[1], "prompt_tokens").raw(), "20");
    EXPECT_EQ(tokens_of(calls[1]), 24);
    EXPECT_EQ(tokens_of(calls[2]), std::nullopt);  // Two responses between the totals.
    EXPECT_EQ(text_field(calls[2], "model"), "m-1");
}

TEST(OpenHands, FileOfOneEventIsOfTheConversationThatItsDirectoryNames) {
    const std::string place = "store/conversations/abc/events/";
    const ReadText act = read_file(action("e2", 1, "r1"), place + "event-00002-e2.json");
    EXPECT_EQ(act.pending, 0U);
    ASSERT_EQ(act.of_kind("tool_call").size(), 1U);
    EXPECT_EQ(act.events[0].session(), "abc");
    const ReadText seen = read_file(observation("e3", 2, "e2"), place + "event-00003-e3.json");
    ASSERT_EQ(seen.events.size(), 1U);
    EXPECT_EQ(seen.events[0].kind(), "observation");
    EXPECT_EQ(seen.events[0].parent(), "e2");
    EXPECT_EQ(text_field(seen.events[0], "call_id"), "c-e2");
    EXPECT_EQ(read_file(asked, place + "event-00001-e1.json").events[0].kind(), "session_start");
    EXPECT_EQ(read_file(asked, place + "event-00009-e1.json").events[0].kind(), "prompt");
    EXPECT_EQ(HandsFile::of("a/events/12.json")->conversation, "a");
    EXPECT_FALSE(HandsFile::of("a/events/base_state.json"));
    EXPECT_FALSE(HandsFile::of("events.jsonl"));
}

std::string v0(int id, const std::string& source, const std::string& rest) {
    return R"({"id":)" + std::to_string(id) + R"(,"timestamp":"2025-03-01T10:00:0)" +
           std::to_string(id) + R"(.5","source":")" + source + "\"," + rest + "}";
}

TEST(OpenHands, NumberedEventsPairByTheirCause) {
    const std::string response =
        R"("tool_call_metadata":{"function_name":"execute_bash","tool_call_id":"c1",)"
        R"("model_response":{"id":"r1","model":"m-1","usage":{"total_tokens":7},)"
        R"("choices":[{"finish_reason":"tool_calls","message":{"content":"I look."}}]}})";
    const ReadText told = read_whole(
        read_openhands,
        "[" + v0(1, "user", R"("action":"message","args":{"content":"mend the gate"})") + "," +
            v0(2, "agent",
               R"("action":"run","args":{"command":"ls","thought":"I look."},)" + response) +
            "," +
            v0(3, "agent",
               R"("observation":"run","content":"gate.py","cause":2,)"
               R"("extras":{"metadata":{"exit_code":2}},)" +
                   response) +
            "," + v0(4, "agent", R"("action":"finish","args":{"final_thought":"mended"})") + "]");
    EXPECT_EQ(text_field(told.of_kind("session_start").at(0), "goal"), "mend the gate");
    const Event model = told.of_kind("llm_call").at(0);
    EXPECT_EQ(tokens_of(model), 7);
    EXPECT_EQ(text_field(model, "completion"), "I look.");
    const Event call = told.of_kind("tool_call").at(0);
    EXPECT_EQ(text_field(call, "tool_name"), "execute_bash");
    EXPECT_EQ(text_field(call, "output"), "gate.py");
    EXPECT_EQ(text_field(call, "status"), "error");
    EXPECT_EQ(call.duration_ms(), 1000);
    EXPECT_EQ(text_field(told.of_kind("termination").at(0), "output"), "mended");
    EXPECT_EQ(told.pending, 0U);
}

TEST(OpenHands, NumberedStatesErrorsAndCondensationsHaveWords) {
    const ReadText told = read_whole(
        read_openhands,
        "[" + v0(1, "environment", R"("observation":"error","content":"it broke")") + "," +
            v0(2, "agent",
               R"("action":"condensation","args":{"forgotten_events_start_id":3,)"
               R"("forgotten_events_end_id":8})") +
            "," +
            v0(3, "environment",
               R"("observation":"agent_state_changed","extras":{"agent_state":"error"})") +
            "," + v0(4, "user", R"("action":"recall","args":{})") + "," +
            v0(5, "agent",
               R"("action":"delegate","args":{"agent":"smith","inputs":{"task":"forge"}})") +
            "]");
    EXPECT_EQ(text_field(told.of_kind("error").at(0), "error"), "it broke");
    EXPECT_EQ(text_field(told.of_kind("curation").at(0), "target"), "events 3 to 8");
    EXPECT_EQ(text_field(told.of_kind("termination").at(0), "reason"), "error");
    EXPECT_EQ(told.of_kind("openhands_recall").size(), 1U);
    EXPECT_EQ(text_field(told.of_kind("delegation").at(0), "child_id"), "smith");
}

TEST(OpenHands, EventsThatNobodyAnswersHangOnWhatCameBefore) {
    const ReadText told = read(v1("s1", 0, "environment", R"("kind":"Weather")") +
                               v1("s2", 1, "environment", R"("kind":"Weather")") + asked +
                               v1("s3", 2, "environment", R"("kind":"Weather")") +
                               action("e2", 3, "r1") + observation("e3", 4, "e2"));
    const std::vector<Event> kept = told.of_kind("openhands_weather");
    ASSERT_EQ(kept.size(), 3U);
    EXPECT_EQ(kept[0].parent(), "");
    EXPECT_EQ(kept[1].parent(), "s1");
    EXPECT_EQ(kept[2].parent(), "e1");
    EXPECT_TRUE(kept[2].has(Flag::parent_derived));
    EXPECT_EQ(told.of_kind("llm_call").at(0).parent(), "e1");
}

TEST(OpenHands, UnknownKindsAreKeptAndBadLinesRefused) {
    const ReadText told =
        read(asked + v1("e2", 1, "agent", R"("wings":2,"kind":"Outcome")") + "{\"a\":1}\n");
    EXPECT_EQ(field(told.of_kind("openhands_outcome").at(0), "wings").raw(), "2");
    EXPECT_EQ(told.of_kind("openhands_outcome").at(0).parent(), "e1");
    ASSERT_EQ(told.refused.size(), 1U);
    EXPECT_EQ(told.refused[0].line, 3U);
}

}  // namespace
}  // namespace hence
