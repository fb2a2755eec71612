#include "intake/once/settle.h"

#include "intake/once/settle_for_test.h"

namespace hence {
namespace {

using settle_for_test::field_of;
using settle_for_test::send;
using settle_for_test::SpanTold;
using settle_for_test::stored;

SpanTold model_call(std::string id, std::string parent, int from, std::string fields) {
    return {.id = std::move(id),
            .kind = "llm_call",
            .parent = std::move(parent),
            .from = from,
            .until = from + 10,
            .fields = std::move(fields)};
}

SpanTold tool_call(std::string id, std::string parent, int from, std::string fields) {
    SpanTold told = model_call(std::move(id), std::move(parent), from, std::move(fields));
    told.kind = "tool_call";
    return told;
}

const std::string asks_c1 =
    R"(,"model":"m","prompt_tokens":5,"completion_tokens":2,"call_ids":["c1"],"completion":)"
    R"({"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"add","arguments":)"
    R"("{\"a\":1}"}}]})";

class SettleTest : public testing::Test {
protected:
    std::unique_ptr<Store> store_ = open_memory_store();
};

TEST_F(SettleTest, AModelCallAroundAnotherTellsItsContentToTheInnerOne) {
    send(*store_, {model_call("i", "o", 1, R"(,"model":"m","completion_tokens":2)")});
    EXPECT_EQ(stored(*store_, "i"), "llm_call");
    send(*store_, {model_call("o", "", 0, asks_c1)});
    EXPECT_EQ(stored(*store_, "i"), "llm_call");
    EXPECT_EQ(stored(*store_, "o"), "span for i");
    EXPECT_EQ(field_of(*store_, "i", "call_ids"), R"(["c1"])");
    EXPECT_EQ(field_of(*store_, "i", "completion_tokens"), "2");
    EXPECT_EQ(field_of(*store_, "i", "also_told_by"), R"(["o"])");
    EXPECT_EQ(store_->summary(Space::run, "t", "t").take()->kinds.at("llm_call"), 1U);
}

TEST_F(SettleTest, ACallAroundSeveralOthersIsNone) {
    send(*store_, {model_call("o", "", 0, R"(,"model":"m","completion_tokens":9)"),
                   model_call("a", "o", 1, R"(,"model":"m","completion_tokens":4)"),
                   model_call("b", "o", 2, R"(,"model":"m","completion_tokens":5)")});
    EXPECT_EQ(stored(*store_, "o"), "span for a");
    EXPECT_EQ(store_->summary(Space::run, "t", "t").take()->tokens, 9);
}

TEST_F(SettleTest, SiblingsThatTellOfOneAnswerAreOneCall) {
    SpanTold other = model_call("b", "p", 1,
                                R"(,"model":"m","prompt_tokens":5,)"
                                R"("completion_tokens":2,"response_id":"r")");
    other.until = 9;
    other.scope = "two";
    send(*store_, {model_call("a", "p", 0, asks_c1)});
    send(*store_, {other});
    EXPECT_EQ(stored(*store_, "a"), "span for b");
    EXPECT_EQ(field_of(*store_, "b", "call_ids"), R"(["c1"])");
    // The same instrumentation twice means two calls.
    send(*store_, {model_call("c", "q", 20, asks_c1), model_call("d", "q", 20, asks_c1)});
    EXPECT_EQ(stored(*store_, "c") + stored(*store_, "d"), "llm_callllm_call");
}

TEST_F(SettleTest, OneResponseInTwoTracesIsOneCall) {
    SpanTold other = model_call("b", "", 2, R"(,"model":"m","response_id":"r")");
    other.run = "u";
    other.until = 8;
    send(*store_, {model_call("a", "", 0, R"(,"model":"m","response_id":"r")")});
    send(*store_, {other});
    EXPECT_EQ(stored(*store_, "a"), "span for b");
    EXPECT_EQ(stored(*store_, "b"), "llm_call");
}

TEST_F(SettleTest, AToolSpanWithoutAnIdIsTheCallThatWasAskedFor) {
    SpanTold derived = tool_call("d", "", 40,
                                 R"(,"tool_name":"add","input":{"a":1},)"
                                 R"("output":"two","call_id":"c1")");
    derived.derived = true;
    send(*store_, {derived});
    EXPECT_EQ(stored(*store_, "d"), "tool_call");
    send(*store_, {tool_call("s", "p", 20, R"(,"tool_name":"add","input":{"kwargs":{"a":1}})"),
                   model_call("m", "p", 0, asks_c1)});
    EXPECT_EQ(stored(*store_, "d"), "none");
    EXPECT_EQ(stored(*store_, "s"), "tool_call");
    EXPECT_EQ(field_of(*store_, "s", "call_id"), R"("c1")");
    EXPECT_EQ(field_of(*store_, "s", "output"), R"("two")");
    // Sent again, it is the same: nothing is added, and nothing comes back.
    const std::uint64_t before = store_->last_seq();
    send(*store_, {derived});
    EXPECT_EQ(store_->last_seq(), before);
    EXPECT_EQ(store_->summary(Space::run, "t", "t").take()->kinds.at("tool_call"), 1U);
}

