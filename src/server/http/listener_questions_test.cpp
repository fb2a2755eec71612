// Questions: how many at once, how much is held for them, and what ends them early.
#include <sys/socket.h>

#include "server/http/listener_for_test.h"
#include "server/wire/asking.h"

namespace hence {
namespace {

constexpr std::string_view ask = "GET /wait HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

class ListenerQuestions : public ListenerFixture {
protected:
    void TearDown() override { gate_.open(); }

    // Questions at /wait read `held` bytes and wait at the gate; anything else is answered at once.
    void listen_with(const ListenerLimits& limits, std::uint64_t held = 0) {
        listen(
            [this, held](const Request& request) {
                if (request.path != std::vector<std::string>{"wait"}) {
                    return text_response("at once");
                }
                if (const Result<void> read = request.asking->has_read(held); !read) {
                    Response refused = error_response(read.error(), Form::json);
                    refused.status = 503;
                    return refused;
                }
                gate_.pass();
                return text_response("at last");
            },
            limits);
    }

    std::vector<std::unique_ptr<Peer>> ask_behind_the_gate(int count) {
        std::vector<std::unique_ptr<Peer>> peers;
        for (int i = 0; i < count; ++i) {
            peers.push_back(std::make_unique<Peer>(host_));
            peers.back()->say(ask);
        }
        return peers;
    }

