// What is told again in other words, in another trace or in pieces counts once.
#include "intake/once/settle_for_test.h"

namespace hence::settle_for_test {
namespace {

SpanTold told_by(const std::string& call, std::string id, int from, std::string fields) {
    SpanTold told = tool_call(std::move(id), "", from, std::move(fields));
    told.fields += R"(,"told_in":")" + call + "\"";
    told.derived = true;
    return told;
}

std::uint64_t count(const Store& store, const std::string& session, const std::string& kind) {
    const auto summary = store.summary(Space::session, session).take();
    const auto found = summary->kinds.find(kind);
    return found == summary->kinds.end() ? 0 : found->second;
}

class ToldAgain : public testing::Test {
protected:
    std::unique_ptr<Store> store_ = open_memory_store();
};

TEST_F(ToldAgain, APieceOfAStreamIsNoCall) {
    send(*store_, {model_call("p1", "c", 1, ""), model_call("p2", "c", 2, "")});
    send(*store_, {model_call("c", "a", 0, R"(,"model":"m","completion_tokens":7)")});
    EXPECT_EQ(stored(*store_, "c"), "llm_call");
    EXPECT_EQ(stored(*store_, "p1"), "span for c");
    EXPECT_EQ(stored(*store_, "p2"), "span for c");
    // Of another instrumentation it is an account of its own.
    SpanTold other = model_call("o", "d", 21, "");
    other.scope = "two";
    send(*store_, {model_call("d", "a", 20, R"(,"model":"m")"), other});
    EXPECT_EQ(stored(*store_, "d"), "span for o");
}

TEST_F(ToldAgain, AMomentOfAToolIsNoCallOfAnother) {
    SpanTold moment = tool_call(
        "e", "t", 5, R"(,"tool_name":"error","name":"error","status":"error","error":"no")");
    moment.until = moment.from;
    SpanTold other = tool_call("n", "t", 6, R"(,"tool_name":"sub","name":"sub")");
    send(*store_, {tool_call("t", "", 0, R"(,"tool_name":"add","status":"ok")"), moment, other});
    EXPECT_EQ(stored(*store_, "e"), "span for t");
    EXPECT_EQ(field_of(*store_, "t", "status"), R"("ok")");
    EXPECT_EQ(stored(*store_, "n"), "tool_call");
}

TEST_F(ToldAgain, TheCallOfAGatewayStandsWhereTheAgentAskedForIt) {
    SpanTold agent{.id = "a", .until = 40, .agent = "boss", .session = "s"};
    SpanTold asked = model_call("m", "a", 0, R"(,"model":"m","response_id":"r")");
    asked.until = 30;
    SpanTold request{.id = "g", .from = 1, .until = 29, .run = "u"};
    SpanTold sent = model_call("w", "g", 2, R"(,"model":"m","response_id":"r","cost_usd":1)");
    for (SpanTold* each : {&request, &sent}) {
        each->agent = "gateway";
        each->service = "gateway";
        each->run = "u";
    }
    send(*store_, {request, sent});
    EXPECT_EQ(store_->find("w").take()->session(), "u");
    send(*store_, {asked});
    send(*store_, {agent});
    EXPECT_EQ(stored(*store_, "m"), "span for w @boss");
    EXPECT_EQ(stored(*store_, "w"), "llm_call @boss");
    EXPECT_EQ(store_->find("w").take()->session(), "s");
    EXPECT_EQ(store_->find("g").take()->session(), "u");
}

TEST_F(ToldAgain, MessagesThatAreShownTwiceTellOfOneCall) {
    const std::string shown = R"(,"model":"m","messages":[{"role":"user","content":"hi"}])";
    const std::string add = R"(,"tool_name":"add","input":{"a":1},"output":2)";
    SpanTold failed = model_call("f", "p", 10, shown + R"(,"status":"error","error":"busy")");
    send(*store_, {model_call("n", "p", 40, shown), told_by("n", "n1", 38, add),
                   told_by("n", "n2", 39, add)});
    EXPECT_EQ(stored(*store_, "n1") + stored(*store_, "n2"), "tool_calltool_call");
    send(*store_, {failed, told_by("f", "f1", 8, add), told_by("f", "f2", 9, add)});
    EXPECT_EQ(stored(*store_, "n1") + stored(*store_, "n2"), "nonenone");
    EXPECT_EQ(stored(*store_, "f1") + stored(*store_, "f2"), "tool_calltool_call");
    // Another agent that was shown the same made calls of its own.
    send(*store_, {model_call("o", "q", 50, shown), told_by("o", "o1", 49, add)});
    EXPECT_EQ(stored(*store_, "o1"), "tool_call");
}

TEST_F(ToldAgain, WhatMessagesTellOfStandsWhereTheyDo) {
    send(*store_, {model_call("m", "a", 10, R"(,"model":"m")"),
                   told_by("m", "d", 9, R"(,"tool_name":"add","call_id":"c")")});
    send(*store_, {{.id = "a", .agent = "boss", .session = "s"}});
    EXPECT_EQ(stored(*store_, "d"), "tool_call @boss");
    EXPECT_EQ(store_->find("d").take()->session(), "s");
}

// The tool ran before a person was asked, and the model was shown its result hours later.
TEST_F(ToldAgain, AConversationGoesOnInAnotherTrace) {
    const SpanTold first{.id = "a", .until = 50, .agent = "boss", .session = "s"};
    const SpanTold asking =
        model_call("m", "a", 0,
                   R"(,"model":"m","call_ids":["c"],"completion":{"role":"assistant","tool_calls":)"
                   R"([{"id":"c","function":{"name":"add","arguments":{"a":1}}}]})");
    const SpanTold made = tool_call("t", "a", 20, R"(,"tool_name":"add","input":{"a":1})");
    SpanTold second{.id = "b", .from = 3'000'000, .until = 3'000'050};
    second.agent = "boss";
    second.session = "s";
    second.run = "u";
    SpanTold shown = model_call("n", "b", 3'000'010, R"(,"model":"m")");
    shown.run = "u";
    SpanTold told =
        told_by("n", "d", 3'000'009, R"(,"tool_name":"add","input":{"a":1},"call_id":"c")");
    told.run = "u";
    const std::vector<SpanTold> earlier = {first, asking, made};
    const std::vector<SpanTold> later = {second, shown, told};
    for (const bool in_order : {true, false}) {
        const std::unique_ptr<Store> store = open_memory_store();
        send(*store, in_order ? earlier : later);
        for (const SpanTold& each : in_order ? later : earlier) {
            send(*store, {each});
        }
        EXPECT_EQ(stored(*store, "t"), "tool_call @boss") << in_order;
        EXPECT_EQ(stored(*store, "d"), "none") << in_order;
        EXPECT_EQ(count(*store, "s", "tool_call"), 1U) << in_order;
        EXPECT_EQ(count(*store, "s", "llm_call"), 2U) << in_order;
    }
}

TEST_F(ToldAgain, WhoWorksBeneathACallSaysTheCallAndNotItsTool) {
    send(*store_,
         {tool_call("t", "", 0, R"(,"tool_name":"Task","input":{"subagent_type":"reviewer"})"),
          {.id = "w", .parent = "t", .from = 1, .agent = "Task"},
          tool_call("r", "w", 2, R"(,"tool_name":"Read")")});
    EXPECT_EQ(stored(*store_, "w"), "span @reviewer");
    EXPECT_EQ(stored(*store_, "r"), "tool_call @reviewer");
    EXPECT_EQ(stored(*store_, "t"), "tool_call");
}

}  // namespace
}  // namespace hence::settle_for_test
