// One example of each convention, as its emitters write it.
#include <gtest/gtest.h>

#include "formats/otlp/otlp_for_test.h"

namespace hence {
namespace {

TEST(SpanConventions, GenAiOfTheFirstGenerationHasFlatPromptsAndCompletions) {
    const ToldEvents told = with_attributes("openai.chat", R"({
        "gen_ai.operation.name":"chat","gen_ai.system":"openai","gen_ai.request.model":"gpt-4",
        "gen_ai.usage.prompt_tokens":12,"gen_ai.usage.completion_tokens":5,
        "gen_ai.prompt":"[{\"role\":\"user\",\"content\":\"hi\"}]","gen_ai.completion":"hello"})");
    EXPECT_EQ(told.main().kind(), "llm_call");
    EXPECT_EQ(told.field("model"), R"("gpt-4")");
    EXPECT_EQ(told.field("provider"), R"("openai")");
    EXPECT_EQ(told.field("prompt_tokens"), "12");
    EXPECT_EQ(told.field("completion_tokens"), "5");
    EXPECT_EQ(told.field("messages"), R"([{"role":"user","content":"hi"}])");
    EXPECT_EQ(told.field("completion"), R"("hello")");
    EXPECT_EQ(told.attribute("gen_ai.prompt"), "");
    EXPECT_EQ(told.attribute("gen_ai.system"), R"("openai")");
}

TEST(SpanConventions, GenAiOfTheFirstGenerationMayPutContentIntoSpanEvents) {
    const ToldEvents told = events_of(R"({"name":"chat gpt-4","attributes":{
        "gen_ai.operation.name":"chat","gen_ai.request.model":"gpt-4"},"events":[
        {"name":"gen_ai.content.prompt","attributes":{"gen_ai.prompt":"hi"}},
        {"name":"gen_ai.content.completion","attributes":{"gen_ai.completion":"hello"}}]})");
    EXPECT_EQ(told.field("messages"), R"([{"role":"user","content":"hi"}])");
    EXPECT_EQ(told.field("completion"), R"("hello")");
    EXPECT_EQ(told.kinds(), "");
}

TEST(SpanConventions, GenAiMessagesMayBeSpanEvents) {
    const ToldEvents told =
        events_of(R"({"name":"chat gpt-4","attributes":{
        "gen_ai.operation.name":"chat","gen_ai.request.model":"gpt-4"},"events":[
        {"name":"gen_ai.user.message","attributes":{"gen_ai.system":"openai","content":"hi"}},
        {"name":"gen_ai.choice","attributes":{"index":0,"finish_reason":"tool_calls",
            "message":"{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"c1\",\"type\":)"
                  R"(\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}"}}]})");
    EXPECT_EQ(told.field("messages"),
              R"([{"role":"user","event.name":"gen_ai.user.message","content":"hi"}])");
    EXPECT_EQ(told.field("call_ids"), R"(["c1"])");
    EXPECT_EQ(told.field("finish_reason"), R"("tool_calls")");
    EXPECT_EQ(told.kinds(), "");
}

