// Tests of one gRPC connection without a socket: bytes and times are handed in.
#include "server/grpc/session.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/base64.h"
#include "server/grpc/peer_for_test.h"

namespace hence {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Both ends of a connection, and a clock that stands still until it is told otherwise.
class GrpcSessionTest : public testing::Test {
protected:
    explicit GrpcSessionTest(const ListenerLimits& limits = {.body_bytes_max = 1 << 20})
        : house_{access_, limits, ByteBudget(limits.in_flight_bytes_max)} {}

    // Carries bytes both ways until there are none.
    void exchange() {
        for (bool moved = true; moved;) {
            const std::string there = peer_.send();
            if (!there.empty()) {
                session_.receive(there, now_);
            }
            std::string back;
            session_.send(back, 1 << 20);
            peer_.receive(back);
            moved = !there.empty() || !back.empty();
        }
    }
    // Lets every call that was delivered succeed.
    void succeed() {
        for (const GrpcCall& call : calls_) {
            session_.answer(call.stream, grpc_success(call.signal, {}), now_);
        }
        calls_.clear();
        exchange();
    }
    GrpcPeer::Reply told(std::string_view path, std::string_view body,
                         const GrpcPeer::Fields& fields = {}) {
        const std::int32_t id = peer_.call(path, body, fields);
        exchange();
        succeed();
        return peer_.reply(id);
    }
    std::string status(std::string_view body, const GrpcPeer::Fields& fields = {}) {
        return told(export_traces, body, fields).status();
    }
    void after(milliseconds passed) {
        now_ += passed;
        session_.look_at_the_clock(now_);
        exchange();
    }

