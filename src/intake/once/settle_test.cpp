#include "intake/once/settle.h"

#include "intake/once/settle_for_test.h"

namespace hence::settle_for_test {
namespace {

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

TEST_F(SettleTest, AToolSpanWithAnIdIsTheCallThatMessagesTellWithoutOne) {
    SpanTold first = tool_call("d", "", 40, R"(,"tool_name":"greet","output":"hi")");
    first.derived = true;
    SpanTold second = tool_call("e", "", 80, R"(,"tool_name":"greet","output":"ho")");
    second.derived = true;
    send(*store_, {first, second, tool_call("s", "p", 20, R"(,"tool_name":"greet","call_id":"a")"),
                   tool_call("u", "p", 60, R"(,"tool_name":"greet","call_id":"b")")});
    EXPECT_EQ(stored(*store_, "d") + stored(*store_, "e"), "nonenone");
    EXPECT_EQ(field_of(*store_, "s", "output"), R"("hi")");
    EXPECT_EQ(field_of(*store_, "u", "output"), R"("ho")");
    EXPECT_EQ(store_->summary(Space::run, "t", "t").take()->kinds.at("tool_call"), 2U);
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
    // Semantic Kernel logs what the provider counted.
    send(*store_,
         {{.id = "k", .kind = "log", .parent = "m", .fields = R"(,"cache_read_tokens":8)"}});
    EXPECT_EQ(field_of(*store_, "m", "cache_read_tokens"), "8");
    EXPECT_EQ(field_of(*store_, "m", "content_from"), R"(["k","l"])");
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

TEST_F(SettleTest, ATraceOfOneClientCallBelongsToTheRunThatMadeTheCall) {
    SpanTold client = model_call("c", "", 2, R"(,"model":"m","response_id":"r")");
    client.run = "u";
    client.until = 8;
    SpanTold told = tool_call("d", "", 40, R"(,"tool_name":"add","input":{"a":1},"call_id":"c1")");
    told.run = "u";
    told.derived = true;
    send(*store_, {client, told});
    send(*store_, {model_call("m", "b", 0, asks_c1 + R"(,"response_id":"r")"),
                   tool_call("s", "b", 20, R"(,"tool_name":"add","input":{"a":1},"call_id":"c1")"),
                   {.id = "b", .until = 50, .agent = "boss", .session = "s1"}});
    EXPECT_EQ(stored(*store_, "m"), "span for c @boss");
    EXPECT_EQ(stored(*store_, "c"), "llm_call @boss");
    EXPECT_EQ(store_->find("c").take()->session(), "s1");
    EXPECT_EQ(stored(*store_, "d"), "none");
    EXPECT_EQ(stored(*store_, "s"), "tool_call @boss");
    // A run with spans of its own stays where it is, whatever answer it shares.
    SpanTold cached = model_call("k", "w", 100, R"(,"model":"m","response_id":"r")");
    cached.run = "v";
    send(*store_, {cached, {.id = "w", .until = 200, .run = "v"}});
    EXPECT_EQ(store_->find("w").take()->session(), "v");
}

TEST_F(SettleTest, AnAgentThatIsCalledAsAToolIsTheToolCall) {
    send(*store_, {{.id = "r", .parent = "b", .from = 20, .until = 40, .agent = "add"},
                   model_call("n", "r", 21, R"(,"model":"m")")});
    EXPECT_EQ(stored(*store_, "r"), "span @add");
    send(*store_, {model_call("m", "b", 0, asks_c1), {.id = "b", .until = 50, .agent = "boss"}});
    EXPECT_EQ(stored(*store_, "r"), "tool_call @boss");
    EXPECT_EQ(field_of(*store_, "r", "call_id"), R"("c1")");
    EXPECT_EQ(stored(*store_, "n"), "llm_call @add");
    // A span of the tool itself says more than the agent's.
    send(*store_, {tool_call("s", "b", 19, R"(,"tool_name":"add","input":{"a":1})")});
    EXPECT_EQ(stored(*store_, "r"), "span @add");
    EXPECT_EQ(stored(*store_, "s"), "tool_call @boss");
}

TEST_F(SettleTest, AFrameworkMayAddArgumentsToACall) {
    send(*store_, {model_call("m", "a", 0, asks_c1),
                   {.id = "a", .parent = "w", .until = 11, .agent = "boss"},
                   {.id = "w", .until = 50},
                   tool_call("s", "w", 20, R"(,"tool_name":"add","input":{"a":1,"ctx":"x"})"),
                   tool_call("o", "w", 30, R"(,"tool_name":"add","input":{"a":2,"ctx":"x"})")});
    EXPECT_EQ(field_of(*store_, "s", "call_id"), R"("c1")");
    EXPECT_EQ(field_of(*store_, "o", "call_id"), "");
    // No span around the tool names the agent: it is the one that asked.
    EXPECT_EQ(stored(*store_, "s"), "tool_call @boss");
    EXPECT_EQ(stored(*store_, "o"), "tool_call");
}

TEST_F(SettleTest, AHandoverThatASpanAndMessagesTellCountsOnce) {
    SpanTold told = tool_call("d", "", 40, R"(,"tool_name":"transfer_to_x","call_id":"c7")");
    told.derived = true;
    SpanTold again = {.id = "d~g1",
                      .kind = "delegation",
                      .parent = "d",
                      .from = 40,
                      .fields = R"(,"parent_id":"svc","child_id":"x")",
                      .derived = true};
    send(*store_, {told, again});
    EXPECT_EQ(stored(*store_, "d~g1"), "delegation");
    send(*store_, {{.id = "h",
                    .kind = "delegation",
                    .from = 20,
                    .until = 30,
                    .fields = R"(,"parent_id":"boss","child_id":"x")"}});
    EXPECT_EQ(stored(*store_, "d~g1"), "none");
    EXPECT_EQ(stored(*store_, "h"), "delegation");
}

TEST_F(SettleTest, AHandoverToNobodyKnownGoesWhereTheModelCallBeforeSaid) {
    const auto to_nobody = [](std::string id, int at) {
        return SpanTold{.id = std::move(id),
                        .kind = "delegation",
                        .from = at,
                        .until = at,
                        .fields = R"(,"parent_id":"a")"};
    };
    send(*store_, {to_nobody("h", 20), to_nobody("g", 5)});
    EXPECT_EQ(field_of(*store_, "h", "child_id"), "");
    send(*store_, {model_call("m", "", 8,
                              R"(,"model":"m","completion":{"role":"assistant","parts":[)"
                              R"({"type":"tool_call","id":"c","name":"transfer_to_x",)"
                              R"("arguments":{}}]})")});
    EXPECT_EQ(field_of(*store_, "h", "child_id"), R"("x")");
    EXPECT_EQ(field_of(*store_, "g", "child_id"), "");
}

// A client library that begins a trace of its own, and shares no response id with the framework.
SpanTold wire_call(std::string id, std::string run, int from, std::string fields) {
    SpanTold told = model_call(std::move(id), "", from, std::move(fields));
    told.run = std::move(run);
    told.scope = "wire";
    told.until = from + 5;
    return told;
}

TEST_F(SettleTest, OneAnswerInTwoTracesIsOneCallWithoutAResponseId) {
    const std::string said = R"(,"model":"m","prompt_tokens":5,"completion_tokens":2)";
    const std::string hello = said + R"(,"completion":"hello")";
    for (const bool wire_first : {false, true}) {
        const std::unique_ptr<Store> store = open_memory_store();
        const SpanTold framework = model_call("a", "p", 0, hello);
        const SpanTold wire = wire_call("b", "u", 2, hello + R"(,"response_id":"r")");
        send(*store, {wire_first ? wire : framework});
        send(*store, {wire_first ? framework : wire});
        EXPECT_EQ(stored(*store, "a"), "span for b");
        EXPECT_EQ(stored(*store, "b"), "llm_call");
    }
    // Other tokens, another answer or another time: two calls.
    send(*store_,
         {model_call("a", "p", 0, hello),
          wire_call("b", "u", 2, R"(,"model":"m","completion_tokens":3,"completion":"hello")"),
          wire_call("c", "v", 2, said + R"(,"completion":"bye")"), wire_call("d", "w", 40, hello)});
    EXPECT_EQ(
        stored(*store_, "a") + stored(*store_, "b") + stored(*store_, "c") + stored(*store_, "d"),
        "llm_callllm_callllm_callllm_call");
}

TEST_F(SettleTest, EqualAnswersAtOnceAreToldByTheNearest) {
    const std::string hello =
        R"(,"model":"m","prompt_tokens":5,"completion_tokens":2,"completion":"hello")";
    SpanTold second = model_call("b", "q", 3, hello);
    second.run = "t2";
    send(*store_, {model_call("a", "p", 0, hello), second,
                   wire_call("x", "u", 1, hello + R"(,"response_id":"r1")"),
                   wire_call("y", "v", 4, hello + R"(,"response_id":"r2")")});
    EXPECT_EQ(stored(*store_, "a"), "span for x");
    EXPECT_EQ(stored(*store_, "b"), "span for y");
}

TEST_F(SettleTest, ACallMayBeToldByItsAnswerAndByItsResponseIdApart) {
    const std::string tokens = R"(,"model":"m","prompt_tokens":5,"completion_tokens":2)";
    const std::string answer = tokens + R"(,"completion":"hello")";
    const std::string response = tokens + R"(,"response_id":"r1")";
    const auto second_is = [](const std::string& first, const std::string& second, int from) {
        std::string seen;
        for (const bool second_first : {false, true}) {
            const std::unique_ptr<Store> store = open_memory_store();
            const SpanTold one = wire_call("a", "t", 0, first);
            SpanTold other = wire_call("b", "u", from, second);
            other.scope = "other";
            send(*store, {second_first ? other : one});
            send(*store, {second_first ? one : other});
            seen += stored(*store, "b") + "; ";
        }
        return seen;
    };
    EXPECT_EQ(second_is(answer, response, 1), "span for a; span for a; ");
    EXPECT_EQ(second_is(response, answer, 1), "span for a; span for a; ");
    // Another time, other tokens, or a second response.
    EXPECT_EQ(second_is(answer, response, 100), "llm_call; llm_call; ");
    EXPECT_EQ(second_is(answer,
                        R"(,"model":"m","prompt_tokens":6,"completion_tokens":2,)"
                        R"("response_id":"r1")",
                        1),
              "llm_call; llm_call; ");
    EXPECT_EQ(second_is(response, tokens + R"(,"response_id":"r2")", 1), "llm_call; llm_call; ");
}

TEST_F(SettleTest, OneFailureInTwoTracesIsOneFailedCall) {
    send(*store_,
         {model_call("a", "p", 0, R"(,"model":"m","status":"error","error":"a.Bad: too long")")});
    send(*store_,
         {wire_call("b", "u", 2, R"(,"model":"m","status":"error","error":"b.Wrong: too long")")});
    EXPECT_EQ(stored(*store_, "a"), "span for b");
    EXPECT_EQ(store_->summary(Space::agent, "svc").take()->errors, 1U);
}

TEST_F(SettleTest, AnAnswerDidNotFailInTheWordsOfAnEarlierStep) {
    const std::string answer = R"(,"model":"m","completion":"hi","status":"error","error":"late")";
    const SpanTold first = model_call("a", "p", 0,
                                      R"(,"model":"m","status":"error","error":"Bad: late",)"
                                      R"("exception":{"exception.message":"late"})");
    const auto status = [&](const SpanTold& copy, const SpanTold& origin) {
        const std::unique_ptr<Store> store = open_memory_store();
        send(*store, {copy});
        send(*store, {origin});
        return field_of(*store, "b", "status") + " " + field_of(*store, "b", "error");
    };
    EXPECT_EQ(status(model_call("b", "p", 20, answer), first), R"("ok" "")");
    // It had no answer, an exception of its own, or began before the other was over.
    EXPECT_EQ(
        status(model_call("b", "p", 20, R"(,"model":"m","status":"error","error":"late")"), first),
        R"("error" "late")");
    EXPECT_EQ(
        status(model_call("b", "p", 20, answer + R"(,"exception":{"exception.type":"x"})"), first),
        R"("error" "late")");
    EXPECT_EQ(status(model_call("b", "p", 3, answer), first), R"("error" "late")");
}

TEST_F(SettleTest, ARecordWithoutAnIdTellsOfTheSpanOfTheSameCall) {
    SpanTold span = tool_call("s", "p", 10, R"(,"tool_name":"f","input":{"a":1},"call_id":"c1")");
    SpanTold record = tool_call("r", "", 11,
                                R"(,"tool_name":"f","input":{"a":1},"otel_event":"x.tool_call",)"
                                R"("status":"error","error":"not there")");
    span.session = record.session = "conversation";
    record.run = "other";
    send(*store_, {record});
    send(*store_, {span});
    EXPECT_EQ(stored(*store_, "s"), "tool_call");
    EXPECT_EQ(stored(*store_, "r"), "span for s");
    EXPECT_EQ(field_of(*store_, "s", "error"), R"("not there")");
}

TEST_F(SettleTest, AnAnswerWithoutIdsGetsThoseOfItsCalls) {
    send(*store_, {model_call("m", "p", 0,
                              R"(,"model":"m","completion_tokens":2,"completion":{"role":"model",)"
                              R"("parts":[{"functionCall":{"name":"f","args":{"a":1}}}]})"),
                   tool_call("s", "p", 20, R"(,"tool_name":"f","input":{"a":1},"call_id":"c1")")});
    EXPECT_EQ(field_of(*store_, "m", "call_ids"), R"(["c1"])");
}

TEST_F(SettleTest, TheEndOfAStreamBelongsToItsCall) {
    const std::string asks = R"(,"model":"m","messages":[{"role":"user","content":"hi"}])";
    SpanTold end = model_call("e", "", 30,
                              asks + R"(,"completion":"hello","completion_tokens":2,)"
                                     R"("attributes":{"logfire.span_type":"log"})");
    end.run = "u";
    end.until = 30;
    send(*store_, {end});
    send(*store_, {model_call("m", "", 0, asks)});
    EXPECT_EQ(stored(*store_, "e"), "span for m");
    EXPECT_EQ(field_of(*store_, "m", "completion"), R"("hello")");
}

const std::string shown_hi = R"(,"model":"m","messages":[{"role":"system","content":"be kind"},)"
                             R"({"role":"user","content":"hi"}])";

TEST_F(SettleTest, TheFirstModelCallTellsThePromptOfARunThatStatesNone) {
    const std::string shown_result =
        R"(,"model":"m","messages":[{"role":"user","content":"hi"},)"
        R"({"role":"assistant","content":"one moment"},{"role":"user","content":"go on"}])";
    send(*store_, {model_call("b", "w", 20, shown_result)});
    EXPECT_EQ(field_of(*store_, "b~prompt", "text"), R"("go on")");
    send(*store_, {model_call("a", "w", 0, shown_hi)});
    EXPECT_EQ(stored(*store_, "b~prompt"), "none");
    EXPECT_EQ(field_of(*store_, "a~prompt", "text"), R"("hi")");
    EXPECT_EQ(field_of(*store_, "a~prompt", "told_in"), R"("a")");
    EXPECT_TRUE(store_->find("a~prompt").take()->has(Flag::derived));
    EXPECT_LT(store_->find("a~prompt").take()->time(), store_->find("a").take()->time());
    EXPECT_EQ(store_->summary(Space::run, "t", "t").take()->goal->second, "hi");
    // Whoever is named around the call was asked.
    send(*store_, {{.id = "w", .agent = "boss", .session = "s"}});
    EXPECT_EQ(stored(*store_, "a~prompt"), "prompt @boss");
    EXPECT_EQ(store_->find("a~prompt").take()->session(), "s");
}

TEST_F(SettleTest, OfCallsThatBeginTogetherTheOneThatWasToldLessIsTheFirst) {
    const std::string shown_result =
        R"(,"model":"m","messages":[{"role":"system","content":"be kind"},)"
        R"({"role":"user","content":"hi"},{"role":"assistant","content":"one moment"},)"
        R"({"role":"tool","tool_call_id":"c","content":"done"}])";
    send(*store_, {model_call("a", "w", 5, shown_result), model_call("b", "w", 5, shown_hi)});
    EXPECT_EQ(stored(*store_, "a~prompt"), "none");
    EXPECT_EQ(field_of(*store_, "b~prompt", "text"), R"("hi")");
}

TEST_F(SettleTest, AStatedGoalNeedsNoOtherPrompt) {
    send(*store_, {model_call("a", "w", 5, shown_hi)});
    EXPECT_EQ(stored(*store_, "a~prompt"), "prompt");
    send(*store_, {{.id = "w~start",
                    .kind = "session_start",
                    .parent = "w",
                    .fields = R"(,"goal":"hi")",
                    .derived = true}});
    EXPECT_EQ(stored(*store_, "a~prompt"), "none");
    EXPECT_FALSE(store_->summary(Space::run, "t", "t").take()->kinds.contains("prompt"));
}

TEST_F(SettleTest, AResultOrNothingAtTheEndOfTheMessagesIsNoPrompt) {
    const std::string hi = R"({"role":"user","content":"hi"})";
    const std::string result = R"({"role":"tool","tool_call_id":"c","content":"done"})";
    const std::string in_user =
        R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"done"}]})";
    for (const std::string& end :
         {result, in_user, std::string(R"({"role":"user","content":""})")}) {
        const std::unique_ptr<Store> store = open_memory_store();
        const std::string asked = R"({"role":"assistant","content":"wait"})";
        send(*store,
             {model_call("a", "", 0,
                         R"(,"model":"m","messages":[)" + hi + ',' + asked + ',' + end + ']')});
        EXPECT_EQ(stored(*store, "a~prompt"), "none") << end;
    }
}

}  // namespace
}  // namespace hence::settle_for_test