TEST(SpanConventions, GenAiMessagesAreKeptAsTheyWereSent) {
    const ToldEvents told = with_attributes("chat gpt-4o", R"({
        "gen_ai.operation.name":"chat","gen_ai.provider.name":"openai",
        "gen_ai.request.model":"gpt-4o","gen_ai.response.model":"gpt-4o-2024",)"
                                                           R"("gen_ai.response.id":"r1",
        "gen_ai.usage.input_tokens":"100","gen_ai.usage.output_tokens":20,
        "gen_ai.usage.cache_creation.input_tokens":7,"gen_ai.usage.cache_read.input_tokens":3,
        "gen_ai.usage.reasoning.output_tokens":2,"gen_ai.conversation.id":"conv-1",
        "gen_ai.response.finish_reasons":["tool_call"],"gen_ai.agent.name":"planner",
        "gen_ai.system_instructions":"[{\"type\":\"text\",\"content\":\"be brief\"}]",
        "gen_ai.input.messages":"[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":)"
                                                           R"(\"weather?\"}]}]",
        "gen_ai.output.messages":[{"role":"assistant","parts":[
            {"type":"reasoning","content":"need the city"},
            {"type":"tool_call","id":" call_1","name":"weather","arguments":{"city":"Paris"}}],
            "finish_reason":"tool_call"}]})");
    EXPECT_EQ(told.main().session(), "conv-1");
    EXPECT_EQ(told.main().agent(), "planner");
    EXPECT_EQ(told.field("model"), R"("gpt-4o-2024")");
    EXPECT_EQ(told.field("prompt_tokens"), "100");
    EXPECT_EQ(told.field("cache_read_tokens"), "3");
    EXPECT_EQ(told.field("cache_write_tokens"), "7");
    EXPECT_EQ(told.field("reasoning_tokens"), "2");
    EXPECT_EQ(told.field("total_tokens"), "");
    EXPECT_EQ(told.field("messages"),
              R"([{"role":"system","parts":[{"type":"text","content":"be brief"}]},)"
              R"({"role":"user","parts":[{"type":"text","content":"weather?"}]}])");
    EXPECT_EQ(told.field("call_ids"), R"(["call_1"])");
    EXPECT_EQ(told.attribute("gen_ai.output.messages"), "");
    EXPECT_EQ(told.attribute("gen_ai.request.model"), R"("gpt-4o")");
    EXPECT_EQ(told.of("thought").fields(), R"({"text":"need the city"})");
    EXPECT_TRUE(told.of("thought").has(Flag::derived));
    EXPECT_EQ(told.of("thought").parent(), told.main().id());
    EXPECT_EQ(told.field("response_id"), R"("r1")");
}

TEST(SpanConventions, GenAiOfTheNewestGenerationWritesToTheCache) {
    const ToldEvents told = with_attributes("chat m", R"({
        "gen_ai.operation.name":"generate_content","gen_ai.request.model":"m",
        "gen_ai.usage.cache_write.input_tokens":9,"gen_ai.usage.cache_creation.input_tokens":1})");
    EXPECT_EQ(told.field("cache_write_tokens"), "9");
    EXPECT_EQ(told.field("messages") + told.field("completion"), "");
    EXPECT_EQ(with_attributes("f", R"({"gen_ai.operation.name":"fetch_response",
        "gen_ai.request.model":"m","gen_ai.usage.input_tokens":5})")
                  .main()
                  .kind(),
              "span");
    const ToldEvents plan = with_attributes("plan planner", R"({"gen_ai.operation.name":"plan"})");
    EXPECT_EQ(plan.main().kind(), "decision");
    EXPECT_EQ(plan.field("description"), R"("plan planner")");
    const ToldEvents found = with_attributes("retrieval kb", R"({
        "gen_ai.operation.name":"retrieval","gen_ai.retrieval.query.text":"tax",
        "gen_ai.retrieval.documents":"[{\"id\":\"d1\",\"score\":0.5}]"})");
    EXPECT_EQ(found.main().kind(), "observation");
    EXPECT_EQ(found.field("content"), R"([{"id":"d1","score":0.5}])");
    EXPECT_EQ(found.field("input"), R"("tax")");
}

// As the spans of agents on Google Cloud have them.
TEST(SpanConventions, RequestAndResponseMessagesAreRead) {
    const ToldEvents told = with_attributes("generate_content m", R"({
        "gen_ai.operation.name":"generate_content","gen_ai.request.model":"m",
        "gen_ai.system.message":"be brief","gen_ai.request.message":"why is it slow?",
        "gen_ai.response.message":"the disk is full"})");
    EXPECT_EQ(told.field("messages"), R"([{"role":"system","content":"be brief"},)"
                                      R"({"role":"user","content":"why is it slow?"}])");
    EXPECT_EQ(told.field("completion"), R"("the disk is full")");
    for (const std::string prefix : {"tool.", "gen_ai.tool.", "tool_"}) {
        const ToldEvents call =
            with_attributes("execute_tool f",
                            R"({"gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"f",")" +
                                prefix + R"(input":"{\"q\":1}",")" + prefix + R"(output":"none"})");
        EXPECT_EQ(call.field("input"), R"({"q":1})") << prefix;
        EXPECT_EQ(call.field("output"), R"("none")") << prefix;
    }
}

