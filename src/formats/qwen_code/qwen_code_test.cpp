// Qwen Code transcripts, one rule at a time.
#include "formats/qwen_code/qwen_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/facts.h"

namespace hence {
namespace {

std::string line(std::string_view uuid, std::string_view parent, int second,
                 std::string_view rest) {
    const std::string quoted = parent.empty() ? "null" : fmt::format("\"{}\"", parent);
    return fmt::format(R"({{"uuid":"{}","parentUuid":{},"sessionId":"s1","cwd":"/w",)"
                       R"("timestamp":"2026-08-17T12:00:{:02}.000Z",{}}})"
                       "\n",
                       uuid, quoted, second, rest);
}

std::string message(std::string_view type, std::string_view parts, std::string_view more = "") {
    return fmt::format(R"("type":"{}","message":{{"role":"x","parts":[{}]}}{})", type, parts, more);
}

std::string telemetry(std::string_view event) {
    return fmt::format(
        R"("type":"system","subtype":"ui_telemetry","systemPayload":{{"uiEvent":{}}})", event);
}

const std::string call = R"({"functionCall":{"id":"c1","name":"read_file","args":{"path":"/a"}}})";
const std::string usage =
    R"(,"model":"coder","usageMetadata":{"promptTokenCount":12,"candidatesTokenCount":4,)"
    R"("cachedContentTokenCount":5,"totalTokenCount":16})";

// A prompt, an answer in two lines with a thought and a call, its result, and the last answer.
const std::string turn =
    line("p1", "", 0,
         message("user", R"({"text":"fix it"},{"text":"<qwen:user-prompt-submit-context>x"})",
                 R"(,"systemPayload":{"displayText":"fix it"})")) +
    line("t1", "p1", 1,
         telemetry(R"({"event.name":"qwen-code.api_response","duration_ms":2500})")) +
    line("a1", "t1", 3, message("assistant", R"({"text":"look first","thought":true})")) +
    line("a1", "t1", 4, message("assistant", call + R"(,{"text":"I read it."})", usage)) +
    line("t2", "a1", 5,
         telemetry(R"({"event.name":"qwen-code.tool_call","function_name":"read_file",)"
                   R"("duration_ms":70,"decision":"auto_accept"})")) +
    line(
        "r1", "t2", 6,
        message("tool_result",
                R"({"functionResponse":{"id":"c1","name":"read_file","response":{"output":"z"}}})",
                R"(,"toolCallResult":{"callId":"c1","status":"success","resultDisplay":"Read"})")) +
    line("a2", "r1", 8, message("assistant", R"({"text":"done"})", usage)) +
    line("e1", "a2", 9,
         R"("type":"system","subtype":"turn_result","systemPayload":{"promptId":"q",)"
         R"("state":"completed","resultText":"done","endedAt":1})");

ReadText read(const std::string& text) {
    return read_whole(read_qwen_code, text);
}

std::string kinds(const ReadText& read) {
    std::string all;
    for (const Event& event : read.events) {
        all += (all.empty() ? "" : " ") + std::string(event.kind());
    }
    return all;
}

TEST(QwenCode, TurnBecomesWhatHappenedInIt) {
    const ReadText told = read(turn);
    EXPECT_TRUE(told.refused.empty()) << told.told();
    EXPECT_EQ(kinds(told), "session_start llm_call thought tool_call llm_call termination");
    for (const Event& event : told.events) {
        EXPECT_EQ(event.session(), "s1");
        EXPECT_EQ(event.run(), "p1");
        EXPECT_EQ(event.agent(), "qwen");
    }
    EXPECT_EQ(text_field(told.events[0], "goal"), "fix it");
    const Event& answer = told.events[1];
    EXPECT_EQ(answer.id(), "a1");
    EXPECT_EQ(answer.parent(), "p1");
    EXPECT_EQ(answer.duration_ms(), 2500);
    EXPECT_EQ(text_field(answer, "model"), "coder");
    EXPECT_EQ(text_field(answer, "completion"), "I read it.");
    EXPECT_EQ(field(answer, "prompt_tokens").raw(), "12");
    EXPECT_EQ(field(answer, "completion_tokens").raw(), "4");
    EXPECT_EQ(field(answer, "cache_read_tokens").raw(), "5");
    EXPECT_EQ(field(answer, "messages").raw(), R"([{"role":"user","content":"fix it"}])");
    EXPECT_EQ(text_field(told.events[2], "text"), "look first");
    const Event& tool = told.events[3];
    EXPECT_EQ(tool.parent(), "a1");
    EXPECT_EQ(text_field(tool, "tool_name"), "read_file");
    EXPECT_EQ(field(tool, "input").raw(), R"({"path":"/a"})");
    EXPECT_EQ(text_field(tool, "output"), "z");
    EXPECT_EQ(text_field(tool, "status"), "ok");
    EXPECT_EQ(tool.duration_ms(), 70);
    EXPECT_EQ(told.events[4].parent(), tool.id());
    EXPECT_EQ(text_field(told.events[5], "output"), "done");
}

TEST(QwenCode, EventsDoNotDependOnHowTheTextWasCut) {
    EXPECT_EQ(read_by_lines(read_qwen_code, turn).told(), read(turn).told());
    const std::string whole = read(turn).told();
    for (std::size_t at = turn.find('\n'); at != std::string::npos; at = turn.find('\n', at + 1)) {
        for (const Event& event : read(turn.substr(0, at + 1)).events) {
            EXPECT_NE(whole.find(event.to_json()), std::string::npos) << event.to_json();
        }
    }
}

TEST(QwenCode, WhatTheFileEndsInIsUnfinished) {
    const std::size_t result = turn.find(R"({"uuid":"r1")");
    const ReadText told = read(turn.substr(0, result));
    ASSERT_EQ(told.unfinished.size(), 1U);
    EXPECT_EQ(told.unfinished[0].kind(), "tool_call");
    const ReadText answer = read(turn.substr(0, turn.find(R"({"uuid":"t2")")));
    ASSERT_EQ(answer.unfinished.size(), 2U);
    EXPECT_EQ(answer.unfinished[0].kind(), "llm_call");
    EXPECT_EQ(answer.unfinished[1].id(), read(turn).of_kind("tool_call").at(0).id());
}

TEST(QwenCode, ThoughtsCountAsOutputWhereTheyStandBesideIt) {
    const auto output = [](std::string_view counts) {
        const ReadText told = read(
            line("p1", "", 0, message("user", R"({"text":"x"})")) +
            line("a1", "p1", 1,
                 message("assistant", R"({"text":"y"})",
                         fmt::format(R"(,"usageMetadata":{{"promptTokenCount":10,{}}})", counts))) +
            line("p2", "a1", 2, message("user", R"({"text":"z"})")));
        const Event call_told = told.of_kind("llm_call").at(0);
        return std::string(field(call_told, "completion_tokens").raw());
    };
    constexpr std::string_view beside =
        R"("candidatesTokenCount":4,"thoughtsTokenCount":3,"totalTokenCount":17)";
    constexpr std::string_view within =
        R"("candidatesTokenCount":7,"thoughtsTokenCount":3,"totalTokenCount":17)";
    EXPECT_EQ(output(beside), "7");
    EXPECT_EQ(output(within), "7");
}

TEST(QwenCode, CallThatTheUserDidNotAllowIsADecision) {
    const ReadText told = read(
        line("p1", "", 0, message("user", R"({"text":"x"})")) +
        line("a1", "p1", 1, message("assistant", call)) +
        line("r1", "a1", 2,
             message("tool_result",
                     R"({"functionResponse":{"id":"c1","name":"read_file","response":{"error":)"
                     R"("[Operation Cancelled] Reason: User did not allow tool call"}}})",
                     R"(,"toolCallResult":{"callId":"c1","status":"cancelled"})")));
    EXPECT_TRUE(failed_call(told.of_kind("tool_call").at(0)));
    const Event decision = told.of_kind("decision").at(0);
    EXPECT_EQ(decision.agent(), "user");
    EXPECT_EQ(text_field(decision, "status"), "declined");
    EXPECT_TRUE(decision.has(Flag::derived));
}

TEST(QwenCode, RewoundConversationGoesOnFromTheEarlierLine) {
    const ReadText told =
        read(line("p1", "", 0, message("user", R"({"text":"x"})")) +
             line("a1", "p1", 1, message("assistant", R"({"text":"no"})")) +
             line("w1", "p1", 2, R"("type":"system","subtype":"rewind","systemPayload":{"n":1})") +
             line("p2", "w1", 3, message("user", R"({"text":"again"})")) +
             line("n1", "p2", 4,
                  message("user", R"({"text":"task ended"})", R"(,"subtype":"notification")")));
    EXPECT_EQ(kinds(told), "session_start llm_call log prompt observation");
    EXPECT_EQ(told.events[3].parent(), "p1");
    EXPECT_EQ(text_field(told.events[2], "body"), "rewind");
}

TEST(QwenCode, SubAgentAndItsFileAreKnown) {
    const ReadText own = read(
        line("x1", "p9", 0,
             message("user", R"({"text":"look"})", R"(,"agentId":"ex-7","agentName":"Explore")")));
    EXPECT_EQ(own.events.at(0).agent(), "Explore");
    EXPECT_EQ(own.events.at(0).run(), "ex-7");
    EXPECT_EQ(own.events.at(0).parent(), "");
    const ReadText told = read(
        line("p1", "", 0, message("user", R"({"text":"x"})")) +
        line("a1", "p1", 1, message("assistant", call)) +
        line("r1", "a1", 2,
             message("tool_result",
                     R"({"functionResponse":{"id":"c1","name":"task","response":{"output":"z"}}})",
                     R"(,"toolCallResult":{"resultDisplay":{"type":"task_execution",)"
                     R"("subagentName":"Explore","taskDescription":"look"}})")));
    EXPECT_EQ(text_field(told.of_kind("delegation").at(0), "child_id"), "Explore");
}

TEST(QwenCode, BadLineIsRefusedAlone) {
    const ReadText told = read(
        turn + line("b1", "a2", 10, R"("type":"user","message":{"content":"x"})") +
        line("b2", "b1", 11,
             R"("type":"system","subtype":"chat_compression","systemPayload":)"
             R"({"info":{"originalTokenCount":9},"compressedHistory":[1,2]})") +
        R"({"uuid":"b3","type":"user","timestamp":"noon","message":{"parts":[]}})" + "\nnoise\n");
    ASSERT_EQ(told.refused.size(), 3U);
    EXPECT_EQ(told.refused[0].reason, "message.parts is not a list");
    EXPECT_EQ(told.refused[1].reason, "timestamp is no time");
    const Event curation = told.of_kind("curation").at(0);
    EXPECT_EQ(curation.parent(), "a2");
    EXPECT_EQ(field(curation, "messages_left").raw(), "2");
}

TEST(QwenCode, CallThatAPromptPassedByIsAbandoned) {
    const ReadText told = read(line("p1", "", 0, message("user", R"({"text":"x"})")) +
                               line("a1", "p1", 1, message("assistant", call)) +
                               line("p2", "a1", 2, message("user", R"({"text":"stop"})")));
    EXPECT_EQ(field(told.of_kind("tool_call").at(0), "abandoned").raw(), "true");
    EXPECT_EQ(told.of_kind("prompt").at(0).run(), "p2");
}

TEST(QwenCode, LinesAreNotTakenForClaudeCodes) {
    const std::string frame = R"({"uuid":"u","parentUuid":null,"sessionId":"s","type":"user",)"
                              R"("timestamp":"2026-03-01T10:00:00Z",)";
    EXPECT_EQ(choose_format({}, frame + R"("message":{"content":"x"}})")->name, "claude-code");
    EXPECT_EQ(choose_format({}, frame + R"("message":{"parts":[]}})")->name, "qwen-code");
    EXPECT_EQ(choose_format({}, frame + R"("systemPayload":{}})")->name, "qwen-code");
}

}  // namespace
}  // namespace hence
