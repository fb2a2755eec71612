// Whose words a line has: the user's, the program's, or those of a program that is not Claude Code.
#include <gtest/gtest.h>

#include "formats/claude_code/claude_code.h"
#include "formats/claude_code/claude_code_for_test.h"
#include "formats/claude_code/started_by.h"

namespace hence {
namespace {

constexpr std::string_view rejected =
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you "
    R"(how to proceed, the user said:\n)";

std::string asked_two() {
    return claude_prompt("p1", "", 0, "go") +
           claude_answer("a1", "p1", 1, "m1",
                         claude_call_block("t1", "AskUserQuestion",
                                           R"({"questions":[{"question":"Which?"},)"
                                           R"({"question":"When?"}]})"));
}

std::string declined(std::string_view said) {
    return claude_line("r1", "a1", 9,
                       fmt::format(R"("type":"user","message":{{"content":[{{"type":"tool_result",)"
                                   R"("tool_use_id":"t1","is_error":true,"content":"{}{}"}}]}})",
                                   rejected, said));
}

TEST(ClaudeCodeWordsTest, WishToClarifyIsNoReasonOfTheUser) {
    const ReadText read = read_claude(
        asked_two() +
        declined(R"(The user wants to clarify these questions.\n    This means they may have)"
                 R"( more.\n\n    Questions asked:\n- \"Which?\"\n  Answer: the blue\n)"
                 R"(- \"When?\"\n  (No answer provided))"));
    const std::vector<Event> decisions = read.of_kind("decision");
    ASSERT_EQ(decisions.size(), 2U);
    EXPECT_EQ(text_field(decisions[0], "decision_type"), "question");
    EXPECT_EQ(text_field(decisions[0], "chosen"), "the blue");
    EXPECT_EQ(text_field(decisions[0], "status"), "made");
    EXPECT_EQ(text_field(decisions[1], "status"), "deferred");
    for (const Event& decision : decisions) {
        EXPECT_TRUE(decision.rationale().empty()) << decision.to_json();
    }
}

TEST(ClaudeCodeWordsTest, DeclinedQuestionHasTheWordsOfTheUser) {
    const ReadText read = read_claude(
        asked_two() +
        declined(R"(ask me tomorrow\n\nNote: The user's next message may contain a correction)"));
    const std::vector<Event> decisions = read.of_kind("decision");
    ASSERT_EQ(decisions.size(), 2U);
    EXPECT_EQ(text_field(decisions[0], "status"), "declined");
    EXPECT_NE(decisions[0].to_json().find(R"("rationale":{"why":"ask me tomorrow"})"),
              std::string::npos)
        << decisions[0].to_json();
}

TEST(ClaudeCodeWordsTest, RemindersAroundAPromptAreNotTheGoal) {
    for (const std::string_view text :
         {R"(<system-reminder>\nbe kind\n</system-reminder>\nfix it)",
          R"(fix it\n<system-reminder>be kind</system-reminder>)",
          R"(<ide_opened_file>a.txt</ide_opened_file><ide_selection>b</ide_selection>\n fix it)"}) {
        const Event start = the(read_claude(claude_prompt("p1", "", 0, text)), "session_start");
        EXPECT_EQ(text_field(start, "goal"), "fix it");
        EXPECT_FALSE(text_field(start, "content").empty());
    }
    const Event plain = the(read_claude(claude_prompt("p1", "", 0, " fix it ")), "session_start");
    EXPECT_EQ(text_field(plain, "goal"), " fix it ");
    const ReadText only =
        read_claude(claude_prompt("p1", "", 0, "<system-reminder>be kind</system-reminder>"));
    EXPECT_EQ(kinds(only), "log");
}

TEST(ClaudeCodeWordsTest, ReminderIsToldWithTheAnswerThatItWasFor) {
    const auto reminder = [](std::string_view uuid, std::string_view parent, int second) {
        return claude_line(uuid, parent, second,
                           R"("type":"attachment","attachment":{"type":"total_tokens_reminder",)"
                           R"("text":"1000 left"})");
    };
    const std::string text = claude_prompt("p1", "", 0, "go") + reminder("n1", "p1", 1) +
                             claude_answer("a1", "n1", 2, "m1", claude_call_block("t1", "Bash")) +
                             claude_result("r1", "a1", 3, "t1", "\"ok\"") +
                             reminder("n2", "r1", 4) +
                             claude_answer("a2", "n2", 5, "m2", claude_text_block("done"),
                                           R"("stop_reason":"end_turn")");
    const ReadText read = read_claude(text);
    EXPECT_TRUE(read.of_kind("log").empty());
    const std::vector<Event> calls = read.of_kind("llm_call");
    ASSERT_EQ(calls.size(), 2U);
    EXPECT_EQ(field(calls[1], "reminders").raw(),
              R"([{"type":"total_tokens_reminder","text":"1000 left"}])");
    EXPECT_EQ(calls[1].parent(), the(read, "tool_call").id());
    EXPECT_EQ(read_claude(text + reminder("n3", "a2", 6)).pending, 1U);
}

TEST(ClaudeCodeWordsTest, NoteWithoutALineBeforeItHangsOnTheLastEvent) {
    const std::string title = R"({"type":"custom-title","sessionId":"s1","customTitle":"x"})"
                              "\n";
    const ReadText read = read_claude(title + claude_prompt("p1", "", 0, "go") + title);
    const std::vector<Event> logs = read.of_kind("log");
    ASSERT_EQ(logs.size(), 2U);
    EXPECT_EQ(logs[0].parent(), "");
    EXPECT_EQ(logs[1].parent(), "p1");
    EXPECT_TRUE(logs[1].has(Flag::parent_derived));
}

TEST(ClaudeCodeWordsTest, MessageWithoutKnownContentIsRefused) {
    const ReadText read = read_claude(
        claude_prompt("p1", "", 0, "go") +
        claude_line("p2", "p1", 1, R"("type":"user","message":{"parts":[{"text":"hi"}]})") +
        claude_line("a1", "p2", 2, R"("type":"assistant","message":{"id":"m","content":7})") +
        claude_prompt("p3", "a1", 3, "on"));
    ASSERT_EQ(read.refused.size(), 2U);
    EXPECT_EQ(read.refused[0].line, 2U);
    EXPECT_EQ(read.refused[0].reason, "message.content is neither a text nor a list of blocks");
    EXPECT_EQ(kinds(read), "session_start prompt");
    EXPECT_EQ(the(read, "prompt").parent(), "p1");
}

TEST(ClaudeCodeWordsTest, LinesWithOtherMessagesAreNotClaudeCodes) {
    const std::string frame = R"({"uuid":"u","parentUuid":null,"sessionId":"s","type":"user",)";
    EXPECT_TRUE(is_claude_code(Beginning(frame + R"("message":{"content":"x"}})")));
    EXPECT_FALSE(is_claude_code(Beginning(frame + R"("message":{"parts":[]}})")));
    EXPECT_FALSE(is_claude_code(Beginning(frame + R"("systemPayload":{}})")));
}

const std::string caller =
    claude_answer("a1", "", 1, "m1",
                  claude_call_block("t0", "Bash") + "," +
                      claude_call_block("t1", "Task", R"({"subagent_type":"Explore"})"));

TEST(ClaudeCodeWordsTest, TranscriptOfTheSessionNamesItsSubAgents) {
    const std::string result =
        claude_result("r1", "a1", 9, "t1", "\"x\"", R"(,"toolUseResult":{"agentId":"ag7"})");
    const std::string progress =
        claude_line("g1", "a1", 3,
                    R"("type":"progress","parentToolUseID":"t1","data":{"type":"agent_progress",)"
                    R"("agentId":"ag7"})");
    EXPECT_EQ(agent_type_in(caller + result, "ag7"), "Explore");
    EXPECT_EQ(agent_type_in(caller + progress, "ag7"), "Explore");
    EXPECT_EQ(agent_type_in(result + caller, "ag7"), "Explore");
    EXPECT_EQ(agent_type_in(caller + result, "ag8"), "");
    EXPECT_EQ(agent_type_in(result, "ag7"), "");
    EXPECT_EQ(agent_type_in(R"({"agentId":"ag7",)", "ag7"), "");
    EXPECT_EQ(agent_type_in("", "ag7"), "");
}

TEST(ClaudeCodeWordsTest, FileOfASubAgentAsksTheTranscriptWhoItIs) {
    const std::string whole = caller + claude_result("r1", "a1", 9, "t1", "\"x\"",
                                                     R"(,"toolUseResult":{"agentId":"ag7"})");
    const std::string own = claude_line(
        "x1", "", 2,
        R"("isSidechain":true,"agentId":"ag7","type":"user","message":{"content":"look"})");
    for (const std::string_view name : {"s1.jsonl", "../../s1.jsonl"}) {
        ReadOptions options;
        options.beside = [&](const std::string& asked) {
            return asked == name ? std::optional(whole) : std::nullopt;
        };
        const std::unique_ptr<Reader> reader = read_claude_code(options);
        Batch batch;
        reader->take(own, 1, batch);
        ASSERT_EQ(batch.events.size(), 1U);
        EXPECT_EQ(batch.events[0].event.agent(), "Explore") << name;
        EXPECT_EQ(batch.events[0].event.run(), "ag7");
    }
}

}  // namespace
}  // namespace hence
