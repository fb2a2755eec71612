#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "server/otlp/otlp.h"

namespace hence {
namespace {

using std::string_literals::operator""s;

std::string json(OtlpSignal signal, const OtlpReceipt& receipt) {
    return otlp_response(signal, OtlpEncoding::json, receipt);
}

std::string protobuf(OtlpSignal signal, const OtlpReceipt& receipt) {
    return otlp_response(signal, OtlpEncoding::protobuf, receipt);
}

TEST(OtlpAnswerTest, SuccessSaysNothing) {
    for (const OtlpSignal signal : {OtlpSignal::traces, OtlpSignal::logs, OtlpSignal::metrics}) {
        EXPECT_EQ(json(signal, {}), "{}");
        EXPECT_EQ(protobuf(signal, {}), "");
    }
}

TEST(OtlpAnswerTest, RejectedAreCountedAsText) {
    const OtlpReceipt receipt{.rejected = 3, .message = "no \"id\""};
    EXPECT_EQ(json(OtlpSignal::traces, receipt),
              R"({"partialSuccess":{"rejectedSpans":"3","errorMessage":"no \"id\""}})");
    EXPECT_EQ(json(OtlpSignal::logs, receipt),
              R"({"partialSuccess":{"rejectedLogRecords":"3","errorMessage":"no \"id\""}})");
    EXPECT_EQ(json(OtlpSignal::metrics, receipt),
              R"({"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"no \"id\""}})");
}

TEST(OtlpAnswerTest, RejectedAreAVarintInProtobuf) {
    EXPECT_EQ(protobuf(OtlpSignal::traces, {.rejected = 300, .message = "bad"}),
              "\x0a\x08\x08\xac\x02\x12\x03"
              "bad"s);
}

TEST(OtlpAnswerTest, WarningRejectsNothing) {
    EXPECT_EQ(json(OtlpSignal::traces, {.message = "hm"}),
              R"({"partialSuccess":{"errorMessage":"hm"}})");
    EXPECT_EQ(protobuf(OtlpSignal::traces, {.message = "hm"}),
              "\x0a\x04\x12\x02"
              "hm"s);
}

TEST(OtlpAnswerTest, StatusHasCodeAndMessage) {
    EXPECT_EQ(rpc_status(OtlpEncoding::json, 3, "bad"), R"({"code":3,"message":"bad"})");
    EXPECT_EQ(rpc_status(OtlpEncoding::protobuf, 3, "bad"),
              "\x08\x03\x12\x03"
              "bad"s);
}

TEST(OtlpAnswerTest, StatusSaysWhenToTryAgain) {
    EXPECT_EQ(rpc_status(OtlpEncoding::json, 14, "later", 60),
              R"({"code":14,"message":"later","details":[)"
              R"({"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"60s"}]})");
    EXPECT_EQ(rpc_status(OtlpEncoding::protobuf, 14, "later", 60),
              "\x08\x0e\x12\x05later\x1a\x30\x0a\x28"
              "type.googleapis.com/google.rpc.RetryInfo"
              "\x12\x04\x0a\x02\x08\x3c"s);
}

TEST(OtlpAnswerTest, OnlyWhatMayPassIsRetried) {
    for (const Code code : {Code::io, Code::busy, Code::corrupt}) {
        EXPECT_EQ(rpc_code_of(code), 14);
        EXPECT_GT(otlp_retry_after_s(code), 0);
    }
    for (const Code code : {Code::invalid, Code::not_found, Code::conflict, Code::limit,
                            Code::unsupported, Code::unauthorized, Code::forbidden}) {
        // CANCELLED, DEADLINE_EXCEEDED, ABORTED, OUT_OF_RANGE, UNAVAILABLE, DATA_LOSS
        for (const int retried : {1, 4, 10, 11, 14, 15}) {
            EXPECT_NE(rpc_code_of(code), retried);
        }
        EXPECT_EQ(otlp_retry_after_s(code), 0);
    }
}

}  // namespace
}  // namespace hence
