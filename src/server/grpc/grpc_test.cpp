// Tests of the gRPC listener over real sockets.
#include "server/grpc/grpc.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/gzip_for_test.h"
#include "server/grpc/peer_for_test.h"
#include "server/wire/loopback_for_test.h"

namespace hence {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr seconds at_most{20};  // A loaded machine is slow.

// A peer on a socket of its own.
class Client {
public:
    explicit Client(std::uint16_t port) : Client(port, unconnected()) {}
    Client(std::uint16_t port, Descriptor socket) : socket_(std::move(socket)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        connected_ =
            ::connect(socket_.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }
    static Descriptor unconnected() { return Descriptor(::socket(AF_INET, SOCK_STREAM, 0)); }

    GrpcPeer& peer() { return peer_; }
    bool connected() const { return connected_; }
    bool write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t put = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (put <= 0) {
                return false;
            }
            bytes.remove_prefix(static_cast<std::size_t>(put));
        }
        return true;
    }
    // False at the end of what the server sends, or when nothing comes.
    bool read(milliseconds patience) {
        pollfd waiting{socket_.number(), POLLIN, 0};
        if (::poll(&waiting, 1, static_cast<int>(patience.count())) != 1) {
            return false;
        }
        std::string buffer(65'536, '\0');
        const ssize_t got = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
        if (got <= 0) {
            ended_ = true;
            return false;
        }
        buffer.resize(static_cast<std::size_t>(got));
        return peer_.receive(buffer);
    }
    // Speaks until `done`, the end of the connection, or the end of all patience.
    template <class Done>
    bool run_until(const Done& done) {
        const auto give_up = steady_clock::now() + at_most;
        while (!done() && steady_clock::now() < give_up) {
            write(peer_.send());
            if (!done() && !read(milliseconds(200)) && ended_) {
                break;
            }
        }
        return done();
    }
    GrpcPeer::Reply told(std::string_view path, std::string_view body,
                         const GrpcPeer::Fields& fields = {}) {
        const std::int32_t id = peer_.call(path, body, fields);
        run_until([&] { return peer_.reply(id).closed; });
        return peer_.reply(id);
    }
    std::string status(std::string_view body, const GrpcPeer::Fields& fields = {}) {
        return told(export_traces, body, fields).status();
    }
    bool ends() {
        return run_until([&] { return ended_; });
    }
    void close() { socket_ = Descriptor(); }

private:
    Descriptor socket_;
    GrpcPeer peer_;
    bool connected_ = false;
    bool ended_ = false;
};

class GrpcListenerTest : public testing::Test {
protected:
    void serve(const ListenerLimits& limits) {
        LoopbackSocket on;
        ASSERT_NO_FATAL_FAILURE(listen_on_loopback(on));
        port_ = on.port;
        const auto handler = [this](OtlpSignal, std::string_view body) { return handle(body); };
        listener_ = std::make_unique<GrpcListener>(std::move(on.socket), handler, access_, limits);
    }
    void TearDown() override { open_gate(); }

    Result<OtlpReceipt> handle(std::string_view body) {
        ++handled_;
        if (body == "wait") {
            gate_.get_future().wait();
        }
        if (body == "bad") {
            return Error{Code::invalid, "not a message"};
        }
        bytes_ += body.size();
        return OtlpReceipt{};
    }
    void open_gate() {
        if (!gate_open_.exchange(true)) {
            gate_.set_value();
        }
    }
    template <class Done>
    static bool soon(const Done& done) {
        const auto give_up = steady_clock::now() + at_most;
        while (!done() && steady_clock::now() < give_up) {
            std::this_thread::sleep_for(milliseconds(2));
        }
        return done();
    }

