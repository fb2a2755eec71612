#include <deque>
#include <mutex>

#include "server/http/listener_for_test.h"
#include "server/wire/feed.h"

namespace hence {
namespace {

// What a test says into its feeds.
class Source {
public:
    void say(std::string piece) {
        std::function<void()> ready;
        {
            const std::lock_guard lock(mutex_);
            pieces_.push_back(std::move(piece));
            ready = std::exchange(ready_, {});
        }
        if (ready) {
            ready();
        }
    }
    void fail() {
        {
            const std::lock_guard lock(mutex_);
            failing_ = true;
        }
        say("never heard");
    }
    Result<std::string> next() {
        const std::lock_guard lock(mutex_);
        if (failing_) {
            return Error{Code::io, "the disk failed"};
        }
        if (endless) {
            return std::string(256 << 10, 'x');
        }
        if (pieces_.empty()) {
            return std::string();
        }
        std::string piece = std::move(pieces_.front());
        pieces_.pop_front();
        return piece;
    }
    void wait(std::function<void()> ready) {
        {
            const std::lock_guard lock(mutex_);
            if (pieces_.empty()) {
                ready_ = std::move(ready);
                return;
            }
        }
        ready();
    }
    void revoke() {
        const std::lock_guard lock(mutex_);
        ready_ = {};
    }

    std::atomic<bool> endless = false;
    std::atomic<int> feeds = 0;

private:
    std::mutex mutex_;
    std::deque<std::string> pieces_;
    std::function<void()> ready_;
    bool failing_ = false;
};

class SourceFeed : public Feed {
public:
    explicit SourceFeed(Source& source) : source_(source) { ++source_.feeds; }
    SourceFeed(const SourceFeed&) = delete;
    SourceFeed& operator=(const SourceFeed&) = delete;
    ~SourceFeed() override {
        source_.revoke();
        --source_.feeds;
    }

    Result<std::string> next() override { return source_.next(); }
    void wait(std::function<void()> ready) override { source_.wait(std::move(ready)); }
    std::string heartbeat() override { return ": \n\n"; }
    std::string farewell(Farewell reason) override {
        return reason == Farewell::too_slow ? "too slow" : "stopping";
    }

private:
    Source& source_;
};

class ListenerFeedTest : public ListenerFixture {
protected:
    void TearDown() override {
        listener_.reset();
        EXPECT_EQ(source_.feeds, 0);
    }

    void listen_with(const ListenerLimits& limits) {
        listen(
            [this](const Request& request) {
                if (request.path == std::vector<std::string>{"a"}) {
                    return text_response("plain");
                }
                Response response;
                response.content_type = "text/event-stream";
                response.feed = std::make_shared<SourceFeed>(source_);
                return response;
            },
            limits);
    }

