// OTLP over JSON: every member, every spelling, and what is refused.
#include "model/json/json.h"

#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include "base/base64.h"
#include "formats/common/records.h"
#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/decode/telemetry_for_test.h"

namespace hence {
namespace {

const std::string trace_id = "5b8efff798038103d269b633813fc60c";
const std::string span_id = "eee19b7ec3c1b174";
const std::string ids =
    R"("traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174")";
const std::string spans = "resourceSpans[0].scopeSpans[0].spans";

Received traces(const std::string& document) {
    const Result<std::string> valid = minify(document, record_depth_max);
    EXPECT_TRUE(valid) << document;
    return receive(read_traces_json, Json(*valid));
}

Received logs(const std::string& document) {
    const Result<std::string> valid = minify(document, record_depth_max);
    EXPECT_TRUE(valid) << document;
    return receive(read_logs_json, Json(*valid));
}

// A document of one resource and one scope. Each is the inside of an object.
std::string document(std::initializer_list<std::string> items) {
    std::string list;
    for (const std::string& item : items) {
        list += (list.empty() ? "{" : ",{") + item + "}";
    }
    return R"({"resourceSpans":[{"scopeSpans":[{"spans":[)" + list + "]}]}]}";
}

// The JSON of an attribute's value, or why there is none.
std::string value(const std::string& any) {
    const Received received =
        traces(document({ids + R"(,"attributes":[{"key":"k","value":)" + any + "}]"}));
    if (received.items.empty()) {
        const std::size_t at = received.refused.at(0).find(".value") + 6;
        return received.refused.at(0).substr(at);
    }
    const std::size_t begin = received.items.at(0).find("{k=") + 3;
    return received.items.at(0).substr(begin, received.items.at(0).find("} 0:") - begin);
}

TEST(OtlpJsonTest, SpanHasAllThatWasSent) {
    const Received received = traces(R"({"resourceSpans":[{"resource":{"attributes":[
        {"key":"service.name","value":{"stringValue":"svc"}}]},"schemaUrl":"https://schema/r",
        "scopeSpans":[{"scope":{"name":"lib","version":"1.0","attributes":[
        {"key":"sk","value":{"stringValue":"sv"}}]},"spans":[{)" +
                                     ids + R"(,
        "parentSpanId":"EEE19B7EC3C1B173","traceState":"a=b","name":"chat \"gpt\"","kind":3,
        "startTimeUnixNano":"1544712660000000001","endTimeUnixNano":1544712661000000002,
        "attributes":[{"key":"k","value":{"stringValue":"v"}}],"droppedAttributesCount":1,
        "events":[{"timeUnixNano":"7","name":"e","attributes":[{"key":"x"}]}],
        "droppedEventsCount":2,"links":[{)" +
                                     ids +
                                     R"(,"traceState":"s=1","droppedAttributesCount":4}],
        "droppedLinksCount":3,"status":{"code":2,"message":"boom"},"flags":256}]}]}]})");
    EXPECT_EQ(received.failure, "");
    EXPECT_EQ(received.refused, std::vector<std::string>{});
    EXPECT_EQ(received.items,
              std::vector<std::string>{
                  trace_id + " " + span_id +
                  " <eee19b7ec3c1b173> a=b 'chat \"gpt\"' 3 "
                  "1544712660000000001-1544712661000000002 {k=\"v\"} 2:boom dropped 1 2 3 by "
                  "{service.name=\"svc\"} lib@1.0{sk=\"sv\"} https://schema/r event 7 e {x=null} 0 "
                  "link " +
                  trace_id + " " + span_id + " s=1 {} 4"});
}

