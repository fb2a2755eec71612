#include <gtest/gtest.h>

#include "formats/otlp/conventions/hence_attributes.h"
#include "formats/otlp/translate/log_for_test.h"
#include "formats/otlp/translate/translation.h"

namespace hence {
namespace {

const std::string on_test_span =
    R"("run":")" + std::string(test_trace) + R"(","parent":")" + test_span_event + R"(",)";

// Of one that states no session.
const std::string on_test_trace =
    R"("session":")" + std::string(test_trace) + R"(",)" + on_test_span;

std::string id_of(const LogRecord& record) {
    return translate(record)->main.id;
}

TEST(LogTranslationTest, AnyRecordIsALog) {
    ToldRecord told("", R"({"thread.id":7,"none":null})", R"("disk full")");
    told.record.severity = 13;
    told.record.dropped_attributes = 2;
    told.origin.scope_name = "app";
    const ToldAttributes resource(R"({"service.name":"shop"})");
    told.origin.resource = *resource;
    EXPECT_EQ(translated(told.record),
              R"({"kind":"log","time":"1970-01-01T00:01:40.000000000Z","agent":"shop",)"
              R"("fields":{"severity":"WARN","body":"disk full","severity_number":13,)"
              R"("dropped_attributes_count":2,"scope":{"name":"app"},)"
              R"("resource":{"service.name":"shop"},"attributes":{"none":null,"thread.id":7}}})");
}

TEST(LogTranslationTest, ALogBelongsToTheSpanItIsOn) {
    ToldRecord told("started", "{}", R"({"step":1})");
    told.on_span().record.severity_text = "notice";
    EXPECT_EQ(translated(told.record),
              R"({"kind":"log","time":"1970-01-01T00:01:40.000000000Z",)" + on_test_trace +
                  R"("fields":{"severity":"notice","body":{"step":1},"otel_event":"started"},)"
                  R"("flags":["session_derived"]})");
}

TEST(LogTranslationTest, AUsageThatPythonHasPrintedIsCounted) {
    const auto counted = [](ToldRecord& told) {
        const EventDraft main = translate(told.record)->main;
        return main.fields.has("cache_read_tokens") && main.fields.has("reasoning_tokens");
    };
    const std::string usage =
        "\"OpenAI usage: CompletionUsage(prompt_tokens=9, completion_tokens_details="
        "CompletionTokensDetails(reasoning_tokens=2), prompt_tokens_details="
        "PromptTokensDetails(cached_tokens=8))\"";
    ToldRecord told("", "{}", usage);
    EXPECT_FALSE(counted(told));  // It is on no call.
    EXPECT_TRUE(counted(told.on_span()));
}

TEST(LogTranslationTest, ANameStandsForABodyThatIsMissing) {
    const ToldRecord told("started");
    EXPECT_EQ(translated(told.record), R"({"kind":"log","time":"1970-01-01T00:01:40.000000000Z",)"
                                       R"("fields":{"body":"started","otel_event":"started"}})");
}

TEST(LogTranslationTest, TheTimeIsItsOwnOrWhenItWasSeen) {
    ToldRecord told("a");
    told.record.observed_ns = 5;
    EXPECT_EQ(translate(told.record)->main.time, "1970-01-01T00:01:40.000000000Z");
    told.record.time_ns = 0;
    EXPECT_EQ(translate(told.record)->main.time, "1970-01-01T00:00:00.000000005Z");
    told.record.observed_ns = 0;
    EXPECT_EQ(translated(told.record), "the log record has neither a time nor an observed time");
    ToldRecord said("a", R"({"event.timestamp":"2026-01-02T03:04:05.678Z"})");
    said.record.time_ns = 0;
    EXPECT_EQ(translate(said.record)->main.time, "2026-01-02T03:04:05.678000000Z");
    ToldRecord late("a");
    late.record.time_ns = ~std::uint64_t{0};
    EXPECT_TRUE(translate(late.record));
}

TEST(LogTranslationTest, ARecordSentAgainHasTheSameId) {
    const ToldRecord a("n", R"({"k":1})", R"("b")");
    ToldRecord again("n", R"({"k":1})", R"("b")");
    again.record.observed_ns = 7;
    EXPECT_EQ(id_of(a.record), id_of(again.record));
    ToldRecord later("n", R"({"k":1})", R"("b")");
    later.record.time_ns += 1;
    EXPECT_NE(id_of(a.record), id_of(later.record));
    EXPECT_NE(id_of(a.record), id_of(ToldRecord("n", R"({"k":2})", R"("b")").record));
    EXPECT_NE(id_of(a.record), id_of(ToldRecord("n", R"({"k":1})", R"("c")").record));
    EXPECT_NE(id_of(a.record), id_of(ToldRecord("m", R"({"k":1})", R"("b")").record));
    EXPECT_NE(id_of(a.record), id_of(ToldRecord("n", R"({"k":1})", R"("b")").on_span().record));
}

TEST(LogTranslationTest, SessionAgentRunAndCorrelationAreFoundAsForSpans) {
    const ToldRecord told("a", R"({"session.id":"s","agent.name":"planner","turn.id":"t",
                                   "baggage":"hence.correlation=c"})");
    EXPECT_EQ(translated(told.record),
              R"({"kind":"log","time":"1970-01-01T00:01:40.000000000Z","agent":"planner",)"
              R"("session":"s","run":"t","correlation":"c","fields":{"body":"a","otel_event":"a",)"
              R"("attributes":{"agent.name":"planner","baggage":"hence.correlation=c",)"
              R"("session.id":"s","turn.id":"t"}}})");
    // Without a trace or a turn, the session is the run.
    EXPECT_EQ(translate(ToldRecord("a", R"({"session.id":"s"})").record)->main.run, "s");
}

TEST(LogTranslationTest, ANameThatIsTooLongIsNone) {
    const auto session = [](std::size_t size) {
        const ToldRecord told("a", R"({"session.id":")" + std::string(size, 'x') + R"("})");
        const std::string line = translated(told.record);
        EXPECT_TRUE(line.starts_with("{")) << line;
        return Json(line)["session"].string().value_or("").size();
    };
    EXPECT_EQ(session(1024), 1024U);
    EXPECT_EQ(session(1025), 0U);
}

TEST(LogTranslationTest, ARecordStatesAnEvent) {
    ToldRecord told("hence.decision", R"({"description":"which door","chosen":"left",
        "rationale.why":"shorter","session":"s","id":"d1","code.line":3})");
    told.on_span();
    EXPECT_EQ(told_without_id(std::move(translate(told.record)->main)),
              R"({"kind":"decision","time":"1970-01-01T00:01:40.000000000Z","session":"s",)" +
                  on_test_span +
                  R"("rationale":{"why":"shorter"},"fields":{"chosen":"left",)"
                  R"("description":"which door","otel_event":"hence.decision",)"
                  R"("attributes":{"code.line":3}}})");
    EXPECT_EQ(id_of(told.record), "d1");
}

