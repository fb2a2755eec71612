// What real emitters get wrong, and what must not come of it.
#include <gtest/gtest.h>

#include "formats/otlp/otlp_for_test.h"

namespace hence {
namespace {

constexpr std::string_view chat = R"("gen_ai.operation.name":"chat")";

const std::string told_in = R"("told_in":")" + test_span_event + R"("})";

ToldEvents model_call(std::string_view attributes) {
    return with_attributes("chat m", "{" + std::string(chat) + "," + std::string(attributes) + "}");
}

TEST(SpanPitfalls, WhenAttributesWereDroppedTheRequestAsAWholeIsRead) {
    constexpr std::string_view rest = R"("attributes":{"openinference.span.kind":"LLM",
        "llm.input_messages.1.message.role":"user","llm.input_messages.1.message.content":"second",
        "input.value":"{\"messages\":[{\"role\":\"user\",\"content\":\"first\"},{\"role\":)"
                                      R"(\"user\",\"content\":\"second\"}]}"}})";
    EXPECT_EQ(events_of(R"({"dropped":4,)" + std::string(rest)).field("messages"),
              R"([{"role":"user","content":"first"},{"role":"user","content":"second"}])");
    EXPECT_EQ(events_of("{" + std::string(rest)).field("messages"),
              R"([{"content":"second","role":"user"}])");
    EXPECT_EQ(events_of(R"({"dropped":4,)" + std::string(rest)).field("dropped_attributes_count"),
              "4");
}

TEST(SpanPitfalls, TruncatedJsonIsReadAndSaidToBeTruncated) {
    const ToldEvents told = model_call(R"("gen_ai.input.messages":
        "[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"hello wor... )"
                                       R"([truncated, 9000 chars total]")");
    EXPECT_EQ(told.field("messages"),
              R"([{"role":"user","parts":[{"type":"text",)"
              R"("content":"hello wor... [truncated, 9000 chars total]"}]}])");
    EXPECT_EQ(told.field("truncated"), "true");
    EXPECT_NE(told.attribute("gen_ai.input.messages"), "");
    const ToldEvents tool = with_attributes("execute_tool f", R"({
        "gen_ai.tool.name":"f","gen_ai.tool.call.arguments":"{\"a\":1,\"b\":"})");
    EXPECT_EQ(tool.field("input"), R"({"a":1})");
    EXPECT_EQ(tool.field("truncated"), "true");
}

TEST(SpanPitfalls, JsonMayBeEncodedTwice) {
    EXPECT_EQ(model_call(R"("gen_ai.input.messages":
        "\"[{\\\"role\\\":\\\"user\\\",\\\"content\\\":\\\"hi\\\"}]\"")")
                  .field("messages"),
              R"([{"role":"user","content":"hi"}])");
}

TEST(SpanPitfalls, WrappersDoNotCountTheTokensOfWhatTheyWrap) {
    for (const std::string_view attributes :
         {R"({"gen_ai.operation.name":"invoke_agent","gen_ai.request.model":"m",)"
          R"("gen_ai.usage.input_tokens":5})",
          R"({"openinference.span.kind":"AGENT","llm.model_name":"m","llm.token_count.total":5})",
          R"({"traceloop.span.kind":"workflow","gen_ai.usage.total_tokens":5})"}) {
        const ToldEvents told = with_attributes("w", attributes);
        EXPECT_EQ(told.main().kind(), "span");
        EXPECT_EQ(told.field("prompt_tokens") + told.field("total_tokens"), "");
    }
}

TEST(SpanPitfalls, ATotalCountsOnlyIfItCoversItsParts) {
    constexpr std::string_view parts =
        R"("gen_ai.usage.input_tokens":10,"gen_ai.usage.output_tokens":5,)"
        R"("gen_ai.usage.total_tokens":)";
    EXPECT_EQ(model_call(std::string(parts) + "15").field("total_tokens"), "15");
    EXPECT_EQ(model_call(std::string(parts) + "20").field("total_tokens"), "20");
    EXPECT_EQ(model_call(std::string(parts) + "14").field("total_tokens"), "");
    EXPECT_EQ(model_call(std::string(parts) + "14").attribute("gen_ai.usage.total_tokens"), "14");
}

TEST(SpanPitfalls, ToolCallsWithoutSpansAreReconstructed) {
    const ToldEvents told = model_call(R"("gen_ai.input.messages":[
        {"role":"assistant","parts":[{"type":"tool_call","id":"old","name":"f","arguments":{}}]},
        {"role":"tool","parts":[{"type":"tool_call_response","id":"old","response":"x"}]},
        {"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"weather","arguments":)"
                                       R"({"city":"Rome"}},
            {"type":"tool_call","id":"c2","name":"news","arguments":{}}]},
        {"role":"tool","parts":[{"type":"tool_call_response","id":"c2","response":"none"}]},
        {"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":{"t":20}}]}])");
    ASSERT_EQ(told.if_absent, 2U);
    EXPECT_EQ(told.kinds(), "tool_call tool_call");
    EXPECT_EQ(told.events[1].fields(),
              R"({"tool_name":"news","input":{},"output":"none","call_id":"c2",)" + told_in);
    EXPECT_EQ(
        told.events[2].fields(),
        R"({"tool_name":"weather","input":{"city":"Rome"},"output":{"t":20},"call_id":"c1",)" +
            told_in);
    EXPECT_TRUE(told.events[1].has(Flag::derived));
    EXPECT_EQ(told.events[1].parent(), "");
    EXPECT_EQ(told.events[1].duration_ms(), std::nullopt);
    // Before the model was shown the results, in their order.
    EXPECT_LT(told.events[1].time(), told.events[2].time());
    EXPECT_LT(told.events[2].time(), told.main().time());
}

