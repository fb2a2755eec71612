// Lines of Claude Code transcripts, one rule at a time: answers, usage, durations, parents.
#include "formats/claude_code/claude_code.h"

#include <map>

#include <gtest/gtest.h>

#include "base/base64.h"
#include "base/hash.h"
#include "formats/claude_code/claude_code_for_test.h"
#include "formats/claude_code/reader.h"

namespace hence {
namespace {

// A prompt, an answer in four lines with a result between them, and the next answer.
const std::string turn =
    claude_prompt("p1", "", 0, "fix the build",
                  R"(,"cwd":"/w","version":"2.1.38","permissionMode":"default")") +
    claude_answer("a1", "p1", 2, "msg_1", R"({"type":"thinking","thinking":"Look first."})",
                  R"("stop_reason":null,"usage":{"input_tokens":3,"output_tokens":1})") +
    claude_answer("a2", "a1", 3, "msg_1", claude_text_block("Let me look.")) +
    claude_answer("a3", "a2", 4, "msg_1", claude_call_block("t1", "Read", R"({"path":"/a"})")) +
    claude_result("r1", "a3", 5, "t1", "\"data\"") +
    claude_answer("a4", "r1", 6, "msg_1", claude_call_block("t2", "Bash"),
                  R"("stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":40,)"
                  R"("cache_read_input_tokens":7,"cache_creation_input_tokens":9})") +
    claude_result("r2", "a4", 8, "t2", "\"no\"") +
    claude_answer("b1", "r2", 9, "msg_2", claude_text_block("Done."),
                  R"("stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2})");

bool is_known(std::string_view text) {
    return is_claude_code(Beginning(text));
}

TEST(ClaudeCodeTest, TranscriptIsKnownByItsFirstLine) {
    EXPECT_TRUE(is_known(turn));
    EXPECT_TRUE(is_known(R"({"type":"summary","summary":"Fix","leafUuid":"u"})"));
    EXPECT_TRUE(is_known(R"({"type":"file-history-snapshot","messageId":"m","snapshot":{}})"));
    EXPECT_TRUE(is_known(R"({"type":"queue-operation","operation":"enqueue","sessionId":"s"})"));
    EXPECT_TRUE(is_known(R"({"parentUuid":null,"isSidechain":true,"agentId":"a1","type":"user",)"
                         R"("uuid":"u","sessionId":"s","timestamp":"2026-03-01T10:00:00Z"})"));
    EXPECT_FALSE(is_known(R"({"type":"message","sessionId":"s"})"));
    EXPECT_FALSE(is_known(R"({"uuid":"u","sessionId":"s","parentUuid":null})"));
    EXPECT_FALSE(is_known(R"({"type":"summary","summary":"Fix"})"));
    EXPECT_FALSE(is_known("{}"));
    EXPECT_FALSE(is_known("not JSON"));
}

TEST(ClaudeCodeTest, AnswerInSeveralLinesIsOneModelCallWithItsLastUsage) {
    const ReadText read = read_claude(turn);
    EXPECT_TRUE(read.refused.empty()) << read.told();
    EXPECT_EQ(read.pending, 0U);
    EXPECT_EQ(kinds(read),
              "session_start thought tool_call tool_call llm_call llm_call termination");
    const Event call = read.of_kind("llm_call").front();
    EXPECT_EQ(call.parent(), "p1");
    EXPECT_EQ(call.session(), "s1");
    EXPECT_EQ(call.run(), "p1");
    EXPECT_EQ(call.agent(), "main");
    EXPECT_EQ(field(call, "prompt_tokens").raw(), "3");
    EXPECT_EQ(field(call, "completion_tokens").raw(), "40");
    EXPECT_EQ(field(call, "cache_read_tokens").raw(), "7");
    EXPECT_EQ(field(call, "cache_write_tokens").raw(), "9");
    EXPECT_EQ(field(call, "call_ids").raw(), R"(["t1","t2"])");
    EXPECT_EQ(text_field(call, "completion"), "Let me look.");
    EXPECT_EQ(text_field(call, "finish_reason"), "tool_use");
    EXPECT_EQ(text_field(call, "message_id"), "msg_1");
    EXPECT_EQ(field(call, "messages").raw(), R"([{"role":"user","content":"fix the build"}])");
}

// It is asked when what it answers was there, and takes until its last line.
TEST(ClaudeCodeTest, ModelCallTakesFromWhatItAnswersToItsLastLine) {
    const std::vector<Event> calls = read_claude(turn).of_kind("llm_call");
    EXPECT_EQ(to_string(calls[0].time()), "2026-03-01T10:00:00.000Z");
    EXPECT_EQ(calls[0].duration_ms(), 6000);
    EXPECT_EQ(to_string(calls[1].time()), "2026-03-01T10:00:08.000Z");
    EXPECT_EQ(calls[1].duration_ms(), 1000);
    EXPECT_EQ(calls[1].parent(), "a4");
}

TEST(ClaudeCodeTest, ModelCallWithoutAKnownBeginningHasNoDuration) {
    const ReadText read = read_claude(claude_answer(
        "a1", "elsewhere", 2, "m", claude_text_block("Hi"), R"("stop_reason":"end_turn")"));
    EXPECT_EQ(the(read, "llm_call").parent(), "elsewhere");
    EXPECT_FALSE(the(read, "llm_call").duration_ms());
    EXPECT_EQ(to_string(the(read, "llm_call").time()), "2026-03-01T10:00:02.000Z");
}

TEST(ClaudeCodeTest, ToolCallHasInputOutputAndDuration) {
    const Event call = read_claude(turn).of_kind("tool_call").front();
    const Event answer = read_claude(turn).of_kind("llm_call").front();
    EXPECT_EQ(call.id(), "a3");
    EXPECT_EQ(call.parent(), answer.id());
    EXPECT_EQ(call.fields(), R"({"tool_name":"Read","call_id":"t1","input":{"path":"/a"},)"
                             R"("status":"ok","output":"data"})");
    EXPECT_EQ(call.duration_ms(), 1000);
}

TEST(ClaudeCodeTest, ThinkingIsAThoughtOfItsAnswer) {
    const ReadText read = read_claude(turn);
    EXPECT_EQ(the(read, "thought").id(), "a1");
    EXPECT_EQ(the(read, "thought").parent(), read.of_kind("llm_call").front().id());
    EXPECT_EQ(text_field(the(read, "thought"), "text"), "Look first.");
    EXPECT_TRUE(the(read, "thought").rationale().empty());
}

TEST(ClaudeCodeTest, LastTextThatSaysWhyItStoppedEndsTheTurn) {
    const ReadText read = read_claude(turn);
    EXPECT_EQ(text_field(the(read, "termination"), "reason"), "end_turn");
    EXPECT_EQ(text_field(the(read, "termination"), "output"), "Done.");
    EXPECT_EQ(the(read, "termination").parent(), read.of_kind("llm_call").back().id());
}

TEST(ClaudeCodeTest, FirstPromptIsTheGoalAndLaterOnesArePrompts) {
    const ReadText read = read_claude(turn + claude_prompt("p2", "b1", 20, "and now?"));
    EXPECT_EQ(text_field(the(read, "session_start"), "goal"), "fix the build");
    EXPECT_EQ(text_field(the(read, "session_start"), "cwd"), "/w");
    EXPECT_EQ(text_field(the(read, "prompt"), "text"), "and now?");
    EXPECT_EQ(the(read, "prompt").run(), "p2");
    EXPECT_EQ(the(read, "prompt").parent(), read.of_kind("llm_call").back().id());
}

TEST(ClaudeCodeTest, PromptIdNamesTheRun) {
    const ReadText read = read_claude(claude_prompt("p1", "", 0, "hi", R"(,"promptId":"run-7")"));
    EXPECT_EQ(the(read, "session_start").run(), "run-7");
}

TEST(ClaudeCodeTest, CommandThatBecameAPromptReadsAsTyped) {
    const ReadText read = read_claude(claude_prompt(
        "p1", "", 0,
        "<command-message>beads</command-message>\\n<command-name>/beads</command-name>\\n"
        "<command-args>all of them</command-args>"));
    EXPECT_EQ(text_field(the(read, "session_start"), "goal"), "/beads all of them");
    EXPECT_NE(text_field(the(read, "session_start"), "content").find("<command-message>"),
              std::string::npos);
}

TEST(ClaudeCodeTest, WhatTheProgramSaysForTheUserIsALog) {
    for (const std::string_view text :
         {"<command-name>/clear</command-name>", "<local-command-stdout>x</local-command-stdout>",
          "<bash-input>ls</bash-input>"}) {
        EXPECT_EQ(kinds(read_claude(claude_prompt("p1", "", 0, text))), "log") << text;
    }
    EXPECT_EQ(kinds(read_claude(claude_prompt("p1", "", 0, "hi", R"(,"isMeta":true)"))), "log");
}

TEST(ClaudeCodeTest, SameEventsHoweverTheTextIsCut) {
    EXPECT_EQ(read_by_lines(read_claude_code, turn).told(), read_claude(turn).told());
}

// What was told of the beginning stays as it was when the rest is there.
TEST(ClaudeCodeTest, BeginningOfATextTellsNothingThatTheWholeDoesNot) {
    std::map<std::string, std::string> whole;
    for (const Event& event : read_claude(turn).events) {
        whole[std::string(event.id())] = event.to_json();
    }
    for (std::size_t end = turn.find('\n'); end != std::string::npos;
         end = turn.find('\n', end + 1)) {
        for (const Event& event : read_claude(turn.substr(0, end + 1)).events) {
            EXPECT_EQ(event.to_json(), whole[std::string(event.id())]);
        }
    }
}

TEST(ClaudeCodeTest, AnswerThatMayGoOnIsPending) {
    const ReadText read =
        read_claude(claude_prompt("p1", "", 0, "hi") +
                    claude_answer("a1", "p1", 1, "m", claude_text_block("Hello")));
    EXPECT_EQ(kinds(read), "session_start");
    ASSERT_EQ(read.unfinished.size(), 1U);
    EXPECT_EQ(read.unfinished.front().kind(), "llm_call");
    EXPECT_EQ(text_field(read.unfinished.front(), "completion"), "Hello");
}

TEST(ClaudeCodeTest, ResultBeforeItsCallIsItsEnd) {
    const ReadText read =
        read_claude(claude_prompt("p1", "", 0, "hi") +
                    claude_answer("a1", "p1", 1, "m1", claude_call_block("t1", "Bash")) +
                    claude_result("r2", "a1", 2, "t2", "\"early\"") +
                    claude_answer("a2", "a1", 3, "m1", claude_call_block("t2", "Read")));
    EXPECT_EQ(kinds(read), "session_start observation tool_call");
    EXPECT_EQ(text_field(the(read, "tool_call"), "call_id"), "t2");
    EXPECT_EQ(text_field(the(read, "observation"), "call_id"), "t2");
}

TEST(ClaudeCodeTest, WhatWokeTheModelStandsInTheChain) {
    const ReadText read = read_claude(
        claude_prompt("p1", "", 0, "hi") +
        claude_prompt("n1", "p1", 1, "<task-notification>the build is done</task-notification>") +
        claude_answer("a1", "n1", 2, "m1", claude_text_block("Good"),
                      R"("stop_reason":"end_turn")"));
    EXPECT_EQ(the(read, "llm_call").parent(), "n1");
    EXPECT_EQ(the(read, "observation").id(), "n1");
}

TEST(ClaudeCodeTest, CallWithoutAResultIsPendingUntilALaterAnswerPassesItBy) {
    const std::string asked = claude_prompt("p1", "", 0, "hi") +
                              claude_answer("a1", "p1", 1, "m1", claude_call_block("t1", "Bash"));
    EXPECT_EQ(read_claude(asked).pending, 2U);
    const ReadText read = read_claude(
        asked + claude_prompt("p2", "a1", 5, "go on") +
        claude_answer("a2", "p2", 6, "m2", claude_text_block("Ok"), R"("stop_reason":"end_turn")"));
    EXPECT_EQ(read.pending, 0U);
    EXPECT_EQ(the(read, "tool_call").fields(),
              R"({"tool_name":"Bash","call_id":"t1","input":{},"abandoned":true})");
}

TEST(ClaudeCodeTest, ResultOfACallThatWasTakenForAbandonedIsAnObservation) {
    const ReadText read = read_claude(
        claude_answer("a1", "", 1, "m1", claude_call_block("t1", "Bash")) +
        claude_answer("a2", "a1", 2, "m2", claude_text_block("Ok"), R"("stop_reason":"end_turn")") +
        claude_result("r1", "a1", 3, "t1", "\"late\""));
    EXPECT_EQ(the(read, "observation").fields(),
              R"({"call_id":"t1","status":"ok","content":"late"})");
}

TEST(ClaudeCodeTest, FailedCallHasItsErrorAsItWasSaid) {
    const std::string failed = claude_line(
        "r1", "a1", 3,
        R"("type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1",)"
        R"("is_error":true,"content":"<tool_use_error>no such file</tool_use_error>"}]})");
    const ReadText read =
        read_claude(claude_answer("a1", "", 1, "m1", claude_call_block("t1", "Read")) + failed);
    EXPECT_TRUE(failed_call(the(read, "tool_call")));
    EXPECT_EQ(error_text(the(read, "tool_call")), "<tool_use_error>no such file</tool_use_error>");
}

TEST(ClaudeCodeTest, RecordedDurationOfAToolCounts) {
    const ReadText read = read_claude(
        claude_answer("a1", "", 1, "m1", claude_call_block("t1", "Glob")) +
        claude_result("r1", "a1", 3, "t1", "\"x\"", R"(,"toolUseResult":{"durationMs":12})"));
    EXPECT_EQ(the(read, "tool_call").duration_ms(), 12);
    EXPECT_EQ(field(the(read, "tool_call"), "result").raw(), R"({"durationMs":12})");
}

TEST(ClaudeCodeTest, PictureIsToldByItsHash) {
    const std::string bytes(90, 'p');
    const ReadText read = read_claude(
        claude_answer("a1", "", 1, "m1", claude_call_block("t1", "Read")) +
        claude_result("r1", "a1", 3, "t1",
                      R"([{"type":"image","source":{"type":"base64","media_type":"image/png",)"
                      R"("data":")" +
                          base64(bytes) + R"("}}])"));
    EXPECT_EQ(field(the(read, "tool_call"), "output").at(0)["source"]["data"].string(),
              "data:image/png;bytes=90;sha256=" + sha256_hex(bytes) + ",");
}