TEST_F(SettleTest, AToolWithinTheSameToolIsOneCall) {
    send(*store_, {tool_call("o", "", 0, R"(,"tool_name":"add","call_id":"c")"),
                   tool_call("i", "o", 1, R"(,"tool_name":"add","status":"error","error":"no")"),
                   tool_call("n", "o", 2, R"(,"tool_name":"other")")});
    EXPECT_EQ(stored(*store_, "o"), "tool_call");
    EXPECT_EQ(stored(*store_, "i"), "span for o");
    EXPECT_EQ(stored(*store_, "n"), "tool_call");
    EXPECT_EQ(field_of(*store_, "o", "error"), R"("no")");
    EXPECT_EQ(store_->summary(Space::run, "t", "t").take()->errors, 1U);
}

TEST_F(SettleTest, AStepBelongsToTheNearestAgentAndSession) {
    send(*store_, {model_call("m", "w", 2, R"(,"model":"m")")});
    EXPECT_EQ(stored(*store_, "m"), "llm_call");
    send(*store_, {{.id = "w", .parent = "b"}});
    send(*store_, {{.id = "b", .agent = "boss", .session = "s"}});
    EXPECT_EQ(stored(*store_, "m"), "llm_call @boss");
    EXPECT_EQ(store_->find("m").take()->session(), "s");
    EXPECT_FALSE(store_->find("m").take()->has(Flag::session_derived));
    EXPECT_EQ(store_->summary(Space::agent, "svc").take(), std::nullopt);
    EXPECT_EQ(store_->summary(Space::session, "s").take()->agents,
              (std::map<std::string, std::uint64_t>{{"boss", 3}}));
}

TEST_F(SettleTest, AnExceptionCountsWhereItHappened) {
    const auto error = [](std::string of, std::string text) {
        return SpanTold{.id = of + "~e1",
                        .kind = "error",
                        .parent = of,
                        .fields = R"(,"error":")" + text + '"',
                        .derived = true};
    };
    send(*store_, {{.id = "w", .fields = R"(,"status":"error")"},
                   error("w", "the step failed: ValueError: 0 is no number at all")});
    EXPECT_EQ(store_->summary(Space::run, "t", "t").take()->errors, 1U);
    send(*store_, {tool_call("x", "w", 1,
                             R"(,"tool_name":"f","status":"error",)"
                             R"("error":"ValueError: 0 is no number at all")")});
    EXPECT_EQ(stored(*store_, "w~e1"), "none");
    EXPECT_EQ(store_->summary(Space::run, "t", "t").take()->errors, 1U);
    send(*store_, {error("w", "out of memory")});
}

TEST_F(SettleTest, WhatIsStoredInOtherWordsIsAConflict) {
    send(*store_, {{.id = "a", .fields = R"(,"name":"one")"}});
    EXPECT_EQ(send(*store_, {{.id = "a", .fields = R"(,"name":"one")"}}).duplicates, 1U);
    EXPECT_EQ(send(*store_, {{.id = "a", .fields = R"(,"name":"two")"}}).quarantined, 1U);
    // Also where settling has changed what stands.
    send(*store_, {{.id = "b", .agent = "boss"}});
    send(*store_, {{.id = "c", .parent = "b"}});
    EXPECT_EQ(stored(*store_, "c"), "span @boss");
    EXPECT_EQ(send(*store_, {{.id = "c", .parent = "b"}}).duplicates, 1U);
    EXPECT_EQ(send(*store_, {{.id = "c", .parent = "b", .fields = R"(,"x":1)"}}).quarantined, 1U);
}

TEST_F(SettleTest, ARecordThatComesLateStillReachesItsCall) {
    send(*store_, {model_call("m", "", 0, R"(,"model":"m")")});
    send(*store_, {{.id = "l",
                    .kind = "log",
                    .parent = "m",
                    .from = 5,
                    .fields = R"(,"severity":"INFO","completion":"hello")"}});
    EXPECT_EQ(field_of(*store_, "m", "completion"), R"("hello")");
    EXPECT_EQ(field_of(*store_, "m", "content_from"), R"(["l"])");
}

TEST_F(SettleTest, ARationaleReachesTheCallThatItIsAbout) {
    send(*store_, {tool_call("s", "", 20, R"(,"tool_name":"f","call_id":"c2")")});
    send(*store_,
         {model_call("m", "", 0,
                     R"(,"model":"m","call_ids":["c1","c2"],"completion":{"role":"assistant",)"
                     R"("content":"<rationale call=\"2\">{\"why\":\"second\"}</rationale>",)"
                     R"("tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}},)"
                     R"({"id":"c2","function":{"name":"f","arguments":"{}"}}]})")});
    EXPECT_EQ(store_->find("s").take()->rationale(), R"({"why":"second"})");
}

}  // namespace
}  // namespace hence