TEST(SpanConventions, GenAiToolCallsHaveInputAndOutput) {
    const ToldEvents told = with_attributes("execute_tool weather", R"({
        "gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"weather",
        "gen_ai.tool.call.id":"call_1","gen_ai.tool.call.arguments":"{\"city\": \"Paris\"}",
        "gen_ai.tool.call.result":{"temp":1.10}})");
    EXPECT_EQ(told.main().kind(), "tool_call");
    EXPECT_EQ(told.field("tool_name"), R"("weather")");
    EXPECT_EQ(told.field("input"), R"({"city":"Paris"})");
    EXPECT_EQ(told.field("output"), R"({"temp":1.10})");
    EXPECT_EQ(told.field("call_id"), R"("call_1")");
    EXPECT_EQ(told.field("call_id"), R"("call_1")");
    EXPECT_EQ(told.field("status"), "");
    EXPECT_EQ(told.attribute("gen_ai.tool.call.arguments"), "");
}

TEST(SpanConventions, OpenInferenceMessagesArePutTogether) {
    const ToldEvents told = with_attributes("ChatCompletion", R"({
        "openinference.span.kind":"LLM","llm.model_name":"gpt-4.1","llm.system":"openai",
        "llm.token_count.prompt":55,"llm.token_count.completion":10,"llm.token_count.total":65,
        "llm.token_count.prompt_details.cache_read":4,
        "llm.input_messages.0.message.role":"system","llm.input_messages.0.message.content":"be )"
                                                              R"(brief",
        "llm.input_messages.1.message.role":"user",
        "llm.input_messages.1.message.contents.0.message_content.type":"text",
        "llm.input_messages.1.message.contents.0.message_content.text":"weather?",
        "llm.output_messages.0.message.role":"assistant",
        "llm.output_messages.0.message.tool_calls.0.tool_call.id":"call_K",
        "llm.output_messages.0.message.tool_calls.0.tool_call.function.name":"get_weather",
        "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments":"{\"city\":)"
                                                              R"(\"Tokyo\"}",
        "input.value":"{\"messages\":[]}","output.value":"dump"})");
    EXPECT_EQ(told.main().kind(), "llm_call");
    EXPECT_EQ(told.field("messages"),
              R"([{"content":"be brief","role":"system"},)"
              R"({"contents":[{"text":"weather?","type":"text"}],"role":"user"}])");
    EXPECT_EQ(
        told.field("completion"),
        R"({"role":"assistant","tool_calls":[{"function":{"arguments":"{\"city\":\"Tokyo\"}",)"
        R"("name":"get_weather"},"id":"call_K"}]})");
    EXPECT_EQ(told.field("call_ids"), R"(["call_K"])");
    EXPECT_EQ(told.field("total_tokens"), "65");
    EXPECT_EQ(told.attribute("output.value"), R"("dump")");
    EXPECT_EQ(told.attribute("llm.input_messages.0.message.role"), "");
}

TEST(SpanConventions, OpenInferenceToolsRetrieversAndGuardrails) {
    const ToldEvents tool = with_attributes("get_weather", R"({"openinference.span.kind":"TOOL",
        "tool.name":"get_weather","input.value":"{\"city\":\"Tokyo\"}","output.value":"sunny"})");
    EXPECT_EQ(tool.main().kind(), "tool_call");
    EXPECT_EQ(tool.field("input"), R"({"city":"Tokyo"})");
    EXPECT_EQ(tool.field("output"), R"("sunny")");
    const ToldEvents found = with_attributes("Retriever", R"({"openinference.span.kind":"RETRIEVER",
        "input.value":"meta","retrieval.documents.0.document.content":"a",
        "retrieval.documents.1.document.content":"b","retrieval.documents.1.document.score":0.5})");
    EXPECT_EQ(found.main().kind(), "observation");
    EXPECT_EQ(found.field("content"), R"([{"content":"a"},{"content":"b","score":0.5}])");
    const ToldEvents guard = with_attributes("no_pii", R"({"openinference.span.kind":"GUARDRAIL",
        "output.value":"{\"triggered\":true}"})");
    EXPECT_EQ(guard.main().kind(), "decision");
    EXPECT_EQ(guard.field("chosen"), R"("triggered")");
    for (const std::string_view kind : {"AGENT", "CHAIN", "UNKNOWN", "PROMPT", "EVALUATOR"}) {
        EXPECT_EQ(
            with_attributes("x", R"({"openinference.span.kind":")" + std::string(kind) + R"("})")
                .main()
                .kind(),
            "span");
    }
    EXPECT_EQ(with_attributes("e", R"({"openinference.span.kind":"EMBEDDING",
        "embedding.model_name":"ada","llm.token_count.prompt":4})")
                  .field("prompt_tokens"),
              "4");
}