TEST(LogTranslationTest, TheBodyMayStateIt) {
    EXPECT_EQ(translated(ToldRecord("hence.assumption", "{}", R"("it rains")").record),
              R"({"kind":"assumption","time":"1970-01-01T00:01:40.000000000Z",)"
              R"("fields":{"assumption":"it rains","otel_event":"hence.assumption"}})");
    EXPECT_EQ(translated(ToldRecord("", R"({"text":"hm"})", R"("hence.thought")").record),
              R"({"kind":"thought","time":"1970-01-01T00:01:40.000000000Z",)"
              R"("fields":{"text":"hm","otel_event":"hence.thought"}})");
    EXPECT_EQ(
        translated(
            ToldRecord("hence.curation", "{}", R"({"action":"dropped","target":"obs:1"})").record),
        R"({"kind":"curation","time":"1970-01-01T00:01:40.000000000Z",)"
        R"("fields":{"action":"dropped","target":"obs:1","otel_event":"hence.curation"}})");
    // What is in the body and was not understood, or is an attribute too, stays there.
    EXPECT_EQ(
        translated(
            ToldRecord("hence.thought", R"({"text":"a"})", R"({"text":"b","mood":"c"})").record),
        R"({"kind":"thought","time":"1970-01-01T00:01:40.000000000Z",)"
        R"("fields":{"text":"a","otel_event":"hence.thought",)"
        R"("body":{"text":"b","mood":"c"}}})");
}

