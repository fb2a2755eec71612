#include "intake/once/doubles.h"

#include <string>

#include <gtest/gtest.h>

#include "intake/once/settle_for_test.h"

namespace hence::settle_for_test {
namespace {

using OtlpDoublesTest = SettleTest;

// Wrappers.

TEST_F(OtlpDoublesTest, ModelCallAroundAnotherIsPlumbing) {
    send(model_call({span('a')}), model_call({span('b'), span('a')}));
    EXPECT_EQ(stored(span('a')), "span for b");
    EXPECT_EQ(stored(span('b')), "llm_call");
}

TEST_F(OtlpDoublesTest, PlumbingInBetweenIsLookedThrough) {
    send(model_call({span('b'), span('c')}), plumbing({span('c'), span('a')}),
         model_call({span('a')}));
    EXPECT_EQ(stored(span('a')), "span for b");
    EXPECT_EQ(stored(span('b')), "llm_call");
}

TEST_F(OtlpDoublesTest, ModelCallOfAToolIsNoWrappedOne) {
    send(model_call({span('a')}), tool_call({span('c'), span('a')}, "call_1"),
         model_call({span('b'), span('c')}));
    EXPECT_EQ(stored(span('a')), "llm_call");
    EXPECT_EQ(stored(span('b')), "llm_call");
}

TEST_F(OtlpDoublesTest, WrapperIsKnownByWhatIsStored) {
    send(model_call({span('b'), span('c')}));
    send(plumbing({span('c'), span('a')}));
    EXPECT_EQ(send(model_call({span('a')})), "1 new");
    EXPECT_EQ(stored(span('a')), "span for b");
}

TEST_F(OtlpDoublesTest, WrapperIsKnownByWhatIsPartlyStored) {
    send(model_call({span('b'), span('c')}));
    send(model_call({span('a')}), plumbing({span('c'), span('a')}));
    EXPECT_EQ(stored(span('a')), "span for b");
}

TEST_F(OtlpDoublesTest, WrapperThatCameFirstStands) {
    send(model_call({span('a')}));
    send(plumbing({span('c'), span('a')}), model_call({span('b'), span('c')}));
    EXPECT_EQ(stored(span('a')), "llm_call");
    EXPECT_EQ(stored(span('b')), "span for a");
}

TEST_F(OtlpDoublesTest, SiblingsAreNoWrappers) {
    send(model_call({span('a'), span('c')}), model_call({span('b'), span('c')}),
         plumbing({span('c')}));
    EXPECT_EQ(stored(span('a')), "llm_call");
    EXPECT_EQ(stored(span('b')), "llm_call");
}

TEST_F(OtlpDoublesTest, CircleOfParentsEnds) {
    EXPECT_EQ(send(plumbing({span('a'), span('b')}), plumbing({span('b'), span('a')}),
                   model_call({span('c'), span('a')})),
              "3 new");
    EXPECT_EQ(send(model_call({span('d'), span('a')})), "1 new");
}

TEST_F(OtlpDoublesTest, WrapperSentAgainIsADuplicateHoweverItCame) {
    const auto outer = [] { return model_call({span('a')}); };
    const auto inner = [] { return model_call({span('b'), span('a')}); };
    send(outer());
    send(inner());
    EXPECT_EQ(send(outer(), inner()), "0 new, 2 known");
    EXPECT_EQ(send(inner(), outer()), "0 new, 2 known");
    EXPECT_EQ(send(outer()), "0 new, 1 known");
}

// Two instrumentations.

TEST_F(OtlpDoublesTest, SameCallByAnotherInstrumentationIsPlumbing) {
    send(model_call({.id = span('a'), .scope = "one"}, {.response_id = "r1"}),
         model_call({.id = span('b'), .scope = "two", .from = 2, .until = 8},
                    {.model = "gpt-4o-2024", .response_id = "r1"}));
    EXPECT_EQ(stored(span('a')), "llm_call");
    EXPECT_EQ(stored(span('b')), "span for a");
}

TEST_F(OtlpDoublesTest, SameCallIsKnownByWhatItAsksForOrSays) {
    send(model_call({.id = span('a'), .scope = "one"}, {.call_ids = {"x", "y"}}),
         model_call({.id = span('b'), .scope = "two"}, {.call_ids = {"x", "y"}}));
    EXPECT_EQ(stored(span('b')), "span for a");
    send(model_call({.id = span('c'), .scope = "one"}, {.completion = "hello"}),
         model_call({.id = span('d'), .scope = "two"}, {.completion = "hello"}));
    EXPECT_EQ(stored(span('d')), "span for c");
}

TEST_F(OtlpDoublesTest, AnyDifferenceMakesTwoCalls) {
    send(model_call({.id = span('a'), .scope = "one"}, {.completion = "x", .response_id = "r1"}),
         model_call({.id = span('b'), .scope = "two"}, {.completion = "x", .response_id = "r2"}),
         model_call({.id = span('c'), .scope = "two", .from = 6, .until = 16},
                    {.response_id = "r1"}),
         model_call({.id = span('d'), .scope = "two"}, {.model = "o3", .response_id = "r1"}),
         model_call({.id = span('e'), .scope = "one"}, {.response_id = "r1"}));
    for (const char letter : {'a', 'b', 'c', 'd', 'e'}) {
        EXPECT_EQ(stored(span(letter)), "llm_call") << letter;
    }
}

TEST_F(OtlpDoublesTest, SaidNothingIsNotTheSame) {
    send(model_call({.id = span('a'), .scope = "one"}),
         model_call({.id = span('b'), .scope = "two"}));
    EXPECT_EQ(stored(span('b')), "llm_call");
}

TEST_F(OtlpDoublesTest, TimesMayDifferByFiveMilliseconds) {
    send(model_call({.id = span('a'), .scope = "one", .from = 5, .until = 10},
                    {.response_id = "r1"}),
         model_call({.id = span('b'), .scope = "two", .from = 0, .until = 5},
                    {.response_id = "r1"}));
    EXPECT_EQ(stored(span('b')), "span for a");
    send(model_call({.id = span('c'), .scope = "one", .from = 6, .until = 12},
                    {.response_id = "r2"}),
         model_call({.id = span('d'), .scope = "two", .from = 0, .until = 6},
                    {.response_id = "r2"}));
    EXPECT_EQ(stored(span('d')), "llm_call");
}

TEST_F(OtlpDoublesTest, OneThatIsStoredStands) {
    const auto late = [] {
        return model_call({.id = span('b'), .scope = "two"}, {.response_id = "r1"});
    };
    send(model_call({.id = span('a'), .scope = "one"}, {.response_id = "r1"}));
    send(late());
    EXPECT_EQ(stored(span('b')), "span for a");
    EXPECT_EQ(send(late(), model_call({.id = span('a'), .scope = "one"}, {.response_id = "r1"})),
              "0 new, 2 known");
}

TEST_F(OtlpDoublesTest, AnotherRunIsAnotherCall) {
    send(model_call({.id = span('a'), .scope = "one"}, {.response_id = "r1"}));
    send(model_call({.id = std::string(16, 'b') + "-" + std::string(32, 'e'),
                     .scope = "two",
                     .run = std::string(32, 'e')},
                    {.response_id = "r1"}));
    EXPECT_EQ(stored(std::string(16, 'b') + "-" + std::string(32, 'e')), "llm_call");
}

TEST_F(OtlpDoublesTest, RecordOfACallThatASpanTellsOfIsPlumbing) {
    send(model_call({.id = span('a'), .session = "s1"}, {.response_id = "req_1"}),
         tool_call({.id = span('b'), .session = "s1"}, "toolu_1"));
    Telling record{.id = "record-1",
                   .from = 300,
                   .until = 700,
                   .run = "prompt-1",
                   .session = "s1",
                   .record = true};
    send(model_call(record, {.response_id = "req_1"}));
    record.id = "xecord-2";
    send(tool_call(record, "toolu_1"));
    EXPECT_EQ(stored("record-1"), "span for a");
    EXPECT_EQ(stored("xecord-2"), "span for b");
}

TEST_F(OtlpDoublesTest, SpanOfACallThatARecordToldOfIsPlumbing) {
    Telling record{.id = "record-1", .run = "prompt-1", .session = "s1", .record = true};
    send(model_call(record, {.response_id = "req_1"}));
    send(model_call({.id = span('a'), .session = "s1"}, {.response_id = "req_1"}),
         model_call({.id = span('b'), .session = "s2"}, {.response_id = "req_1"}));
    EXPECT_EQ(stored(span('a')), "span for r");
    EXPECT_EQ(stored(span('b')), "llm_call");
}

TEST_F(OtlpDoublesTest, ToolCallToldTwiceCountsOnce) {
    send(tool_call({.id = span('a'), .scope = "one"}, "call_1"),
         tool_call({.id = span('b'), .parent = span('a'), .scope = "two"}, "call_1"),
         tool_call({.id = span('c'), .scope = "one"}, "call_1"),
         tool_call({.id = span('d'), .scope = "two"}, "call_2"));
    EXPECT_EQ(stored(span('a')), "tool_call");
    EXPECT_EQ(stored(span('b')), "span for a");
    EXPECT_EQ(stored(span('c')), "tool_call");
    EXPECT_EQ(stored(span('d')), "tool_call");
}

}  // namespace
}  // namespace hence::settle_for_test
