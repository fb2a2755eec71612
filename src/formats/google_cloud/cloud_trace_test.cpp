#include "formats/google_cloud/cloud_trace.h"

#include <gtest/gtest.h>

#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "formats/google_cloud/cloud_spelling.h"
#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::string_view trace = "0123456789abcdef0123456789abcdef";

std::string trace_of(std::string_view spans) {
    return R"({"projectId":"shop","traceId":")" + std::string(trace) + R"(","spans":[)" +
           std::string(spans) + "]}";
}

std::string span_with(std::string_view more) {
    return R"({"spanId":"26","name":"work","startTime":"2026-03-01T10:00:00Z",)"
           R"("endTime":"2026-03-01T10:00:01.5Z")" +
           std::string(more) + "}";
}

std::string named_with(std::string_view more) {
    return R"({"name":"projects/shop/traces/)" + std::string(trace) +
           R"(/spans/000000000000001a","spanId":"000000000000001a",)" +
           R"("displayName":{"value":"work"},"startTime":"2026-03-01T10:00:00Z",)" +
           R"("endTime":"2026-03-01T10:00:01.5Z")" + std::string(more) + "}";
}

Event only(const std::string& text) {
    ReadText read = read_whole(read_cloud_trace, text);
    EXPECT_TRUE(read.refused.empty()) << read.told();
    EXPECT_FALSE(read.events.empty());
    return read.events.at(0);
}

std::string field(const Event& event, std::string_view name) {
    return std::string(Json(event.fields())[name].raw());
}

std::string reason_of(const std::string& text) {
    const ReadText read = read_whole(read_cloud_trace, text);
    return read.refused.size() == 1 ? read.refused[0].reason : read.told();
}

TEST(CloudTraceTest, TracesAreKnownByTheirMembers) {
    const std::string one = trace_of(span_with(""));
    for (const std::string& text :
         {one, "[" + one + "]", R"({"traces":[)" + one + R"(],"nextPageToken":""})", trace_of(""),
          named_with(""), R"({"spans":[)" + named_with("") + "]}",
          std::string(R"({"trace_id":"t","spans":[{"span_id":"1","name":"x",)"
                      R"("start_time":"2026-03-01T10:00:00Z","labels":{}}]})")}) {
        EXPECT_EQ(choose_format({}, text)->name, "cloud-trace") << text;
    }
    for (const std::string_view text :
         {R"({"traceId":"t","spans":[]})", R"({"traces":[]})",
          R"({"name":"projects/p","spanId":"1"})",
          R"({"traceId":"t","spans":[{"spanId":"1","name":"x","startTime":"y"}]})"}) {
        EXPECT_NE(choose_format({}, text)->name, "cloud-trace") << text;
    }
}

TEST(CloudTraceTest, DecimalIdsAreTheSameIdsInHex) {
    const Event event = only(trace_of(span_with(R"(,"parentSpanId":"18446744073709551615")")));
    EXPECT_EQ(event.id(), "000000000000001a-" + std::string(trace));
    EXPECT_EQ(event.parent(), "ffffffffffffffff-" + std::string(trace));
    EXPECT_EQ(field(event, "attributes"), R"({"cloud_trace.span_id":"26"})");
    EXPECT_EQ(event.id(), only(named_with("")).id());
}

TEST(CloudTraceTest, WhatOneIdOfATraceIsSpelledInAllAre) {
    const std::string digits = R"({"spanId":"1111222233334444","name":"a",)"
                               R"("startTime":"2026-03-01T10:00:00Z"})";
    const std::string letters = R"(,{"spanId":"00000000000000aa","name":"b",)"
                                R"("startTime":"2026-03-01T10:00:00Z"})";
    EXPECT_EQ(only(trace_of(digits + letters)).id(),
              "1111222233334444-" + std::string(trace) + "~open");
    EXPECT_EQ(only(trace_of(digits)).id(), "0003f2a6967c02ac-" + std::string(trace) + "~open");
}