TEST(SpanConventions, OpenInferenceHandsOverBetweenAgents) {
    const ToldEvents told = with_attributes("handoff to Reviewer", R"({
        "openinference.span.kind":"TOOL","graph.node.id":"Reviewer","graph.node.parent_id":)"
                                                                   R"("Writer"})");
    EXPECT_EQ(told.main().kind(), "delegation");
    EXPECT_EQ(told.field("parent_id"), R"("Writer")");
    EXPECT_EQ(told.field("child_id"), R"("Reviewer")");
}

TEST(SpanConventions, TraceloopNumbersItsMessages) {
    const ToldEvents told = with_attributes("openai.chat", R"({
        "llm.request.type":"chat","gen_ai.system":"OpenAI","gen_ai.request.model":"gpt-4o",
        "gen_ai.usage.prompt_tokens":8,"gen_ai.usage.completion_tokens":2,)"
                                                           R"("llm.usage.total_tokens":10,
        "gen_ai.prompt.0.role":"user","gen_ai.prompt.0.content":"hi",
        "gen_ai.completion.0.role":"assistant","gen_ai.completion.0.content":"hello",
        "gen_ai.completion.0.finish_reason":"stop",
        "traceloop.association.properties.session_id":"s9",
        "traceloop.association.properties.correlation_id":"order-7"})");
    EXPECT_EQ(told.main().kind(), "llm_call");
    EXPECT_EQ(told.main().session(), "s9");
    EXPECT_EQ(told.main().correlation(), "order-7");
    EXPECT_EQ(told.field("messages"), R"([{"content":"hi","role":"user"}])");
    EXPECT_EQ(told.field("completion"), R"("hello")");
    EXPECT_EQ(told.field("finish_reason"), R"("stop")");
    EXPECT_EQ(told.field("total_tokens"), "10");
}

TEST(SpanConventions, TraceloopEntitiesAreToolsAgentsAndRoutes) {
    const ToldEvents tool = with_attributes("search.tool", R"({"traceloop.span.kind":"tool",
        "traceloop.entity.name":"search","traceloop.entity.input":"{\"q\":1}",
        "traceloop.entity.output":"\"found\""})");
    EXPECT_EQ(tool.field("tool_name"), R"("search")");
    EXPECT_EQ(tool.field("input"), R"({"q":1})");
    EXPECT_EQ(tool.field("output"), R"("found")");
    const ToldEvents agent = with_attributes("a", R"({"traceloop.span.kind":"agent",
        "traceloop.entity.name":"planner"})");
    EXPECT_EQ(agent.main().kind(), "span");
    EXPECT_EQ(agent.main().agent(), "planner");
    const ToldEvents node = with_attributes("n", R"({"traceloop.span.kind":"task",
        "traceloop.entity.name":"router","langgraph.command.source_node":"router",
        "langgraph.command.goto_node":"writer"})");
    EXPECT_EQ(node.main().agent(), "");
    EXPECT_EQ(node.of("decision").fields(),
              R"({"description":"go from router to writer","decision_type":"routing",)"
              R"("chosen":"writer"})");
}