    Source source_;
};

constexpr std::string_view get_feed =
    "GET /feed HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n";

TEST_F(ListenerFeedTest, PiecesAreSentAsTheyCome) {
    listen_with({});
    Peer peer(host_);
    peer.say(get_feed);
    const std::string head = peer.hear("\r\n\r\n");
    EXPECT_NE(head.find("Content-Type: text/event-stream\r\n"), std::string::npos);
    EXPECT_EQ(head.find("gzip"), std::string::npos);
    source_.say("one");
    EXPECT_EQ(peer.hear("one\r\n"), "3\r\none\r\n");
    source_.say("three");
    EXPECT_EQ(peer.hear("three\r\n"), "5\r\nthree\r\n");
    EXPECT_EQ(listener_->gauges().feeds, 1U);
    EXPECT_TRUE(becomes([this] { return listener_->gauges().requests_running == 0; }));
}

TEST_F(ListenerFeedTest, MoreFeedsThanThreadsWaitTogether) {
    listen_with({.requests_max = 1});
    std::vector<std::unique_ptr<Peer>> peers;
    for (int i = 0; i < 10; ++i) {
        peers.push_back(std::make_unique<Peer>(host_));
        peers.back()->say(get_feed);
        peers.back()->hear("\r\n\r\n");
    }
    EXPECT_EQ(source_.feeds, 10);
    EXPECT_EQ(status(short_get), 200);
}

TEST_F(ListenerFeedTest, QuietFeedIsHeardFrom) {
    listen_with({.feed_heartbeat = milliseconds(50)});
    Peer peer(host_);
    peer.say(get_feed);
    peer.hear("4\r\n: \n\n\r\n4\r\n: \n\n\r\n");
    source_.say("still there");
    EXPECT_NE(peer.hear("still there").find("b\r\nstill there"), std::string::npos);
    peer.hear(": \n\n");
}

TEST_F(ListenerFeedTest, PeerThatGoesIsNoticed) {
    listen_with({});
    Peer peer(host_);
    peer.say(get_feed);
    peer.hear("\r\n\r\n");
    EXPECT_EQ(source_.feeds, 1);
    peer.hang_up();
    EXPECT_TRUE(becomes([this] { return source_.feeds == 0; }));
    EXPECT_TRUE(becomes([this] { return listener_->gauges().connections == 0; }));
    EXPECT_EQ(listener_->gauges().feeds, 0U);
}

TEST_F(ListenerFeedTest, ReaderThatLagsIsToldAndSentAway) {
    source_.endless = true;
    listen_with({.write_patience = milliseconds(5'000), .feed_patience = milliseconds(200)});
    Peer peer(host_);
    peer.say(get_feed);
    std::this_thread::sleep_for(milliseconds(600));
    source_.endless = false;
    const std::string heard = peer.hear();
    EXPECT_TRUE(heard.ends_with("8\r\ntoo slow\r\n0\r\n\r\n"));
    EXPECT_TRUE(becomes([this] { return source_.feeds == 0; }));
}

TEST_F(ListenerFeedTest, ReaderThatNeverReadsIsDropped) {
    source_.endless = true;
    listen_with({.write_patience = milliseconds(200), .feed_patience = milliseconds(100)});
    Peer peer(host_);
    peer.say(get_feed);
    EXPECT_TRUE(becomes([this] { return source_.feeds == 1; }));
    EXPECT_TRUE(becomes([this] { return source_.feeds == 0; }));
    EXPECT_FALSE(peer.hear().ends_with("0\r\n\r\n"));
}

TEST_F(ListenerFeedTest, FeedThatFailsBreaksOff) {
    listen_with({});
    Peer peer(host_);
    peer.say(get_feed);
    peer.hear("\r\n\r\n");
    source_.fail();
    EXPECT_EQ(peer.hear(), "");
}

TEST_F(ListenerFeedTest, StopSaysFarewell) {
    listen_with({});
    Peer peer(host_);
    peer.say(get_feed);
    source_.say("one");
    peer.hear("one\r\n");
    listener_->stop();
    EXPECT_EQ(peer.hear(), "8\r\nstopping\r\n0\r\n\r\n");
}

TEST_F(ListenerFeedTest, StopDoesNotWaitForAReaderThatLags) {
    source_.endless = true;
    listen_with({.farewell = milliseconds(200)});
    Peer peer(host_);
    peer.say(get_feed);
    std::this_thread::sleep_for(milliseconds(200));
    const auto began = std::chrono::steady_clock::now();
    listener_->stop();
    EXPECT_LT(std::chrono::steady_clock::now() - began, milliseconds(3'000));
    EXPECT_EQ(source_.feeds, 0);
}

TEST_F(ListenerFeedTest, HeadOfAFeedIsAllThereIs) {
    listen_with({});
    const std::string heard = say("HEAD /feed HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(status_in(heard), 200);
    EXPECT_TRUE(heard.ends_with("\r\n\r\n"));
    EXPECT_EQ(body_of(heard), "");
}

TEST_F(ListenerFeedTest, OldVersionGetsTheBytes) {
    listen_with({});
    Peer peer(host_);
    peer.say("GET /feed HTTP/1.0\r\n\r\n");
    source_.say("first");
    EXPECT_TRUE(peer.hear("first").ends_with("\r\n\r\nfirst"));
    listener_->stop();
    EXPECT_EQ(peer.hear(), "stopping");
}

}  // namespace
}  // namespace hence