TEST(CloudTraceTest, SpanHasItsTimesItsKindAndWhoSentIt) {
    const Event event = only(trace_of(span_with(
        R"(,"kind":"RPC_SERVER","labels":{"service.name":"planner","otel.scope.name":"lib"})")));
    EXPECT_EQ(to_string(event.time()), "2026-03-01T10:00:00.000000000Z");
    EXPECT_NE(event.to_json().find(R"("duration_ms":1500)"), std::string::npos);
    EXPECT_EQ(event.agent(), "planner");
    EXPECT_EQ(event.run(), trace);
    EXPECT_EQ(event.source(), "cloud-trace");
    EXPECT_EQ(field(event, "span_kind"), R"("server")");
    EXPECT_EQ(field(event, "scope"), R"({"name":"lib"})");
    EXPECT_EQ(field(event, "resource"), R"({"gcp.project_id":"shop","service.name":"planner"})");
}

TEST(CloudTraceTest, LabelsSayWhatAModelOrAToolDid) {
    const Event model = only(trace_of(span_with(
        R"(,"labels":{"gen_ai.operation.name":"generate_content","gen_ai.request.model":"g",)"
        R"("gen_ai.usage.input_tokens":"120","gen_ai.usage.output_tokens":"30",)"
        R"("gen_ai.conversation.id":"s1"})")));
    EXPECT_EQ(model.kind(), "llm_call");
    EXPECT_EQ(model.session(), "s1");
    EXPECT_EQ(field(model, "prompt_tokens"), "120");
    const Event tool = only(trace_of(span_with(
        R"(,"labels":{"gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"list_logs",)"
        R"("gcp.vertex.agent.tool_call_args":"{\"n\":1}"})")));
    EXPECT_EQ(tool.kind(), "tool_call");
    EXPECT_EQ(field(tool, "tool_name"), R"("list_logs")");
    EXPECT_EQ(field(tool, "input"), R"({"n":1})");
}

TEST(CloudTraceTest, LabelsOfAnErrorAreAFailure) {
    for (const std::string_view labels :
         {R"({"/error/message":"no route"})", R"({"/error/name":"Timeout"})",
          R"({"trace.cloud.google.com/error/message":"x"})", R"({"otel.status_code":"ERROR"})"}) {
        const Event event = only(trace_of(span_with(R"(,"labels":)" + std::string(labels))));
        EXPECT_EQ(field(event, "status"), R"("error")") << labels;
    }
    EXPECT_EQ(field(only(trace_of(span_with(R"(,"labels":{"otel.status_code":"OK"})"))), "status"),
              R"("ok")");
    EXPECT_EQ(
        field(only(trace_of(span_with(R"(,"labels":{"/http/status_code":"200"})"))), "status"), "");
}

TEST(CloudTraceTest, NamedSpanHasTypedAttributesEventsAndLinks) {
    const ReadText read = read_whole(
        read_cloud_trace,
        named_with(R"(,"parentSpanId":"00000000000000bb","spanKind":"CLIENT","childSpanCount":2,)"
                   R"("attributes":{"attributeMap":{"a":{"stringValue":)"
                   R"({"value":"cu","truncatedByteCount":7}},)"
                   R"("n":{"intValue":"12"},"b":{"boolValue":true}},"droppedAttributesCount":3},)"
                   R"("timeEvents":{"timeEvent":[{"time":"2026-03-01T10:00:01Z","annotation":)"
                   R"({"description":{"value":"exception"},"attributes":{"attributeMap":)"
                   R"({"exception.message":{"stringValue":{"value":"broken"}}}}}}]},)"
                   R"("links":{"link":[{"traceId":"ffffffffffffffffffffffffffffffff",)"
                   R"("spanId":"00000000000000cc","type":"PARENT_LINKED_SPAN"}]},)"
                   R"("status":{"code":2,"message":"failed"})"));
    EXPECT_TRUE(read.refused.empty()) << read.told();
    ASSERT_FALSE(read.events.empty());
    const Event& event = read.events[0];
    EXPECT_EQ(event.parent(), "00000000000000bb-" + std::string(trace));
    EXPECT_EQ(field(event, "span_kind"), R"("client")");
    EXPECT_EQ(field(event, "status"), R"("error")");
    EXPECT_EQ(field(event, "dropped_attributes_count"), "3");
    EXPECT_EQ(field(event, "attributes"),
              R"({"a":"cu","a.truncated_byte_count":7,"b":true,"cloud_trace.childSpanCount":2,)"
              R"("n":12})");
    EXPECT_EQ(field(event, "links"),
              R"([{"trace_id":"ffffffffffffffffffffffffffffffff","span_id":"00000000000000cc",)"
              R"("attributes":{"type":"PARENT_LINKED_SPAN"}}])");
    EXPECT_NE(read.told().find("broken"), std::string::npos);
}

TEST(CloudTraceTest, StatusWithoutACodeIsFine) {
    EXPECT_EQ(field(only(named_with(R"(,"status":{})")), "status"), R"("ok")");
    EXPECT_EQ(field(only(named_with("")), "status"), "");
}

TEST(CloudTraceTest, SpanIsRefusedAloneWithTheReason) {
    const ReadText read =
        read_whole(read_cloud_trace, trace_of(R"({"name":"x"},)" + span_with("")));
    EXPECT_EQ(read.events.size(), 1U);
    ASSERT_EQ(read.refused.size(), 1U);
    EXPECT_EQ(read.refused[0].reason, "span 1 of the document: spanId is missing or zero");
    EXPECT_EQ(read.refused[0].bytes, R"({"name":"x"})");
    EXPECT_EQ(reason_of(trace_of(R"({"spanId":"18446744073709551616"})")),
              "span 1 of the document: spanId is no id in decimal");
    EXPECT_EQ(reason_of(trace_of(R"({"spanId":"1","startTime":"noon"})")),
              "span 1 of the document: startTime is no time from 1970 to 2554");
    EXPECT_EQ(reason_of(R"({"traceId":"7","spans":[{"spanId":"1"}]})"),
              "span 1 of the document: traceId is missing, or no id of 32 digits in hex");
    EXPECT_EQ(reason_of(R"({"a":1})"), "is neither a trace of Cloud Trace nor a span");
}

TEST(CloudTraceTest, LinesDoNotDependOnHowTheyAreCut) {
    const std::string text = named_with("") + "\n" + trace_of(span_with("")) + "\n";
    EXPECT_EQ(read_by_lines(read_cloud_trace, text).told(),
              read_whole(read_cloud_trace, text).told());
}

TEST(CloudSpellingTest, NameTellsProjectTraceAndSpan) {
    const CloudTraceName name = cloud_trace_name("projects/traces/traces/spans/spans/s");
    EXPECT_EQ(name.project, "traces");
    EXPECT_EQ(name.trace, "spans");
    EXPECT_EQ(name.span, "s");
    EXPECT_EQ(cloud_trace_name("abc").trace, "abc");
    EXPECT_EQ(cloud_trace_name("a/b").trace, "");
    EXPECT_EQ(cloud_trace_name("/").trace, "");
}

TEST(CloudSpellingTest, TimesOutsideOfNanosecondsAreNone) {
    EXPECT_EQ(*cloud_nanos(Json(R"("1970-01-01T00:00:01Z")")), 1'000'000'000U);
    EXPECT_EQ(*cloud_nanos(Json()), 0U);
    EXPECT_FALSE(cloud_nanos(Json(R"("1969-12-31T23:59:59Z")")));
    EXPECT_FALSE(cloud_nanos(Json(R"("2600-01-01T00:00:00Z")")));
    EXPECT_FALSE(cloud_nanos(Json("5")));
}

}  // namespace
}  // namespace hence
