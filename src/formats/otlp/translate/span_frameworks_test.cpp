// How single frameworks tell their work, where it is not as their conventions have it.
#include <gtest/gtest.h>

#include "formats/otlp/otlp_for_test.h"

namespace hence {
namespace {

TEST(SpanFrameworks, TheAnswerOfAProviderHasTheIdOfTheResponse) {
    const auto response_id = [](std::string_view output) {
        std::string token;
        append_token(token, output);
        return with_attributes("ChatCompletion", R"({"openinference.span.kind":"LLM",)"
                                                 R"("output.value":)" +
                                                     token + "}")
            .field("response_id");
    };
    EXPECT_EQ(response_id(R"({"id":"chatcmpl-1","choices":[],"usage":{"prompt_tokens":1}})"),
              R"("chatcmpl-1")");
    EXPECT_EQ(response_id(R"({"message":{},"raw":{"id":"chatcmpl-2","usage":{}}})"),
              R"("chatcmpl-2")");
    EXPECT_EQ(response_id(R"({"generations":[[{"message":{"kwargs":{"response_metadata":)"
                          R"({"id":"chatcmpl-3","token_usage":{"total_tokens":1}}}}}]]})"),
              R"("chatcmpl-3")");
    // What a model wrote may have an id, too.
    EXPECT_EQ(response_id(R"({"id":"order-7","price":3})"), "");
}

TEST(SpanFrameworks, MLflowSendsEveryValueAsJson) {
    const ToldEvents call = with_attributes("Completions", R"({"mlflow.spanType":"\"CHAT_MODEL\"",
        "mlflow.llm.model":"\"gpt-4o-mini\"","mlflow.llm.provider":"\"openai\"",
        "mlflow.trace.session":"\"s-1\"",
        "mlflow.chat.tokenUsage":"{\"input_tokens\":9,\"output_tokens\":4,\"total_tokens\":13,)"
                                                           R"(\"cache_read_input_tokens\":5}",
        "mlflow.spanOutputs":"{\"id\":\"answer-1\",\"choices\":[],\"usage\":)"
                                                           R"({\"completion_tokens_details\":)"
                                                           R"({\"reasoning_tokens\":2}}}"})");
    EXPECT_EQ(call.field("model"), R"("gpt-4o-mini")");
    EXPECT_EQ(call.field("provider"), R"("openai")");
    EXPECT_EQ(call.main().session(), "s-1");
    EXPECT_EQ(call.field("cache_read_tokens"), "5");
    EXPECT_EQ(call.field("reasoning_tokens"), "2");
    EXPECT_EQ(call.field("response_id"), R"("answer-1")");
    const ToldEvents tool = with_attributes("lookup", R"({"mlflow.spanType":"\"TOOL\"",
        "tool_call_id":"\"call_1\"","mlflow.spanInputs":"{\"topic\":\"a\"}"})");
    EXPECT_EQ(tool.field("call_id"), R"("call_1")");
    // A text that only begins so stays as it is.
    EXPECT_EQ(with_attributes("lookup", R"({"mlflow.spanType":"\"TOOL\"",
        "tool_call_id":"\"a\" or \"b\""})")
                  .field("call_id"),
              R"("\"a\" or \"b\"")");
}

