#include "server/grpc/wire.h"

#include <gtest/gtest.h>

#include "base/gzip_for_test.h"
#include "server/grpc/peer_for_test.h"

namespace hence {
namespace {

using std::chrono::nanoseconds;

TEST(GrpcWire, TheThreeMethodsOfOtlpAndHealthAreKnown) {
    EXPECT_EQ(grpc_method(export_traces), GrpcMethod::traces);
    EXPECT_EQ(grpc_method(export_logs), GrpcMethod::logs);
    EXPECT_EQ(grpc_method(export_metrics), GrpcMethod::metrics);
    EXPECT_EQ(grpc_method("/grpc.health.v1.Health/Check"), GrpcMethod::health);
    for (const std::string_view path :
         {"", "/", "/v1/traces", "/grpc.health.v1.Health/Watch",
          "/opentelemetry.proto.collector.trace.v1.TraceService/export",
          "/opentelemetry.proto.collector.trace.v1.TraceService/Export/",
          "/opentelemetry.proto.collector.profiles.v1development.ProfilesService/Export"}) {
        EXPECT_EQ(grpc_method(path), GrpcMethod::unknown) << path;
    }
    EXPECT_EQ(signal_of(GrpcMethod::logs), OtlpSignal::logs);
    EXPECT_FALSE(signal_of(GrpcMethod::health));
}

TEST(GrpcWire, OnlyProtobufIsTaken) {
    for (const std::string_view type :
         {"application/grpc", "application/grpc+proto", "Application/GRPC",
          "application/grpc ; charset=utf-8", "application/grpc+proto;x=y"}) {
        EXPECT_TRUE(is_grpc(type)) << type;
    }
    for (const std::string_view type :
         {"", "application/grpc+json", "application/grpc-web", "application/grpc-web+proto",
          "application/grpcx", "application/x-protobuf", "text/plain", " application/grpc"}) {
        EXPECT_FALSE(is_grpc(type)) << type;
    }
}

TEST(GrpcWire, CodingsAreKnownByName) {
    EXPECT_EQ(grpc_coding(""), GrpcCoding::none);
    EXPECT_EQ(grpc_coding("identity"), GrpcCoding::none);
    EXPECT_EQ(grpc_coding("gzip"), GrpcCoding::gzip);
    EXPECT_EQ(grpc_coding("deflate"), GrpcCoding::deflate);
    EXPECT_EQ(grpc_coding("zstd"), GrpcCoding::zstd);
    EXPECT_EQ(grpc_coding("snappy"), GrpcCoding::unknown);
    EXPECT_EQ(grpc_coding("gzip, gzip"), GrpcCoding::unknown);
}

TEST(GrpcWire, ATimeoutIsUpToEightDigitsAndAUnit) {
    EXPECT_EQ(*parse_grpc_timeout("1H"), nanoseconds(std::chrono::hours(1)));
    EXPECT_EQ(*parse_grpc_timeout("2M"), nanoseconds(std::chrono::minutes(2)));
    EXPECT_EQ(*parse_grpc_timeout("10S"), nanoseconds(std::chrono::seconds(10)));
    EXPECT_EQ(*parse_grpc_timeout("100m"), nanoseconds(std::chrono::milliseconds(100)));
    EXPECT_EQ(*parse_grpc_timeout("9999999u"), nanoseconds(std::chrono::microseconds(9'999'999)));
    EXPECT_EQ(*parse_grpc_timeout("99999999n"), nanoseconds(99'999'999));
    EXPECT_EQ(*parse_grpc_timeout("0n"), nanoseconds(0));
    // Longer than anybody waits, and still a number.
    EXPECT_GE(*parse_grpc_timeout("99999999H"), nanoseconds(std::chrono::hours(24)));
    for (const std::string_view text : {"", "S", "1", "100000000n", "-1S", "+1S", "1s", "1 S",
                                        " 1S", "1SS", "1.5S", "0x1S", "1\xC2\xB5"}) {
        EXPECT_FALSE(parse_grpc_timeout(text)) << text;
    }
}

TEST(GrpcWire, AMessageInATrailerIsPrintable) {
    EXPECT_EQ(grpc_message("plain ~ words"), "plain ~ words");
    EXPECT_EQ(grpc_message("50% of\r\n\x7f"), "50%25 of%0D%0A%7F");
    EXPECT_EQ(grpc_message("schön"), "sch%C3%B6n");
    EXPECT_EQ(grpc_message("\xff"), "%EF%BF%BD");
    EXPECT_EQ(grpc_message(""), "");
}

TEST(GrpcWire, ALongMessageInATrailerIsCutAndSaysSo) {
    EXPECT_EQ(grpc_message(std::string(1'024, 'a')), std::string(1'024, 'a'));
    EXPECT_EQ(grpc_message(std::string(1'025, 'a')), std::string(1'024, 'a') + "%E2%80%A6");
}

TEST(GrpcWire, OnlyWhatMayWorkLaterIsToBeTriedAgain) {
    const GrpcAnswer busy = grpc_refusal(Error{Code::busy, "much to do"});
    EXPECT_EQ(busy.code, 14);
    EXPECT_NE(busy.details.find("google.rpc.RetryInfo"), std::string::npos);
    EXPECT_NE(grpc_refusal(Error{Code::io, "no disk"}).details, "");
    EXPECT_NE(grpc_refusal(GrpcCode::unavailable, "stopping").details, "");
    for (const Code code : {Code::invalid, Code::limit, Code::unsupported, Code::conflict}) {
        EXPECT_EQ(grpc_refusal(Error{code, "no"}).details, "");
    }
    EXPECT_EQ(grpc_refusal(Error{Code::invalid, "what", "say it"}).message, "what; say it");
}

class GrpcReaderTest : public testing::Test {
protected:
    ByteBudget budget_{100};
    GrpcReader reader_{40, budget_};
};

TEST_F(GrpcReaderTest, AMessageMayComeByteByByte) {
    for (const char byte : grpc_frame("hello")) {
        ASSERT_FALSE(reader_.take({&byte, 1}));
    }
    EXPECT_FALSE(reader_.finish());
    EXPECT_FALSE(reader_.compressed());
    EXPECT_EQ(reader_.received(), 10U);
    EXPECT_EQ(budget_.held(), 5U);
    EXPECT_EQ(reader_.take_message(), "hello");
}

TEST_F(GrpcReaderTest, AnEmptyMessageIsAMessage) {
    EXPECT_FALSE(reader_.take(grpc_frame("")));
    EXPECT_FALSE(reader_.finish());
}

TEST_F(GrpcReaderTest, NoMessageIsNone) {
    ASSERT_TRUE(reader_.finish());
    EXPECT_EQ(reader_.finish()->code, 13);
}

TEST_F(GrpcReaderTest, AMessageThatIsCutOffIsNone) {
    for (const std::size_t kept : {1U, 4U, 5U, 9U}) {
        GrpcReader reader(40, budget_);
        ASSERT_FALSE(reader.take(grpc_frame("hello").substr(0, kept)));
        ASSERT_TRUE(reader.finish()) << kept;
        EXPECT_EQ(reader.finish()->code, 13);
    }
}

TEST_F(GrpcReaderTest, AMessageThatIsTooLargeIsRefusedByItsLength) {
    EXPECT_FALSE(reader_.take(grpc_frame(std::string(40, 'x'))));
    GrpcReader other(40, budget_);
    const auto refused = other.take(grpc_frame(std::string(41, 'x')).substr(0, 5));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->code, 8);
    EXPECT_EQ(refused->details, "");
    EXPECT_EQ(refused->message, "a message of 41 bytes is larger than the 40 that are taken");
}

TEST_F(GrpcReaderTest, WhatFollowsTheMessageIsRefused) {
    const auto refused = reader_.take(grpc_frame("one") + grpc_frame("two"));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->code, 13);
}

TEST_F(GrpcReaderTest, AFlagIsZeroOrOne) {
    EXPECT_EQ(reader_.take(grpc_frame("x", 2))->code, 13);
    GrpcReader packed(40, budget_);
    EXPECT_FALSE(packed.take(grpc_frame("x", 1)));
    EXPECT_TRUE(packed.compressed());
}

TEST_F(GrpcReaderTest, WithoutRoomAMessageIsToBeSentAgain) {
    ByteHold other(budget_);
    ASSERT_TRUE(other.grow(61));
    EXPECT_FALSE(reader_.take(grpc_frame(std::string(40, 'x')).substr(0, 5 + 39)));
    const auto refused = reader_.take("x");
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->code, 14);
    EXPECT_NE(refused->details, "");
    EXPECT_EQ(budget_.held(), 100U);
}

TEST(GrpcBudget, WhoIsAloneAlwaysGetsRoom) {
    ByteBudget budget(10);
    ByteHold first(budget);
    EXPECT_TRUE(first.grow(8));
    EXPECT_TRUE(first.grow(8));
    ByteHold second(budget);
    EXPECT_FALSE(second.grow(1));
    first.shrink(7);
    EXPECT_TRUE(second.grow(1));
    EXPECT_FALSE(second.grow(1));
    first = ByteHold(budget);
    EXPECT_EQ(budget.held(), 1U);
    EXPECT_TRUE(second.grow(100));
}

class GrpcUnpack : public testing::Test {
protected:
    Result<std::string> unpacked(GrpcCoding coding, const std::string& message) {
        hold_ = ByteHold(budget_);
        EXPECT_TRUE(hold_.grow(message.size()));
        return unpack(coding, message, hold_, limits_);
    }