TEST(ClaudeCodeTest, RationaleBlockCountsForTheCallThatItNames) {
    const std::string text = R"(<rationale call=\"2\">{\"why\":\"second\"}</rationale>)"
                             R"(<rationale call=\"1\">{\"why\":\"first\"}</rationale>)";
    const ReadText read = read_claude(
        claude_answer("a1", "", 1, "m1", claude_text_block(text)) +
        claude_answer("a2", "a1", 2, "m1", claude_call_block("t1", "Read")) +
        claude_answer("a3", "a2", 3, "m1", claude_call_block("t2", "Bash")) +
        claude_result("r1", "a2", 4, "t1", "\"x\"") + claude_result("r2", "a3", 5, "t2", "\"y\""));
    const std::vector<Event> calls = read.of_kind("tool_call");
    EXPECT_EQ(why_of(calls[0]), "first");
    EXPECT_EQ(why_of(calls[1]), "second");
    EXPECT_TRUE(rationale_given(calls[0]));
}

// Each text counts its blocks from 1, and what is taken gives way to the next.
TEST(ClaudeCodeTest, RationalesOfSeveralTextsCountOn) {
    const auto text = [](std::string_view why) {
        return claude_text_block(fmt::format(R"(<rationale>{{\"why\":\"{}\"}}</rationale>)", why));
    };
    const ReadText read = read_claude(
        claude_answer("a1", "", 1, "m1", text("one")) +
        claude_answer("a2", "a1", 2, "m1", claude_call_block("t1", "Read")) +
        claude_answer("a3", "a2", 3, "m1", claude_call_block("t2", "Bash")) +
        claude_answer("a4", "a3", 4, "m1", text("two")) +
        claude_result("r1", "a2", 5, "t1", "\"x\"") + claude_result("r2", "a3", 6, "t2", "\"y\""));
    EXPECT_EQ(why_of(read.of_kind("tool_call")[0]), "one");
    EXPECT_EQ(why_of(read.of_kind("tool_call")[1]), "two");
}

