#include "server/http/listener.h"

#include <atomic>

#include "server/door/door.h"
#include "server/http/listener_for_test.h"

namespace hence {
namespace {

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
    if (what == "type") {
        return text_response(std::string(request.header("content-type")));
    }
    if (what == "refuse") {
        return error_response({Code::conflict, "someone was first", "look"}, request.form());
    }
    return text_response(request.method + " " + request.body + ".");
}

class ListenerTest : public ListenerFixture {
protected:
    void SetUp() override {
        listen(answer, {.body_bytes_max = 1 << 20,
                        .header_patience = milliseconds(300),
                        .idle_patience = milliseconds(300),
                        .farewell = milliseconds(300)});
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

    std::string heard_;
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
    const std::string heard = say("GET /pieces HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    EXPECT_NE(heard.find("Transfer-Encoding: chunked"), std::string::npos);
    EXPECT_TRUE(heard.ends_with("4\r\none \r\n4\r\ntwo \r\n5\r\nthree\r\n0\r\n\r\n")) << heard;
}

TEST_F(ListenerTest, OldClientGetsTheBytesAndTheEnd) {
    const std::string heard = say("GET /pieces HTTP/1.0\r\n\r\n");
    EXPECT_TRUE(heard.ends_with("\r\n\r\none two three")) << heard;
}

TEST_F(ListenerTest, AnswerThatBreaksOffDoesNotLookWhole) {
    const std::string heard = say("GET /broken HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    EXPECT_FALSE(heard.ends_with("0\r\n\r\n")) << heard;
}

TEST_F(ListenerTest, HeadHasNoBody) {
    const std::string heard = say("HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    EXPECT_NE(heard.find("Content-Length: 5"), std::string::npos) << heard;
    EXPECT_TRUE(heard.ends_with("\r\n\r\n"));
}

TEST_F(ListenerTest, ExpectedContinueIsGiven) {
    const std::string heard = say(
        "POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: "
        "close\r\n\r\nhi");
    EXPECT_TRUE(heard.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK")) << heard;
    EXPECT_TRUE(heard.ends_with("POST hi."));
}

TEST_F(ListenerTest, NonsenseIsRefused) {
    EXPECT_TRUE(say("nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
    EXPECT_TRUE(say("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n").starts_with("HTTP/1.1 400"));
    EXPECT_TRUE(
        say("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx")
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

TEST_F(ListenerTest, PeerThatIsSilentBetweenRequestsIsDropped) {
    EXPECT_EQ(say(""), "");
    const std::string heard = say("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(count(heard, "HTTP/1.1"), 1U) << heard;
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

TEST_F(ListenerTest, ClientSaysWhatItSends) {
    ask({.method = "POST", .path = {"type"}, .body = "{}"});
    EXPECT_EQ(heard_, "application/json");
    ask({.method = "POST", .path = {"type"}, .headers = {{"content-type", "text/csv"}}});
    EXPECT_EQ(heard_, "text/csv");
    ask({.path = {"type"}});
    EXPECT_EQ(heard_, "");
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