    Access access_ = Access::from({}).take();
    GrpcHouse house_;
    GrpcSession::Instant now_{seconds(1'000)};
    std::vector<GrpcCall> calls_;
    GrpcSession session_{house_, [this](GrpcCall call) { calls_.push_back(std::move(call)); },
                         now_};
    GrpcPeer peer_;
};

TEST_F(GrpcSessionTest, ACallIsDeliveredWholeAndAnswered) {
    const std::int32_t id = peer_.begin(export_logs);
    peer_.write(id, grpc_frame("hello").substr(0, 7));
    exchange();
    EXPECT_TRUE(calls_.empty());
    peer_.write(id, grpc_frame("hello").substr(7));
    peer_.end(id);
    exchange();
    ASSERT_EQ(calls_.size(), 1U);
    EXPECT_EQ(calls_[0].message, "hello");
    EXPECT_EQ(calls_[0].signal, OtlpSignal::logs);
    EXPECT_EQ(calls_[0].coding, GrpcCoding::none);
    EXPECT_FALSE(peer_.reply(id).closed);
    succeed();
    const GrpcPeer::Reply& reply = peer_.reply(id);
    EXPECT_EQ(reply.at(":status"), "200");
    EXPECT_EQ(reply.at("content-type"), "application/grpc");
    EXPECT_EQ(reply.at("grpc-accept-encoding"), "identity,deflate,gzip,zstd");
    EXPECT_EQ(reply.body, grpc_frame(""));
    EXPECT_EQ(reply.status(), "0");
    EXPECT_EQ(reply.blocks, 2);
    EXPECT_TRUE(reply.closed);
    EXPECT_EQ(reply.reset, 0U);
    EXPECT_EQ(house_.budget.held(), 0U);
}

TEST_F(GrpcSessionTest, TrailersAfterTheMessageEndACallAndChangeNothing) {
    const std::int32_t id = peer_.begin(export_traces);
    peer_.write(id, grpc_frame("hello"));
    peer_.end_with_trailers(id);
    exchange();
    ASSERT_EQ(calls_.size(), 1U);
    succeed();
    EXPECT_EQ(peer_.reply(id).status(), "0");
}

TEST_F(GrpcSessionTest, WhatWasRejectedIsInTheAnswer) {
    const std::int32_t id = peer_.call(export_traces, grpc_frame("x"));
    exchange();
    session_.answer(id, grpc_success(OtlpSignal::traces, {.rejected = 3, .message = "bad"}), now_);
    exchange();
    EXPECT_EQ(peer_.reply(id).body, grpc_frame("\x0A\x07\x08\x03\x12\x03"
                                               "bad"));
}

TEST_F(GrpcSessionTest, EachMethodHasItsSignal) {
    peer_.call(export_traces, grpc_frame(""));
    peer_.call(export_logs, grpc_frame(""));
    peer_.call(export_metrics, grpc_frame(""));
    exchange();
    ASSERT_EQ(calls_.size(), 3U);
    EXPECT_EQ(calls_[0].signal, OtlpSignal::traces);
    EXPECT_EQ(calls_[1].signal, OtlpSignal::logs);
    EXPECT_EQ(calls_[2].signal, OtlpSignal::metrics);
}

TEST_F(GrpcSessionTest, HealthIsAnsweredAtOnce) {
    const GrpcPeer::Reply reply = told("/grpc.health.v1.Health/Check", grpc_frame(""));
    EXPECT_EQ(reply.body, grpc_frame("\x08\x01"));
    EXPECT_EQ(reply.status(), "0");
    EXPECT_EQ(told("/grpc.health.v1.Health/Check", grpc_frame(std::string(5'000, 'x'))).status(),
              "8");
    EXPECT_EQ(told("/grpc.health.v1.Health/Watch", grpc_frame("")).status(), "12");
}

TEST_F(GrpcSessionTest, ARefusalIsTrailersOnly) {
    const GrpcPeer::Reply reply = told("/no.Such/Method", grpc_frame("x"));
    EXPECT_EQ(reply.at(":status"), "200");
    EXPECT_EQ(reply.status(), "12");
    EXPECT_EQ(reply.at("grpc-message"), R"(there is no method "/no.Such/Method")");
    EXPECT_EQ(reply.blocks, 1);
    EXPECT_EQ(reply.body, "");
    EXPECT_TRUE(reply.closed);
}

TEST_F(GrpcSessionTest, WhatIsNotGrpcIsToldInTermsOfHttp) {
    EXPECT_EQ(told(export_traces, "x", {{"content-type", "application/json"}}).at(":status"),
              "415");
    EXPECT_EQ(told(export_traces, "x", {{"content-type", ""}}).at(":status"), "415");
    EXPECT_EQ(told(export_traces, "x", {{":method", "GET"}}).at(":status"), "405");
    EXPECT_TRUE(calls_.empty());
}

TEST_F(GrpcSessionTest, ABrokenMessageIsRefused) {
    EXPECT_EQ(status(""), "13");
    EXPECT_EQ(status("\0\0\0"), "13");
    EXPECT_EQ(status(grpc_frame("hello").substr(0, 8)), "13");
    EXPECT_EQ(status(grpc_frame("one") + grpc_frame("two")), "13");
    EXPECT_EQ(status(grpc_frame("one") + "x"), "13");
    EXPECT_EQ(status(grpc_frame("x", 7)), "13");
    EXPECT_EQ(status(grpc_frame("x", 1)), "13");
    EXPECT_EQ(status(grpc_frame("x", 1), {{"grpc-encoding", "identity"}}), "13");
    EXPECT_EQ(status(grpc_frame("x", 1), {{"grpc-encoding", "snappy"}}), "12");
    // An encoding that is not made use of does not matter.
    EXPECT_EQ(status(grpc_frame("x"), {{"grpc-encoding", "snappy"}}), "0");
    EXPECT_EQ(house_.budget.held(), 0U);
}

TEST_F(GrpcSessionTest, ACompressedMessageIsDeliveredAsItCame) {
    peer_.call(export_traces, grpc_frame("packed", 1), {{"grpc-encoding", "gzip"}});
    exchange();
    ASSERT_EQ(calls_.size(), 1U);
    EXPECT_EQ(calls_[0].coding, GrpcCoding::gzip);
    EXPECT_EQ(calls_[0].message, "packed");
}

TEST_F(GrpcSessionTest, AMessageMayBeAsLargeAsTheLimitAndNoLarger) {
    EXPECT_EQ(status(grpc_frame(std::string(1 << 20, 'x'))), "0");
    const std::int32_t id = peer_.begin(export_traces);
    peer_.write(id, grpc_frame(std::string((1 << 20) + 1, 'x')));
    exchange();
    // It is refused before it has ended, and the peer is asked to stop without an error.
    EXPECT_EQ(peer_.reply(id).status(), "8");
    EXPECT_EQ(peer_.reply(id).at("grpc-status-details-bin"), "");
    EXPECT_TRUE(peer_.reply(id).closed);
    EXPECT_EQ(peer_.reply(id).reset, 0U);
    EXPECT_EQ(house_.budget.held(), 0U);
    EXPECT_EQ(status(grpc_frame("the connection goes on")), "0");
}

TEST_F(GrpcSessionTest, LargeMessagesOpenTheWindowAgainAndAgain) {
    house_.limits.body_bytes_max = 20'000'000;
    const std::int32_t id = peer_.call(export_traces, grpc_frame(std::string(20'000'000, 'x')));
    exchange();
    ASSERT_EQ(calls_.size(), 1U);
    EXPECT_EQ(calls_[0].message.size(), 20'000'000U);
    EXPECT_EQ(house_.budget.held(), 20'000'000U);
    succeed();
    EXPECT_EQ(peer_.reply(id).status(), "0");
    EXPECT_EQ(house_.budget.held(), 0U);
}

TEST_F(GrpcSessionTest, OnlyThisMachinesOwnNamesAreAnswered) {
    const std::string frame = grpc_frame("x");
    for (const std::string name : {"localhost", "127.0.0.1", "[::1]", "localhost:4317"}) {
        EXPECT_EQ(status(frame, {{":authority", name}}), "0") << name;
    }
    for (const std::string name : {"evil.example", "localhost.evil.example", "127.0.0.1.nip.io"}) {
        EXPECT_EQ(status(frame, {{":authority", name}}), "7") << name;
    }
    EXPECT_EQ(status(frame, {{":authority", ""}, {"host", "localhost"}}), "0");
    EXPECT_EQ(status(frame, {{":authority", ""}, {"host", "evil.example"}}), "7");
    EXPECT_EQ(status(frame, {{":authority", "localhost"}, {"host", "evil.example"}}), "7");
    EXPECT_EQ(told("/grpc.health.v1.Health/Check", grpc_frame(""), {{":authority", "evil.example"}})
                  .status(),
              "7");
}

TEST_F(GrpcSessionTest, ATokenMustAllowRecording) {
    const std::string path = testing::TempDir() + "/grpc_session_test_tokens";
    std::ofstream(path) << "aaaaaaaaaaaaaaaaaaaa ingest\nbbbbbbbbbbbbbbbbbbbb read,write\n"
                           "cccccccccccccccccccc admin\n";
    ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
    const auto with_tokens = Access::from({.token_file = path});
    ASSERT_TRUE(with_tokens);
    access_ = *with_tokens;
    const std::string frame = grpc_frame("x");
    EXPECT_EQ(status(frame), "16");
    EXPECT_EQ(status(frame, {{"authorization", "Bearer aaaaaaaaaaaaaaaaaaaab"}}), "16");
    EXPECT_EQ(status(frame, {{"authorization", "Bearer bbbbbbbbbbbbbbbbbbbb"}}), "7");
    EXPECT_EQ(status(frame, {{"authorization", "Bearer aaaaaaaaaaaaaaaaaaaa"}}), "0");
    EXPECT_EQ(status(frame, {{"authorization", "Bearer cccccccccccccccccccc"}}), "0");
    EXPECT_EQ(status(frame, {{"authorization", "Bearer bbbbbbbbbbbbbbbbbbbb"},
                             {"authorization", "Bearer aaaaaaaaaaaaaaaaaaaa"}}),
              "3");
    // With a token, it does not matter under which name a server is reached.
    EXPECT_EQ(status(frame, {{"authorization", "Bearer aaaaaaaaaaaaaaaaaaaa"},
                             {":authority", "hence.example:4317"}}),
              "0");
    // Whoever has none learns nothing but that the server lives.
    EXPECT_EQ(told("/no.Such/Method", frame).status(), "16");
    EXPECT_EQ(told("/grpc.health.v1.Health/Check", grpc_frame("")).status(), "0");
}

TEST_F(GrpcSessionTest, AHeaderHasALimit) {
    const auto with = [&](std::size_t size) {
        return status(grpc_frame("x"), {{"x-large", std::string(size, 'x')}});
    };
    EXPECT_EQ(with(15'000), "0");
    EXPECT_EQ(with(17'000), "8");
    EXPECT_EQ(peer_.setting(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE), 16'384U);
}

TEST_F(GrpcSessionTest, ManyCallsShareAConnection) {
    std::vector<std::int32_t> ids;
    for (int count = 0; count < 300; ++count) {
        ids.push_back(peer_.call(export_traces, grpc_frame(std::to_string(count))));
    }
    std::size_t most = 0;
    while (exchange(), !calls_.empty()) {
        most = std::max(most, calls_.size());
        succeed();
    }
    EXPECT_EQ(most, 100U);
    for (const std::int32_t id : ids) {
        EXPECT_EQ(peer_.reply(id).status(), "0");
    }
}

TEST_F(GrpcSessionTest, MoreStreamsThanAllowedAreRefused) {
    GrpcPeer greedy(10'000);
    std::vector<std::int32_t> ids;
    for (int count = 0; count < 101; ++count) {
        ids.push_back(greedy.call(export_traces, grpc_frame("x")));
    }
    session_.receive(greedy.send(), now_);
    EXPECT_EQ(calls_.size(), 100U);
    std::string back;
    session_.send(back, 1 << 20);
    greedy.receive(back);
    EXPECT_FALSE(greedy.reply(ids[99]).closed);
    EXPECT_EQ(greedy.reply(ids[100]).reset, NGHTTP2_REFUSED_STREAM);
}

TEST_F(GrpcSessionTest, ACallThatIsGivenUpIsCancelled) {
    const std::int32_t id = peer_.call(export_traces, grpc_frame("x"));
    exchange();
    ASSERT_EQ(calls_.size(), 1U);
    EXPECT_FALSE(*calls_[0].cancelled);
    peer_.reset(id);
    exchange();
    EXPECT_TRUE(*calls_[0].cancelled);
    succeed();
    EXPECT_EQ(peer_.reply(id).status(), "");
    EXPECT_EQ(status(grpc_frame("the connection goes on")), "0");
}

TEST_F(GrpcSessionTest, WhoGivesUpTooManyCallsIsSentAway) {
    const auto give_up = [this](int times) {
        for (int count = 0; count < times; ++count) {
            const std::int32_t id = peer_.call(export_traces, grpc_frame("x"));
            exchange();
            peer_.reset(id);
            exchange();
        }
    };
    give_up(200);
    EXPECT_EQ(calls_.size(), 200U);
    after(seconds(11));
    give_up(200);
    EXPECT_FALSE(peer_.sent_away());
    give_up(1);
    EXPECT_TRUE(peer_.sent_away());
    EXPECT_EQ(peer_.sent_away_because(), NGHTTP2_ENHANCE_YOUR_CALM);
    EXPECT_TRUE(session_.over());
}

TEST_F(GrpcSessionTest, WithoutRoomForItsBytesACallIsToBeTriedAgain) {
    ByteHold others(house_.budget);
    ASSERT_TRUE(others.grow(house_.limits.in_flight_bytes_max - 10));
    const GrpcPeer::Reply reply = told(export_traces, grpc_frame("more than ten bytes"));
    EXPECT_EQ(reply.status(), "14");
    const std::string details = reply.at("grpc-status-details-bin");
    EXPECT_NE(details, "");
    EXPECT_EQ(details.find('='), std::string::npos);
    EXPECT_EQ(status(grpc_frame("ten bytes!")), "0");
}

TEST_F(GrpcSessionTest, ATimeThatIsUpWhileTheMessageComesEndsTheCall) {
    const std::int32_t id = peer_.begin(export_traces, {{"grpc-timeout", "100m"}});
    peer_.write(id, "x");
    exchange();
    after(milliseconds(99));
    EXPECT_FALSE(peer_.reply(id).closed);
    after(milliseconds(1));
    EXPECT_EQ(peer_.reply(id).status(), "4");
    EXPECT_EQ(status(grpc_frame("x"), {{"grpc-timeout", "soon"}}), "3");
}

TEST_F(GrpcSessionTest, ATimeThatIsUpBeforeHandlingLeavesNothingWritten) {
    int handled = 0;
    const auto handler = [&](OtlpSignal, std::string_view) -> Result<OtlpReceipt> {
        ++handled;
        return OtlpReceipt{};
    };
    const auto answer = [&](std::optional<GrpcSession::Instant> deadline) {
        GrpcCall call{.hold = ByteHold(house_.budget), .deadline = deadline};
        return answer_call(std::move(call), handler, house_.limits).code;
    };
    EXPECT_EQ(answer(std::chrono::steady_clock::now()), 4);
    EXPECT_EQ(handled, 0);
    EXPECT_EQ(answer(std::chrono::steady_clock::now() + seconds(60)), 0);
    EXPECT_EQ(answer(std::nullopt), 0);
    EXPECT_EQ(handled, 2);
}

TEST_F(GrpcSessionTest, ASlowMessageEarnsASecondForEachKibibyte) {
    const std::int32_t id = peer_.begin(export_traces);
    peer_.write(id, grpc_frame(std::string(100'000, 'x')).substr(0, 2'048));
    exchange();
    after(seconds(12));
    EXPECT_FALSE(peer_.reply(id).closed);
    after(milliseconds(1));
    EXPECT_EQ(peer_.reply(id).status(), "4");
    EXPECT_EQ(house_.budget.held(), 0U);
    EXPECT_FALSE(session_.over());
}

TEST_F(GrpcSessionTest, AHeaderThatStopsInTheMiddleEndsTheConnection) {
    exchange();
    // HEADERS without END_HEADERS, and nothing after it.
    const std::string half("\0\0\1\1\0\0\0\0\1\x83", 10);
    session_.receive(half, now_);
    after(seconds(10));
    EXPECT_FALSE(session_.over());
    after(milliseconds(1));
    EXPECT_TRUE(peer_.sent_away());
    EXPECT_TRUE(session_.over());
}

TEST_F(GrpcSessionTest, AConnectionThatSaysNothingEnds) {
    after(seconds(10));
    peer_.send();  // Lost on its way.
    EXPECT_FALSE(session_.over());
    GrpcSession silent(house_, {}, now_);
    silent.look_at_the_clock(now_ + seconds(10));
    EXPECT_FALSE(silent.over());
    silent.look_at_the_clock(now_ + seconds(10) + milliseconds(1));
    EXPECT_TRUE(silent.over());
}

TEST_F(GrpcSessionTest, AConnectionWithoutCallsEndsInPeace) {
    EXPECT_EQ(status(grpc_frame("x")), "0");
    after(seconds(59));
    EXPECT_EQ(status(grpc_frame("x")), "0");
    after(seconds(60));
    peer_.ping();
    exchange();
    EXPECT_FALSE(peer_.sent_away());
    after(milliseconds(1));
    EXPECT_TRUE(peer_.sent_away());
    EXPECT_EQ(peer_.sent_away_because(), NGHTTP2_NO_ERROR);
    EXPECT_TRUE(session_.over());
}

TEST_F(GrpcSessionTest, ACallThatIsBeingHandledIsWaitedFor) {
    const std::int32_t id = peer_.call(export_traces, grpc_frame("x"));
    exchange();
    after(seconds(1'000));
    EXPECT_FALSE(session_.over());
    succeed();
    EXPECT_EQ(peer_.reply(id).status(), "0");
}

TEST_F(GrpcSessionTest, AnAnswerThatIsNotTakenEndsTheConnection) {
    peer_.close_window();
    peer_.call(export_traces, grpc_frame("x"));
    exchange();
    succeed();
    after(seconds(30));
    EXPECT_FALSE(session_.over());
    after(milliseconds(1));
    EXPECT_TRUE(session_.over());
}

TEST_F(GrpcSessionTest, FinishingAnswersWhatHasArrivedAndRefusesTheRest) {
    const std::int32_t whole = peer_.call(export_traces, grpc_frame("x"));
    const std::int32_t half = peer_.begin(export_traces);
    peer_.write(half, "x");
    exchange();
    session_.finish(now_);
    exchange();
    EXPECT_TRUE(peer_.sent_away());
    EXPECT_EQ(peer_.reply(half).status(), "14");
    EXPECT_FALSE(session_.over());
    succeed();
    EXPECT_EQ(peer_.reply(whole).status(), "0");
    EXPECT_TRUE(session_.over());
}

TEST_F(GrpcSessionTest, APingIsAnsweredAndAFloodOfThemIsNot) {
    peer_.ping();
    exchange();
    EXPECT_FALSE(session_.over());
    for (int count = 0; count < 300; ++count) {
        peer_.ping();
    }
    exchange();
    EXPECT_TRUE(session_.over());
}

TEST_F(GrpcSessionTest, WhoSpeaksAnOlderHttpIsToldWhereTo) {
    session_.receive("P", now_);
    std::string back;
    session_.send(back, 1 << 20);
    EXPECT_EQ(back, "");
    session_.receive("OST /v1/traces HTTP/1.1\r\n", now_);
    EXPECT_FALSE(session_.over());
    session_.send(back, 1 << 20);
    EXPECT_EQ(back.substr(0, 12), "HTTP/1.1 400");
    EXPECT_NE(back.find("4318"), std::string::npos);
    EXPECT_TRUE(session_.over());
}

TEST_F(GrpcSessionTest, GarbageEndsTheConnection) {
    session_.receive(std::string(100, '\x16'), now_);
    EXPECT_TRUE(session_.over());
    std::string back;
    session_.send(back, 1 << 20);
    EXPECT_EQ(back, "");
}

TEST_F(GrpcSessionTest, GarbageAfterTheGreetingEndsTheConnectionToo) {
    exchange();
    session_.receive(std::string(100, '\xFF'), now_);
    exchange();
    EXPECT_TRUE(session_.over());
}

TEST_F(GrpcSessionTest, AHandlersErrorIsToldByItsCode) {
    const auto told_as = [&](const Error& error) {
        const GrpcAnswer answer = answer_call(
            GrpcCall{.hold = ByteHold(house_.budget)},
            [&](OtlpSignal, std::string_view) -> Result<OtlpReceipt> { return error; },
            house_.limits);
        const std::int32_t id = peer_.call(export_traces, grpc_frame("x"));
        exchange();
        session_.answer(id, answer, now_);
        exchange();
        return peer_.reply(id);
    };
    EXPECT_EQ(told_as({Code::invalid, "not protobuf: 100%"}).status(), "3");
    EXPECT_EQ(told_as({Code::invalid, "not protobuf: 100%"}).at("grpc-message"),
              "not protobuf: 100%25");
    EXPECT_EQ(told_as({Code::io, "disk"}).status(), "14");
    EXPECT_NE(told_as({Code::busy, "full"}).at("grpc-status-details-bin"), "");
    EXPECT_EQ(told_as({Code::limit, "much"}).status(), "8");
}

}  // namespace
}  // namespace hence