    ListenerLimits limits_ = {.body_bytes_max = 4U << 20U};
    ByteBudget budget_{16U << 20U};
    ByteHold hold_{budget_};
};

TEST_F(GrpcUnpack, GivesWhatWasPacked) {
    const std::string text(100'000, 'x');
    EXPECT_EQ(*unpacked(GrpcCoding::gzip, gzip(text)), text);
    EXPECT_EQ(budget_.held(), text.size());
}

TEST_F(GrpcUnpack, RefusesWhatIsNotPacked) {
    EXPECT_EQ(unpacked(GrpcCoding::gzip, "hello").error().code, Code::invalid);
    EXPECT_EQ(unpacked(GrpcCoding::zstd, "hello").error().code, Code::invalid);
    const std::string cut = gzip("hello");
    EXPECT_EQ(unpacked(GrpcCoding::gzip, cut.substr(0, cut.size() - 1)).error().code,
              Code::invalid);
}

TEST_F(GrpcUnpack, StopsAtTheLimitOfAMessage) {
    limits_ = {.body_bytes_max = 1'000};
    EXPECT_TRUE(unpacked(GrpcCoding::gzip, gzip(std::string(1'000, 'x'))));
    EXPECT_EQ(unpacked(GrpcCoding::gzip, gzip(std::string(1'001, 'x'))).error().code, Code::limit);
}

TEST_F(GrpcUnpack, StopsWhereTooMuchComesOutOfTooLittle) {
    EXPECT_TRUE(unpacked(GrpcCoding::gzip, gzip(std::string(1U << 20U, 'x'))));
    EXPECT_EQ(unpacked(GrpcCoding::gzip, gzip(std::string(2U << 20U, 'x'))).error().code,
              Code::limit);
    limits_.inflation_max = 10'000;
    EXPECT_TRUE(unpacked(GrpcCoding::gzip, gzip(std::string(2U << 20U, 'x'))));
}

TEST_F(GrpcUnpack, StopsWhereOthersFillTheRoom) {
    limits_.inflation_max = 10'000;
    ByteHold other(budget_);
    ASSERT_TRUE(other.grow(15U << 20U));
    EXPECT_TRUE(unpacked(GrpcCoding::gzip, gzip(std::string(500'000, 'x'))));
    EXPECT_EQ(unpacked(GrpcCoding::gzip, gzip(std::string(2U << 20U, 'x'))).error().code,
              Code::busy);
}

}  // namespace
}  // namespace hence