TEST(ClaudeCodeTest, StatedAssumptionsAreDerivedEventsAtMostThreeOfAnAnswer) {
    const std::string four =
        "I assume that a. I assume that b because c. I assume that d. I assume that e.";
    const ReadText read =
        read_claude(claude_answer("a1", "", 1, "m1", claude_text_block(four)) +
                    claude_answer("a2", "a1", 2, "m1", claude_text_block("I assume that f.")));
    const std::vector<Event> found = read.of_kind("assumption");
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(text_field(found[1], "assumption"), "b");
    EXPECT_EQ(why_of(found[1]), "c");
    EXPECT_TRUE(found[1].has(Flag::derived));
}

TEST(ClaudeCodeTest, UnknownLinesAndBlocksAreKept) {
    const ReadText read =
        read_claude(claude_line("u1", "", 1, R"("type":"brand-new","mood":{"x":1.10})") +
                    claude_answer("a1", "u1", 2, "m1", R"({"type":"hologram","beam":3})"));
    EXPECT_TRUE(read.refused.empty()) << read.told();
    ASSERT_EQ(kinds(read), "log log");
    EXPECT_EQ(read.events[0].fields(),
              R"({"severity":"info","body":"brand-new","mood":{"x":1.10}})");
    EXPECT_EQ(field(read.events[1], "block").raw(), R"({"type":"hologram","beam":3})");
}