TEST(SpanFrameworks, TheUsageInAnAnswerTellsWhatOnlyTheProviderCounts) {
    const auto counted = [](std::string_view key, std::string_view usage) {
        std::string token;
        append_token(token, usage);
        const ToldEvents told =
            with_attributes("chat", R"({"openinference.span.kind":"LLM","llm.model_name":"m",)"
                                    R"("llm.token_count.prompt":9,")" +
                                        std::string(key) + "\":" + token + "}");
        return told.field("cache_read_tokens") + " " + told.field("reasoning_tokens");
    };
    EXPECT_EQ(counted("output.value", R"({"id":"a","usage":{"prompt_tokens_details":)"
                                      R"({"cached_tokens":3},"completion_tokens_details":)"
                                      R"({"reasoning_tokens":2}}})"),
              "3 2");
    EXPECT_EQ(counted("output.value", R"({"id":"a","usage":{"input_tokens_details":)"
                                      R"({"cached_tokens":4},"output_tokens_details":)"
                                      R"({"reasoning_tokens":1}}})"),
              "4 1");
    EXPECT_EQ(counted("output.value", R"({"usage_metadata":{"cached_content_token_count":5,)"
                                      R"("thoughts_token_count":6}})"),
              "5 6");
    // LiteLLM prints Python.
    EXPECT_EQ(counted("metadata.usage_object",
                      "{'prompt_tokens_details': {'cached_tokens': 7}, "
                      "'completion_tokens_details': None}"),
              "7 ");
    EXPECT_EQ(counted("output.value", "The usage was 3."), " ");
    // smolagents has the answer of OpenAI's SDK as Python prints it.
    EXPECT_EQ(counted("output.value",
                      "{\"raw\":\"ChatCompletion(id='a', usage=CompletionUsage(prompt_tokens=9, "
                      "completion_tokens_details=CompletionTokensDetails(reasoning_tokens=2), "
                      "prompt_tokens_details=PromptTokensDetails(cached_tokens=8)))\"}"),
              "8 2");
    EXPECT_EQ(counted("output.value", "usage=CompletionUsage(cached_tokens=None)"), " ");
}

TEST(SpanFrameworks, LlamaIndexMarksTheMakingOfARequestAsACall) {
    EXPECT_EQ(with_attributes("OpenAI._prepare_chat_with_tools",
                              R"({"openinference.span.kind":"LLM","llm.model_name":"gpt-4o"})")
                  .main()
                  .kind(),
              "span");
}

TEST(SpanFrameworks, LlamaIndexPrintsTheAgentOfAStep) {
    const auto agent = [](std::string_view kind, std::string_view input) {
        return std::string(with_attributes("AgentWorkflow.run_agent_step",
                                           R"({"openinference.span.kind":")" + std::string(kind) +
                                               R"(","input.value":")" + std::string(input) + "\"}")
                               .main()
                               .agent());
    };
    EXPECT_EQ(agent("CHAIN", "AgentSetup(input=[], current_agent_name='boss')"), "boss");
    EXPECT_NE(agent("LLM", "AgentSetup(input=[], current_agent_name='boss')"), "boss");
    EXPECT_EQ(agent("CHAIN", R"(current_agent_name='a\"b')"), agent("CHAIN", "nothing"));
}

TEST(SpanFrameworks, AnAgentMayBeNamedByItsSpanAlone) {
    EXPECT_EQ(with_attributes("boss.run", R"({"openinference.span.kind":"AGENT"})").main().agent(),
              "boss");
    EXPECT_NE(with_attributes("boss.run", R"({"openinference.span.kind":"CHAIN"})").main().agent(),
              "boss");
    // Langfuse writes texts as JSON.
    EXPECT_EQ(with_attributes("x", R"({"langfuse.observation.type":"span",
        "langfuse.observation.metadata.lc_agent_name":"\"boss\""})")
                  .main()
                  .agent(),
              "boss");
}

TEST(SpanFrameworks, PythonCallsAToolByItsCallMethod) {
    EXPECT_EQ(with_attributes("lookup.__call__", R"({"openinference.span.kind":"TOOL"})")
                  .field("tool_name"),
              R"("lookup")");
}

TEST(SpanFrameworks, MastraListsTheCallsOfAnAnswerBesideItsText) {
    const ToldEvents told = with_attributes("agent_step", R"({"mastra.span.type":"model_step",
        "mastra.model_step.output":"{\"text\":\"\",\"toolCalls\":[{\"toolCallId\":\"c1\",)"
                                                          R"(\"toolName\":\"f\",\"args\":{}}]}"})");
    EXPECT_EQ(told.field("call_ids"), R"(["c1"])");
}

