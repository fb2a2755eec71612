// Coding agents tell what they do in log records: one test for each sort.
#include <gtest/gtest.h>

#include "formats/otlp/translate/log_for_test.h"
#include "formats/otlp/translate/translation.h"

namespace hence {
namespace {

// What such a record of Claude Code becomes, less what all have in common. Its parent is shown as
// "p".
std::string claude(std::string_view name, const std::string& members) {
    const ToldRecord told("",
                          R"({"event.name":")" + std::string(name) +
                              R"(","session.id":"s","prompt.id":"p",)" + members + "}",
                          R"("claude_code.)" + std::string(name) + "\"");
    std::string line = translated(told.record);
    const std::size_t parent = line.find(R"("parent":")");
    if (parent != std::string::npos) {
        line.replace(parent + 10, 32, "p");
    }
    const std::size_t end = line.find(R"(,"otel_event":"claude_code.)" + std::string(name));
    return end == std::string::npos ? line : line.substr(0, end) + "}}";
}

std::string codex(std::string_view name, const std::string& members) {
    const ToldRecord told("", R"({"event.name":"codex.)" + std::string(name) +
                                  R"(","conversation.id":"s",)" + members + "}");
    const std::string line = translated(told.record);
    const std::size_t end = line.find(R"(,"otel_event":"codex.)" + std::string(name));
    return end == std::string::npos ? line : line.substr(0, end) + "}}";
}

std::string at(std::string_view kind, std::string_view time, std::string_view rest) {
    return R"({"kind":")" + std::string(kind) + R"(","time":"1970-01-01T00:01:)" +
           std::string(time) + R"(Z","session":"s","run":"p",)" +
           (kind == "session_start" ? "" : R"("parent":"p",)") + std::string(rest) + "}";
}
std::string codex_at(std::string_view kind, std::string_view time, std::string_view rest) {
    return R"({"kind":")" + std::string(kind) + R"(","time":"1970-01-01T00:01:)" +
           std::string(time) + R"(Z","session":"s","run":"s",)" + std::string(rest) + "}";
}

TEST(ClaudeCodeRecordsTest, APromptBeginsARun) {
    EXPECT_EQ(claude("user_prompt", R"("prompt":"fix it","prompt_length":6)"),
              at("session_start", "40.000000000", R"("fields":{"goal":"fix it"})"));
    const ToldRecord told("claude_code.user_prompt",
                          R"({"session.id":"s","prompt.id":"p","prompt":"<REDACTED>"})");
    EXPECT_EQ(translated(told.record),
              at("session_start", "40.000000000",
                 R"("fields":{"otel_event":"claude_code.user_prompt",)"
                 R"("attributes":{"prompt":"<REDACTED>","prompt.id":"p","session.id":"s"}},)"
                 R"("flags":["derived"])"));
}

TEST(ClaudeCodeRecordsTest, TheSamePromptHasTheSameId) {
    const auto id = [](const std::string& members) {
        const ToldRecord told("claude_code.user_prompt", "{" + members + "}");
        return translate(told.record)->main.id;
    };
    EXPECT_EQ(id(R"("session.id":"s","prompt.id":"p","a":1)"),
              id(R"("session.id":"s","prompt.id":"p","a":2)"));
    EXPECT_NE(id(R"("session.id":"s","prompt.id":"p")"), id(R"("session.id":"s","prompt.id":"q")"));
    EXPECT_NE(id(R"("session.id":"s","prompt.id":"p")"), id(R"("session.id":"t","prompt.id":"p")"));
}

TEST(ClaudeCodeRecordsTest, WhatItDoesHangsOnThePrompt) {
    const auto told = [](std::string_view name, std::string_view attributes) {
        const ToldRecord record(name, attributes);
        return translate(record.record).take().main;
    };
    const std::string_view place = R"({"session.id":"s","prompt.id":"p"})";
    const EventDraft prompt = told("claude_code.user_prompt", place);
    const EventDraft call = told("claude_code.tool_result", place);
    EXPECT_EQ(call.parent, prompt.id);
    EXPECT_EQ(call.flags, std::vector{Flag::parent_derived});
    EXPECT_TRUE(prompt.parent.empty());
    EXPECT_TRUE(told("claude_code.tool_result", R"({"session.id":"s"})").parent.empty());
    // A span is a better parent, and one that is stated the best.
    ToldRecord on_span("claude_code.tool_result", place);
    EXPECT_EQ(translate(on_span.on_span().record)->main.parent, test_span_event);
    EXPECT_EQ(told("claude_code.tool_result", R"({"prompt.id":"p","hence.parent":"e"})").parent,
              "e");
}

