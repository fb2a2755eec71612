// A listener on a port of its own, and conversations with it, for tests.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "server/door/client.h"
#include "server/http/listener.h"
#include "server/wire/loopback_for_test.h"

namespace hence {

using std::chrono::milliseconds;

// One peer, who says what it likes.
class Peer {
public:
    explicit Peer(const std::string& host) {
        Result<Descriptor> socket = connect_to(host);
        EXPECT_TRUE(socket) << socket.error().message;
        stream_ = std::make_unique<Stream>(std::move(socket).take(), milliseconds(10'000));
    }

    bool say(std::string_view text) {
        int error = 0;
        while (!text.empty() && error == 0) {
            text.remove_prefix(stream_->write_some(text.data(), text.size(), error));
        }
        return error == 0;
    }

    // All that comes until it ends, or until `part` has come.
    std::string hear(std::string_view part = {}) {
        int error = 0;
        std::string piece(4'096, '\0');
        while (part.empty() || heard_.find(part) == std::string::npos) {
            const std::size_t got = stream_->read_some(piece.data(), piece.size(), error);
            if (got == 0) {
                break;
            }
            heard_.append(piece, 0, got);
        }
        return std::exchange(heard_, {});
    }

    int number() const { return stream_->number(); }
    void hang_up() { stream_.reset(); }

private:
    std::unique_ptr<Stream> stream_;
    std::string heard_;
};

// Lets requests wait in their handler until they may go on.
class Gate {
public:
    void pass() {
        std::unique_lock lock(mutex_);
        ++inside_;
        changed_.notify_all();
        changed_.wait(lock, [this] { return open_; });
        --inside_;
    }
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    bool holds(int n) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(5), [&] { return inside_ >= n; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int inside_ = 0;
    bool open_ = false;
};

class ListenerFixture : public testing::Test {
protected:
    void listen(Listener::Handler handler, const ListenerLimits& limits = {},
                Listener::Admit admit = {}, Listener::Restate restate = {},
                Listener::Asks asks = {}) {
        LoopbackSocket on;
        ASSERT_NO_FATAL_FAILURE(listen_on_loopback(on));
        host_ = "127.0.0.1:" + std::to_string(on.port);
        listener_ =
            std::make_unique<Listener>(std::move(on.socket), std::move(handler), limits,
                                       std::move(admit), std::move(restate), std::move(asks));
    }

    // All that comes back until the connection ends.
    std::string say(std::string_view text) {
        Peer peer(host_);
        peer.say(text);
        return peer.hear();
    }
    int status(std::string_view text) { return status_in(say(text)); }

    static int status_in(const std::string& heard) {
        return heard.starts_with("HTTP/1.") ? std::atoi(heard.substr(9, 3).c_str()) : 0;
    }
    static std::size_t count(const std::string& text, std::string_view part) {
        std::size_t n = 0;
        for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) {
            ++n;
        }
        return n;
    }
    static std::string body_of(const std::string& heard) {
        const std::size_t at = heard.find("\r\n\r\n");
        return at == std::string::npos ? "" : heard.substr(at + 4);
    }
    static std::string post(std::string_view body, std::string_view fields = "") {
        return "POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + std::string(fields) +
               "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
    }
    // Waits until something is so; false when that takes too long.
    static bool becomes(const std::function<bool()>& so) {
        for (int i = 0; i < 500; ++i) {
            if (so()) {
                return true;
            }
            std::this_thread::sleep_for(milliseconds(10));
        }
        return false;
    }

    std::string host_;
    std::unique_ptr<Listener> listener_;
};

inline constexpr std::string_view short_get =
    "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

}  // namespace hence