TEST(SpanPitfalls, EachModelCallTellsOfACallByItself) {
    const auto id = [](std::string_view start) {
        ToldSpan span(R"({"attributes":{"gen_ai.operation.name":"chat","gen_ai.input.messages":[
            {"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"f","arguments":)"
                      R"("{}"}}]},
            {"role":"tool","tool_call_id":"c1","content":"x"}]}})");
        span->span_id = start;
        span->start_ns += start == "a" ? 0 : 1'000;
        return std::string(events_of(*span).of("tool_call").id());
    };
    EXPECT_EQ(id("a"), id("a"));
    EXPECT_NE(id("a"), id("b"));
}

TEST(SpanPitfalls, WithoutIdsResultsArePairedByNameAndOrder) {
    const ToldEvents told = model_call(R"("gen_ai.input.messages":[
        {"role":"model","parts":[{"function_call":{"name":"f","args":{"n":1}}},
            {"function_call":{"name":"g","args":{}}},{"function_call":{"name":"f","args":{"n":)"
                                       R"(2}}}]},
        {"role":"user","parts":[{"function_response":{"name":"g","response":"G"}},
            {"function_response":{"name":"f","response":"F1"}},
            {"function_response":{"name":"f","response":"F2"}},
            {"function_response":{"name":"h","response":"H"}}]}])");
    ASSERT_EQ(told.if_absent, 3U);
    EXPECT_EQ(told.events[1].fields(), R"({"tool_name":"g","input":{},"output":"G",)" + told_in);
    EXPECT_EQ(told.events[2].fields(),
              R"({"tool_name":"f","input":{"n":1},"output":"F1",)" + told_in);
    EXPECT_EQ(told.events[3].fields(),
              R"({"tool_name":"f","input":{"n":2},"output":"F2",)" + told_in);
    EXPECT_NE(told.events[2].id(), told.events[3].id());
}

TEST(SpanPitfalls, CallsThatAnEarlierTurnMadeAreNotReconstructed) {
    EXPECT_EQ(model_call(R"("gen_ai.input.messages":[
        {"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"f"}]},
        {"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"x"}]},
        {"role":"assistant","parts":[{"type":"text","content":"done"}]},
        {"role":"user","parts":[{"type":"text","content":"next"}]}])")
                  .if_absent,
              0U);
    EXPECT_EQ(model_call(R"("gen_ai.input.messages":[
        {"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"f"}]}])")
                  .if_absent,
              0U);
    EXPECT_EQ(model_call(R"("gen_ai.input.messages":[
        {"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"x"}]}])")
                  .if_absent,
              0U);
}

TEST(SpanPitfalls, AModelCallMayFailWithoutAStatus) {
    EXPECT_EQ(model_call(R"("gen_ai.response.status":"failed")").field("status"), R"("error")");
    EXPECT_EQ(model_call(R"("gen_ai.response.finish_reasons":["error"])").field("status"),
              R"("error")");
    EXPECT_EQ(model_call(R"("error.type":"timeout")").field("error"), R"("timeout")");
    EXPECT_EQ(model_call(R"("gen_ai.response.finish_reasons":["stop"])").field("status"), "");
}

TEST(SpanPitfalls, NumbersMayBeTextsAndDoubles) {
    const ToldEvents told = model_call(R"("gen_ai.usage.input_tokens":"1234",
        "gen_ai.usage.output_tokens":12.0,"gen_ai.usage.cost":"0.10")");
    EXPECT_EQ(told.field("prompt_tokens"), "1234");
    EXPECT_EQ(told.field("completion_tokens"), "12.0");
    EXPECT_EQ(told.field("cost_usd"), "0.10");
    const ToldEvents bad = model_call(R"("gen_ai.usage.input_tokens":"many",
        "gen_ai.usage.prompt_tokens":-5,"llm.token_count.prompt":true,"input_tokens":7)");
    EXPECT_EQ(bad.field("prompt_tokens"), "7");
    EXPECT_EQ(bad.attribute("gen_ai.usage.input_tokens"), R"("many")");
}

TEST(SpanPitfalls, WordsForNothingCountAsNothingAndAreKept) {
    for (const std::string_view word :
         {"<REDACTED>", "[REDACTED]", "__REDACTED__", "<not serializable>", "<not specified>",
          "N/A", "{}", "Unknown", ""}) {
        const std::string json = R"("gen_ai.response.model":")" + std::string(word) +
                                 R"(","gen_ai.request.model":"m","gen_ai.input.messages":")" +
                                 std::string(word) + R"(","gen_ai.prompt":"hi")";
        const ToldEvents told = model_call(json);
        EXPECT_EQ(told.field("model"), R"("m")") << word;
        EXPECT_EQ(told.field("messages"), R"([{"role":"user","content":"hi"}])") << word;
        EXPECT_EQ(told.attribute("gen_ai.response.model"), "\"" + std::string(word) + "\"");
    }
    EXPECT_EQ(with_attributes("execute_tool f", R"({"gen_ai.tool.name":"f",
        "gen_ai.tool.call.arguments":{}})")
                  .field("input"),
              "");
    EXPECT_EQ(model_call(R"("gen_ai.request.model":"Unknown model")").field("model"),
              R"("Unknown model")");
}

TEST(SpanPitfalls, AnIndexBombStaysAnAttribute) {
    const ToldEvents told = with_attributes("x", R"({"openinference.span.kind":"LLM",
        "llm.input_messages.999999999.message.role":"user",)"
                                                 R"("llm.output_messages.0.message.content":"a"})");
    EXPECT_EQ(told.field("messages"), "");
    EXPECT_EQ(told.attribute("llm.input_messages.999999999.message.role"), R"("user")");
    EXPECT_EQ(told.field("completion"), R"("a")");
}

TEST(SpanPitfalls, ManyAttributesMessagesAndEventsTakeLinearTime) {
    std::string attributes = R"({"openinference.span.kind":"LLM")";
    for (int i = 0; i < 3'000; ++i) {
        const std::string n = std::to_string(i);
        attributes += R"(,"llm.input_messages.)" + n +
                      R"(.message.role":"tool","llm.input_messages.)" + n +
                      R"(.message.tool_call_id":")" + n + "\"";
    }
    std::string events;
    for (int i = 0; i < 3'000; ++i) {
        events += (i == 0 ? "" : ",") + std::string(R"({"name":"tick"})");
    }
    const ToldEvents told =
        events_of(R"({"attributes":)" + attributes + R"(},"events":[)" + events + "]}");
    EXPECT_EQ(told.more, 3'000U);
    EXPECT_EQ(field(told.main(), "messages").at(2'999)["role"].string(), "tool");
}

TEST(SpanPitfalls, WhatIsTooLongForANameIsNone) {
    const auto session = [](std::size_t size) {
        return std::string(with_attributes("x", R"({"gen_ai.agent.name":")" +
                                                    std::string(size, 'a') + R"(","session.id":")" +
                                                    std::string(size, 's') +
                                                    R"(","mcp.session.id":"m"})")
                               .main()
                               .session());
    };
    EXPECT_EQ(session(1024).size(), 1024U);
    EXPECT_EQ(session(1025), "m");
}

TEST(SpanPitfalls, UnknownOperationsAreSteps) {
    EXPECT_EQ(with_attributes("x", R"({"gen_ai.operation.name":"execute_task",
        "gen_ai.request.model":"m","gen_ai.usage.input_tokens":5})")
                  .main()
                  .kind(),
              "span");
    EXPECT_EQ(with_attributes("x", R"({"gen_ai.request.model":"m",
        "gen_ai.usage.input_tokens":5})")
                  .main()
                  .kind(),
              "llm_call");
    EXPECT_EQ(with_attributes("x", R"({"gen_ai.request.model":"m"})").main().kind(), "span");
    EXPECT_EQ(with_attributes("x", R"({"gen_ai.operation.name":5})").main().kind(), "span");
}