TEST(ClaudeCodeRecordsTest, ARequestIsAModelCallThatEndsThen) {
    EXPECT_EQ(claude("api_request",
                     R"("model":"claude-x","input_tokens":"12","output_tokens":3,
                        "cache_read_tokens":100,"cache_creation_tokens":7,"cost_usd":0.0120,
                        "duration_ms":1500,"request_id":"req_1")"),
              at("llm_call", "38.500000000",
                 R"("duration_ms":1500,"fields":{"model":"claude-x","prompt_tokens":12,)"
                 R"("completion_tokens":3,"cache_read_tokens":100,"cache_write_tokens":7,)"
                 R"("cost_usd":0.0120,"response_id":"req_1"})"));
}

TEST(ClaudeCodeRecordsTest, ADurationFromBeforeAllTimeIsNotSubtracted) {
    const auto time = [](std::string_view ms) {
        const ToldRecord told("claude_code.api_request",
                              R"({"duration_ms":)" + std::string(ms) + "}");
        return translate(told.record)->main.time;
    };
    EXPECT_EQ(time("99999"), "1970-01-01T00:00:00.001000000Z");
    EXPECT_EQ(time("100000"), "1970-01-01T00:01:40.000000000Z");
    EXPECT_EQ(time("1e300"), "1970-01-01T00:01:40.000000000Z");
    EXPECT_EQ(time("-1"), "1970-01-01T00:01:40.000000000Z");
    EXPECT_EQ(time("0.5"), "1970-01-01T00:01:39.999500000Z");
}

TEST(ClaudeCodeRecordsTest, AResultIsAToolCall) {
    EXPECT_EQ(claude("tool_result",
                     R"("tool_name":"Bash","tool_use_id":"t1","success":"true","duration_ms":"10",
                        "tool_input":"{\"command\": \"ls\"}","tool_parameters":"{\"a\":1}")"),
              at("tool_call", "39.990000000",
                 R"("duration_ms":10,"fields":{"input":{"command":"ls"},"call_id":"t1",)"
                 R"("tool_name":"Bash","status":"ok"})"));
    EXPECT_EQ(claude("tool_result",
                     R"("tool_name":"Bash","success":"false","error_type":"Shell","error":"no")"),
              at("tool_call", "40.000000000",
                 R"("fields":{"tool_name":"Bash","status":"error","error":"no"})"));
    EXPECT_EQ(claude("tool_result", R"("tool_name":"Bash","success":"false","error_type":"Shell")"),
              at("tool_call", "40.000000000",
                 R"("fields":{"tool_name":"Bash","status":"error","error":"Shell"})"));
    const ToldRecord told("claude_code.tool_result", R"({"tool_use_id":"t1"})");
    EXPECT_EQ(translate(told.record)->call_id, "t1");
}