TEST(ClaudeCodeTest, BadLinesAreRefusedAlone) {
    const ReadText read = read_claude("{\"type\":\n" + turn + R"({"sessionId":"s1"})" + "\n" +
                                      R"({"type":"user","uuid":"q","timestamp":"at noon"})" + "\n");
    ASSERT_EQ(read.refused.size(), 3U) << read.told();
    EXPECT_EQ(read.refused[1].reason, "type is missing");
    EXPECT_EQ(read.refused[2].reason, "timestamp is no time");
    EXPECT_EQ(read.of_kind("llm_call").size(), 2U);
}

TEST(ClaudeCodeTest, IdThatIsTooLongIsRefusedWhereItStands) {
    const std::string longest(200, 'x');
    EXPECT_TRUE(read_claude(claude_prompt(longest, "", 0, "hi")).refused.empty());
    for (const std::string& text :
         {claude_prompt(longest + "x", "", 0, "hi"),
          claude_answer("a", "", 0, longest + "x", claude_text_block("hi")),
          claude_answer("a", "", 0, "m", claude_call_block(longest + "x", "Bash"))}) {
        EXPECT_EQ(read_claude(text).refused.size(), 1U) << text;
    }
}

TEST(ClaudeCodeTest, InputThatCannotBeToldIsRefusedWhereItStands) {
    const std::string deep = std::string(70, '[') + std::string(70, ']');
    const ReadText read =
        read_claude(claude_answer("a1", "", 1, "m1", claude_call_block("t1", "Bash", deep)));
    ASSERT_EQ(read.refused.size(), 1U);
    EXPECT_EQ(read.refused[0].line, 1U);
}

