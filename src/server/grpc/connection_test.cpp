#include "server/grpc/connection.h"

#include <array>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include "server/grpc/peer_for_test.h"

namespace hence {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// A connection, and the other end of its socket.
class GrpcConnectionTest : public testing::Test {
protected:
    void SetUp() override {
        std::array<int, 2> ends{};
        ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()), 0);
        far_ = Descriptor(ends[0]);
        near_ = ends[1];
        connection_ = std::make_unique<GrpcConnection>(
            Descriptor(ends[1]), house_, [](GrpcCall) {}, now_);
    }
    bool read() { return connection_->read(buffer_, 4, now_); }
    std::size_t filled() {
        std::size_t bytes = 0;
        const std::string piece(1'000, 'x');
        for (ssize_t put = 0; (put = ::send(near_, piece.data(), piece.size(), 0)) > 0;) {
            bytes += static_cast<std::size_t>(put);
        }
        return bytes;
    }
    void say(std::string_view bytes) {
        ASSERT_EQ(::send(far_.number(), bytes.data(), bytes.size(), 0),
                  static_cast<ssize_t>(bytes.size()));
    }

    Access access_ = Access::from({}).take();
    GrpcHouse house_{access_, {}, ByteBudget(1 << 20)};
    GrpcSession::Instant now_{seconds(1'000)};
    std::array<char, 4'096> buffer_{};
    Descriptor far_;
    int near_ = -1;
    std::unique_ptr<GrpcConnection> connection_;
    GrpcPeer peer_;
};

TEST_F(GrpcConnectionTest, WhatIsNotTakenInTimeEndsIt) {
    ASSERT_GT(filled(), 0U);
    say(peer_.send());
    EXPECT_TRUE(read());
    EXPECT_TRUE(connection_->wants_to_write());
    EXPECT_TRUE(connection_->look_at_the_clock(house_.limits, seconds(1), now_ + seconds(30)));
    EXPECT_FALSE(connection_->look_at_the_clock(house_.limits, seconds(1),
                                                now_ + seconds(30) + milliseconds(1)));
}

TEST_F(GrpcConnectionTest, WhatIsTakenLateIsSentOn) {
    const std::size_t before = filled();
    say(peer_.send());
    EXPECT_TRUE(read());
    std::string taken(before, '\0');
    for (std::size_t got = 0; got < before;) {
        got += static_cast<std::size_t>(::recv(far_.number(), taken.data(), before - got, 0));
    }
    EXPECT_TRUE(connection_->write(now_));
    EXPECT_FALSE(connection_->wants_to_write());
    const ssize_t got = ::recv(far_.number(), taken.data(), taken.size(), 0);
    ASSERT_GT(got, 0);
    EXPECT_TRUE(peer_.receive(std::string_view(taken).substr(0, static_cast<std::size_t>(got))));
    EXPECT_EQ(peer_.setting(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS), 100U);
}

TEST_F(GrpcConnectionTest, APeerThatHasBeenLeftIsWaitedForAWhile) {
    say("GET / HTTP/1.1\r\n\r\n");
    EXPECT_TRUE(read());
    EXPECT_TRUE(connection_->write(now_));
    std::array<char, 1'024> last_words{};
    EXPECT_GT(::recv(far_.number(), last_words.data(), last_words.size(), 0), 0);
    EXPECT_EQ(::recv(far_.number(), last_words.data(), last_words.size(), 0), 0);
    say("and more");
    EXPECT_TRUE(read());
    EXPECT_TRUE(connection_->look_at_the_clock(house_.limits, seconds(1), now_ + seconds(1)));
    EXPECT_FALSE(connection_->look_at_the_clock(house_.limits, seconds(1),
                                                now_ + seconds(1) + milliseconds(1)));
}

TEST_F(GrpcConnectionTest, APeerThatGoesEndsIt) {
    EXPECT_TRUE(read());
    far_ = Descriptor();
    EXPECT_FALSE(read());
}

}  // namespace
}  // namespace hence