TEST(SpanFrameworks, CallsAndResultsOfTheResponsesApiAlternate) {
    const std::string messages = R"("openinference.span.kind":"LLM",
        "llm.input_messages.0.message.role":"assistant",
        "llm.input_messages.0.message.tool_calls.0.tool_call.id":"c1",
        "llm.input_messages.0.message.tool_calls.0.tool_call.function.name":"f",
        "llm.input_messages.1.message.role":"tool",
        "llm.input_messages.1.message.tool_call_id":"c1",
        "llm.input_messages.1.message.content":"one",
        "llm.input_messages.2.message.role":"assistant",
        "llm.input_messages.2.message.tool_calls.0.tool_call.id":"c2",
        "llm.input_messages.2.message.tool_calls.0.tool_call.function.name":"f",
        "llm.input_messages.3.message.role":"tool",
        "llm.input_messages.3.message.tool_call_id":"c2",
        "llm.input_messages.3.message.content":"two")";
    EXPECT_EQ(with_attributes("Response", "{" + messages + "}").if_absent, 1U);
    EXPECT_EQ(with_attributes("Response", "{" + messages +
                                              R"(,"input.value":"{\"input\":[{\"type\":)"
                                              R"(\"function_call_output\"}]}"})")
                  .if_absent,
              2U);
}

TEST(SpanFrameworks, AHandoverThatOnlyMessagesTellIsADelegation) {
    const ToldEvents told = with_attributes("chat", R"({"gen_ai.operation.name":"chat",
        "gen_ai.agent.name":"researcher","gen_ai.input.messages":[
        {"role":"assistant","parts":[{"type":"tool_call","id":"c1",)"
                                                    R"("name":"transfer_to_researcher"}]},
        {"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":"ok"}]}]})");
    EXPECT_EQ(told.kinds(), "tool_call delegation");
    EXPECT_EQ(told.events[2].parent(), told.events[1].id());
    EXPECT_EQ(told.events[2].fields(), R"({"parent_id":"researcher","child_id":"researcher"})");
}

TEST(SpanFrameworks, OneToolForAllAgentsNamesTheAgentInItsInput) {
    const ToldEvents told = with_attributes("FunctionTool.acall", R"({
        "openinference.span.kind":"TOOL","tool.name":"handoff",
        "input.value":"{\"kwargs\":{\"to_agent\":\"researcher\",\"ctx\":\"x\"}}"})");
    EXPECT_EQ(
        told.of("delegation").fields().find(R"("child_id":"researcher")") == std::string::npos,
        false);
    EXPECT_EQ(with_attributes("t", R"({"openinference.span.kind":"TOOL","tool.name":"agent",
        "input.value":"{}"})")
                  .kinds(),
              "");
}

TEST(SpanFrameworks, OpenLlmetryTellsToolsOfLangChainWithAllThatBelongsToThem) {
    const ToldEvents told =
        with_attributes("execute_tool lookup", R"({
        "gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"lookup",
        "traceloop.association.properties.lc_agent_name":"researcher",
        "gen_ai.tool.call.arguments":"{\"input_str\":\"{'topic': 'b'}\",\"tags\":[],)"
                                               R"(\"inputs\":{\"topic\":\"b\"}}"})");
    EXPECT_EQ(told.field("input"), R"({"topic":"b"})");
    EXPECT_EQ(told.main().agent(), "researcher");
}

TEST(SpanFrameworks, GenkitHasItsOwnKeys) {
    const ToldEvents told =
        with_attributes("scripted/gpt-4o", R"({
        "genkit:metadata:subtype":"model","genkit:name":"scripted/gpt-4o",
        "genkit:input":"{\"messages\":[{\"role\":\"model\",\"content\":[{\"toolRequest\":)"
                                           R"({\"name\":\"f\",\"ref\":\"c1\",)"
                                           R"(\"input\":{}}}]},)"
                                           R"({\"role\":\"tool\",\"content\":)"
                                           R"([{\"toolResponse\":{\"name\":\"f\",)"
                                           R"(\"ref\":\"c1\",\"output\":1}}]}]}",
        "genkit:output":"{\"message\":{\"role\":\"model\",\"content\":[{\"toolRequest\":)"
                                           R"({\"name\":\"g\",\"ref\":\"c2\",)"
                                           R"(\"input\":{}}}]},\"finishReason\":)"
                                           R"(\"stop\",\"usage\":{)"
                                           R"(\"inputTokens\":5,)"
                                           R"(\"outputTokens\":2}}"})");
    EXPECT_EQ(told.main().kind(), "llm_call");
    EXPECT_EQ(told.field("model"), R"("gpt-4o")");
    EXPECT_EQ(told.field("prompt_tokens"), "5");
    EXPECT_EQ(told.field("completion_tokens"), "2");
    EXPECT_EQ(told.field("call_ids"), R"(["c2"])");
    EXPECT_EQ(told.of("tool_call").fields().find(R"("call_id":"c1")") == std::string::npos, false);
    EXPECT_EQ(with_attributes("f", R"({"genkit:metadata:subtype":"tool",
        "genkit:input":"{\"a\":1}","genkit:output":"\"x\""})")
                  .field("output"),
              R"("x")");
}