TEST(SpanConventions, VercelCountsOnlyTheSpansThatDo) {
    const ToldEvents wrapper = with_attributes("ai.generateText", R"({
        "operation.name":"ai.generateText bot","ai.operationId":"ai.generateText",
        "ai.model.id":"gpt-5","ai.usage.promptTokens":62,"ai.usage.completionTokens":85,
        "ai.prompt":"{\"prompt\":\"weather?\"}","ai.response.text":"sunny"})");
    EXPECT_EQ(wrapper.main().kind(), "span");
    EXPECT_EQ(wrapper.field("prompt_tokens"), "");
    EXPECT_EQ(wrapper.attribute("ai.usage.promptTokens"), "62");
    EXPECT_EQ(wrapper.kinds(), "session_start session_end");
    EXPECT_EQ(wrapper.of("session_start").fields(), R"({"goal":"weather?"})");
    EXPECT_EQ(wrapper.of("session_end").fields(), R"({"output":"sunny"})");
    const ToldEvents call = with_attributes("ai.generateText.doGenerate",
                                            R"({
        "ai.operationId":"ai.generateText.doGenerate","ai.model.id":"gpt-5",
        "ai.model.provider":"openai.responses","ai.telemetry.functionId":"bot",
        "ai.telemetry.metadata.sessionId":"s1",
        "ai.prompt.messages":"[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":)"
                                            R"(\"weather?\"}]}]",
        "ai.response.text":"let me look","ai.response.reasoning":"I need data",
        "ai.response.toolCalls":"[{\"toolCallType\":\"function\",\"toolCallId\":\"c1\",)"
                                            R"(\"toolName\":\"getWeather\",\"args\":\"{}\"}]",
        "ai.response.finishReason":"tool-calls","ai.response.id":"resp_1","ai.response.model":)"
                                            R"("gpt-5-2025",
        "ai.usage.promptTokens":62,"ai.usage.completionTokens":85})");
    EXPECT_EQ(call.main().kind(), "llm_call");
    EXPECT_EQ(call.main().session(), "s1");
    EXPECT_EQ(call.main().agent(), "bot");
    EXPECT_EQ(call.field("model"), R"("gpt-5-2025")");
    EXPECT_EQ(call.field("prompt_tokens"), "62");
    EXPECT_EQ(call.field("call_ids"), R"(["c1"])");
    EXPECT_EQ(call.field("finish_reason"), R"("tool-calls")");
    EXPECT_EQ(call.of("thought").fields(), R"({"text":"I need data"})");
    EXPECT_EQ(call.attribute("ai.response.toolCalls"), "");
    const ToldEvents tool = with_attributes("ai.toolCall", R"({"ai.operationId":"ai.toolCall",
        "ai.toolCall.name":"getWeather","ai.toolCall.id":"c1","ai.toolCall.args":"{\"a\":1}",
        "ai.toolCall.result":"\"sunny\""})");
    EXPECT_EQ(tool.main().kind(), "tool_call");
    EXPECT_EQ(tool.field("output"), R"("sunny")");
}

TEST(SpanConventions, VercelSevenSpeaksGenAi) {
    EXPECT_EQ(with_attributes("step 0", R"({"gen_ai.operation.name":"agent_step",
        "gen_ai.usage.input_tokens":4})")
                  .main()
                  .kind(),
              "span");
    EXPECT_EQ(with_attributes("invoke_agent gpt-5", R"({"gen_ai.operation.name":"invoke_agent"})")
                  .main()
                  .kind(),
              "span");
    const ToldEvents decided = with_attributes("decide gpt-5", R"({
        "gen_ai.operation.name":"decide","ai.decision.state":"{\"a\":1}",
        "ai.decision.answers":"{\"next\":\"stop\"}"})");
    EXPECT_EQ(decided.main().kind(), "decision");
    EXPECT_EQ(decided.field("chosen"), R"({"next":"stop"})");
    EXPECT_EQ(decided.field("inputs"), R"({"a":1})");
}