TEST(LogTranslationTest, AnOutcomeIsOfTheSpanItIsOnUnlessItSays) {
    ToldRecord on("hence.outcome", R"({"correct":true})");
    EXPECT_NE(translated(on.on_span().record).find(R"("of":")" + test_span_event),
              std::string::npos);
    const ToldRecord said("hence.outcome", R"({"correct":false,"of":"d1"})");
    EXPECT_NE(translated(said.record).find(R"("of":"d1")"), std::string::npos);
    const ToldRecord nowhere("hence.outcome", R"({"correct":true})");
    EXPECT_EQ(translated(nowhere.record),
              R"({"kind":"log","time":"1970-01-01T00:01:40.000000000Z",)"
              R"("fields":{"body":"hence.outcome","otel_event":"hence.outcome",)"
              R"("attributes":{"correct":true}}})");
}

TEST(LogTranslationTest, AnExceptionIsAnErrorOnce) {
    const std::string attributes = R"({"exception.type":"E","exception.message":"m",
                                       "exception.stacktrace":"at f"})";
    ToldRecord told("", attributes, R"("it failed")");
    told.on_span().record.severity = 17;
    EXPECT_EQ(translated(told.record),
              R"({"kind":"log","time":"1970-01-01T00:01:40.000000000Z",)" + on_test_trace +
                  R"("fields":{"severity":"ERROR","body":"it failed","severity_number":17,)"
                  R"("attributes":{"exception.message":"m","exception.stacktrace":"at f",)"
                  R"("exception.type":"E"}},"flags":["session_derived"]})"
                  "\n"
                  R"(if absent {"kind":"error","time":"1970-01-01T00:01:40.000000000Z",)" +
                  on_test_trace +
                  R"("fields":{"error":"E: m","stacktrace":"at f"},)"
                  R"("flags":["derived","session_derived"]})");
    const Translation error = translate(told.record).take();
    EXPECT_EQ(error.if_absent.at(0).id, error.main.id + "~e1");
    // One that was only warned of is none, unless the record is about nothing else.
    told.record.severity = 16;
    EXPECT_TRUE(translate(told.record)->if_absent.empty());
    EXPECT_EQ(translate(ToldRecord("gen_ai.client.operation.exception", attributes).record)
                  ->if_absent.size(),
              1U);
}

TEST(LogTranslationTest, HostileValuesDoNoHarm) {
    const std::string deep = std::string(30, '[') + std::string(30, ']');
    const std::string_view values[] = {"null", "\"\"", "1e999", "-1", R"("x")", "[]", "{}", "true"};
    const std::string_view names[] = {"claude_code.user_prompt",
                                      "claude_code.api_request",
                                      "claude_code.tool_result",
                                      "claude_code.tool_decision",
                                      "claude_code.api_error",
                                      "claude_code.compaction",
                                      "codex.sse_event",
                                      "codex.tool_result",
                                      "codex.guardian_assessment",
                                      "gen_ai.choice",
                                      "gen_ai.user.message",
                                      "gen_ai.evaluation.result",
                                      "gen_ai.client.inference.operation.details",
                                      "hence.decision",
                                      "hence.outcome",
                                      "hence.",
                                      "anything at all"};
    const auto attributes = [](std::string_view value) {
        std::string json = "{";
        for (const std::string_view key : {"duration_ms",
                                           "input_tokens",
                                           "input_token_count",
                                           "tool_name",
                                           "success",
                                           "decision",
                                           "prompt",
                                           "tool_input",
                                           "arguments",
                                           "session.id",
                                           "conversation.id",
                                           "prompt.id",
                                           "event.sequence",
                                           "gen_ai.input.messages",
                                           "gen_ai.evaluation.name",
                                           "rationale",
                                           "hence.kind",
                                           "hence.id",
                                           "hence.causes",
                                           "correct",
                                           "of",
                                           "exception.type"}) {
            json +=
                (json.size() > 1 ? ",\"" : "\"") + std::string(key) + "\":" + std::string(value);
        }
        return json + "}";
    };
    for (const std::string_view name : names) {
        for (const std::string_view value : values) {
            const ToldRecord told(name, attributes(value), value);
            EXPECT_TRUE(translated(told.record).starts_with("{")) << name << " " << value;
        }
        const ToldRecord told(name, attributes(deep), deep);
        EXPECT_TRUE(translated(told.record).starts_with("{")) << name;
    }
}

}  // namespace
}  // namespace hence
