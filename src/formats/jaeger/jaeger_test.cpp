// Jaeger documents: detection, ids, tags, references and processes.
#include "formats/jaeger/jaeger.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "formats/otlp/otlp.h"
#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::string_view trace = "0123456789abcdef0123456789abcdef";

// A span with more members, which begin with a comma.
std::string span_with(std::string_view id, std::string_view more) {
    return R"({"traceID":")" + std::string(trace) + R"(","spanID":")" + std::string(id) +
           R"(","operationName":"work","startTime":1700000000000000,"duration":1500,)" +
           R"("processID":"p1")" + std::string(more) + "}";
}

std::string trace_of(std::string_view spans) {
    return R"({"traceID":")" + std::string(trace) + R"(","spans":[)" + std::string(spans) +
           R"(],"processes":{"p1":{"serviceName":"planner","tags":[{"key":"host.name",)" +
           R"("type":"string","value":"a"}]}},"warnings":null})";
}

std::string document_of(std::string_view spans) {
    return R"({"data":[)" + trace_of(spans) + R"(],"total":0,"limit":0,"offset":0,"errors":null})";
}

std::string tag(std::string_view key, std::string_view json) {
    return R"({"key":")" + std::string(key) + R"(","type":"string","value":)" + std::string(json) +
           "}";
}

// The only event of a document with one span.
Event only(std::string_view more) {
    ReadText read = read_whole(read_jaeger, document_of(span_with("1111222233334444", more)));
    EXPECT_TRUE(read.refused.empty()) << read.told();
    EXPECT_FALSE(read.events.empty());
    return read.events.at(0);
}

std::string field(const Event& event, std::string_view name) {
    return std::string(Json(event.fields())[name].raw());
}

std::string reason_of(std::string_view span) {
    const ReadText read = read_whole(read_jaeger, document_of(span));
    return read.refused.size() == 1 ? read.refused[0].reason : read.told();
}

TEST(JaegerTest, TracesAreKnownByTheirMembers) {
    const std::string span = span_with("1111222233334444", "");
    for (const std::string& text :
         {document_of(span), trace_of(span), span, "[" + trace_of(span) + "]",
          std::string(R"({"data":[],"total":0,"limit":0,"offset":0,"errors":null})"),
          std::string(R"({"result":{"resourceSpans":[]}})")}) {
        EXPECT_EQ(choose_format({}, text)->name, "jaeger") << text;
    }
    for (const std::string_view text :
         {R"({"data":[]})", R"({"data":[{"spans":[]}]})", R"({"traceID":"a","spanID":"b"})"}) {
        EXPECT_NE(choose_format({}, text)->name, "jaeger") << text;
    }
    EXPECT_EQ(choose_format({}, R"({"resourceSpans":[]})")->name, "otlp");
}

TEST(JaegerTest, SpanIsAnEventWithItsTimesAndItsService) {
    const Event event = only("");
    EXPECT_EQ(event.id(), "1111222233334444-" + std::string(trace));
    EXPECT_EQ(to_string(event.time()), "2023-11-14T22:13:20.000000000Z");
    EXPECT_EQ(event.run(), trace);
    EXPECT_EQ(event.agent(), "planner");
    EXPECT_EQ(event.source(), "jaeger");
    EXPECT_NE(event.to_json().find(R"("duration_ms":1.5)"), std::string::npos);
    EXPECT_EQ(field(event, "resource"), R"({"host.name":"a","service.name":"planner"})");
}

TEST(JaegerTest, ShortIdsGetTheirZerosBack) {
    const ReadText read = read_whole(
        read_jaeger, R"({"traceID":"1a","spanID":"2B","operationName":"x","startTime":1,)"
                     R"("duration":0,"references":[{"refType":"CHILD_OF","traceID":"1a",)"
                     R"("spanID":"3"}]})");
    ASSERT_EQ(read.events.size(), 1U) << read.told();
    EXPECT_EQ(read.events[0].id(), "000000000000002b-0000000000000000000000000000001a");
    EXPECT_EQ(read.events[0].parent(), "0000000000000003-0000000000000000000000000000001a");
}

TEST(JaegerTest, TagsThatOpenTelemetryHasMembersForAreThose) {
    const Event event =
        only(R"(,"tags":[)" + tag("span.kind", R"("client")") + "," +
             tag("otel.status_code", R"("ERROR")") + "," +
             tag("otel.status_description", R"("no route")") + "," +
             tag("otel.library.name", R"("lib")") + "," + tag("otel.scope.version", R"("2")") +
             "," + tag("internal.span.format", R"("otlp")") + "," + tag("answer", "42") + "]");
    EXPECT_EQ(field(event, "span_kind"), R"("client")");
    EXPECT_EQ(field(event, "status"), R"("error")");
    EXPECT_EQ(field(event, "scope"), R"({"name":"lib","version":"2"})");
    EXPECT_EQ(field(event, "attributes"), R"({"answer":42})");
    EXPECT_NE(event.to_json().find("no route"), std::string::npos);
}