TEST(SpanConventions, LangfuseHasItsOwnKeys) {
    const ToldEvents told = with_attributes("generation", R"({
        "langfuse.observation.type":"generation","langfuse.observation.model.name":"gpt-4o",
        "langfuse.session.id":"lf-1","session.id":"other",
        "langfuse.observation.input":"[{\"role\":\"user\",\"content\":\"hi\"}]",
        "langfuse.observation.output":"{\"role\":\"assistant\",\"content\":\"hello\"}",
        "langfuse.observation.usage_details":"{\"input\":3,\"output\":4,\"total\":7}",
        "langfuse.observation.cost_details":"{\"total\":0.0012}"})");
    EXPECT_EQ(told.main().kind(), "llm_call");
    EXPECT_EQ(told.main().session(), "lf-1");
    EXPECT_EQ(told.field("prompt_tokens"), "3");
    EXPECT_EQ(told.field("total_tokens"), "7");
    EXPECT_EQ(told.field("cost_usd"), "0.0012");
    EXPECT_EQ(told.field("completion"), R"("hello")");
    const ToldEvents failed = with_attributes("t", R"({"langfuse.observation.type":"tool",
        "langfuse.observation.level":"ERROR","langfuse.observation.status_message":"no such )"
                                                   R"(city"})");
    EXPECT_EQ(failed.field("status"), R"("error")");
    EXPECT_EQ(failed.field("error"), R"("no such city")");
}

TEST(SpanConventions, AdkCarriesThreeConventionsAtOnce) {
    const ToldEvents told = with_attributes(
        "call_llm",
        R"({
        "gen_ai.system":"gcp.vertex.agent","gen_ai.request.model":"gemini-2.0-flash",
        "gcp.vertex.agent.session_id":"demo","gcp.vertex.agent.invocation_id":"e-1",
        "gcp.vertex.agent.llm_request":"{\"model\":\"gemini\",\"config\":)"
        R"({\"system_instruction\":\"greet\"},\"contents\":[{\"parts\":[{\"text\":\"hi\"}],)"
        R"(\"role\":\"user\"}]}",
        "gcp.vertex.agent.llm_response":"{\"content\":{\"parts\":[{\"function_call\":{\"id\":)"
        R"(\"adk-1\",\"name\":\"say\",\"args\":{}}}],\"role\":\"model\"},\"usage_metadata\":)"
        R"({\"cached_content_token_count\":6}}",
        "gen_ai.usage.input_tokens":39,"gen_ai.usage.output_tokens":6,"llm.token_count.total":)"
        R"(45})");
    EXPECT_EQ(told.main().kind(), "llm_call");
    EXPECT_EQ(told.main().session(), "demo");
    EXPECT_EQ(told.field("messages"), R"([{"role":"system","content":"greet"},)"
                                      R"({"parts":[{"text":"hi"}],"role":"user"}])");
    EXPECT_EQ(told.field("call_ids"), R"(["adk-1"])");
    EXPECT_EQ(told.field("cache_read_tokens"), "6");
    EXPECT_NE(told.attribute("gcp.vertex.agent.llm_request"), "");
    const ToldEvents tool = with_attributes("execute_tool say", R"({
        "gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"say",
        "gcp.vertex.agent.tool_call_args":"{\"a\":1}","gcp.vertex.agent.tool_response":"{\"b\":2}",
        "gcp.vertex.agent.llm_request":"{}","output.value":"dump"})");
    EXPECT_EQ(tool.field("input"), R"({"a":1})");
    EXPECT_EQ(tool.field("output"), R"({"b":2})");
    EXPECT_EQ(tool.attribute("gcp.vertex.agent.llm_request"), R"("{}")");
    EXPECT_EQ(with_attributes("execute_tool (merged tools)", R"x({
        "gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"(merged tools)"})x")
                  .main()
                  .kind(),
              "span");
}