    Gate gate_;
};

TEST_F(ListenerQuestions, WhatRecordsWaitsForNone) {
    listen_with({.requests_max = 2, .questions_max = 2});
    const auto peers = ask_behind_the_gate(10);
    EXPECT_TRUE(gate_.holds(2));
    EXPECT_TRUE(becomes([this] { return listener_->gauges().requests_waiting == 8; }));
    EXPECT_EQ(status(post("x")), 200);
    // The next question finds everything full.
    const std::string heard = say(short_get);
    EXPECT_EQ(status_in(heard), 503);
    EXPECT_NE(heard.find("Retry-After: 1\r\n"), std::string::npos);
    gate_.open();
    for (const auto& peer : peers) {
        EXPECT_EQ(body_of(peer->hear()), "at last");
    }
}

TEST_F(ListenerQuestions, WhichRequestsAskCanBeSaid) {
    listen(
        [this](const Request& request) {
            if (request.asking) {
                gate_.pass();
            }
            return text_response("x");
        },
        {.questions_max = 1}, {}, {},
        [](const Request& request) { return request.path.front() == "ask"; });
    Peer asking(host_);
    asking.say("POST /ask HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    EXPECT_TRUE(gate_.holds(1));
    EXPECT_EQ(status(short_get), 200);
    gate_.open();
    EXPECT_EQ(status_in(asking.hear()), 200);
}

TEST_F(ListenerQuestions, TogetherTheyHoldNoMoreThanTheBudget) {
    listen_with({.answer_bytes_max = 20 << 20, .room_patience = milliseconds(20)}, 8 << 20);
    auto peers = ask_behind_the_gate(2);
    EXPECT_TRUE(gate_.holds(2));
    EXPECT_EQ(listener_->gauges().answer_bytes, 18U << 20);
    const std::string heard = say(ask);
    EXPECT_EQ(status_in(heard), 503) << heard;
    EXPECT_NE(heard.find("the answers that are being made hold too many bytes"), std::string::npos);
    EXPECT_EQ(status(post("x")), 200);
    gate_.open();
    for (const auto& peer : peers) {
        EXPECT_EQ(body_of(peer->hear()), "at last");
    }
    EXPECT_TRUE(becomes([this] { return listener_->gauges().answer_bytes == 0; }));
    EXPECT_EQ(status(ask), 200);
}

TEST_F(ListenerQuestions, OneAloneMayHoldMore) {
    gate_.open();
    listen_with({.answer_bytes_max = 1}, 64 << 20);
    EXPECT_EQ(status(ask), 200);
}

TEST_F(ListenerQuestions, WhereNothingIsLeftAQuestionIsToldToComeLater) {
    listen_with({.answer_bytes_max = 8 << 20, .room_patience = milliseconds(20)}, 8 << 20);
    const auto peers = ask_behind_the_gate(1);
    EXPECT_TRUE(gate_.holds(1));
    const std::string heard = say(short_get);
    EXPECT_EQ(status_in(heard), 503);
    EXPECT_NE(heard.find("Retry-After: 1\r\n"), std::string::npos);
    gate_.open();
    EXPECT_EQ(body_of(peers.front()->hear()), "at last");
}

TEST_F(ListenerQuestions, WhereAllHoldTooMuchTheFirstGoesOn) {
    // Each reads a little at a time, and more than half of what there is: only one can have it.
    std::atomic<int> begun = 0;
    listen(
        [&begun](const Request& request) {
            ++begun;
            Result<void> read;
            for (int i = 0; read && i < 12; ++i) {
                read = request.asking->has_read(1 << 20);
                std::this_thread::sleep_for(milliseconds(1));
                while (begun < 4) {
                    std::this_thread::yield();
                }
            }
            return read ? text_response("made") : text_response(read.error().message);
        },
        {.answer_bytes_max = 20 << 20});
    std::vector<std::unique_ptr<Peer>> peers;
    for (int i = 0; i < 4; ++i) {
        peers.push_back(std::make_unique<Peer>(host_));
        peers.back()->say(short_get);
    }
    for (const auto& peer : peers) {
        EXPECT_EQ(body_of(peer->hear()), "made");
    }
    EXPECT_TRUE(becomes([this] { return listener_->gauges().answer_bytes == 0; }));
}

TEST_F(ListenerQuestions, OneThatWritesAsItReadsHoldsLittle) {
    std::uint64_t most = 0;
    listen([&](const Request& request) {
        Response response = text_response("");
        response.produce = [&most, asking = request.asking, this](const Sink& sink) {
            Result<void> done;
            for (int i = 0; done && i < 100; ++i) {
                done = asking->has_read(1 << 20);
                done = done ? sink("x") : done;
                most = std::max(most, listener_->gauges().answer_bytes);
            }
            return done;
        };
        return response;
    });
    EXPECT_EQ(count(say(short_get), "x\r\n"), 100U);
    EXPECT_LE(most, 4U << 20);
}

TEST_F(ListenerQuestions, OneThatFailsBeforeItsFirstPieceHasAStatus) {
    listen([](const Request& request) {
        Response response = text_response("");
        response.headers = {{"ETag", "\"v1\""}};
        response.produce = [asking = request.asking](const Sink&) {
            return Result<void>(Error{Code::busy, "full"});
        };
        return response;
    });
    const std::string heard = say(short_get);
    EXPECT_EQ(status_in(heard), 503) << heard;
    EXPECT_NE(heard.find("Retry-After: 1\r\n"), std::string::npos);
    EXPECT_EQ(heard.find("ETag"), std::string::npos);
}

// Reads on until it may not, and tells how that ended.
class ListenerGone : public ListenerFixture {
protected:
    void listen_reading() {
        listen(
            [this](const Request& request) {
                reads_ = true;
                Result<void> read;
                while (read && !over_) {
                    read = request.asking->has_read(0);
                    std::this_thread::sleep_for(std::chrono::microseconds(100));
                }
                ended_ = !read && read.error().code == Code::io;
                return text_response("x");
            },
            {.gone_patience = milliseconds(50)});
    }
    void TearDown() override { over_ = true; }

    std::atomic<bool> reads_ = false;
    std::atomic<bool> ended_ = false;
    std::atomic<bool> over_ = false;
};

TEST_F(ListenerGone, AQuestionThatNobodyWaitsForIsGivenUp) {
    listen_reading();
    Peer peer(host_);
    peer.say(short_get);
    EXPECT_TRUE(becomes([this] { return reads_.load(); }));
    peer.hang_up();
    EXPECT_TRUE(becomes([this] { return ended_.load(); }));
    EXPECT_TRUE(becomes([this] { return listener_->gauges().connections == 0; }));
}

TEST_F(ListenerGone, AResetEndsItToo) {
    listen_reading();
    Peer peer(host_);
    peer.say(short_get);
    EXPECT_TRUE(becomes([this] { return reads_.load(); }));
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(peer.number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    peer.hang_up();
    EXPECT_TRUE(becomes([this] { return ended_.load(); }));
}

TEST_F(ListenerGone, WhoOnlyHasNothingMoreToAskIsAnswered) {
    listen([](const Request&) { return text_response("x"); });
    Peer peer(host_);
    peer.say(short_get);
    ::shutdown(peer.number(), SHUT_WR);
    EXPECT_EQ(body_of(peer.hear()), "x");
}

TEST_F(ListenerGone, WhoAsksTheNextThingEarlyIsAnsweredTwice) {
    listen([](const Request& request) {
        std::this_thread::sleep_for(milliseconds(20));
        return text_response(request.path.front());
    });
    Peer peer(host_);
    peer.say("GET /one HTTP/1.1\r\nHost: x\r\n\r\n");
    peer.say("GET /two HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const std::string heard = peer.hear();
    EXPECT_NE(heard.find("\r\n\r\none"), std::string::npos);
    EXPECT_NE(heard.find("\r\n\r\ntwo"), std::string::npos);
}

}  // namespace
}  // namespace hence