TEST(OtlpJsonTest, SnakeCaseAndNamesAndTextsSayTheSame) {
    const Received camel =
        traces(R"({"resourceSpans":[{"scopeSpans":[{"scope":{"name":"l"},"spans":[{"traceId":")" +
               trace_id + R"(","spanId":")" + span_id +
               R"(","parentSpanId":"eee19b7ec3c1b173","kind":3,"startTimeUnixNano":"17",
        "status":{"code":2},"droppedAttributesCount":5,"attributes":[
        {"key":"a","value":{"intValue":"10"}},
        {"key":"b","value":{"arrayValue":{"values":[{"stringValue":"x"},{"boolValue":true}]}}}
        ]}]}]}]})");
    const Received snake = traces(
        R"({"resource_spans":[{"instrumentation_library_spans":[
        {"instrumentation_library":{"name":"l"},"spans":[{"trace_id":")" +
        base64("\x5b\x8e\xff\xf7\x98\x03\x81\x03\xd2\x69\xb6\x33\x81\x3f\xc6\x0c") +
        R"(","span_id":")" + base64(span_id) +
        R"(","parent_span_id":"EEE19B7EC3C1B173","kind":"SPAN_KIND_CLIENT",
        "start_time_unix_nano":17.0,"status":{"code":"STATUS_CODE_ERROR"},
        "dropped_attributes_count":"5","attributes":[
        {"key":"a","value":{"int_value":10}},{"key":"b","value":{"array_value":{"values":[
        {"string_value":"x"},{"bool_value":"true"}]}}}]}]}]}]})");
    EXPECT_EQ(camel, snake);
    EXPECT_EQ(camel.items.size(), 1U);
}

TEST(OtlpJsonTest, EmptyDocumentIsFine) {
    EXPECT_EQ(traces("{}"), Received());
    EXPECT_EQ(traces(R"({"resourceSpans":[],"unknown":7})"), Received());
    EXPECT_EQ(traces(R"({"resourceSpans":null})"), Received());
    EXPECT_EQ(logs(R"({"resourceLogs":[{"scopeLogs":[{}]}]})"), Received());
}

TEST(OtlpJsonTest, DocumentThatIsNoneFails) {
    EXPECT_EQ(traces("[]").failure, "the document is no JSON object");
    EXPECT_EQ(traces(R"({"resourceSpans":{}})").failure, "resourceSpans is no list");
    EXPECT_EQ(logs(R"({"resourceLogs":"x"})").failure, "resourceLogs is no list");
}

TEST(OtlpJsonTest, OneResourceSpansMayStandAlone) {
    const Received received =
        traces(R"({"resource":{"attributes":[{"key":"r","value":{"intValue":1}}]},
        "scopeSpans":[{"spans":[{)" +
               ids + "}]}]}");
    ASSERT_EQ(received.items.size(), 1U);
    EXPECT_NE(received.items[0].find("by {r=1}"), std::string::npos);
}

TEST(OtlpJsonTest, OldAndNewNamesForScopesMayStandTogether) {
    const std::string scope = R"([{"spans":[{)" + ids + "}]}]";
    const Received received = traces(R"({"resourceSpans":[{"scopeSpans":)" + scope +
                                     R"(,"instrumentationLibrarySpans":)" + scope + "}]}");
    EXPECT_EQ(received.items.size(), 2U);
}

TEST(OtlpJsonTest, ValuesAreWhatTheySay) {
    EXPECT_EQ(value(R"({"stringValue":"a\nb"})"), R"("a\nb")");
    EXPECT_EQ(value(R"({"stringValue":""})"), R"("")");
    EXPECT_EQ(value(R"({"boolValue":false})"), "false");
    EXPECT_EQ(value(R"({"intValue":"-9223372036854775808"})"), "-9223372036854775808");
    EXPECT_EQ(value(R"({"intValue":7})"), "7");
    EXPECT_EQ(value(R"({"intValue":7.0})"), "7");
    EXPECT_EQ(value(R"({"intValue":"1e3"})"), "1000");
    EXPECT_EQ(value(R"({"doubleValue":637.7040})"), "637.7040");
    EXPECT_EQ(value(R"({"doubleValue":"1.50"})"), "1.50");
    EXPECT_EQ(value(R"({"doubleValue":"NaN"})"), R"("NaN")");
    EXPECT_EQ(value(R"({"doubleValue":"-Infinity"})"), R"("-Infinity")");
    EXPECT_EQ(value(R"({"bytesValue":"AP8="})"), R"("AP8=")");
    EXPECT_EQ(value("{}"), "null");
    EXPECT_EQ(value("null"), "null");
    EXPECT_EQ(value(R"({"stringValue":null})"), "null");
    EXPECT_EQ(value(R"({"newValue":1})"), "null");
    EXPECT_EQ(value(R"({"arrayValue":{}})"), "[]");
    EXPECT_EQ(value(R"({"kvlistValue":{"values":[]}})"), "{}");
    EXPECT_EQ(value(R"({"kvlistValue":{"values":[{"key":"a\"","value":{"arrayValue":{"values":[
                    {"intValue":"1"},{},null,{"stringValue":"x"}]}}},{"key":"b"}]}})"),
              R"({"a\"":[1,null,null,"x"],"b":null})");
}