TEST(SpanFrameworks, LiteLlmPrintsTheAnswerOfTheProvider) {
    const ToldEvents told = with_attributes("raw_gen_ai_request", R"({"llm.openai.id":"answer-1",
        "llm.openai.model":"gpt-4o","llm.openai.usage":"{'prompt_tokens': 9, 'completion_tokens': )"
                                                                  R"(2, 'prompt_tokens_details': )"
                                                                  R"({'cached_tokens': 4}}",
        "llm.openai.choices":"[{'message': {'role': 'assistant', 'content': None, 'tool_calls': )"
                                                                  R"([{'id': 'c1', 'function': )"
                                                                  R"({'name': 'f', 'arguments': )"
                                                                  R"('{}'}}]}}]"})");
    EXPECT_EQ(told.main().kind(), "llm_call");
    EXPECT_EQ(told.field("response_id"), R"("answer-1")");
    EXPECT_EQ(told.field("cache_read_tokens"), "4");
    EXPECT_EQ(told.field("call_ids"), R"(["c1"])");
}

TEST(SpanFrameworks, GeminiCliNamesItsOperationsItsOwnWay) {
    const auto tool = with_attributes(
        "tool_call", R"({"gen_ai.operation.name":"tool_call","gen_ai.tool.name":"read_file",
        "gen_ai.tool.call_id":"c1",
        "gen_ai.input.messages":"{\"callId\":\"c1\",\"args\":{\"a\":1}}",
        "gen_ai.output.messages":"{\"response\":{\"responseParts\":)"
                     R"([{\"functionResponse\":{\"response\":{\"output\":\"text\"}}}]}}"})");
    EXPECT_EQ(tool.main().kind(), "tool_call");
    EXPECT_EQ(tool.field("call_id"), R"("c1")");
    EXPECT_EQ(tool.field("input"), R"({"a":1})");
    EXPECT_EQ(tool.field("output"), R"("text")");
    EXPECT_EQ(with_attributes("llm_call", R"({"gen_ai.operation.name":"llm_call"})").main().kind(),
              "llm_call");
}

TEST(SpanFrameworks, LogfireNamesSpansByTemplates) {
    const auto tool =
        with_attributes("Function: {name}", R"({"name":"add","input":"{\"a\":1}","output":"2"})");
    EXPECT_EQ(tool.main().kind(), "tool_call");
    EXPECT_EQ(tool.field("tool_name"), R"("add")");
    EXPECT_EQ(tool.field("input"), R"({"a":1})");
    EXPECT_EQ(with_attributes("Agent run: {name!r}", R"({"name":"boss"})").main().agent(), "boss");
    // A list of records without a choice ends with the answer.
    const auto call = with_attributes("Responses API with {gen_ai.request.model!r}",
                                      R"({"gen_ai.operation.name":"chat","events":[
        {"event.name":"gen_ai.user.message","role":"user","content":"hi"},
        {"event.name":"gen_ai.assistant.message","role":"assistant","content":"hello"}]})");
    EXPECT_NE(call.field("completion").find("hello"), std::string::npos);
    EXPECT_EQ(call.field("messages").find("hello"), std::string::npos);
}

