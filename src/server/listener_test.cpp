#include "server/listener.h"

#include <atomic>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "server/client.h"
#include "server/door.h"

namespace hence {
namespace {

using std::chrono::milliseconds;

// Answers by what the first segment of the path says.
Response answer(const Request& request) {
    const std::string what = request.path.empty() ? "" : request.path[0];
    if (what == "pieces" || what == "broken") {
        Response response;
        response.exit_status = 1;
        response.produce = [what](const Sink& sink) -> Result<void> {
            for (const std::string_view piece : {"one ", "", "two "}) {
                if (Result<void> taken = sink(piece); !taken) {
                    return taken;
                }
            }
            return what == "pieces" ? sink("three") : Error{Code::io, "the disk\nfailed"};
        };
        return response;
    }
    if (what == "refuse") {
        return error_response({Code::conflict, "someone was first", "look"}, request.form());
    }
    return text_response(request.method + " " + request.body + ".");
}

// A listener on a port of its own, and raw conversations with it.
class ListenerTest : public testing::Test {
protected:
    void SetUp() override {
        Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ASSERT_EQ(::bind(socket.number(), reinterpret_cast<sockaddr*>(&address), size), 0);
        ASSERT_EQ(::listen(socket.number(), 16), 0);
        ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &size);
        host_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
        listener_ = std::make_unique<Listener>(std::move(socket), answer, limits());
    }
    static ListenerLimits limits() {
        return {.connections_max = 2,
                .body_bytes_max = 1 << 20,
                .read_patience = milliseconds(300),
                .farewell = milliseconds(300)};
    }