TEST(ClaudeCodeRecordsTest, InputThatWasCutOffSaysSo) {
    const ToldRecord told("claude_code.tool_result", R"({"tool_input":"{\"a\":\"b\",\"c\":\"d"})");
    const std::string line = translated(told.record);
    EXPECT_NE(line.find(R"("truncated":true)"), std::string::npos) << line;
    EXPECT_NE(line.find(R"("tool_input":"{)"), std::string::npos) << line;
}

TEST(ClaudeCodeRecordsTest, AToolOfAServerIsCalledByItsName) {
    EXPECT_EQ(
        claude("tool_result", R"("tool_name":"mcp__git__log")"),
        at("tool_call", "40.000000000", R"("fields":{"tool_name":"log","mcp_server":"git"})"));
    EXPECT_EQ(claude("tool_result",
                     R"("tool_name":"mcp_tool","tool_parameters":
                        "{\"mcp_server_name\":\"git\",\"mcp_tool_name\":\"log\"}")"),
              at("tool_call", "40.000000000",
                 R"("fields":{"input":{"mcp_server_name":"git","mcp_tool_name":"log"},)"
                 R"("tool_name":"log","mcp_server":"git"})"));
    EXPECT_EQ(claude("tool_result", R"("tool_name":"mcp_tool")"),
              at("tool_call", "40.000000000", R"("fields":{"tool_name":"mcp_tool"})"));
}

TEST(ClaudeCodeRecordsTest, APermissionIsADecision) {
    EXPECT_EQ(claude("tool_decision",
                     R"("tool_name":"Bash","tool_use_id":"t1","decision":"accept",
                        "source":"config")"),
              at("decision", "40.000000000",
                 R"("fields":{"description":"accept Bash","decision_type":"tool_permission",)"
                 R"("chosen":"accept","status":"made",)"
                 R"("inputs":{"tool_name":"Bash","source":"config"},"call_id":"t1"})"));
    EXPECT_EQ(claude("tool_decision", R"("tool_name":"Edit","decision":"reject")"),
              at("decision", "40.000000000",
                 R"("fields":{"description":"reject Edit","decision_type":"tool_permission",)"
                 R"("chosen":"reject","status":"declined","inputs":{"tool_name":"Edit"}})"));
}

TEST(ClaudeCodeRecordsTest, FailuresAreErrors) {
    EXPECT_EQ(claude("api_error", R"("model":"m","error":"overloaded","status_code":529,
                                     "duration_ms":900,"attempt":11)"),
              at("error", "40.000000000",
                 R"("fields":{"error":"overloaded",)"
                 R"("context":{"model":"m","status_code":529,"attempt":11}})"));
    EXPECT_EQ(claude("internal_error", R"("error_name":"TypeError")"),
              at("error", "40.000000000", R"("fields":{"error":"TypeError"})"));
    EXPECT_EQ(claude("api_retries_exhausted", R"("a":1)"),
              at("error", "40.000000000",
                 R"("fields":{"error":"claude_code.api_retries_exhausted failed"})"));
}

TEST(ClaudeCodeRecordsTest, ARefusalEndsUnlessAnotherModelTakesOver) {
    EXPECT_EQ(claude("api_refusal", R"("category":"cyber","server_fallback_hop":false)"),
              at("termination", "40.000000000", R"("fields":{"reason":"refusal: cyber"})"));
    EXPECT_EQ(claude("api_refusal", R"("a":1)"),
              at("termination", "40.000000000", R"("fields":{"reason":"refusal"})"));
    EXPECT_EQ(claude("api_refusal", R"("server_fallback_hop":true)"),
              at("log", "40.000000000", R"("fields":{"body":"claude_code.api_refusal"})"));
}

TEST(ClaudeCodeRecordsTest, ModesAreSwitchedAndContextCompressed) {
    EXPECT_EQ(claude("permission_mode_changed",
                     R"("from_mode":"plan","to_mode":"auto","trigger":"shift_tab")"),
              at("strategy_switch", "40.000000000",
                 R"("fields":{"from":"plan","to":"auto","reason":"shift_tab"})"));
    EXPECT_EQ(claude("compaction", R"("success":"true","duration_ms":1000)"),
              at("curation", "39.000000000",
                 R"("duration_ms":1000,"fields":{"action":"compressed","target":"context"})"));
    EXPECT_EQ(claude("compaction", R"("success":false)"),
              at("log", "40.000000000", R"("fields":{"body":"claude_code.compaction"})"));
}

TEST(ClaudeCodeRecordsTest, ASubagentThatIsDoneWasDelegatedTo) {
    EXPECT_EQ(claude("subagent_completed",
                     R"("agent_type":"Explore","duration_ms":2000,"total_tokens":5,
                        "agent.name":"main")"),
              R"({"kind":"delegation","time":"1970-01-01T00:01:38.000000000Z","agent":"main",)"
              R"("session":"s","run":"p","parent":"p","duration_ms":2000,)"
              R"("fields":{"child_id":"Explore","parent_id":"main"}})");
}

TEST(ClaudeCodeRecordsTest, TheRestIsLog) {
    EXPECT_EQ(claude("assistant_response", R"("response":"Done.","request_id":"r")"),
              at("log", "40.000000000",
                 R"("fields":{"body":"Done.","completion":"Done.","response_id":"r"})"));
    for (const std::string_view name :
         {"hook_execution_start", "plugin_loaded", "auth", "at_mention", "api_request_body"}) {
        EXPECT_EQ(claude(name, R"("a":1)"),
                  at("log", "40.000000000",
                     R"("fields":{"body":"claude_code.)" + std::string(name) + R"("})"));
    }
}

TEST(RecordNameTest, MayComeWithoutItsPrefix) {
    const auto kind = [](ToldRecord& told) { return translate(told.record)->main.kind; };
    ToldRecord by_scope("", R"({"event.name":"tool_result"})");
    by_scope.origin.scope_name = "com.anthropic.claude_code.events";
    EXPECT_EQ(kind(by_scope), "tool_call");
    ToldRecord by_service("tool_result");
    const ToldAttributes resource(R"({"service.name":"codex_cli_rs"})");
    by_service.origin.resource = *resource;
    EXPECT_EQ(kind(by_service), "tool_call");
    ToldRecord by_attributes("api_request", R"({"session.id":"s","event.sequence":4})");
    EXPECT_EQ(kind(by_attributes), "llm_call");
    ToldRecord by_conversation("tool_decision", R"({"conversation.id":"s"})");
    EXPECT_EQ(kind(by_conversation), "decision");
    // A name that says nothing of who uses it.
    ToldRecord bare("tool_result", R"({"session.id":"s"})");
    EXPECT_EQ(kind(bare), "log");
    ToldRecord other("startup", R"({"session.id":"s","event.sequence":4})");
    EXPECT_NE(translated(other.record).find(R"("otel_event":"startup")"), std::string::npos);
}

TEST(CodexRecordsTest, AConversationStartsAndHasAGoal) {
    EXPECT_EQ(codex("conversation_starts", R"("provider_name":"openai")"),
              R"({"kind":"session_start","time":"1970-01-01T00:01:40.000000000Z","session":"s",)"
              R"("run":"s","fields":{"otel_event":"codex.conversation_starts","attributes":)"
              R"({"conversation.id":"s","event.name":"codex.conversation_starts",)"
              R"("provider_name":"openai"}}})");
    EXPECT_EQ(codex("user_prompt", R"("prompt":"fix it")"),
              codex_at("session_start", "40.000000000", R"("fields":{"goal":"fix it"})"));
    EXPECT_EQ(codex("user_prompt", R"("prompt":"[REDACTED]","turn.id":"t")").find("goal"),
              std::string::npos);
}

TEST(CodexRecordsTest, TheRecordThatCountsTokensIsTheModelCall) {
    EXPECT_EQ(codex("sse_event",
                    R"("event.kind":"response.completed","model":"gpt-x","input_token_count":"20",
                       "output_token_count":"5","cached_token_count":10,"reasoning_token_count":2,
                       "tool_token_count":"25")"),
              codex_at("llm_call", "40.000000000",
                       R"("fields":{"model":"gpt-x","prompt_tokens":20,"completion_tokens":5,)"
                       R"("cache_read_tokens":10,"reasoning_tokens":2})"));
    EXPECT_EQ(codex("sse_event", R"("event.kind":"response.created")"),
              codex_at("log", "40.000000000", R"("fields":{"body":"codex.sse_event"})"));
    EXPECT_EQ(codex("api_request", R"("http.response.status_code":200,"duration_ms":"9")"),
              codex_at("log", "40.000000000", R"("fields":{"body":"codex.api_request"})"));
    EXPECT_EQ(codex("api_request", R"("http.response.status_code":"503","attempt":2)"),
              codex_at("error", "40.000000000",
                       R"("fields":{"error":"codex.api_request failed",)"
                       R"("context":{"http.response.status_code":"503","attempt":2}})"));
    EXPECT_EQ(codex("sse_event", R"("error.message":"cut off")"),
              codex_at("error", "40.000000000", R"("fields":{"error":"cut off"})"));
}

TEST(CodexRecordsTest, ToolsAreDecidedOnAndCalled) {
    EXPECT_EQ(codex("tool_decision",
                    R"("tool_name":"shell","call_id":"c1","decision":"approved_for_session",
                       "source":"User")"),
              codex_at("decision", "40.000000000",
                       R"("fields":{"description":"approved_for_session shell",)"
                       R"("decision_type":"tool_permission","chosen":"approved_for_session",)"
                       R"("status":"made","inputs":{"tool_name":"shell","source":"User"},)"
                       R"("call_id":"c1"})"));
    for (const std::string_view refusal : {"denied", "timed_out", "abort"}) {
        EXPECT_NE(codex("tool_decision", R"("decision":")" + std::string(refusal) + "\"")
                      .find(R"("status":"declined")"),
                  std::string::npos);
    }
    EXPECT_EQ(codex("tool_result",
                    R"("tool_name":"shell","call_id":"c1","arguments":"{\"cmd\":\"ls\"}",
                       "output":"a\nb","duration_ms":"250","success":"false")"),
              codex_at("tool_call", "39.750000000",
                       R"("duration_ms":250,"fields":{"input":{"cmd":"ls"},"output":"a\nb",)"
                       R"("call_id":"c1","tool_name":"shell","status":"error"})"));
}

TEST(CodexRecordsTest, AReviewerGivesItsRationale) {
    EXPECT_EQ(codex("guardian_assessment",
                    R"("outcome":"deny","rationale":"deletes files","risk_level":"high")"),
              codex_at("decision", "40.000000000",
                       R"("rationale":{"why":"deletes files"},"fields":{)"
                       R"("description":"review: deny","decision_type":"guardian_assessment",)"
                       R"("chosen":"deny","status":"declined","inputs":{"risk_level":"high"}})"));
    EXPECT_NE(
        codex("guardian_assessment", R"("status":"timed_out")").find(R"("status":"deferred")"),
        std::string::npos);
}

TEST(CodexRecordsTest, TheRestIsLog) {
    for (const std::string_view name : {"turn_cost", "sandbox_outcome", "turn_ttft"}) {
        EXPECT_EQ(codex(name, R"("a":1)"),
                  codex_at("log", "40.000000000",
                           R"("fields":{"body":"codex.)" + std::string(name) + R"("})"));
    }
}

// What a record of Gemini CLI becomes, up to what all have in common.
std::string gemini(std::string_view name, const std::string& members) {
    const ToldRecord told("", R"({"event.name":")" + std::string(name) +
                                  R"(","session.id":"s","prompt_id":"p",)" + members + "}");
    std::string line = translated(told.record);
    const std::size_t parent = line.find(R"("parent":")");
    if (parent != std::string::npos) {
        line.replace(parent + 10, 32, "p");
    }
    const std::size_t end = line.find(R"(,"otel_event":)");
    return end == std::string::npos ? line : line.substr(0, end) + "}}";
}