TEST(SpanConventions, PydanticAiOfTheSecondVersionListsEvents) {
    const ToldEvents call = with_attributes(
        "chat gpt-4o",
        R"({
        "gen_ai.operation.name":"chat","gen_ai.request.model":"gpt-4o",
        "events":"[{\"event.name\":\"gen_ai.user.message\",\"content\":\"hi\",\"role\":)"
        R"(\"user\"},{\"event.name\":\"gen_ai.choice\",\"index\":0,\"message\":{\"role\":)"
        R"(\"assistant\",\"content\":\"hello\"}}]"})");
    EXPECT_EQ(call.field("messages"),
              R"([{"event.name":"gen_ai.user.message","content":"hi","role":"user"}])");
    EXPECT_EQ(call.field("completion"), R"("hello")");
    EXPECT_EQ(call.attribute("events"), "");
    const ToldEvents agent = with_attributes("agent run", R"({"model_name":"gpt-4o",
        "agent_name":"helper","gen_ai.usage.input_tokens":5,"final_result":"hello",
        "all_messages_events":"[{\"event.name\":\"gen_ai.user.message\",\"content\":\"hi\",)"
                                                          R"(\"role\":\"user\"}]"})");
    EXPECT_EQ(agent.main().kind(), "span");
    EXPECT_EQ(agent.main().agent(), "helper");
    EXPECT_EQ(agent.of("session_start").fields(), R"({"goal":"hi"})");
    EXPECT_EQ(agent.of("session_end").fields(), R"({"output":"hello"})");
    const ToldEvents tool = with_attributes("running tool", R"({"gen_ai.tool.name":"roll",
        "tool_arguments":"{\"n\":6}","tool_response":"4"})");
    EXPECT_EQ(tool.main().kind(), "tool_call");
    EXPECT_EQ(tool.field("input"), R"({"n":6})");
    EXPECT_EQ(tool.field("output"), R"("4")");
}

TEST(SpanConventions, PydanticAiOfTheFifthVersionAggregatesUsage) {
    const ToldEvents agent = with_attributes(
        "invoke_agent helper",
        R"({
        "gen_ai.operation.name":"invoke_agent","gen_ai.agent.name":"helper",
        "gen_ai.aggregated_usage.input_tokens":50,"final_result":"done",
        "pydantic_ai.all_messages":"[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",)"
        R"(\"content\":\"do it\"}]},{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",)"
        R"(\"content\":\"done\"}]}]"})");
    EXPECT_EQ(agent.main().kind(), "span");
    EXPECT_EQ(agent.of("session_start").fields(), R"({"goal":"do it"})");
    EXPECT_EQ(agent.of("session_end").fields(), R"({"output":"done"})");
    EXPECT_TRUE(agent.of("session_end").has(Flag::derived));
}

TEST(SpanConventions, MicrosoftAgentsGoByTheirSpansNames) {
    const ToldEvents told = with_attributes("invoke_agent Weather", R"({
        "gen_ai.operation.name":"invoke_agent","gen_ai.provider.name":"microsoft.agent_framework",
        "gen_ai.agent.id":"0f8fad5b-d9cb-469f-a165-70867728950e",
        "gen_ai.agent.name":"0f8fad5b-d9cb-469f-a165-70867728950e"})");
    EXPECT_EQ(told.main().agent(), "Weather");
}

TEST(SpanConventions, ClaudeCodeTellsByItsSpansNames) {
    const ToldEvents call = with_attributes("claude_code.llm_request", R"({
        "session.id":"cc-1","gen_ai.request.model":"claude-sonnet-4","input_tokens":10,
        "output_tokens":20,"cache_read_tokens":5000,"cache_creation_tokens":7,"request_id":)"
                                                                       R"("req_1"})");
    EXPECT_EQ(call.main().kind(), "llm_call");
    EXPECT_EQ(call.main().session(), "cc-1");
    EXPECT_EQ(call.field("prompt_tokens"), "10");
    EXPECT_EQ(call.field("cache_read_tokens"), "5000");
    EXPECT_EQ(call.field("response_id"), R"("req_1")");
    const ToldEvents tool = events_of(R"({"name":"claude_code.tool","attributes":{
        "tool_name":"mcp__github__search","tool_use_id":"toolu_1","agent_id":"a7"},"events":[
        {"name":"tool.output","attributes":{"output":"found","bash_command":"ls"}}]})");
    EXPECT_EQ(tool.main().kind(), "tool_call");
    EXPECT_EQ(tool.main().agent(), "a7");
    EXPECT_EQ(tool.field("tool_name"), R"("search")");
    EXPECT_EQ(tool.field("mcp_server"), R"("github")");
    EXPECT_EQ(tool.field("call_id"), R"("toolu_1")");
    EXPECT_EQ(tool.field("input"), R"("ls")");
    EXPECT_EQ(tool.field("output"), R"("found")");
    EXPECT_EQ(tool.kinds(), "");
    const ToldEvents asked = with_attributes("claude_code.tool.blocked_on_user", R"({
        "decision":"reject","source":"user_reject","tool_name":"Bash","tool_use_id":"toolu_1"})");
    EXPECT_EQ(asked.main().kind(), "decision");
    EXPECT_EQ(asked.field("description"), R"("reject Bash")");
    EXPECT_EQ(asked.field("status"), R"("declined")");
    EXPECT_EQ(asked.field("inputs"), R"({"tool_name":"Bash","source":"user_reject"})");
    EXPECT_EQ(with_attributes("claude_code.tool.execution", R"({"tool_name":"Bash",
        "tool_use_id":"toolu_1","success":"true"})")
                  .main()
                  .kind(),
              "tool_call");
    const ToldEvents turn =
        with_attributes("claude_code.interaction", R"({"user_prompt":"fix the test"})");
    EXPECT_EQ(turn.main().kind(), "span");
    EXPECT_EQ(turn.of("session_start").fields(), R"({"goal":"fix the test"})");
}