    // All that comes back until the connection ends.
    std::string say(std::string_view text) {
        Result<Descriptor> socket = connect_to(host_);
        EXPECT_TRUE(socket);
        Stream stream(std::move(socket).take(), milliseconds(5'000));
        int error = 0;
        while (!text.empty() && error == 0) {
            text.remove_prefix(stream.write_some(text.data(), text.size(), error));
        }
        std::string all;
        std::string piece(4'096, '\0');
        while (const std::size_t got = stream.read_some(piece.data(), piece.size(), error)) {
            all.append(piece, 0, got);
        }
        return all;
    }

    Exchange ask(const Request& request) {
        heard_.clear();
        Result<Descriptor> socket = connect_to(host_);
        Stream stream(std::move(socket).take(), milliseconds(5'000));
        return exchange(stream, request, host_, [this](std::string_view piece) -> Result<void> {
            heard_.append(piece);
            return {};
        });
    }

    static std::size_t count(const std::string& text, std::string_view part) {
        std::size_t n = 0;
        for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) {
            ++n;
        }
        return n;
    }

    std::string host_;
    std::string heard_;
    std::unique_ptr<Listener> listener_;
};

TEST_F(ListenerTest, ConnectionIsKeptUntilThePeerWantsNoMore) {
    const std::string heard =
        say("GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
            "GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            "GET /c HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(count(heard, "HTTP/1.1 200"), 2U) << heard;
    EXPECT_EQ(count(heard, "Hence-Exit: 0"), 2U);
}

TEST_F(ListenerTest, AnswerInPiecesIsChunked) {
    const std::string heard = say("GET /pieces HTTP/1.1\r\nConnection: close\r\n\r\n");
    EXPECT_NE(heard.find("Transfer-Encoding: chunked"), std::string::npos);
    EXPECT_TRUE(heard.ends_with("4\r\none \r\n4\r\ntwo \r\n5\r\nthree\r\n0\r\n\r\n")) << heard;
}

TEST_F(ListenerTest, OldClientGetsTheBytesAndTheEnd) {
    const std::string heard = say("GET /pieces HTTP/1.0\r\n\r\n");
    EXPECT_TRUE(heard.ends_with("\r\n\r\none two three")) << heard;
}

TEST_F(ListenerTest, AnswerThatBreaksOffDoesNotLookWhole) {
    const std::string heard = say("GET /broken HTTP/1.1\r\nConnection: close\r\n\r\n");
    EXPECT_FALSE(heard.ends_with("0\r\n\r\n")) << heard;
}

TEST_F(ListenerTest, HeadHasNoBody) {
    const std::string heard = say("HEAD /a HTTP/1.1\r\nConnection: close\r\n\r\n");
    EXPECT_NE(heard.find("Content-Length: 5"), std::string::npos) << heard;
    EXPECT_TRUE(heard.ends_with("\r\n\r\n"));
}

TEST_F(ListenerTest, ExpectedContinueIsGiven) {
    const std::string heard =
        say("POST /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: "
            "close\r\n\r\nhi");
    EXPECT_TRUE(heard.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK")) << heard;
    EXPECT_TRUE(heard.ends_with("POST hi."));
}

TEST_F(ListenerTest, NonsenseIsRefused) {
    EXPECT_TRUE(say("nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
    EXPECT_TRUE(say("GET /%zz HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 400"));
    EXPECT_TRUE(say("POST /a HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx")
                    .starts_with("HTTP/1.1 400"));
}

TEST_F(ListenerTest, BodyBeyondTheLimitIsRefused) {
    Request request{.method = "POST", .path = {"a"}};
    request.body.assign(1 << 20, 'x');
    EXPECT_TRUE(ask(request).reply);
    EXPECT_EQ(heard_.size(), request.body.size() + 6);
    request.body += 'x';
    const Exchange refused = ask(request);
    ASSERT_TRUE(refused.reply) << refused.reply.error().message;
    EXPECT_EQ(refused.reply->refused->code, Code::limit);
    EXPECT_EQ(refused.reply->exit_status, 2);
}

TEST_F(ListenerTest, SilentPeerIsDropped) {
    EXPECT_EQ(say("GET /a HTTP/1.1\r\nHost:"), "");
}

TEST_F(ListenerTest, MoreConnectionsThanAllowedWaitTheirTurn) {
    std::atomic<int> answered = 0;
    std::vector<std::thread> askers;
    for (int i = 0; i < 8; ++i) {
        askers.emplace_back([this, &answered] {
            const std::string heard = say("GET /a HTTP/1.1\r\nConnection: close\r\n\r\n");
            answered += heard.starts_with("HTTP/1.1 200") ? 1 : 0;
        });
    }
    for (std::thread& asker : askers) {
        asker.join();
    }
    EXPECT_EQ(answered, 8);
}

TEST_F(ListenerTest, ClientHearsPiecesAndTheExitStatus) {
    const Exchange heard = ask({.path = {"pieces"}});
    ASSERT_TRUE(heard.reply);
    EXPECT_EQ(heard.reply->exit_status, 1);
    EXPECT_EQ(heard_, "one two three");
}

TEST_F(ListenerTest, ClientIsToldWhyAnAnswerBrokeOff) {
    const Exchange heard = ask({.path = {"broken"}});
    EXPECT_TRUE(heard.began);
    ASSERT_FALSE(heard.reply);
    EXPECT_EQ(heard.reply.error().message, "the disk failed");
}

TEST_F(ListenerTest, ClientIsHandedARefusalApart) {
    for (const std::string accept : {"application/json", "text/plain"}) {
        Request request{.path = {"refuse"}};
        request.headers["accept"] = accept;
        const Exchange heard = ask(request);
        ASSERT_TRUE(heard.reply);
        EXPECT_EQ(one_line(*heard.reply->refused), "someone was first; look");
        EXPECT_EQ(heard.reply->exit_status, 1);
        EXPECT_EQ(heard_, "");
    }
}

TEST_F(ListenerTest, StoppedListenerHasNothingToSay) {
    listener_->stop();
    EXPECT_FALSE(connect_to(host_));
}

TEST_F(ListenerTest, StopWaitsForNobodyWhoIsSilent) {
    Result<Descriptor> idle = connect_to(host_);
    listener_->stop();
    EXPECT_TRUE(idle);
}

TEST_F(ListenerTest, RemoteDoorAsksOverTheNetwork) {
    const Result<std::unique_ptr<Door>> door = open_remote_door("http://" + host_);
    ASSERT_TRUE(door);
    const Result<Reply> reply = (*door)->send({.path = {"a"}}, [this](std::string_view piece) {
        heard_.append(piece);
        return Result<void>();
    });
    EXPECT_EQ(reply->exit_status, 0);
    EXPECT_EQ(heard_, "GET .");
    listener_->stop();
    const Result<Reply> none =
        (*door)->send({.path = {"a"}}, [](std::string_view) { return Result<void>(); });
    EXPECT_EQ(none.error().hint, "is the server running there?");
}

}  // namespace
}  // namespace hence
