// OTLP over protobuf: every member, every type of value, and what is refused.
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "base/base64.h"
#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/decode/telemetry_for_test.h"

namespace hence {
namespace {

using Out = ProtobufForTest;

const std::string trace_id = std::string(15, '\x11') + '\xab';
const std::string span_id = std::string(7, '\x22') + '\xcd';
const std::string trace_hex = "111111111111111111111111111111ab";
const std::string span_hex = "22222222222222cd";

Out any_text(std::string_view text) {
    return Out().text(1, text);
}

Out pair(std::string_view key, const Out& value) {
    return Out().text(1, key).part(2, value);
}

Out with_ids() {
    return Out().text(1, trace_id).text(2, span_id);
}

// A request of one resource and one scope.
std::string request(std::initializer_list<Out> items) {
    Out scope;
    for (const Out& item : items) {
        scope.part(2, item);
    }
    return Out().part(1, Out().part(2, scope)).bytes;
}

Received traces(const std::string& message) {
    return receive(read_traces_protobuf, std::string_view(message));
}

Received logs(const std::string& message) {
    return receive(read_logs_protobuf, std::string_view(message));
}

// The JSON of an attribute's value.
std::string value(const Out& any) {
    std::string json;
    TelemetrySink sink;
    sink.span = [&](const Span& span) { json = span.attributes["k"].raw(); };
    const std::string message = request({with_ids().part(9, pair("k", any))});
    EXPECT_TRUE(read_traces_protobuf(message, sink));
    return json;
}

TEST(OtlpProtobufTest, SpanHasAllThatWasSent) {
    const Out span = with_ids()
                         .text(3, "a=b")
                         .text(4, span_id)
                         .text(5, "chat gpt")
                         .varint(6, 3)
                         .fixed64(7, 1'544'712'660'000'000'001)
                         .fixed64(8, 1'544'712'661'000'000'002)
                         .part(9, pair("k", any_text("v")))
                         .varint(10, 1)
                         .part(11, Out().fixed64(1, 7).text(2, "e").part(3, pair("x", Out())))
                         .varint(12, 2)
                         .part(13, with_ids().text(3, "s=1").varint(5, 4))
                         .varint(14, 3)
                         .part(15, Out().text(2, "boom").varint(3, 2));
    const Out scope =
        Out()
            .part(1, Out().text(1, "lib").text(2, "1.0").part(3, pair("sk", any_text("sv"))))
            .part(2, span)
            .text(3, "https://schema/scope");
    const Out resource =
        Out().part(1, Out().part(1, pair("service.name", any_text("svc")))).part(2, scope);
    const Received received = traces(Out().part(1, resource).bytes);
    EXPECT_EQ(received.failure, "");
    EXPECT_EQ(received.items,
              std::vector<std::string>{
                  trace_hex + " " + span_hex + " <" + span_hex +
                  "> a=b 'chat gpt' 3 1544712660000000001-1544712661000000002 {k=\"v\"} 2:boom "
                  "dropped 1 2 3 by {service.name=\"svc\"} lib@1.0{sk=\"sv\"} "
                  "https://schema/scope event 7 e {x=null} 0 link " +
                  trace_hex + " " + span_hex + " s=1 {} 4"});
}

TEST(OtlpProtobufTest, EmptyMessageIsFine) {
    EXPECT_EQ(traces(""), Received());
    EXPECT_EQ(logs(""), Received());
    EXPECT_EQ(traces(request({})), Received());
}

TEST(OtlpProtobufTest, ValuesAreJsonWhateverTheyWereSentAs) {
    EXPECT_EQ(value(any_text("a \"b\"\n")), R"("a \"b\"\n")");
    EXPECT_EQ(value(Out().varint(2, 1)), "true");
    EXPECT_EQ(value(Out().varint(2, 0)), "false");
    EXPECT_EQ(value(Out().varint(3, 42)), "42");
    EXPECT_EQ(value(Out().varint(3, static_cast<std::uint64_t>(-7))), "-7");
    EXPECT_EQ(value(Out().varint(3, 1ULL << 63)), "-9223372036854775808");
    EXPECT_EQ(value(Out().floating(4, 0.1)), "0.1");
    EXPECT_EQ(value(Out().floating(4, 637.704)), "637.704");
    EXPECT_EQ(value(Out().floating(4, std::nan(""))), R"("NaN")");
    EXPECT_EQ(value(Out().floating(4, std::numeric_limits<double>::infinity())), R"("Infinity")");
    EXPECT_EQ(value(Out().floating(4, -std::numeric_limits<double>::infinity())), R"("-Infinity")");
    EXPECT_EQ(value(Out().text(7, std::string("\x00\xff", 2))), R"("AP8=")");
    EXPECT_EQ(value(Out()), "null");
    EXPECT_EQ(value(Out().varint(8, 1)), "null");
    EXPECT_EQ(value(any_text("first").varint(3, 2)), "2");
}

TEST(OtlpProtobufTest, ListsAndObjectsNest) {
    const Out list = Out().part(1, any_text("a")).part(1, Out().varint(3, 1)).part(1, Out());
    EXPECT_EQ(value(Out().part(5, list)), R"(["a",1,null])");
    const Out object = Out().part(1, pair("q\"", Out().part(5, list))).part(1, pair("", Out()));
    EXPECT_EQ(value(Out().part(6, object)), R"({"q\"":["a",1,null],"":null})");
    EXPECT_EQ(value(Out().part(5, Out())), "[]");
    EXPECT_EQ(value(Out().part(6, Out())), "{}");
}

Out nested(std::size_t levels) {
    Out any = Out().varint(3, 1);
    for (std::size_t i = 0; i < levels; ++i) {
        any = Out().part(5, Out().part(1, any));
    }
    return any;
}

TEST(OtlpProtobufTest, SpanWhoseAttributesNestTooDeepIsRefusedAlone) {
    EXPECT_EQ(value(nested(attribute_depth_max)),
              std::string(attribute_depth_max, '[') + "1" + std::string(attribute_depth_max, ']'));
    const Received received =
        traces(request({with_ids(), with_ids().part(9, pair("k", nested(33))), with_ids()}));
    EXPECT_EQ(received.items.size(), 2U);
    EXPECT_EQ(received.refused,
              std::vector<std::string>{"2 resourceSpans[0].scopeSpans[0].spans[1].attributes[0]"
                                       ".value nests deeper than 32 levels"});
    EXPECT_EQ(received.failure, "");
}

TEST(OtlpProtobufTest, SpanNestedAMillionDeepIsRefused) {
    // Each level is two messages, so the sizes have to be told before the inside.
    std::string any;
    std::vector<std::string> heads;
    for (std::size_t inner = 0, i = 0; i < 20'000; ++i) {
        const std::string list_head = Out().raw_varint(1 << 3 | 2).raw_varint(inner).bytes;
        inner += list_head.size();
        const std::string any_head = Out().raw_varint(5 << 3 | 2).raw_varint(inner).bytes;
        inner += any_head.size();
        heads.push_back(any_head + list_head);
    }
    for (auto head = heads.rbegin(); head != heads.rend(); ++head) {
        any += *head;
    }
    const Received received =
        traces(request({with_ids().part(9, Out().text(1, "k").text(2, any))}));
    EXPECT_EQ(received.refused.size(), 1U);
}

TEST(OtlpProtobufTest, SpanWithTooManyValuesIsRefusedAlone) {
    const auto with = [](std::size_t count) {
        Out list;
        for (std::size_t i = 0; i + 1 < count; ++i) {
            list.part(1, Out());
        }
        return traces(request({with_ids().part(9, pair("k", Out().part(5, list)))}));
    };
    const std::size_t most = ArenaLimits().values_max;
    EXPECT_EQ(with(most).items.size(), 1U);
    EXPECT_EQ(with(most + 1).refused,
              std::vector<std::string>{"1 resourceSpans[0].scopeSpans[0].spans[0].attributes[0]"
                                       ".value holds more than 100000 values"});
}

TEST(OtlpProtobufTest, SpanWithoutIdsIsRefused) {
    const std::string zeros(16, '\0');
    const Received received =
        traces(request({Out().text(2, span_id), Out().text(1, trace_id), with_ids().text(1, zeros),
                        with_ids().text(2, zeros.substr(8)), with_ids().text(1, "short"),
                        with_ids().text(4, "short"), with_ids().text(4, zeros.substr(8))}));
    const std::string spans = "resourceSpans[0].scopeSpans[0].spans";
    EXPECT_EQ(received.refused,
              (std::vector<std::string>{
                  "1 " + spans + "[0].traceId is missing or all zeros",
                  "2 " + spans + "[1].spanId is missing or all zeros",
                  "3 " + spans + "[2].traceId is missing or all zeros",
                  "4 " + spans + "[3].spanId is missing or all zeros",
                  "5 " + spans + "[4].traceId is no id: it has 5 bytes, not 16",
                  "6 " + spans + "[5].parentSpanId is no id: it has 5 bytes, not 8"}));
    ASSERT_EQ(received.items.size(), 1U);
    EXPECT_NE(received.items[0].find(" <> "), std::string::npos);
}

TEST(OtlpProtobufTest, IdsThatWereTakenForBase64AreRecovered) {
    const Out span = Out()
                         .text(1, from_base64url(trace_hex).value_or(""))
                         .text(2, from_base64url(span_hex).value_or(""));
    const Received received = traces(request({span}));
    ASSERT_EQ(received.items.size(), 1U);
    EXPECT_TRUE(received.items[0].starts_with(trace_hex + " " + span_hex));
}

TEST(OtlpProtobufTest, BrokenSpanIsRefusedAlone) {
    Out cut = with_ids();
    cut.bytes += "\x2a\x7f";  // A name of 127 bytes that are not there.
    Out group = with_ids();
    group.bytes += "\x0b";  // The beginning of a group.
    const Received received = traces(request({with_ids(), cut, group, with_ids()}));
    EXPECT_EQ(received.items.size(), 2U);
    ASSERT_EQ(received.refused.size(), 2U);
    EXPECT_EQ(received.refused[0], "2 resourceSpans[0].scopeSpans[0].spans[1] is cut short");
    EXPECT_TRUE(received.refused[1].starts_with(
        "3 resourceSpans[0].scopeSpans[0].spans[2] is not protobuf: "));
    EXPECT_EQ(received.bytes, (std::vector<std::string>{cut.bytes, group.bytes}));
    EXPECT_EQ(received.failure, "");
}

TEST(OtlpProtobufTest, MessageThatIsNoneFails) {
    EXPECT_EQ(traces("\x0a\x7f").failure, "the message is cut short");
    EXPECT_EQ(traces("\xff\xff").failure, "the message is cut short");
    EXPECT_TRUE(traces("{\"resourceSpans\":[]}").failure.starts_with("the message is not"));
    EXPECT_TRUE(logs("garbage").failure.starts_with("the message is not protobuf"));
}

TEST(OtlpProtobufTest, UnknownFieldsArePassedOver) {
    const Out span = with_ids()
                         .varint(99, 1)
                         .text(5, "name")
                         .fixed64(98, 1)
                         .text(7, "a time that is text")
                         .varint(16, 257);
    const Received received = traces(request({span}));
    ASSERT_EQ(received.items.size(), 1U);
    EXPECT_NE(received.items[0].find("'name' 0 0-0"), std::string::npos);
}

TEST(OtlpProtobufTest, UnknownEnumsCountAsUnspecified) {
    const Received received =
        traces(request({with_ids().varint(6, 77).part(15, Out().varint(3, 9)),
                        with_ids().varint(6, static_cast<std::uint64_t>(-1))}));
    ASSERT_EQ(received.items.size(), 2U);
    EXPECT_NE(received.items[0].find("'' 0 0-0 {} 0: "), std::string::npos);
}

TEST(OtlpProtobufTest, ResourceMayStandBehindItsSpans) {
    const Out resource = Out()
                             .part(2, Out().part(2, with_ids()).part(1, Out().text(1, "lib")))
                             .part(1, Out().part(1, pair("r", any_text("v"))))
                             .text(3, "url");
    const Received received = traces(Out().part(1, resource).bytes);
    ASSERT_EQ(received.items.size(), 1U);
    EXPECT_NE(received.items[0].find(R"(by {r="v"} lib@{} url)"), std::string::npos);
}

TEST(OtlpProtobufTest, SpansOfABrokenResourceAreRefusedForIt) {
    const Out good = Out().part(2, Out().part(2, with_ids()));
    const Out bad = Out()
                        .part(1, Out().part(1, pair("deep", nested(33))))
                        .part(2, Out().part(2, with_ids()).part(2, with_ids()));
    const Out bad_scope = Out().part(2, Out().text(1, "\x0a\x7f").part(2, with_ids()));
    const Received received =
        traces(Out().part(1, good).part(1, bad).part(1, bad_scope).part(1, good).bytes);
    EXPECT_EQ(received.items.size(), 2U);
    const std::string reason =
        "resourceSpans[1].resource.attributes[0].value nests deeper than 32 levels";
    EXPECT_EQ(received.refused,
              (std::vector<std::string>{"2 " + reason, "3 " + reason,
                                        "4 resourceSpans[2].scopeSpans[0].scope is cut short"}));
}

TEST(OtlpProtobufTest, TextThatIsNotUtf8IsMendedAndSaidToBe) {
    const Received received = traces(request(
        {with_ids().part(9, pair("k", any_text("a\xff"))), with_ids().text(5, "\xc3"),
         with_ids().part(9, pair("k\xff", Out())), with_ids().part(9, pair("k", any_text("a")))}));
    ASSERT_EQ(received.items.size(), 4U);
    EXPECT_NE(received.items[0].find("{hence.invalid_utf8=true k=\"a\xef\xbf\xbd\"}"),
              std::string::npos);
    EXPECT_NE(received.items[1].find("'\xef\xbf\xbd' 0 0-0 {hence.invalid_utf8=true}"),
              std::string::npos);
    EXPECT_NE(received.items[2].find("{hence.invalid_utf8=true k\xef\xbf\xbd=null}"),
              std::string::npos);
    EXPECT_EQ(received.items[3].find("invalid_utf8"), std::string::npos);
}

TEST(OtlpProtobufTest, RecordHasAllThatWasSent) {
    const Out record = Out()
                           .fixed64(1, 11)
                           .varint(2, 9)
                           .text(3, "Information")
                           .part(5, Out().part(6, Out().part(1, pair("a", Out().varint(3, 1)))))
                           .part(6, pair("k", any_text("v")))
                           .varint(7, 2)
                           .text(9, trace_id)
                           .text(10, span_id)
                           .fixed64(11, 12)
                           .text(12, "gen_ai.choice");
    const Received received = logs(request({record, Out().varint(2, 25), Out().text(9, "x")}));
    EXPECT_EQ(received.items, (std::vector<std::string>{
                                  "11 12 9 Information 'gen_ai.choice' {\"a\":1} {k=\"v\"} 2 " +
                                      trace_hex + " " + span_hex + " by {} @{} ",
                                  "0 0 0  ''  {} 0   by {} @{} "}));
    EXPECT_EQ(received.refused,
              std::vector<std::string>{"3 resourceLogs[0].scopeLogs[0].logRecords[2].traceId is no "
                                       "id: it has 1 bytes, not 16"});
}

TEST(OtlpProtobufTest, DataPointsOfEveryTypeAreCounted) {
    const Out points = Out().part(1, Out()).part(1, Out());
    Out scope;
    for (const std::uint32_t type : {5U, 7U, 9U, 10U, 11U, 12U}) {
        scope.part(2, Out().text(1, "m").part(type, points));
    }
    const std::string message = Out().part(1, Out().part(2, scope)).bytes;
    const Result<std::uint64_t> count = count_points_protobuf(message);
    ASSERT_TRUE(count);
    EXPECT_EQ(*count, 10U);
    EXPECT_EQ(*count_points_protobuf(""), 0U);
    EXPECT_FALSE(count_points_protobuf("\x0a\x7f"));
}

}  // namespace
}  // namespace hence