TEST(SpanFrameworks, RawUsageTellsWhatWasReadFromACache) {
    EXPECT_EQ(with_attributes("x", R"({"gen_ai.operation.name":"chat","gen_ai.usage.raw":
        "{\"prompt_tokens_details\":{\"cached_tokens\":32}}"})")
                  .field("cache_read_tokens"),
              "32");
}

TEST(SpanFrameworks, LaminarMarksModelCallsByTheTypeOfTheSpan) {
    EXPECT_EQ(with_attributes("openai.chat", R"({"lmnr.span.type":"LLM"})").main().kind(),
              "llm_call");
}

TEST(SpanFrameworks, ModelCallsHaveOperationsOfTheirOwn) {
    const auto kind = [](std::string_view operation, std::string_view rest) {
        return std::string(with_attributes("x", R"({"gen_ai.operation.name":")" +
                                                    std::string(operation) + "\"" +
                                                    std::string(rest) + "}")
                               .main()
                               .kind());
    };
    EXPECT_EQ(kind("call_llm", R"(,"gen_ai.request.model":"m")"), "llm_call");  // ADK for Java.
    EXPECT_EQ(kind("chat.completions", ""), "llm_call");  // Semantic Kernel, once.
    EXPECT_EQ(kind("send_data", ""), "span");
    EXPECT_EQ(kind("orchestrate_tools", R"(,"gen_ai.usage.input_tokens":5)"), "span");
    EXPECT_EQ(with_attributes("t", R"({"gen_ai.operation.name":"execute_tool",
        "gen_ai.tool.name":"t","gen_ai.tool_call.id":"c"})")
                  .field("call_id"),
              R"("c")");
}

TEST(SpanFrameworks, QuarkusTellsOfAFailureByItsExceptionAlone) {
    const auto status = [](std::string_view name, std::string_view rest, std::string_view set) {
        return events_of(R"({"name":")" + std::string(name) +
                         R"(","attributes":{"gen_ai.operation.name":"execute_tool",
            "gen_ai.tool.name":"divide")" +
                         std::string(rest) + R"(},"events":[{"name":"exception","attributes":
            {"exception.type":"ArithmeticException","exception.message":"/ by zero"}}])" +
                         std::string(set) + "}")
            .field("status");
    };
    const std::string name = "langchain4j.tools.divide";
    EXPECT_EQ(status(name, "", ""), R"("error")");
    EXPECT_EQ(status(name, "", R"(,"status":"ok")"), R"("ok")");
    EXPECT_EQ(status(name, R"(,"gen_ai.tool.call.result":"3")", ""), "");
    EXPECT_EQ(status("execute_tool divide", "", ""), "");
}

TEST(SpanFrameworks, TheOutputOfAToolSaysWhyItFailed) {
    const ToldEvents haystack = with_attributes("haystack.agent.step.tool", R"({
        "haystack.tool.name":"divide","haystack.tool.error":true,
        "haystack.agent.step.tool.output":"{\"error\":\"division by zero\"}"})");
    EXPECT_EQ(haystack.field("status"), R"("error")");
    EXPECT_EQ(haystack.field("error"), R"("division by zero")");
    const ToldEvents mcp = with_attributes("tools/call divide", R"({"mcp.method.name":"tools/call",
        "mcp.response.value":
            "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no\"}]}"})");
    EXPECT_EQ(mcp.field("error"), R"("no")");
    // An output with such a word is no failure by itself.
    const ToldEvents fine = with_attributes("execute_tool f", R"({
        "gen_ai.operation.name":"execute_tool","gen_ai.tool.call.result":"{\"error\":\"none\"}"})");
    EXPECT_EQ(fine.field("status") + fine.field("error"), "");
}