TEST(JaegerTest, ErrorTagIsAFailureAndNoText) {
    const Event failed = only(R"(,"tags":[)" + tag("error", "true") + "]");
    EXPECT_EQ(field(failed, "status"), R"("error")");
    EXPECT_EQ(field(failed, "attributes"), "");
    EXPECT_EQ(field(only(R"(,"tags":[)" + tag("error", "false") + "]"), "status"), "");
}

TEST(JaegerTest, ParentIsWhatItIsAChildOfAndTheRestAreLinks) {
    const std::string other = "ffffffffffffffffffffffffffffffff";
    const auto reference = [](std::string_view type, std::string_view of, std::string_view span) {
        return R"({"refType":")" + std::string(type) + R"(","traceID":")" + std::string(of) +
               R"(","spanID":")" + std::string(span) + R"("})";
    };
    const Event child =
        only(R"(,"references":[)" + reference("FOLLOWS_FROM", trace, "a1") + "," +
             reference("CHILD_OF", other, "b1") + "," + reference("CHILD_OF", trace, "c1") + "]");
    EXPECT_EQ(child.parent(), "00000000000000c1-" + std::string(trace));
    EXPECT_EQ(field(child, "links"),
              R"([{"trace_id":"0123456789abcdef0123456789abcdef","span_id":"00000000000000a1",)"
              R"("attributes":{"opentracing.ref_type":"follows_from"}},)"
              R"({"trace_id":"ffffffffffffffffffffffffffffffff","span_id":"00000000000000b1",)"
              R"("attributes":{"opentracing.ref_type":"child_of"}}])");
    const Event follower =
        only(R"(,"references":[)" + reference("FOLLOWS_FROM", trace, "a1") + "]");
    EXPECT_EQ(follower.parent(), "00000000000000a1-" + std::string(trace));
    EXPECT_EQ(field(follower, "attributes"), R"({"opentracing.ref_type":"follows_from"})");
    EXPECT_EQ(only(R"(,"parentSpanID":"d1")").parent(), "00000000000000d1-" + std::string(trace));
}

