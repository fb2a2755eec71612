#include "formats/codex/thread.h"

#include <gtest/gtest.h>

#include "formats/codex/codex_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

// Made at 10:00:00 of that day: what is older has a smaller beginning.
const std::string child = "019ca8d2-9400-7000-8000-000000000001";
const std::string old_turn = "019ca8d2-0000-7000-8000-000000000002";
const std::string own_turn = "019ca8d2-9800-7000-8000-000000000003";

std::string child_meta(std::string_view more) {
    return codex_line(0, "session_meta",
                      R"({"id":")" + child +
                          R"(","session_id":"root","timestamp":"2026-03-01T10:00:00.000Z")" +
                          std::string(more) + "}");
}

const std::string copied_meta = codex_line(0, "session_meta", R"({"id":"root"})");

std::string began(int second, const std::string& turn) {
    return codex_event(second, R"("type":"task_started","turn_id":")" + turn + "\"");
}

std::string worked(int second, const std::string& text, int last, int total) {
    return codex_asked(second, text) + codex_said(second, text) + codex_usage(second, last, total);
}

// What the model gave, answer by answer.
std::string answers(const std::string& text) {
    std::string all;
    for (const Event& call : read_rollout(text).of_kind("llm_call")) {
        all += text_field(call, "completion") + ' ';
    }
    return all;
}

TEST(CodexThreadTest, LinesCopiedFromTheParentArePassedOver) {
    const std::string text = child_meta(R"(,"forked_from_id":"root")") + copied_meta +
                             began(1, old_turn) + worked(1, "theirs", 10, 10) + began(1, old_turn) +
                             worked(1, "more", 10, 20) + began(2, own_turn) +
                             worked(3, "own", 5, 25);
    EXPECT_EQ(answers(text), "own ");
    const Event start = read_rollout(text).of_kind("session_start").at(0);
    EXPECT_EQ(field(start, "records_copied").raw(), "9");
    EXPECT_EQ(text_field(start, "forked_from_id"), "root");
    EXPECT_EQ(text_field(start, "goal"), "own");
}

TEST(CodexThreadTest, NothingIsPassedOverWhereNothingWasCopied) {
    const std::string spawn = R"(,"source":{"subagent":{"thread_spawn":{"parent_thread_id":"root",)"
                              R"("agent_path":"/lead/a"}}})";
    EXPECT_EQ(answers(child_meta(spawn) + began(1, own_turn) + worked(2, "own", 5, 5)), "own ");
    EXPECT_EQ(
        answers(child_meta(spawn) + copied_meta + began(1, own_turn) + worked(2, "own", 5, 5)),
        "own ");
}

TEST(CodexThreadTest, OrdinalSaysWhereTheCopyEnds) {
    const auto at = [](int ordinal, std::string line) {
        return line.replace(0, 1, "{\"ordinal\":" + std::to_string(ordinal) + ",");
    };
    const std::string text =
        at(0, child_meta(R"(,"parent_thread_id":"root","subagent_history_start_ordinal":3)")) +
        at(1, copied_meta) + at(2, codex_said(1, "theirs")) + at(3, codex_said(1, "own")) +
        at(4, codex_usage(1, 5, 5));
    EXPECT_EQ(answers(text), "own ");
}

TEST(CodexThreadTest, StartOfATurnSaysWhereTheCopyEndsWithoutItsId) {
    const std::string text =
        child_meta(R"(,"forked_from_id":"root")") + copied_meta +
        codex_event(1, R"("type":"task_started","turn_id":"a","started_at":1772359199)") +
        worked(1, "theirs", 10, 10) +
        codex_event(1, R"("type":"task_started","turn_id":"b","started_at":1772359200)") +
        worked(2, "own", 5, 15);
    EXPECT_EQ(answers(text), "own ");
}

TEST(CodexThreadTest, LinesOlderThanTheirThreadAreCopies) {
    std::string older = worked(1, "theirs", 10, 10);
    for (std::size_t at = older.find("10:00:01"); at != std::string::npos;
         at = older.find("10:00:01")) {
        older.replace(at, 8, "09:59:59");
    }
    EXPECT_EQ(answers(child_meta(R"(,"forked_from_id":"root")") + older + worked(2, "own", 5, 15)),
              "own ");
    EXPECT_EQ(answers(child_meta("") + older + worked(2, "own", 5, 15)), "theirs own ");
}

TEST(CodexThreadTest, SubagentSharesTheSessionAndIsOneRun) {
    const std::string text =
        child_meta(R"(,"parent_thread_id":"root","agent_path":"/lead/a")") + began(1, own_turn) +
        codex_line(1, "inter_agent_communication",
                   R"({"author":"/lead","recipient":"/lead/a","content":"review"})") +
        codex_said(2, "fine") + codex_usage(2, 5, 5);
    const ReadText read = read_rollout(text);
    const Event start = read.of_kind("session_start").at(0);
    EXPECT_EQ(start.session(), "root");
    EXPECT_EQ(start.run(), child);
    EXPECT_EQ(start.agent(), "/lead/a");
    EXPECT_EQ(text_field(start, "goal"), "review");
    // It is what a delegation to this run leads to: the first event without a parent.
    EXPECT_EQ(read.events.at(0).id(), start.id());
    EXPECT_EQ(read.of_kind("message").at(0).parent(), start.id());
}

TEST(CodexThreadTest, ThreadThatIsResumedGoesOn) {
    EXPECT_EQ(answers(codex_meta() + worked(1, "a", 5, 5) + codex_meta() + worked(2, "b", 5, 10)),
              "a b ");
}

}  // namespace
}  // namespace hence