TEST(OtlpJsonTest, ValuesOfTheWrongTypeSayWhich) {
    EXPECT_EQ(value("5"), " is no object such as {\"stringValue\":\"…\"}");
    EXPECT_EQ(value(R"({"stringValue":5})"), " holds a stringValue that is no text");
    EXPECT_EQ(value(R"({"bytesValue":[]})"), " holds a bytesValue that is no text");
    EXPECT_EQ(value(R"({"intValue":"five"})"), " holds an intValue that is no integer");
    EXPECT_EQ(value(R"({"intValue":1.5})"), " holds an intValue that is no integer");
    EXPECT_EQ(value(R"({"intValue":{}})"), " holds an intValue that is no integer");
    EXPECT_EQ(value(R"({"doubleValue":"much"})"), " holds a doubleValue that is no number");
    EXPECT_EQ(value(R"({"boolValue":1})"), " holds a boolValue that is neither true nor false");
    EXPECT_EQ(value(R"({"arrayValue":[]})"), " has no list of values in its arrayValue");
    EXPECT_EQ(value(R"({"kvlistValue":{"values":{}}})"),
              " has no list of values in its kvlistValue");
    EXPECT_EQ(value(R"({"arrayValue":{"values":["x"]}})"),
              " is no object such as {\"stringValue\":\"…\"}");
}

TEST(OtlpJsonTest, SpanOfTheWrongShapeIsRefusedAloneAndSaysWhere) {
    const Received received = traces(document({
        ids,
        R"("spanId":"eee19b7ec3c1b174")",
        R"("traceId":"5b8efff798038103d269b633813fc60c","span_id":"0000000000000000")",
        R"("traceId":"5b8e","spanId":"eee19b7ec3c1b174")",
        R"("traceId":7,"spanId":"eee19b7ec3c1b174")",
        ids + R"(,"parentSpanId":"xyz")",
        ids + R"(,"name":{})",
        ids + R"(,"startTimeUnixNano":"-1")",
        ids + R"(,"endTimeUnixNano":"noon")",
        ids + R"(,"attributes":{})",
        ids + R"(,"attributes":[{"key":"a"},7])",
        ids + R"(,"attributes":[{"key":5}])",
        ids + R"(,"events":[{},{"timeUnixNano":[]}])",
        ids + R"(,"links":[{"traceId":"short"}])",
        ids + R"(,"status":"OK")",
        ids + R"(,"kind":[])",
        ids,
    }));
    EXPECT_EQ(received.items.size(), 2U);
    EXPECT_EQ(received.failure, "");
    EXPECT_EQ(
        received.refused,
        (std::vector<std::string>{
            "2 " + spans + "[1].traceId is missing or all zeros",
            "3 " + spans + "[2].spanId is missing or all zeros",
            "4 " + spans + "[3].traceId is no id: neither 32 digits in hex nor base64 of them",
            "5 " + spans + "[4].traceId is no text",
            "6 " + spans + "[5].parentSpanId is no id: neither 16 digits in hex nor base64 of them",
            "7 " + spans + "[6].name is no text",
            "8 " + spans + "[7].startTimeUnixNano is no whole number of at least 0",
            "9 " + spans + "[8].endTimeUnixNano is no whole number of at least 0",
            "10 " + spans + "[9].attributes is no list",
            "11 " + spans + "[10].attributes[1] is no object of a key and a value",
            "12 " + spans + "[11].attributes[0].key is no text",
            "13 " + spans + "[12].events[1].timeUnixNano is no whole number of at least 0",
            "14 " + spans +
                "[13].links[0].traceId is no id: neither 32 digits in hex nor base64 of them",
            "15 " + spans + "[14].status is no object",
            "16 " + spans + "[15].kind is neither a number nor a name"}));
    EXPECT_EQ(received.bytes.at(0), R"({"spanId":"eee19b7ec3c1b174"})");
}

TEST(OtlpJsonTest, WhatShouldHoldSpansAndDoesNotIsRefusedAsOne) {
    const std::string scope = R"({"spans":[{)" + ids + "}]}";
    const Received received =
        traces(R"({"resourceSpans":[5,{"scopeSpans":7},{"scopeSpans":["x",{"spans":{}},)" + scope +
               R"(,{"scope":5,"spans":[{)" + ids + R"(}]}]},{"resource":[],"scopeSpans":[)" +
               scope + "]}]}");
    EXPECT_EQ(received.items.size(), 1U);
    EXPECT_EQ(received.refused,
              (std::vector<std::string>{
                  "1 resourceSpans[0] is no object",
                  "2 resourceSpans[1] holds something else than a list",
                  "3 resourceSpans[2].scopeSpans[0] is no object",
                  "4 resourceSpans[2].scopeSpans[1] holds something else than a list",
                  "6 resourceSpans[2].scopeSpans[3].scope is no object",
                  "7 resourceSpans[3].resource is no object"}));
}

