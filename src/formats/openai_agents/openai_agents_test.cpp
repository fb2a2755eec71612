#include "formats/openai_agents/openai_agents.h"

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

std::string trace(std::string_view group) {
    return R"({"object":"trace","id":"trace_1","workflow_name":"Support","group_id":)" +
           std::string(group) + R"(,"metadata":{"tier":"gold"}})" + "\n";
}

std::string span(std::string_view id, std::string_view parent, std::string_view data,
                 std::string_view error = "null") {
    return R"({"object":"trace.span","id":")" + std::string(id) +
           R"(","trace_id":"trace_1","parent_id":)" + std::string(parent) +
           R"(,"started_at":"2026-03-01T10:00:00.000000+00:00",)"
           R"("ended_at":"2026-03-01T10:00:01.500000+00:00","span_data":)" +
           std::string(data) + R"(,"error":)" + std::string(error) + "}\n";
}

const std::string generation =
    span("span_g", "\"span_a\"",
         R"({"type":"generation","model":"gpt-x","input":[{"role":"system","content":"be kind"},)"
         R"({"role":"user","content":"where is it?"}],"output":[{"role":"assistant","content":)"
         R"("I assume it was sent. <rationale call=\"1\">{\"why\":\"to look it up\"}</rationale>",)"
         R"("reasoning_content":"an order","tool_calls":[{"id":"call_1","function":{"name":"find",)"
         R"("arguments":"{\"n\": 7}"}}]}],"model_config":{"temperature":1.0},)"
         R"("usage":{"input_tokens":20,"output_tokens":5}})");
const std::string function = span(
    "span_f", "\"span_a\"",
    R"({"type":"function","name":"find","input":"{\"n\": 7}","output":"[1,2]","mcp_data":null})");

ReadText read(const std::string& text) {
    return read_whole(read_openai_agents, text);
}

std::string kinds(const ReadText& read) {
    std::string all;
    for (const Event& event : read.events) {
        all += std::string(event.kind()) + ' ';
    }
    return all;
}

TEST(OpenAiAgentsTest, TracesAreKnownByTheirObjects) {
    for (const std::string& text :
         {trace("null"), function, R"({"data":[)" + function.substr(0, function.size() - 1) + "]}",
          "[" + function + "]"}) {
        EXPECT_TRUE(is_openai_agents(Beginning(text))) << text;
    }
    for (const std::string_view text : {R"({"object":"trace"})", R"({"object":"trace.span"})",
                                        R"({"data":[{"id":1}]})", "{}", ""}) {
        EXPECT_FALSE(is_openai_agents(Beginning(text))) << text;
    }
}

TEST(OpenAiAgentsTest, ModelCallSaysWhatWasAskedAndGiven) {
    const ReadText all = read(trace("\"chat-1\"") + generation);
    EXPECT_EQ(kinds(all), "session_start llm_call thought assumption ");
    const Event& call = all.events[1];
    EXPECT_EQ(call.id(), "span_g");
    EXPECT_EQ(call.parent(), "span_a");
    EXPECT_EQ(call.session(), "chat-1");
    EXPECT_EQ(call.run(), "trace_1");
    EXPECT_EQ(call.duration_ms(), 1500);
    EXPECT_EQ(text_field(call, "model"), "gpt-x");
    EXPECT_EQ(tokens_of(call), 25);
    EXPECT_EQ(field(call, "call_ids").raw(), R"(["call_1"])");
    EXPECT_EQ(field(call, "model_config").raw(), R"({"temperature":1.0})");
    EXPECT_EQ(text_field(all.events[2], "text"), "an order");
    EXPECT_EQ(all.events[2].parent(), "span_g");
    EXPECT_EQ(text_field(all.events[3], "assumption"), "it was sent");
}

TEST(OpenAiAgentsTest, TraceBeginsWithItsFirstModelCall) {
    const Event start = read(trace("\"chat-1\"") + generation).events.at(0);
    EXPECT_EQ(text_field(start, "goal"), "where is it?");
    EXPECT_EQ(text_field(start, "workflow_name"), "Support");
    EXPECT_TRUE(start.has(Flag::derived));
    EXPECT_EQ(read(trace("null")).pending, 1U);
}

TEST(OpenAiAgentsTest, TraceWithoutAGroupIsASessionOfItsOwn) {
    for (const std::string& text : {trace("null") + function, function}) {
        const Event call = read(text).of_kind("tool_call").at(0);
        EXPECT_EQ(call.session(), "trace_1");
        EXPECT_TRUE(call.has(Flag::session_derived));
    }
}

TEST(OpenAiAgentsTest, ToolCallIsTheOneThatTheModelAskedFor) {
    const Event call = read(trace("null") + generation + function).of_kind("tool_call").at(0);
    EXPECT_EQ(text_field(call, "call_id"), "call_1");
    EXPECT_EQ(why_of(call), "to look it up");
    EXPECT_EQ(field(call, "input").raw(), R"({"n":7})");
    EXPECT_EQ(field(call, "output").raw(), "[1,2]");
    EXPECT_EQ(text_field(call, "status"), "ok");
    const ReadText twice =
        read(trace("null") + generation + function +
             span("span_h", "\"span_a\"", R"({"type":"function","name":"find"})"));
    EXPECT_EQ(text_field(twice.of_kind("tool_call").at(1), "call_id"), "span_h");
}

TEST(OpenAiAgentsTest, ResponseHasItsCostAlone) {
    const Event call =
        read(span("span_r", "null",
                  R"({"type":"response","response_id":"resp_1","usage":{"input_tokens":9,)"
                  R"("output_tokens":1,"input_tokens_details":{"cached_tokens":4}}})"))
            .of_kind("llm_call")
            .at(0);
    EXPECT_EQ(tokens_of(call), 10);
    EXPECT_EQ(field(call, "cache_read_tokens").raw(), "4");
    EXPECT_EQ(text_field(call, "response_id"), "resp_1");
}