TEST(SpanConventions, CodexTellsByItsSpansNames) {
    const ToldEvents call = with_attributes("handle_responses", R"({"model":"gpt-5-codex",
        "conversation.id":"cx-1","gen_ai.usage.input_tokens":10,"gen_ai.usage.output_tokens":2,
        "gen_ai.usage.cache_write.input_tokens":1})");
    EXPECT_EQ(call.main().kind(), "llm_call");
    EXPECT_EQ(call.main().session(), "cx-1");
    EXPECT_EQ(call.field("cache_write_tokens"), "1");
    EXPECT_EQ(with_attributes("session_task.turn", "{}").main().kind(), "span");
    const ToldEvents tool = with_attributes("shell", R"({"tool_name":"shell","call_id":"c1",
        "arguments":"{\"command\":[\"ls\"]}","output":"a\nb","success":"false"})");
    EXPECT_EQ(tool.main().kind(), "tool_call");
    EXPECT_EQ(tool.field("input"), R"({"command":["ls"]})");
    EXPECT_EQ(tool.field("status"), R"("error")");
}

TEST(SpanConventions, OfAnMcpCallTheServersSideIsPlumbing) {
    constexpr std::string_view attributes = R"({"mcp.method.name":"tools/call",
        "gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"search","mcp.session.id":"m1",
        "error.type":"tool_error"})";
    const std::string rest = R"(,"attributes":)" + std::string(attributes) + "}";
    const ToldEvents client = events_of(R"({"name":"tools/call search","kind":"client")" + rest);
    EXPECT_EQ(client.main().kind(), "tool_call");
    EXPECT_EQ(client.field("error"), R"("tool_error")");
    EXPECT_EQ(client.main().session(), "m1");
    EXPECT_EQ(events_of(R"({"name":"tools/call search","kind":"server")" + rest).main().kind(),
              "span");
    EXPECT_EQ(with_attributes("tools/list", R"({"mcp.method.name":"tools/list"})").main().kind(),
              "span");
    EXPECT_EQ(with_attributes("tools/call go", R"({"mcp.method.name":"tools/call",
        "mcp.request.argument":"{\"a\":1}","mcp.response.value":"{\"isError\":true}"})")
                  .field("status"),
              R"("error")");
}

TEST(SpanConventions, LangsmithSpansGoByTheirKindAndName) {
    const ToldEvents tool = with_attributes("mcp__weather__get", R"({"langsmith.span.kind":"tool",
        "gen_ai.operation.name":"execute_tool","gen_ai.prompt":"{\"input\":\"Paris\"}",
        "gen_ai.completion":"{\"output\":\"rain\"}","langsmith.metadata.thread_id":"t1"})");
    EXPECT_EQ(tool.main().kind(), "tool_call");
    EXPECT_EQ(tool.main().session(), "t1");
    EXPECT_EQ(tool.field("tool_name"), R"("get")");
    EXPECT_EQ(tool.field("output"), R"({"output":"rain"})");
    EXPECT_EQ(with_attributes("c", R"({"gen_ai.operation.name":"chain",
        "langsmith.span.kind":"chain"})")
                  .main()
                  .kind(),
              "span");
}

}  // namespace
}  // namespace hence