TEST(GeminiRecordsTest, PromptsAnswersAndToolsAreWhatTheyAre) {
    EXPECT_EQ(gemini("gemini_cli.user_prompt", R"("prompt":"look")"),
              at("session_start", "40.000000000", R"("fields":{"goal":"look"})"));
    EXPECT_EQ(gemini("gemini_cli.api_response",
                     R"("model":"g","duration_ms":86,"input_token_count":107,)"
                     R"("output_token_count":13,"cached_content_token_count":32,)"
                     R"("thoughts_token_count":4,"total_token_count":124,)"
                     R"("response_text":"[{\"responseId\":\"r\",\"candidates\":[{\"content\":)"
                     R"({\"parts\":[{\"text\":\"a\"}]}}]},{\"candidates\":[{\"content\":)"
                     R"({\"parts\":[{\"text\":\"b\"}]}}]}]")"),
              at("llm_call", "39.914000000",
                 R"("duration_ms":86,"fields":{"model":"g","prompt_tokens":107,)"
                 R"("completion_tokens":13,"cache_read_tokens":32,"reasoning_tokens":4,)"
                 R"("total_tokens":124,"response_id":"r",)"
                 R"("completion":[{"role":"model","parts":[{"text":"a"},{"text":"b"}]}]})"));
    EXPECT_EQ(gemini("gemini_cli.tool_call",
                     R"("function_name":"read_file","function_args":"{\"file_path\":\"a\"}",)"
                     R"("success":false,"error":"no such file","duration_ms":0)"),
              at("tool_call", "40.000000000",
                 R"("duration_ms":0,"fields":{"input":{"file_path":"a"},"tool_name":"read_file",)"
                 R"("status":"error","error":"no such file"})"));
}

TEST(GeminiRecordsTest, AFailedRequestIsAFailedCall) {
    EXPECT_EQ(gemini("gemini_cli.api_error", R"("model":"g","error.message":"429 slow down")"),
              at("llm_call", "40.000000000",
                 R"("fields":{"model":"g","status":"error","error":"429 slow down"})"));
}

TEST(GeminiRecordsTest, QwenCodeTellsTheSame) {
    EXPECT_EQ(gemini("qwen-code.user_prompt", R"("prompt":"look")"),
              gemini("gemini_cli.user_prompt", R"("prompt":"look")"));
}

TEST(RecordIds, BeginWithWhatTellsThemApart) {
    const auto id = [](std::string_view body) {
        const ToldRecord told("x", "{}", body);
        return translate(told.record)->main.id;
    };
    EXPECT_EQ(id("1").size(), 32U);
    EXPECT_EQ(id("1"), id("1"));
    EXPECT_NE(id("1").substr(0, 8), id("2").substr(0, 8));
}

}  // namespace
}  // namespace hence