TEST(JaegerTest, ToolCallIsOneWithInputAndOutput) {
    const Event call =
        only(R"(,"tags":[)" + tag("gen_ai.operation.name", R"("execute_tool")") + "," +
             tag("gen_ai.tool.name", R"("search")") + "," + tag("gen_ai.tool.call.id", R"("c1")") +
             "," + tag("gen_ai.tool.call.arguments", R"("{\"q\":\"x\"}")") + "," +
             tag("gen_ai.tool.call.result", R"("found")") + "]");
    EXPECT_EQ(call.kind(), "tool_call");
    EXPECT_EQ(field(call, "tool_name"), R"("search")");
    EXPECT_EQ(field(call, "call_id"), R"("c1")");
    EXPECT_EQ(field(call, "input"), R"({"q":"x"})");
    EXPECT_EQ(field(call, "output"), R"("found")");
}

TEST(JaegerTest, LogsAreEventsOfTheSpanAndAnErrorIsAnException) {
    const ReadText read = read_whole(
        read_jaeger,
        document_of(span_with(
            "1", R"(,"tags":[)" + tag("error", "true") +
                     R"(],"logs":[{"timestamp":1700000000000500,"fields":[)" +
                     tag("event", R"("error")") + "," + tag("error.kind", R"("Timeout")") + "," +
                     tag("message", R"("too slow")") + R"(]},{"timestamp":1700000000000600,)" +
                     R"("fields":[)" + tag("message", R"("retrying")") + "]}]")));
    EXPECT_TRUE(read.refused.empty()) << read.told();
    EXPECT_NE(read.told().find("Timeout: too slow"), std::string::npos) << read.told();
    const auto logs = read.of_kind("log");
    EXPECT_TRUE(std::ranges::any_of(logs, [](const Event& log) {
        return log.to_json().find(R"("body":"retrying")") != std::string::npos;
    })) << read.told();
}

TEST(JaegerTest, SpanThatNeverEndedIsOpen) {
    const ReadText read = read_whole(
        read_jaeger, R"({"traceID":"1","spanID":"2","operationName":"x","startTime":5})");
    ASSERT_EQ(read.events.size(), 1U);
    EXPECT_TRUE(read.events[0].id().ends_with("~open"));
}

TEST(JaegerTest, WhatIsNotKnownIsKept) {
    EXPECT_EQ(field(only(R"(,"warnings":["clock skew"],"flags":1)"), "attributes"),
              R"({"jaeger.warnings":["clock skew"]})");
}

TEST(JaegerTest, ProcessMayStandInTheSpan) {
    const ReadText read =
        read_whole(read_jaeger, R"({"traceID":"1","spanID":"2","operationName":"x","startTime":5,)"
                                R"("duration":1,"process":{"serviceName":"own","tags":[]},)"
                                R"("tag":{"answer":42}})");
    ASSERT_EQ(read.events.size(), 1U);
    EXPECT_EQ(read.events[0].agent(), "own");
    EXPECT_EQ(field(read.events[0], "attributes"), R"({"answer":42})");
}

TEST(JaegerTest, SpanIsRefusedAloneWithTheReason) {
    const std::string good = span_with("1", "");
    const ReadText read = read_whole(read_jaeger, document_of(R"({"traceID":"1"},)" + good + ",7"));
    EXPECT_EQ(read.events.size(), 1U);
    ASSERT_EQ(read.refused.size(), 2U);
    EXPECT_EQ(read.refused[0].reason, "span 1 of the document: spanID is missing or all zeros");
    EXPECT_EQ(read.refused[0].bytes, R"({"traceID":"1"})");
    EXPECT_EQ(reason_of(R"({"spanID":"xyz","startTime":1})"),
              "span 1 of the document: spanID is no id in hex");
    EXPECT_EQ(reason_of(R"({"spanID":"1","startTime":"noon"})"),
              "span 1 of the document: startTime is no whole number of at least 0");
    EXPECT_EQ(reason_of(R"({"spanID":"1","startTime":9223372036854776})"),
              "span 1 of the document: startTime is no time in microseconds");
    EXPECT_EQ(reason_of(R"({"spanID":"1"})"),
              "span 0000000000000001 of trace 0123456789abcdef0123456789abcdef: the span has "
              "neither a start nor an end");
}

// A process of 256 KiB in a record of little more: its events may repeat it 128 times.
TEST(JaegerTest, ProcessIsNotRepeatedWithoutEnd) {
    std::string spans;
    for (int i = 1; i <= 140; ++i) {
        spans += (i == 1 ? "" : ",") + span_with(std::to_string(i), "");
    }
    std::string text = document_of(spans);
    text.replace(text.find(R"("planner")"), 9, '"' + std::string(1 << 18, 'x') + '"');
    const ReadText read = read_whole(read_jaeger, text);
    EXPECT_GE(read.events.size(), 128U);
    ASSERT_FALSE(read.refused.empty());
    EXPECT_NE(read.refused[0].reason.find("its process is too long for so many"),
              std::string::npos);
}

TEST(JaegerTest, DocumentOfAnotherKindIsRefused) {
    const ReadText read = read_whole(read_jaeger, R"({"data":{}})");
    ASSERT_EQ(read.refused.size(), 1U);
    EXPECT_EQ(read.refused[0].reason, "is neither a trace of Jaeger nor a span");
}

TEST(JaegerTest, TheNewerAnswerIsReadAsOtlp) {
    const std::string otlp = R"({"resourceSpans":[{"scopeSpans":[{"spans":[{)"
                             R"("traceId":"0123456789abcdef0123456789abcdef",)"
                             R"("spanId":"1111222233334444","name":"x","startTimeUnixNano":"1",)"
                             R"("endTimeUnixNano":"2"}]}]}]})";
    const ReadText read = read_whole(read_jaeger, R"({"result":)" + otlp + "}");
    const ReadText same = read_whole(read_otlp, otlp);
    ASSERT_EQ(read.events.size(), 1U);
    EXPECT_TRUE(read.events[0].says_the_same_as(same.events.at(0)));
}

TEST(JaegerTest, SpansMayHaveComeByAnotherWay) {
    const std::unique_ptr<Reader> reader = read_jaeger({});
    Batch batch;
    reader->take(span_with("1", ""), 1, batch);
    ASSERT_EQ(batch.events.size(), 1U);
    EXPECT_EQ(reader->copies(), std::vector{std::string(batch.events[0].event.id())});
    EXPECT_TRUE(reader->copies().empty());
}

TEST(JaegerTest, LinesOfTracesDoNotDependOnHowTheyAreCut) {
    const std::string text =
        trace_of(span_with("1", "")) + "\n" + trace_of(span_with("2", "")) + "\n";
    EXPECT_EQ(read_by_lines(read_jaeger, text).told(), read_whole(read_jaeger, text).told());
}

}  // namespace
}  // namespace hence
