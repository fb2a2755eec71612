#include <gtest/gtest.h>

#include "formats/otlp/translate/log_for_test.h"
#include "formats/otlp/translate/translation.h"

namespace hence {
namespace {

// The fields of the one event that a record on a span becomes, up to the record's name.
std::string fields_of(std::string_view name, std::string_view attributes, std::string_view body) {
    ToldRecord told(name, attributes, body);
    const std::string line = translated(told.on_span().record);
    const std::size_t begin = line.find(R"("fields":)");
    const std::size_t end = line.find(R"(,"otel_event":)");
    return begin == std::string::npos || end == std::string::npos
               ? line
               : line.substr(begin + 9, end - begin - 9) + "}";
}

TEST(GenAiRecordsTest, AMessageIsKeptForTheCallItIsOn) {
    EXPECT_EQ(fields_of("gen_ai.user.message", "{}", R"({"content":"hi"})"),
              R"({"message":{"role":"user","content":"hi"},"body":"gen_ai.user.message"})");
    EXPECT_EQ(
        fields_of("gen_ai.system.message", "{}", R"("be kind")"),
        R"({"message":{"role":"system","content":"be kind"},"body":"gen_ai.system.message"})");
    EXPECT_EQ(
        fields_of("gen_ai.tool.message", "{}", R"({"id":"c1","content":"ok"})"),
        R"({"message":{"role":"tool","id":"c1","content":"ok"},"body":"gen_ai.tool.message"})");
    EXPECT_EQ(fields_of("gen_ai.assistant.message", "{}", R"({"role":"model","content":"x"})"),
              R"({"message":{"role":"model","content":"x"},"body":"gen_ai.assistant.message"})");
    EXPECT_EQ(fields_of("gen_ai.user.message", "{}", "{}"),
              R"({"message":{"role":"user"},"body":"gen_ai.user.message"})");
}

TEST(GenAiRecordsTest, AChoiceIsTheCompletion) {
    EXPECT_EQ(fields_of("gen_ai.choice", "{}",
                        R"({"index":0,"finish_reason":"stop","message":{"role":"assistant",)"
                        R"("content":"Paris"}})"),
              R"({"completion":"Paris","finish_reason":"stop","index":0,"body":"gen_ai.choice"})");
    EXPECT_EQ(fields_of("gen_ai.choice", "{}",
                        R"({"finish_reason":"tool_calls","message":{"tool_calls":[{"id":"c1",)"
                        R"("type":"function","function":{"name":"f","arguments":"{}"}}]}})"),
              R"({"completion":{"tool_calls":[{"id":"c1","type":"function","function":)"
              R"({"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls",)"
              R"("call_ids":["c1"],"body":"gen_ai.choice"})");
    // Semantic Kernel writes the body as a text; a text that is no message stays one.
    EXPECT_EQ(fields_of("gen_ai.choice", "{}",
                        R"("{\"message\":{\"content\":\"Paris\"},\"finish_reason\":\"stop\"}")"),
              R"({"completion":"Paris","finish_reason":"stop","body":"gen_ai.choice"})");
    EXPECT_EQ(fields_of("gen_ai.user.message", "{}", R"("{\"a\":1}")"),
              R"({"message":{"role":"user","content":"{\"a\":1}"},"body":"gen_ai.user.message"})");
}

const std::string call = R"({"gen_ai.operation.name":"chat","gen_ai.request.model":"m",
    "gen_ai.usage.input_tokens":3,"gen_ai.usage.output_tokens":2,
    "gen_ai.input.messages":[{"role":"user","parts":[{"type":"text","content":"hi"}]}],
    "gen_ai.output.messages":[{"role":"assistant","parts":[{"type":"text","content":"yo"}]}]})";

TEST(GenAiRecordsTest, DetailsOnASpanCarryWhatWasSaid) {
    ToldRecord told("gen_ai.client.inference.operation.details", call);
    const std::string line = translated(told.on_span().record);
    const Json event(line);
    EXPECT_EQ(event["kind"].string(), "log");
    EXPECT_EQ(event["parent"].string(), test_span_event);
    EXPECT_EQ(event["fields"]["messages"].raw(),
              R"([{"role":"user","parts":[{"type":"text","content":"hi"}]}])");
    EXPECT_EQ(event["fields"]["completion"].raw(), R"("yo")");
    // Neither tokens, which the span counts, nor what was said, a second time.
    EXPECT_FALSE(event["fields"]["prompt_tokens"].present());
    EXPECT_FALSE(event["fields"]["attributes"]["gen_ai.input.messages"].present());
}

TEST(GenAiRecordsTest, DetailsWithoutASpanAreTheCall) {
    const ToldRecord told("gen_ai.client.inference.operation.details", call);
    Translation translation = translate(told.record).take();
    EXPECT_TRUE(translation.main.run.empty());
    const std::string line = hence::told(std::move(translation.main));
    const Json event(line);
    EXPECT_EQ(event["kind"].string(), "llm_call");
    EXPECT_EQ(event["fields"]["prompt_tokens"].raw(), "3");
    EXPECT_EQ(event["fields"]["completion"].raw(), R"("yo")");
    EXPECT_EQ(event["fields"]["otel_event"].string(), "gen_ai.client.inference.operation.details");
    EXPECT_FALSE(event["flags"].present());
    ToldRecord in_trace("gen_ai.client.inference.operation.details", call);
    in_trace.record.trace_id = test_trace;
    EXPECT_EQ(translate(in_trace.record)->main.run, test_trace);
}

TEST(GenAiRecordsTest, AnEvaluationIsAnObservation) {
    const std::string_view result = R"({"gen_ai.evaluation.name":"Relevance",
        "gen_ai.evaluation.score.value":0.90,"gen_ai.evaluation.score.label":"good",
        "gen_ai.evaluation.explanation":"fits"})";
    EXPECT_EQ(fields_of("gen_ai.evaluation.result", result, ""),
              R"({"key":"evaluation:Relevance","content":{"score":0.90,"label":"good",)"
              R"("explanation":"fits"}})");
    EXPECT_EQ(fields_of("gen_ai.evaluation.result", R"({"error.type":"timeout"})", ""),
              R"({"key":"evaluation:unknown","status":"error","error":"timeout"})");
    ToldRecord told("gen_ai.evaluation.result", result);
    EXPECT_EQ(translate(told.on_span().record)->main.kind, "observation");
}

}  // namespace
}  // namespace hence