TEST(OpenAiAgentsTest, AgentOfWhatWasSentTogetherIsKnown) {
    const std::string agent = span("span_a", "null", R"({"type":"agent","name":"Triage"})");
    const std::string body = R"({"data":[)" + function.substr(0, function.size() - 1) + "," +
                             agent.substr(0, agent.size() - 1) + "]}\n";
    EXPECT_EQ(read(body).of_kind("tool_call").at(0).agent(), "Triage");
    EXPECT_EQ(read(function + agent).of_kind("tool_call").at(0).agent(), "");
    EXPECT_EQ(read(agent + function).of_kind("tool_call").at(0).agent(), "Triage");
}

TEST(OpenAiAgentsTest, HandoffIsADelegation) {
    const Event handoff =
        read(span("span_h", "\"span_a\"",
                  R"({"type":"handoff","from_agent":"Triage","to_agent":"Refunds"})"))
            .of_kind("delegation")
            .at(0);
    EXPECT_EQ(handoff.agent(), "Triage");
    EXPECT_EQ(text_field(handoff, "parent_id"), "Triage");
    EXPECT_EQ(text_field(handoff, "child_id"), "Refunds");
}

TEST(OpenAiAgentsTest, GuardrailThatWasTriggeredIsADecision) {
    const auto guardrail = [](std::string_view triggered) {
        return span("span_q", "\"span_a\"",
                    R"({"type":"guardrail","name":"No homework","triggered":)" +
                        std::string(triggered) + "}");
    };
    const Event decision = read(guardrail("true")).events.at(0);
    EXPECT_EQ(decision.kind(), "decision");
    EXPECT_EQ(text_field(decision, "description"), "No homework");
    EXPECT_EQ(text_field(decision, "chosen"), "triggered");
    EXPECT_EQ(read(guardrail("false")).events.at(0).kind(), "guardrail");
}

TEST(OpenAiAgentsTest, FailureIsTold) {
    const std::string error = R"({"message":"Max turns exceeded","data":{"max_turns":10}})";
    const ReadText agent =
        read(span("span_a", "null", R"({"type":"agent","name":"Triage"})", error));
    EXPECT_EQ(kinds(agent), "session_start agent error ");
    EXPECT_EQ(agent.events[1].agent(), "Triage");
    EXPECT_EQ(text_field(agent.events[2], "error"), "Max turns exceeded");
    EXPECT_EQ(agent.events[2].parent(), "span_a");
    const ReadText tool = read(
        span("span_f", "\"span_a\"", R"({"type":"function","name":"find","input":"{}"})", error));
    EXPECT_EQ(kinds(tool), "tool_call ");
    EXPECT_TRUE(failed_call(tool.events[0]));
}

TEST(OpenAiAgentsTest, OtherSpansKeepWhatTheySay) {
    const ReadText all =
        read(span("span_t", "null",
                  R"({"type":"custom","name":"turn","data":{"sdk_span_type":"turn","turn":1,)"
                  R"("agent_name":"Triage","usage":{"input_tokens":9}}})") +
             span("span_c", "\"x\"", R"({"type":"custom","name":"db","data":{"rows":1.10}})") +
             span("span_m", "\"x\"", R"({"type":"mcp_tools","server":"fs","result":["read"]})"));
    EXPECT_EQ(kinds(all), "session_start turn custom mcp_tools ");
    EXPECT_EQ(all.events[1].agent(), "Triage");
    EXPECT_EQ(field(all.events[2], "data").raw(), R"({"rows":1.10})");
    EXPECT_EQ(text_field(all.events[3], "server"), "fs");
}

TEST(OpenAiAgentsTest, SpanWithoutAnEndIsPlumbingUnderAnotherId) {
    const ReadText all = read(
        R"({"object":"trace.span","id":"s","trace_id":"t","parent_id":"p","started_at":)"
        R"("2026-03-01T10:00:00Z","ended_at":null,"span_data":{"type":"function","name":"f"}})");
    EXPECT_EQ(all.events.at(0).id(), "s~open");
    EXPECT_EQ(all.events.at(0).kind(), "span");
}

TEST(OpenAiAgentsTest, RecordThatCannotBeMappedSaysWhichKey) {
    const ReadText all = read(R"({"data":[{"object":"trace.span","id":"s"},{"object":"x"},{},7,)" +
                              function.substr(0, function.size() - 1) + "]}\n");
    EXPECT_EQ(all.events.size(), 1U);
    ASSERT_EQ(all.refused.size(), 4U);
    EXPECT_EQ(all.refused[0].reason, "span_data is missing");
    EXPECT_EQ(all.refused[1].reason, "object is neither a trace nor a span");
    EXPECT_EQ(all.refused[2].reason, "object is missing");
    EXPECT_EQ(all.refused[3].reason, "not a JSON object");
}

TEST(OpenAiAgentsTest, WhatIsSentAgainIsACopy) {
    const std::unique_ptr<Reader> reader = read_openai_agents({});
    Batch batch;
    reader->take(function, 1, batch);
    EXPECT_EQ(reader->copies(), std::vector<std::string>{"span_f"});
    EXPECT_TRUE(reader->copies().empty());
}

TEST(OpenAiAgentsTest, EventsDoNotDependOnHowTheTextWasCut) {
    const std::string text = trace("\"g\"") + generation + function;
    EXPECT_EQ(read_by_lines(read_openai_agents, text).told(), read(text).told());
}

}  // namespace
}  // namespace hence