TEST(SpanFrameworks, LangfuseCountsApartWhatOthersCountWithin) {
    const auto tokens = [](std::string_view usage) {
        std::string token;
        append_token(token, usage);
        const ToldEvents told = with_attributes("g", R"({"langfuse.observation.type":"generation",)"
                                                     R"("langfuse.observation.usage_details":)" +
                                                         token + "}");
        std::string all;
        for (const std::string_view name :
             {"prompt_tokens", "completion_tokens", "cache_read_tokens", "reasoning_tokens"}) {
            all += told.field(name) + " ";
        }
        return all;
    };
    EXPECT_EQ(tokens(R"({"input":70,"output":15,"input_cache_read":30,"output_reasoning":5,)"
                     R"("total":120})"),
              "100 20 30 5 ");
    EXPECT_EQ(tokens(R"({"input":70,"output":20,"cache_read_input_tokens":30})"), "100 20 30  ");
    // A total says that they are parts.
    EXPECT_EQ(tokens(R"({"input":100,"output":20,"input_cache_read":30,"total":120})"),
              "100 20 30  ");
    EXPECT_EQ(tokens(R"({"prompt_tokens":100,"completion_tokens":20,)"
                     R"("prompt_tokens_details":{"cached_tokens":30},"total_tokens":120})"),
              "100 20 30  ");
}

TEST(SpanFrameworks, TheEndOfARunOfTheClaudeAgentSdkTellsWhatItUsed) {
    const std::string span = R"("name":"ClaudeAgentSDK.query","attributes":{
        "openinference.span.kind":"AGENT","input.value":"fix it","llm.token_count.prompt":40,
        "llm.token_count.completion":300,"llm.token_count.total":340,
        "llm.token_count.prompt_details.cache_read":9000,"llm.cost.total":0.12}})";
    const ToldEvents told =
        events_of(R"({"scope":"openinference.instrumentation.claude_agent_sdk",)" + span);
    EXPECT_EQ(field(told.of("session_end"), "total_tokens").raw(), "9340");
    EXPECT_EQ(field(told.of("session_end"), "cost_usd").raw(), "0.12");
    // Others tell their model calls.
    const ToldEvents other = events_of("{" + span);
    EXPECT_FALSE(field(other.of("session_end"), "total_tokens").present());
}

TEST(SpanFrameworks, AHandOverNamesTheAgentInItsInput) {
    const auto child = [](std::string_view tool, std::string_view input) {
        std::string token;
        append_token(token, input);
        const ToldEvents told = with_attributes(
            "t", R"({"gen_ai.operation.name":"execute_tool","gen_ai.tool.name":")" +
                     std::string(tool) + R"(","gen_ai.tool.call.arguments":)" + token + "}");
        return told.kinds() == "delegation"
                   ? std::string(field(told.of("delegation"), "child_id").raw())
                   : told.kinds();
    };
    EXPECT_EQ(child("Delegate work to coworker", R"({"coworker":"Writer","task":"t"})"),
              R"("Writer")");
    EXPECT_EQ(child("delegate_task_to_member", R"({"member_id":"reader","task":"t"})"),
              R"("reader")");
    EXPECT_EQ(child("task", R"({"subagent_type":"reviewer","description":"t"})"), R"("reviewer")");
    EXPECT_EQ(child("delegate_to_planner", "{}"), R"("planner")");
    EXPECT_EQ(child("task", R"({"target":"x"})"), "");
    EXPECT_EQ(child("get_weather", R"({"agent":"x"})"), "");
}

TEST(SpanFrameworks, AReminderBehindTheResultsHidesNoCall) {
    const auto kinds = [](std::string_view messages) {
        std::string token;
        append_token(token, messages);
        return with_attributes("chat", R"({"gen_ai.operation.name":"chat","gen_ai.request.model":)"
                                       R"("m","gen_ai.input.messages":)" +
                                           token + "}")
            .kinds();
    };
    const std::string call = R"([{"role":"user","content":"q"},{"role":"assistant","tool_calls":)"
                             R"([{"id":"c","function":{"name":"add","arguments":"{}"}}]},)";
    const std::string result = R"({"role":"tool","tool_call_id":"c","content":"3"})";
    const std::string brief = R"(,{"role":"user","content":"be brief"})";
    EXPECT_EQ(kinds(call + result + brief + "]"), "tool_call");
    EXPECT_EQ(kinds(call + result + R"(,{"role":"system","content":"last step"}])"), "tool_call");
    EXPECT_EQ(kinds(call + result + R"(,{"role":"assistant","content":"3"})" + brief + "]"), "");
}

}  // namespace
}  // namespace hence