TEST(OtlpJsonTest, ParentThatIsEmptyOrZerosIsNone) {
    for (const std::string parent :
         {R"("")", "null", R"("0000000000000000")", R"("AAAAAAAAAAA=")"}) {
        const Received received = traces(document({ids + R"(,"parentSpanId":)" + parent}));
        ASSERT_EQ(received.items.size(), 1U) << parent;
        EXPECT_NE(received.items[0].find(" <> "), std::string::npos) << parent;
    }
}

TEST(OtlpJsonTest, EnumsAreNumbersOrNames) {
    const auto kind = [](const std::string& spelled) {
        const Received received = traces(document({ids + R"(,"kind":)" + spelled}));
        return received.items.at(0).substr(received.items.at(0).find("''") + 3, 1);
    };
    EXPECT_EQ(kind("5"), "5");
    EXPECT_EQ(kind("6"), "0");
    EXPECT_EQ(kind("-1"), "0");
    EXPECT_EQ(kind(R"("4")"), "4");
    EXPECT_EQ(kind(R"("SPAN_KIND_INTERNAL")"), "1");
    EXPECT_EQ(kind(R"("Server")"), "2");
    EXPECT_EQ(kind(R"("SPAN_KIND_NEW")"), "0");
}

std::string nested(std::size_t levels) {
    std::string any = R"({"intValue":1})";
    for (std::size_t i = 0; i < levels; ++i) {
        any = R"({"arrayValue":{"values":[)" + any + "]}}";
    }
    return any;
}

TEST(OtlpJsonTest, AttributesNestSoDeepAndNoDeeper) {
    EXPECT_EQ(value(nested(attribute_depth_max)),
              std::string(attribute_depth_max, '[') + "1" + std::string(attribute_depth_max, ']'));
    EXPECT_EQ(value(nested(attribute_depth_max + 1)), " nests deeper than 32 levels");
}

TEST(OtlpJsonTest, RecordHasAllThatWasSent) {
    const Received received = logs(R"({"resourceLogs":[{"scopeLogs":[{"logRecords":[
        {"timeUnixNano":"11","observedTimeUnixNano":12,"severityNumber":"SEVERITY_NUMBER_INFO2",
        "severityText":"Information","eventName":"gen_ai.choice",
        "body":{"kvlistValue":{"values":[{"key":"a","value":{"intValue":1}}]}},
        "attributes":[{"key":"k","value":{"stringValue":"v"}}],"droppedAttributesCount":2,)" +
                                   ids + R"(},{"severityNumber":17,"traceId":"","body":null},
        {"spanId":"zz"}]}]}]})");
    EXPECT_EQ(received.items, (std::vector<std::string>{
                                  "11 12 10 Information 'gen_ai.choice' {\"a\":1} {k=\"v\"} 2 " +
                                      trace_id + " " + span_id + " by {} @{} ",
                                  "0 0 17  ''  {} 0   by {} @{} "}));
    EXPECT_EQ(received.refused,
              std::vector<std::string>{"3 resourceLogs[0].scopeLogs[0].logRecords[2].spanId is no "
                                       "id: neither 16 digits in hex nor base64 of them"});
}

TEST(OtlpJsonTest, DataPointsOfEveryTypeAreCounted) {
    EXPECT_EQ(count_points_json(
                  Json(R"({"resourceMetrics":[{"scopeMetrics":[{"metrics":[)"
                       R"({"name":"a","gauge":{"dataPoints":[{},{}]}},{"sum":{"dataPoints":[{}]}},)"
                       R"({"histogram":{"dataPoints":[{}]}},)"
                       R"({"exponential_histogram":{"data_points":[{}]}},)"
                       R"({"summary":{"dataPoints":[{}]}},{"other":{"dataPoints":[{}]}},7]}]}]})")),
              6U);
    EXPECT_EQ(count_points_json(Json("{}")), 0U);
    EXPECT_EQ(count_points_json(Json("[1]")), 0U);
}

}  // namespace
}  // namespace hence