TEST(ClaudeCodeTest, EveryEventMayStandInAnotherFileAsWell) {
    const std::unique_ptr<Reader> reader = read_claude_code({});
    Batch batch;
    reader->take(turn, 1, batch);
    const std::vector<std::string> copies = reader->copies();
    ASSERT_EQ(copies.size(), batch.events.size());
    for (std::size_t index = 0; index < copies.size(); ++index) {
        EXPECT_EQ(copies[index], batch.events[index].event.id());
    }
    EXPECT_TRUE(reader->copies().empty());
}

TEST(ClaudeCodeTest, CopyInAForkedSessionBelongsToTheFirst) {
    const std::string fork = R"(,"forkedFrom":{"sessionId":"s0","messageUuid":"p1"})";
    const ReadText read = read_claude(claude_prompt("p1", "", 0, "hi", fork) +
                                      claude_prompt("p2", "p1", 5, "another way"));
    const std::vector<Event> starts = read.of_kind("session_start");
    ASSERT_EQ(starts.size(), 2U);
    EXPECT_EQ(starts[0].session(), "s0");
    EXPECT_EQ(starts[1].session(), "s1");
    EXPECT_EQ(starts[1].parent(), "p1");
    const Event fork_event = the(read, "session_fork");
    EXPECT_EQ(fork_event.session(), "s1");
    EXPECT_EQ(fork_event.fields(), R"({"origin":"s0","at":"p1"})");
}

TEST(ClaudeCodeTest, LineThatStandsTwiceCountsOnce) {
    EXPECT_EQ(read_claude(turn + turn).told(), read_claude(turn).told());
}

TEST(ClaudeCodeTest, AnswerOfSeveralFilesHasOneId) {
    const auto id = [](std::string_view uuid) {
        const ReadText read = read_claude(claude_answer(
            uuid, "", 1, "msg_9", claude_text_block("x"), R"("stop_reason":"end_turn")"));
        return std::string(the(read, "llm_call").id());
    };
    EXPECT_EQ(id("a1"), id("other"));
}

TEST(ClaudeCodeTest, AnswersWithoutAnIdAreApart) {
    const std::string line =
        R"("type":"assistant","message":{"model":"m","stop_reason":"end_turn",)"
        R"("content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"x"}]})";
    const ReadText read =
        read_claude(claude_line("a1", "", 1, line) + claude_line("a2", "a1", 2, line));
    EXPECT_EQ(kinds(read), "thought llm_call termination thought llm_call termination");
    EXPECT_EQ(read.events[0].parent(), read.events[1].id());
}

TEST(ClaudeCodeTest, MoreOfAnAnswerThatIsOverIsALog) {
    const ReadText read = read_claude(
        turn + claude_answer("z1", "b1", 30, "msg_2", claude_text_block("One more thing.")));
    EXPECT_EQ(read.events.back().kind(), "log");
    EXPECT_EQ(text_field(read.events.back(), "body"), "One more thing.");
    EXPECT_EQ(read.of_kind("llm_call").size(), 2U);
}

}  // namespace
}  // namespace hence
