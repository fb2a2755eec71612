// What is found in a model's text: reasons for its tool calls, and assumptions.
#include "formats/reactive_agents/turn.h"

#include <gtest/gtest.h>

#include "formats/reactive_agents/reactive_agents_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

// The reasons of the tool calls of a text, "-" for none.
std::string reasons(const std::string& text) {
    std::string told;
    for (const Event& event : read_trace(text).of_kind("tool_call")) {
        told += why_of(event).empty() ? "- " : why_of(event) + " ";
    }
    return told;
}

TEST(ReactiveTurn, BlocksInTheModelsTextGoToTheCallsOfThatTurn) {
    const std::string both =
        exchange_record(1, rationale_block("1", "one") + rationale_block("2", "two"));
    const std::string first = trace_record("tool-call-start", 2, R"("toolName":"a")");
    const std::string second = trace_record("tool-call-start", 3, R"("toolName":"b")");
    const std::string given =
        trace_record("tool-call-start", 4, R"("toolName":"b","rationale":{"why":"own"})");
    EXPECT_EQ(reasons(both + first + second), "one two ");
    EXPECT_EQ(reasons(both + first + given), "one own ");
    EXPECT_EQ(reasons(both + given + first), "own two ");
    EXPECT_EQ(reasons(both + first + exchange_record(5, "") + second), "one - ");
    EXPECT_EQ(reasons(exchange_record(1, rationale_block("2", "two")) + first + second), "- two ");
    EXPECT_EQ(reasons(both + trace_record("tool-call-start", 2, R"("toolName":"a")", "other")),
              "- ");
}

TEST(ReactiveTurn, BlocksOfOneIterationAreNotOfAnother) {
    EXPECT_EQ(reasons(exchange_record(1, rationale_block("1", "one")) +
                      R"({"kind":"tool-call-start","runId":"r","timestamp":2,"iter":2,)"
                      R"("seq":2,"toolName":"a"})"),
              "- ");
}

TEST(ReactiveTurn, BlocksFollowTheOrderInWhichTheModelAsked) {
    const std::string text = exchange_record(
        1,
        rationale_block("1", "one") + rationale_block("2", "two") + rationale_block("3", "three"),
        R"([{"name":"a"},{"name":"b"},{"name":"a"}])");
    EXPECT_EQ(reasons(text + trace_record("tool-call-start", 2, R"("toolName":"b")") +
                      trace_record("tool-call-start", 3, R"("toolName":"c")") +
                      trace_record("tool-call-start", 4, R"("toolName":"a")") +
                      trace_record("tool-call-start", 5, R"("toolName":"a")")),
              "two - one three ");
}

TEST(ReactiveTurn, BlocksInTheThinkingCountToo) {
    const auto exchange = [](const std::string& content, const std::string& thinking) {
        return trace_record("llm-exchange", 1,
                            R"("response":{"content":")" + content + R"(","thinking":")" +
                                thinking + R"(","toolCalls":[{"name":"a"},{"name":"b"}]})");
    };
    const std::string calls = trace_record("tool-call-start", 2, R"("toolName":"a")") +
                              trace_record("tool-call-start", 3, R"("toolName":"b")");
    const std::string both = rationale_block("1", "hidden") + rationale_block("2", "two");
    EXPECT_EQ(reasons(exchange("", both) + calls), "hidden two ");
    EXPECT_EQ(reasons(exchange(rationale_block("1", "said"), both) + calls), "said two ");
}

TEST(ReactiveTurn, CallHangsOnTheAnswerThatAskedForIt) {
    const ReadText text = read_trace(exchange_record(1, "", R"([{"name":"a"}])") +
                                     trace_record("tool-call-start", 2, R"("toolName":"a")") +
                                     trace_record("tool-call-start", 3, R"("toolName":"z")"));
    ASSERT_EQ(text.events.size(), 3U);
    EXPECT_EQ(text.events[1].parent(), text.events[0].id());
    EXPECT_TRUE(text.events[1].has(Flag::parent_derived));
    EXPECT_EQ(text.events[2].parent(), "");
}

TEST(ReactiveTurn, RationaleBesideARequestedCallIsItsOwn) {
    EXPECT_EQ(reasons(exchange_record(1, "",
                                      R"([{"name":"a","arguments":{}},)"
                                      R"({"name":"b","arguments":{},"rationale":{"why":"two"}}])") +
                      trace_record("tool-call-start", 2, R"("toolName":"a")") +
                      trace_record("tool-call-start", 3, R"("toolName":"b")")),
              "- two ");
}

TEST(ReactiveTurn, AssumptionsInTheModelsTextAreDerived) {
    const ReadText text = read_trace(
        exchange_record(1, "I assume the user wants USD because no currency was given.") +
        trace_record("run-completed", 2));
    ASSERT_EQ(text.events.size(), 3U);
    EXPECT_EQ(text.pending, 0U);
    const Event assumption = text.of_kind("assumption").at(0);
    EXPECT_EQ(text_field(assumption, "assumption"), "the user wants USD");
    EXPECT_EQ(why_of(assumption), "no currency was given");
    EXPECT_TRUE(assumption.has(Flag::derived));
    EXPECT_EQ(assumption.iteration(), 1);
    EXPECT_EQ(assumption.time(), text.events[0].time());
    EXPECT_EQ(assumption.causes()[0], text.events[0].id());
}

TEST(ReactiveTurn, AssumptionThatWasRecordedIsNotToldTwice) {
    const std::string recorded =
        trace_record("assumption-recorded", 2, R"("assumption":"it is A","rationale":{"why":"x"})");
    const ReadText text = read_trace(exchange_record(1, "I assume it is A. I assume it is B.") +
                                     recorded + trace_record("run-completed", 3));
    const std::vector<Event> found = text.of_kind("assumption");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(text_field(found[0], "assumption"), "it is A");
    EXPECT_FALSE(found[0].has(Flag::derived));
    EXPECT_EQ(text_field(found[1], "assumption"), "it is B");
    EXPECT_TRUE(found[1].has(Flag::derived));
}

TEST(ReactiveTurn, AssumptionAtTheEndOfAGrowingFileWaits) {
    const ReadText text = read_trace(exchange_record(1, "I assume it is A."));
    EXPECT_EQ(text.events.size(), 1U);
    EXPECT_EQ(text.pending, 1U);
}

TEST(ReactiveTurn, AtMostThreeAssumptionsAreFoundInAnIteration) {
    const std::string two = "I assume A is so. I assume B is so.";
    const std::string others = "I assume C is so. I assume D is so.";
    const ReadText text = read_trace(exchange_record(1, two) + exchange_record(2, others) +
                                     R"({"kind":"llm-exchange","runId":"r","timestamp":3,"iter":2,)"
                                     R"("response":{"content":"I assume E is so."}})"
                                     "\n" +
                                     trace_record("run-completed", 4));
    std::string told;
    for (const Event& event : text.of_kind("assumption")) {
        told += text_field(event, "assumption").substr(0, 1);
    }
    EXPECT_EQ(told, "ABCE");
}

}  // namespace
}  // namespace hence