    Access access_ = Access::from({}).take();
    std::uint16_t port_ = 0;
    std::promise<void> gate_;
    std::atomic<bool> gate_open_ = false;
    std::atomic<int> handled_ = 0;
    std::atomic<std::uint64_t> bytes_ = 0;
    std::unique_ptr<GrpcListener> listener_;  // Last: it goes before what it uses.
};

TEST_F(GrpcListenerTest, CallsAreAnsweredOneAfterAnother) {
    serve({});
    Client client(port_);
    EXPECT_EQ(client.status(grpc_frame("hello")), "0");
    EXPECT_EQ(client.told(export_logs, grpc_frame("there")).body, grpc_frame(""));
    EXPECT_EQ(client.status(grpc_frame("bad")), "3");
    EXPECT_EQ(handled_, 3);
    EXPECT_EQ(bytes_, 10U);
    EXPECT_EQ(listener_->gauges().connections, 1U);
    EXPECT_TRUE(soon([&] { return listener_->gauges().in_flight_bytes == 0; }));
}

TEST_F(GrpcListenerTest, CompressedMessagesAreUnpacked) {
    serve({});
    Client client(port_);
    const std::string text(300'000, 'x');
    EXPECT_EQ(client.status(grpc_frame(gzip(text), 1), {{"grpc-encoding", "gzip"}}), "0");
    EXPECT_EQ(bytes_, text.size());
    EXPECT_EQ(client.status(grpc_frame("no gzip", 1), {{"grpc-encoding", "gzip"}}), "3");
    EXPECT_EQ(client.status(grpc_frame("no zstd", 1), {{"grpc-encoding", "zstd"}}), "3");
    EXPECT_EQ(handled_, 1);
}

TEST_F(GrpcListenerTest, ABombIsDefused) {
    serve({.body_bytes_max = 4 << 20});
    Client client(port_);
    const GrpcPeer::Fields packed = {{"grpc-encoding", "gzip"}};
    EXPECT_EQ(client.status(grpc_frame(gzip(std::string(3 << 20, 'x')), 1), packed), "8");
    const std::string many = gzip(std::string(1 << 19, 'x'));
    std::string members;
    for (int count = 0; count < 40; ++count) {
        members += many;
    }
    EXPECT_EQ(client.status(grpc_frame(members, 1), packed), "8");
    EXPECT_EQ(handled_, 0);
    EXPECT_EQ(client.status(grpc_frame("fine")), "0");
}

TEST_F(GrpcListenerTest, ALargeMessageArrivesWhole) {
    serve({.body_bytes_max = 20'000'000});
    Client client(port_);
    EXPECT_EQ(client.status(grpc_frame(std::string(20'000'000, 'x'))), "0");
    EXPECT_EQ(bytes_, 20'000'000U);
    EXPECT_EQ(client.status(grpc_frame(std::string(20'000'001, 'x'))), "8");
}

TEST_F(GrpcListenerTest, ManyStreamsOfManyConnectionsAreAnswered) {
    serve({});
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([this, &right] {
            Client client(port_);
            std::vector<std::int32_t> ids;
            for (int count = 0; count < 250; ++count) {
                ids.push_back(client.peer().call(export_traces, grpc_frame("x")));
            }
            client.run_until([&] {
                return std::ranges::all_of(
                    ids, [&](std::int32_t id) { return client.peer().reply(id).closed; });
            });
            right += static_cast<int>(std::ranges::count_if(
                ids, [&](std::int32_t id) { return client.peer().reply(id).status() == "0"; }));
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(right, 1'000);
    EXPECT_EQ(bytes_, 1'000U);
}

TEST_F(GrpcListenerTest, AConnectionThatIsCutLeavesNothingBehind) {
    serve({});
    for (int count = 0; count < 20; ++count) {
        Client client(port_);
        const std::int32_t id = client.peer().begin(export_traces);
        client.peer().write(id, grpc_frame(std::string(100'000, 'x')).substr(0, 50'000));
        client.write(client.peer().send());
        ASSERT_TRUE(soon([&] { return listener_->gauges().in_flight_bytes > 0; }));
        client.close();
        ASSERT_TRUE(soon([&] { return listener_->gauges().in_flight_bytes == 0; }));
    }
    EXPECT_TRUE(soon([&] { return listener_->gauges().connections == 0; }));
    EXPECT_EQ(handled_, 0);
}

TEST_F(GrpcListenerTest, GarbageIsShownOut) {
    serve({});
    Client garbage(port_);
    garbage.write(std::string(1'000, '\x80'));
    EXPECT_TRUE(garbage.ends());
    Client client(port_);
    EXPECT_EQ(client.status(grpc_frame("x")), "0");
    EXPECT_TRUE(soon([&] { return listener_->gauges().connections == 1; }));
}

TEST_F(GrpcListenerTest, AConnectionTooManyIsSentAway) {
    serve({.connections_max = 2});
    Client first(port_);
    Client second(port_);
    EXPECT_EQ(first.status(grpc_frame("x")), "0");
    EXPECT_EQ(second.status(grpc_frame("x")), "0");
    Client third(port_);
    EXPECT_TRUE(third.ends());
    EXPECT_EQ(first.status(grpc_frame("x")), "0");
    second.close();
    EXPECT_TRUE(soon([&] { return listener_->gauges().connections == 1; }));
    Client fourth(port_);
    EXPECT_EQ(fourth.status(grpc_frame("x")), "0");
}

TEST_F(GrpcListenerTest, SlowPeersAreShownOutAndKeepNobodyWaiting) {
    serve({.header_patience = milliseconds(300),
           .body_patience = milliseconds(300),
           .idle_patience = milliseconds(300)});
    Client silent(port_);
    Client stalled(port_);
    const std::int32_t id = stalled.peer().begin(export_traces);
    stalled.peer().write(id, grpc_frame("hello").substr(0, 6));
    stalled.write(stalled.peer().send());
    Client good(port_);
    EXPECT_EQ(good.status(grpc_frame("x")), "0");
    EXPECT_TRUE(silent.ends());
    EXPECT_TRUE(stalled.run_until([&] { return stalled.peer().reply(id).closed; }));
    EXPECT_EQ(stalled.peer().reply(id).status(), "4");
    EXPECT_TRUE(stalled.ends());
    EXPECT_TRUE(good.ends());
    EXPECT_EQ(good.peer().sent_away_because(), NGHTTP2_NO_ERROR);
    EXPECT_TRUE(soon([&] { return listener_->gauges().connections == 0; }));
}

TEST_F(GrpcListenerTest, AFloodOfQuestionsWithoutAnEarForTheAnswersIsCutOff) {
    serve({.write_patience = milliseconds(300)});
    Client client(port_);
    EXPECT_EQ(client.status(grpc_frame("x")), "0");
    // A frame of no known kind keeps the pings apart.
    const std::string apart = std::string("\0\0\xC8\xFA\0\0\0\0\0", 9) + std::string(200, 'x');
    for (int count = 0; count < 1'000'000; ++count) {
        client.peer().ping();
        if (!client.write(client.peer().send() + apart)) {
            break;
        }
    }
    EXPECT_TRUE(soon([&] { return listener_->gauges().connections == 0; }));
}

TEST_F(GrpcListenerTest, StoppingAnswersWhatHasArrived) {
    serve({});
    Client client(port_);
    const std::int32_t id = client.peer().call(export_traces, grpc_frame("wait"));
    client.write(client.peer().send());
    ASSERT_TRUE(soon([&] { return handled_ == 1; }));
    EXPECT_EQ(listener_->gauges().calls_running, 1U);
    std::thread stopping([this] { listener_->stop(); });
    EXPECT_TRUE(client.run_until([&] { return client.peer().sent_away(); }));
    EXPECT_FALSE(client.peer().reply(id).closed);
    open_gate();
    EXPECT_TRUE(client.run_until([&] { return client.peer().reply(id).closed; }));
    EXPECT_EQ(client.peer().reply(id).status(), "0");
    stopping.join();
    EXPECT_TRUE(client.ends());
    Client late(port_);
    EXPECT_FALSE(late.connected());
    listener_->stop();
}

TEST_F(GrpcListenerTest, StoppingWaitsNoLongerThanItMustForSlowReaders) {
    serve({.farewell = milliseconds(100)});
    Client client(port_);
    client.peer().close_window();
    client.peer().call(export_traces, grpc_frame("x"));
    client.write(client.peer().send());
    ASSERT_TRUE(soon([&] { return handled_ == 1; }));
    const auto before = steady_clock::now();
    listener_->stop();
    EXPECT_LT(steady_clock::now() - before, seconds(5));
}

// Takes every descriptor that can still be had.
std::vector<Descriptor> all_descriptors() {
    std::vector<Descriptor> taken;
    while (true) {
        Descriptor one(::dup(0));
        if (!one) {
            return taken;
        }
        taken.push_back(std::move(one));
    }
}

TEST_F(GrpcListenerTest, RunningOutOfDescriptorsIsSurvived) {
    serve({});
    Client before(port_);
    ASSERT_EQ(before.status(grpc_frame("x")), "0");
    std::vector<Descriptor> sockets;
    for (int count = 0; count < 40; ++count) {
        sockets.push_back(Client::unconnected());
    }
    rlimit usual{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &usual), 0);
    const rlimit low{static_cast<rlim_t>(sockets.back().number()) + 1, usual.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
    {
        const std::vector<Descriptor> taken = all_descriptors();
        std::vector<std::unique_ptr<Client>> flood;
        for (Descriptor& socket : sockets) {
            flood.push_back(std::make_unique<Client>(port_, std::move(socket)));
        }
        EXPECT_EQ(before.status(grpc_frame("who is in is served")), "0");
        EXPECT_TRUE(flood.front()->ends());
        EXPECT_TRUE(flood.back()->ends());
        EXPECT_EQ(listener_->gauges().connections, 1U);
    }
    Client after(port_);
    EXPECT_EQ(after.status(grpc_frame("x")), "0");
    EXPECT_EQ(before.status(grpc_frame("x")), "0");
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &usual), 0);
}

}  // namespace
}  // namespace hence