TEST(SpanPitfalls, AnyValueUnderAnyKeyIsTaken) {
    constexpr std::string_view values[] = {"null",          "true",   "-1",         "1e999",
                                           R"("x")",        "[]",     "{}",         "[[]]",
                                           R"({"role":5})", R"("[")", R"("\ud800")"};
    constexpr std::string_view keys[] = {"gen_ai.operation.name",
                                         "gen_ai.input.messages",
                                         "gen_ai.output.messages",
                                         "gen_ai.tool.call.arguments",
                                         "llm.input_messages.0.message.tool_calls",
                                         "ai.response.toolCalls",
                                         "session.id",
                                         "gen_ai.usage.input_tokens",
                                         "events",
                                         "gen_ai.system_instructions",
                                         "langfuse.observation.usage_details",
                                         "gen_ai.tool.name"};
    for (const std::string_view key : keys) {
        for (const std::string_view value : values) {
            for (const std::string_view operation : {"chat", "execute_tool", "invoke_agent"}) {
                const std::string json = R"({"name":"x","attributes":{"gen_ai.operation.name":")" +
                                         std::string(operation) + R"(",")" + std::string(key) +
                                         "\":" + std::string(value) + "}}";
                EXPECT_EQ(events_of(json).error, "") << json;
            }
        }
    }
}

}  // namespace
}  // namespace hence
