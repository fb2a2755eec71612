// Tests of what a listener bears: too many, too large, too slow.
#include <cstdlib>

#include <sys/resource.h>
#include <sys/un.h>

#include "base/gzip_for_test.h"
#include "server/http/listener_for_test.h"

namespace hence {
namespace {

Response echo(const Request& request) {
    return text_response(std::to_string(request.body.size()) +
                         std::string(request.header("content-encoding")));
}

class ListenerLimitsTest : public ListenerFixture {
protected:
    void TearDown() override { gate_.open(); }

    void listen_behind_the_gate(const ListenerLimits& limits) {
        listen(
            [this](const Request& request) {
                if (request.path == std::vector<std::string>{"wait"}) {
                    gate_.pass();
                }
                return echo(request);
            },
            limits);
    }
    static std::string waiting_post(std::string_view body) {
        return "POST /wait HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " +
               std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
    }

    Gate gate_;
};

TEST_F(ListenerLimitsTest, ConnectionsBeyondTheLimitAreToldToComeLater) {
    listen(echo, {.connections_max = 2});
    Peer first(host_);
    Peer second(host_);
    EXPECT_TRUE(becomes([this] { return listener_->gauges().connections == 2; }));
    const std::string heard = say(short_get);
    EXPECT_EQ(status_in(heard), 503) << heard;
    EXPECT_NE(heard.find("Retry-After: 1\r\n"), std::string::npos);
    EXPECT_NE(heard.find(R"({"error":{"code":"busy",)"), std::string::npos);
    EXPECT_EQ(listener_->gauges().refused_total, 1U);
    first.hang_up();
    EXPECT_TRUE(becomes([this] { return listener_->gauges().connections == 1; }));
    EXPECT_EQ(status(short_get), 200);
}

TEST_F(ListenerLimitsTest, ManyConnectionsTooManyAreAllToldSomething) {
    listen(echo, {.connections_max = 1});
    const Peer only(host_);
    EXPECT_TRUE(becomes([this] { return listener_->gauges().connections == 1; }));
    std::vector<std::unique_ptr<Peer>> peers;
    for (int i = 0; i < 100; ++i) {
        peers.push_back(std::make_unique<Peer>(host_));
    }
    for (const auto& peer : peers) {
        EXPECT_EQ(status_in(peer->hear()), 503);
    }
    peers.clear();
    EXPECT_TRUE(becomes([this] { return status(short_get) == 503; }));
}

TEST_F(ListenerLimitsTest, WhoComesRightAfterAFloodIsServed) {
    listen(echo, {.connections_max = 5});
    std::vector<std::unique_ptr<Peer>> flood;
    for (int i = 0; i < 300; ++i) {
        flood.push_back(std::make_unique<Peer>(host_));
    }
    flood.clear();
    EXPECT_EQ(status(short_get), 200);
}

TEST_F(ListenerLimitsTest, RequestsBeyondTheLimitWaitAndThenAreTurnedAway) {
    listen_behind_the_gate({.requests_max = 1});
    std::vector<std::unique_ptr<Peer>> peers;
    for (std::size_t i = 0; i < 5; ++i) {
        peers.push_back(std::make_unique<Peer>(host_));
        peers.back()->say(waiting_post("x"));
        EXPECT_TRUE(becomes([&] {
            const ListenerGauges gauges = listener_->gauges();
            return gauges.requests_running == 1 && gauges.requests_waiting == i;
        }));
    }
    // The connection is of further use: only this request was turned away.
    Peer sixth(host_);
    sixth.say("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
    const std::string heard = sixth.hear("}}\n");
    EXPECT_EQ(status_in(heard), 503) << heard;
    EXPECT_NE(heard.find("Retry-After: 1\r\n"), std::string::npos);
    gate_.open();
    for (const auto& peer : peers) {
        EXPECT_EQ(status_in(peer->hear()), 200);
    }
    sixth.say(short_get);
    EXPECT_EQ(status_in(sixth.hear()), 200);
}

TEST_F(ListenerLimitsTest, BodyHasALimit) {
    listen(echo, {.body_bytes_max = 1'000});
    EXPECT_EQ(status(post(std::string(1'000, 'x'))), 200);
    EXPECT_EQ(status(post(std::string(1'001, 'x'))), 413);
    const auto chunked = [](std::size_t size) {
        std::string text =
            "POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: "
            "chunked\r\n\r\n";
        for (; size > 0; --size) {
            text += "1\r\nx\r\n";
        }
        return text + "0\r\n\r\n";
    };
    EXPECT_EQ(body_of(say(chunked(1'000))), "1000");
    EXPECT_EQ(status(chunked(1'001)), 413);
}

TEST_F(ListenerLimitsTest, LengthThatIsTooLargeIsRefusedBeforeTheBodyComes) {
    listen(echo, {.body_bytes_max = 1'000});
    EXPECT_EQ(status("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\nExpect: "
                     "100-continue\r\n\r\n"),
              413);
}

TEST_F(ListenerLimitsTest, InflatedBodyHasTheSameLimit) {
    listen(echo, {.body_bytes_max = 100'000});
    const std::string_view fields = "Content-Encoding: gzip\r\n";
    EXPECT_EQ(body_of(say(post(gzip(std::string(100'000, 'x')), fields))), "100000");
    EXPECT_EQ(status(post(gzip(std::string(100'001, 'x')), fields)), 413);
    EXPECT_EQ(status(post("not gzip at all", fields)), 400);
    EXPECT_EQ(status(post(gzip("x").substr(0, 10), fields)), 400);
    EXPECT_EQ(body_of(say(post("", fields))), "0");
    EXPECT_EQ(status(post("x", "Content-Encoding: br\r\n")), 415);
}

TEST_F(ListenerLimitsTest, InflationHasALimitOfItsOwn) {
    const std::string zeros(2 << 20, '\0');
    const std::string packed = gzip(zeros);
    const std::uint64_t ratio = zeros.size() / packed.size();
    listen(echo, {.inflation_max = ratio + 1});
    EXPECT_EQ(status(post(packed, "Content-Encoding: gzip\r\n")), 200);
    listen(echo, {.inflation_max = ratio - 1});
    EXPECT_EQ(status(post(packed, "Content-Encoding: gzip\r\n")), 413);
}

TEST_F(ListenerLimitsTest, BodiesInFlightHaveALimitTogether) {
    listen_behind_the_gate({.in_flight_bytes_max = 1'000});
    Peer first(host_);
    first.say(waiting_post(std::string(600, 'x')));
    EXPECT_TRUE(gate_.holds(1));
    EXPECT_EQ(listener_->gauges().in_flight_bytes, 600U);
    EXPECT_EQ(status(post(std::string(400, 'x'))), 200);
    const std::string heard = say(post(std::string(401, 'x')));
    EXPECT_EQ(status_in(heard), 429);
    EXPECT_NE(heard.find("Retry-After: 1\r\n"), std::string::npos);
    EXPECT_EQ(status("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 401\r\n\r\n"), 429);
    EXPECT_EQ(status(short_get), 200);
    // What a packed body becomes counts, too.
    EXPECT_EQ(status(post(gzip(std::string(300, 'x')), "Content-Encoding: gzip\r\n")), 200);
    EXPECT_EQ(status(post(gzip(std::string(400, 'x')), "Content-Encoding: gzip\r\n")), 429);
    gate_.open();
    EXPECT_EQ(status_in(first.hear()), 200);
    // One that is alone may be larger than all may be together.
    EXPECT_TRUE(becomes([this] { return listener_->gauges().in_flight_bytes == 0; }));
    EXPECT_EQ(status(post(std::string(5'000, 'x'))), 200);
    EXPECT_TRUE(becomes([this] { return listener_->gauges().in_flight_bytes == 0; }));
}

TEST_F(ListenerLimitsTest, BodyThatNeverComesGivesBackWhatItHeld) {
    listen(echo, {.in_flight_bytes_max = 1'000});
    Peer peer(host_);
    peer.say("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\nx");
    EXPECT_TRUE(becomes([this] { return listener_->gauges().in_flight_bytes == 900; }));
    peer.hang_up();
    EXPECT_TRUE(becomes([this] { return listener_->gauges().in_flight_bytes == 0; }));
}

TEST_F(ListenerLimitsTest, HeadThatTakesTooLongIsRefused) {
    listen(echo, {.header_patience = milliseconds(200), .idle_patience = milliseconds(5'000)});
    EXPECT_EQ(status("GET /a HTTP/1.1\r\nHost:"), 408);
    // Drop by drop is no faster.
    Peer slow(host_);
    const auto began = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - began < milliseconds(600) && slow.say("G")) {
        std::this_thread::sleep_for(milliseconds(20));
    }
    EXPECT_EQ(status_in(slow.hear()), 408);
    EXPECT_EQ(status(short_get), 200);
}

TEST_F(ListenerLimitsTest, BodyThatTakesTooLongIsRefused) {
    listen(echo, {.body_patience = milliseconds(200)});
    EXPECT_EQ(status("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx"), 408);
    // Each KiB buys a second.
    Peer slow(host_);
    slow.say("POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1025\r\n\r\n" +
             std::string(1'024, 'x'));
    std::this_thread::sleep_for(milliseconds(500));
    slow.say("x");
    EXPECT_EQ(status_in(slow.hear()), 200);
}

TEST_F(ListenerLimitsTest, ReaderThatDoesNotReadIsDropped) {
    std::atomic<int> pieces = 0;
    std::atomic<bool> over = false;
    listen(
        [&](const Request&) {
            Response response;
            response.produce = [&](const Sink& sink) -> Result<void> {
                const std::string piece(64 << 10, 'x');
                for (int i = 0; i < 10'000; ++i) {
                    if (Result<void> taken = sink(piece); !taken) {
                        over = true;
                        return taken;
                    }
                    ++pieces;
                }
                return {};
            };
            return response;
        },
        {.write_patience = milliseconds(200)});
    Peer peer(host_);
    peer.say(short_get);
    EXPECT_TRUE(becomes([&] { return over.load(); }));
    // A MiB of ours, and what the system holds.
    EXPECT_LT(pieces, 400);
    EXPECT_TRUE(becomes([this] { return listener_->gauges().connections == 0; }));
}

TEST_F(ListenerLimitsTest, SlowReaderThatGoesOnReadingGetsItAll) {
    const std::string large(8 << 20, 'x');
    listen([&](const Request&) { return text_response(large); },
           {.write_patience = milliseconds(300)});
    Peer peer(host_);
    peer.say(short_get);
    for (int i = 0; i < 6; ++i) {
        std::this_thread::sleep_for(milliseconds(100));
        std::string piece(1 << 20, '\0');
        ASSERT_GT(::recv(peer.number(), piece.data(), piece.size(), MSG_WAITALL), 0);
    }
    EXPECT_GT(peer.hear().size(), 1U << 20);
}

TEST_F(ListenerLimitsTest, SlowPeersHoldUpNobody) {
    listen(echo, {.requests_max = 2});
    std::vector<std::unique_ptr<Peer>> slow;
    for (int i = 0; i < 300; ++i) {
        slow.push_back(std::make_unique<Peer>(host_));
        slow.back()->say(i % 2 == 0 ? "GET /a HTTP/1.1\r\nHos"
                                    : "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nx");
    }
    EXPECT_TRUE(becomes([this] { return listener_->gauges().connections == 300; }));
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(status(short_get), 200);
    }
    EXPECT_TRUE(becomes([this] { return listener_->gauges().requests_running == 0; }));
}

TEST_F(ListenerLimitsTest, StrangerIsTurnedAwayBeforeItsBodyIsRead) {
    std::atomic<int> answered = 0;
    listen(
        [&](const Request& request) {
            ++answered;
            return echo(request);
        },
        {},
        [](const Request& request) -> std::optional<Response> {
            EXPECT_EQ(request.body, "");
            if (request.header("host") == "x") {
                return std::nullopt;
            }
            return error_response({Code::forbidden, "not here"}, request.form());
        });
    EXPECT_EQ(status(short_get), 200);
    EXPECT_EQ(body_of(say(post("body"))), "4");
    const std::string heard =
        say("POST /a HTTP/1.1\r\nHost: evil\r\nContent-Length: 1000000\r\n\r\nx");
    EXPECT_EQ(status_in(heard), 403);
    EXPECT_NE(heard.find("Connection: close"), std::string::npos);
    EXPECT_EQ(answered, 2);
}

TEST_F(ListenerLimitsTest, RefusalIsPutInTheAskersWords) {
    listen(echo, {.body_bytes_max = 1'000}, {}, [](const Request& request, Response& response) {
        if (request.path == std::vector<std::string>{"a"}) {
            response.body = "told otherwise";
        }
    });
    const std::string heard = say(post(std::string(1'001, 'x')));
    EXPECT_EQ(status_in(heard), 413);
    EXPECT_EQ(body_of(heard), "told otherwise");
    EXPECT_EQ(body_of(say(post("x", "Content-Encoding: gzip\r\n"))), "told otherwise");
    EXPECT_EQ(body_of(say(post("x", "Content-Encoding: br\r\n"))), "told otherwise");
    EXPECT_NE(say("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n").find("larger"),
              std::string::npos);
    EXPECT_EQ(status("nonsense\r\n\r\n"), 400);
}

TEST_F(ListenerLimitsTest, RefusedRequestMayBeLargeAndStillHearTheAnswer) {
    listen(echo, {.body_bytes_max = 1'000}, [](const Request& request) {
        return request.header("host") == "x"
                   ? std::nullopt
                   : std::optional(error_response({Code::forbidden, "not here"}, Form::json));
    });
    EXPECT_EQ(status(post(std::string(8 << 20, 'x'))), 413);
    std::string strange = post(std::string(2 << 20, 'x'));
    strange.replace(strange.find("Host: x"), 7, "Host: y");
    EXPECT_EQ(status(strange), 403);
}

TEST_F(ListenerLimitsTest, RunningOutOfDescriptorsIsSurvived) {
    listen(echo);
    EXPECT_EQ(status(short_get), 200);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    rlimit low = before;
    low.rlim_cur = 128;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
    std::vector<Descriptor> flood;
    while (true) {
        Result<Descriptor> socket = connect_to(host_);
        if (!socket) {
            break;
        }
        flood.push_back(std::move(socket).take());
    }
    EXPECT_GT(flood.size(), 10U);
    std::this_thread::sleep_for(milliseconds(200));
    flood.clear();
    EXPECT_EQ(status(short_get), 200);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(status(short_get), 200);
}

TEST_F(ListenerLimitsTest, StopAnswersWhatHasArrived) {
    listen_behind_the_gate({.requests_max = 1, .farewell = milliseconds(5'000)});
    Peer running(host_);
    running.say(waiting_post("one"));
    EXPECT_TRUE(gate_.holds(1));
    Peer waiting(host_);
    waiting.say(waiting_post("four"));
    EXPECT_TRUE(becomes([this] { return listener_->gauges().requests_waiting == 1; }));
    Peer half(host_);
    half.say("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx");
    Peer idle(host_);
    std::thread stopper([this] { listener_->stop(); });
    EXPECT_EQ(half.hear(), "");
    EXPECT_EQ(idle.hear(), "");
    gate_.open();
    EXPECT_EQ(body_of(running.hear()), "3");
    EXPECT_EQ(body_of(waiting.hear()), "4");
    stopper.join();
    EXPECT_FALSE(connect_to(host_));
}

TEST_F(ListenerLimitsTest, StopCutsOffSlowReaders) {
    listen([](const Request&) { return text_response(std::string(32 << 20, 'x')); },
           {.farewell = milliseconds(200)});
    Peer peer(host_);
    peer.say(short_get);
    EXPECT_TRUE(becomes([&] {
        char first = 0;
        return ::recv(peer.number(), &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
    }));
    const auto began = std::chrono::steady_clock::now();
    listener_->stop();
    EXPECT_LT(std::chrono::steady_clock::now() - began, milliseconds(3'000));
    EXPECT_LT(peer.hear().size(), 32U << 20);
}

TEST_F(ListenerLimitsTest, StopIsSoonDoneWhenNothingHappens) {
    listen(echo);
    const Peer idle(host_);
    EXPECT_TRUE(becomes([this] { return listener_->gauges().connections == 1; }));
    const auto began = std::chrono::steady_clock::now();
    listener_->stop();
    listener_->stop();
    EXPECT_LT(std::chrono::steady_clock::now() - began, milliseconds(1'000));
}

}  // namespace
}  // namespace hence
