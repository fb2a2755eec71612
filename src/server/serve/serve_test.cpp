// Tests of a whole server on its ports.
#include "server/serve/serve.h"

#include <fstream>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/try.h"
#include "model/json/json.h"
#include "server/door/door.h"
#include "server/http/ports.h"
#include "server/otlp/otlp.h"
#include "server/watch/live.h"
#include "server/watch/metrics.h"
#include "server/watch/observed_store.h"
#include "server/wire/descriptors.h"
#include "server/wire/socket.h"

namespace hence {
namespace {

using std::chrono::milliseconds;

// What a server sends back to these bytes until it closes, or for as long as anybody would wait.
std::string exchange_bytes(const std::string& address, const std::string& bytes) {
    Result<Descriptor> socket = connect_to(address.substr(address.find("://") + 3));
    if (!socket) {
        return socket.error().message;
    }
    Stream stream(std::move(socket).take(), milliseconds(20'000));
    int error = 0;
    for (std::size_t sent = 0; sent < bytes.size() && error == 0;) {
        sent += stream.write_some(bytes.data() + sent, bytes.size() - sent, error);
    }
    std::string answer;
    std::string piece(4096, '\0');
    while (const std::size_t got = stream.read_some(piece.data(), piece.size(), error)) {
        answer.append(piece, 0, got);
    }
    return answer;
}

std::string header_in(const std::string& answer, const std::string& name) {
    const std::size_t at = answer.find("\r\n" + name + ": ");
    if (at == std::string::npos) {
        return "";
    }
    const std::size_t begin = at + name.size() + 4;
    return answer.substr(begin, answer.find("\r\n", begin) - begin);
}

int status_in(const std::string& answer) {
    return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
}

std::string body_in(const std::string& answer) {
    const std::size_t at = answer.find("\r\n\r\n");
    return at == std::string::npos ? "" : answer.substr(at + 4);
}

class ServeTest : public testing::Test {
protected:
    void start(ServeOptions options = {}) {
        options.listen = options.listen == ServeOptions{}.listen ? "127.0.0.1:0" : options.listen;
        options.grpc = options.grpc == ServeOptions{}.grpc ? "" : options.grpc;
        options.limits.farewell = milliseconds(500);
        Result<std::unique_ptr<Server>> server =
            Server::start({.store = store_, .metrics = &metrics_, .live = &live_}, options);
        ASSERT_TRUE(server) << server.error().message;
        server_ = std::move(server).take();
        host_ = server_->http_address().substr(7);
    }
    // `head` is what follows the request line, each line ended.
    std::string send(const std::string& line, const std::string& head,
                     const std::string& body = "") const {
        const std::string length =
            body.empty() ? "" : "Content-Length: " + std::to_string(body.size()) + "\r\n";
        return exchange_bytes(server_->http_address(), line + " HTTP/1.1\r\n" + head + length +
                                                           "Connection: close\r\n\r\n" + body);
    }
    std::string own_host() const { return "Host: " + host_ + "\r\n"; }

    Metrics metrics_;
    LiveHub live_;
    ObservedStore store_{open_memory_store(), metrics_, live_};
    std::string host_;
    std::unique_ptr<Server> server_;
};

const std::string event = R"({"id":"a","kind":"thought","time":"2026-02-23T10:00:00Z"})";
const std::string as_json = "Content-Type: application/json\r\n";

TEST_F(ServeTest, AnswersAndRecords) {
    start();
    EXPECT_EQ(server_->grpc_address(), "");
    EXPECT_EQ(status_in(send("POST /api/v1/events", own_host() + as_json, event)), 200);
    const std::string answer = send("GET /api/v1/events/a", own_host());
    EXPECT_EQ(status_in(answer), 200);
    EXPECT_NE(answer.find("\"thought\""), std::string::npos);
    EXPECT_EQ(store_.last_seq(), 1U);
}

TEST_F(ServeTest, WhoComesUnderAnotherNameIsTurnedAwayBeforeTheBodyIsRead) {
    start();
    for (const char* target :
         {"/api/v1/events", "/healthz", "/no/such", "/v1/traces", "/mcp", "/"}) {
        const std::string line = "POST " + std::string(target);
        EXPECT_EQ(status_in(send(line, "Host: evil.example\r\n" + as_json, event)), 403) << target;
        // The body never comes: it is not waited for.
        EXPECT_EQ(status_in(exchange_bytes(server_->http_address(),
                                           line + " HTTP/1.1\r\nHost: evil.example\r\n"
                                                  "Content-Length: 60000000\r\n\r\n")),
                  403)
            << target;
        EXPECT_EQ(status_in(send("GET " + std::string(target),
                                 own_host() + "Origin: https://evil.example\r\n")),
                  403)
            << target;
        EXPECT_EQ(status_in(send("GET " + std::string(target), "")), 400) << target;
    }
    EXPECT_EQ(
        status_in(send("POST /api/v1/events", own_host() + "Content-Type: text/plain\r\n", event)),
        415);
    EXPECT_EQ(store_.last_seq(), 0U);
    EXPECT_NE(
        metrics_.to_text().find(
            R"(hence_http_requests_total{method="POST",route="/api/v1/events",status="403"})"),
        std::string::npos);
}

TEST_F(ServeTest, ARefusalOfTelemetryIsAStatusInItsOwnEncoding) {
    start();
    const std::string json = send("POST /v1/traces", "Host: evil.example\r\n" + as_json, "{}");
    EXPECT_EQ(status_in(json), 403);
    EXPECT_EQ(header_in(json, "Content-Type"), "application/json");
    EXPECT_EQ(Json(body_in(json))["code"].raw(), "7");
    const std::string protobuf = send(
        "POST /v1/traces", "Host: evil.example\r\nContent-Type: application/x-protobuf\r\n", "x");
    EXPECT_EQ(header_in(protobuf, "Content-Type"), "application/x-protobuf");
    EXPECT_TRUE(body_in(protobuf).starts_with("\x08\x07\x12"));
}

TEST_F(ServeTest, AnAnswerIsSentOnceUntilTheLogGrows) {
    start();
    send("POST /api/v1/events", own_host() + as_json, event);
    const std::string first = send("GET /api/v1/sessions", own_host());
    const std::string tag = header_in(first, "ETag");
    EXPECT_TRUE(tag.starts_with("W/\"")) << tag;
    const std::string same = own_host() + "If-None-Match: " + tag + "\r\n";
    EXPECT_EQ(status_in(send("GET /api/v1/sessions", same)), 304);
    EXPECT_EQ(status_in(send("GET /api/v1/sessions", same + "Accept: text/plain\r\n")), 200);
    EXPECT_EQ(status_in(send("GET /api/v1/events/nothing", same)), 404);
    send("POST /api/v1/events", own_host() + as_json,
         R"({"kind":"thought","time":"2026-02-23T10:00:00Z"})");
    EXPECT_EQ(status_in(send("GET /api/v1/sessions", same)), 200);
    for (const char* target : {"/api/v1/quarantine", "/healthz", "/metrics", "/api/v1/events/no"}) {
        EXPECT_EQ(header_in(send("GET " + std::string(target), own_host()), "ETag"), "") << target;
    }
}

TEST_F(ServeTest, AllowedPagesMayRead) {
    start({.access = {.origins = {"https://pages.example"}}});
    const std::string allowed =
        send("GET /api/v1/sessions", own_host() + "Origin: https://pages.example\r\n");
    EXPECT_EQ(status_in(allowed), 200);
    EXPECT_EQ(header_in(allowed, "Access-Control-Allow-Origin"), "https://pages.example");
    const std::string asked =
        send("OPTIONS /api/v1/events", own_host() +
                                           "Origin: https://pages.example\r\n"
                                           "Access-Control-Request-Method: POST\r\n");
    EXPECT_EQ(status_in(asked), 204);
    const std::string ours =
        send("GET /api/v1/sessions", own_host() + "Origin: http://" + host_ + "\r\n");
    EXPECT_EQ(status_in(ours), 200);
    EXPECT_EQ(header_in(ours, "Access-Control-Allow-Origin"), "");
}

TEST_F(ServeTest, NobodyOnTheNetworkCanTakeTheStoreAway) {
    start();
    EXPECT_EQ(status_in(send("POST /api/v1/handover", own_host())), 404);
}

TEST_F(ServeTest, LocalhostIsBothOfItsAddresses) {
    start({.listen = "localhost:0"});
    const std::string port = host_.substr(host_.find(':'));
    for (const std::string& address : {"127.0.0.1" + port, "[::1]" + port}) {
        const std::string answer =
            exchange_bytes("http://" + address, "GET /healthz HTTP/1.1\r\nHost: " + address +
                                                    "\r\nConnection: close\r\n\r\n");
        EXPECT_EQ(status_in(answer), 200) << address << answer;
    }
}

TEST_F(ServeTest, GrpcHasItsOwnPort) {
    start({.grpc = "127.0.0.1:0"});
    EXPECT_TRUE(server_->grpc_address().starts_with("127.0.0.1:"));
    EXPECT_NE(server_->grpc_address(), host_);
    EXPECT_TRUE(connect_to(server_->grpc_address()));
}

TEST_F(ServeTest, AfterStopNobodyIsThere) {
    start({.grpc = "127.0.0.1:0"});
    const std::string grpc = server_->grpc_address();
    server_->stop();
    EXPECT_FALSE(connect_to(host_));
    EXPECT_FALSE(connect_to(grpc));
    server_->stop();
}

TEST(ServeAddresses, OtherMachinesNeedTokens) {
    const std::unique_ptr<Store> store = open_memory_store();
    for (const char* address : {"0.0.0.0:0", "[::]:0", "192.0.2.1:0"}) {
        for (const bool grpc : {false, true}) {
            ServeOptions options{.listen = grpc ? "127.0.0.1:0" : address,
                                 .grpc = grpc ? address : ""};
            const Result<std::unique_ptr<Server>> server = Server::start({*store}, options);
            ASSERT_FALSE(server) << address;
            EXPECT_EQ(server.error().code, Code::invalid);
            EXPECT_NE(server.error().hint.find("--token-file"), std::string::npos);
        }
    }
    for (const char* address : {"127.0.0.1:0", "127.0.0.2:0", "localhost:0", "LOCALHOST:0"}) {
        EXPECT_TRUE(Server::start({*store}, {.listen = address, .grpc = ""})) << address;
    }
    std::string path = testing::TempDir() + "hence-serve-XXXXXX";
    ::close(::mkstemp(path.data()));
    std::ofstream(path) << "reader-0123456789 read\n";
    ServeOptions options{.listen = "0.0.0.0:0", .grpc = ""};
    options.access.token_file = path;
    EXPECT_TRUE(Server::start({*store}, options));
    ::unlink(path.c_str());
    EXPECT_FALSE(Server::start({*store}, options));
}

TEST(ServeAddresses, WhatIsNoAddressSaysWhatToWrite) {
    for (const char* address : {"", "4318", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "::1:4318",
                                "[::1]", "127.0.0.1:65536", "http://127.0.0.1:4318", "a b:1"}) {
        const Result<ListenPlace> place = ListenPlace::find(address);
        ASSERT_FALSE(place) << address;
        EXPECT_EQ(place.error().code, Code::invalid);
        EXPECT_EQ(place.error().hint, "write host:port, such as 127.0.0.1:4318 or [::1]:4318");
    }
    const Error error = ListenPlace::find(":4318").error();
    EXPECT_EQ(error.code, Code::invalid);
    EXPECT_EQ(error.hint,
              "write 127.0.0.1:4318 for this machine alone, or 0.0.0.0:4318 and --token-file for "
              "others");
    EXPECT_EQ(ListenPlace::find("no.such.host.invalid:1").error().code, Code::invalid);
}

TEST(ServeAddresses, APortThatIsTakenIsNamed) {
    Result<ListenPlace> first = ListenPlace::find("127.0.0.1:0");
    ASSERT_TRUE(first);
    const Result<std::vector<Descriptor>> held = first->listen();
    ASSERT_TRUE(held);
    const std::string address = to_string(first->authority());
    const std::unique_ptr<Store> store = open_memory_store();
    const Result<std::unique_ptr<Server>> server =
        Server::start({*store}, {.listen = address, .grpc = ""});
    ASSERT_FALSE(server);
    EXPECT_EQ(server.error().code, Code::io);
    EXPECT_EQ(server.error().message, "cannot listen on " + address + ": Address already in use");
    EXPECT_NE(server.error().hint.find("--listen"), std::string::npos);
    // One port that is taken is enough: no half of a server stays behind.
    EXPECT_FALSE(Server::start({*store}, {.listen = "127.0.0.1:0", .grpc = address}));
}

TEST(ServeDescriptors, ConnectionsLeaveRoomForTheStore) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const std::size_t one = make_room_for_connections(1);
    const std::size_t four = make_room_for_connections(4);
    EXPECT_GE(one, four);
    EXPECT_GE(four, connections_min);
    EXPECT_LE(one + 64, static_cast<std::size_t>(before.rlim_max));
    rlimit after{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &after), 0);
    EXPECT_EQ(after.rlim_cur, before.rlim_max);
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

TEST_F(ServeTest, ACommandsDoorBringsItsToken) {
    std::string path = testing::TempDir() + "hence-serve-XXXXXX";
    ::close(::mkstemp(path.data()));
    std::ofstream(path) << "reader-0123456789 read\n";
    start({.access = {.token_file = path}});
    ::unlink(path.c_str());
    const auto ask = [&](const std::string& token, const Request& request) -> Result<Reply> {
        const std::unique_ptr<Door> door = TRY(open_remote_door(server_->http_address(), token));
        return door->send(request, [](std::string_view) -> Result<void> { return {}; });
    };
    const Request read{.path = {"api", "v1", "events"}};
    const Result<Reply> good = ask("reader-0123456789", read);
    ASSERT_TRUE(good) << good.error().message;
    EXPECT_FALSE(good->refused);
    EXPECT_EQ(good->exit_status, 0);
    for (const char* token : {"", "nobody-0123456789"}) {
        const Result<Reply> none = ask(token, read);
        ASSERT_TRUE(none && none->refused);
        EXPECT_EQ(none->refused->code, Code::unauthorized);
        EXPECT_EQ(none->exit_status, 3);
        EXPECT_NE(none->refused->hint.find("HENCE_TOKEN"), std::string::npos);
    }
    Request write{.method = "POST", .path = {"api", "v1", "events"}};
    write.body = event;
    const Result<Reply> other = ask("reader-0123456789", write);
    ASSERT_TRUE(other && other->refused);
    EXPECT_EQ(other->refused->code, Code::forbidden);
    EXPECT_EQ(other->exit_status, 3);
    EXPECT_EQ(ask("two words-0123456789", read).error().code, Code::invalid);
}

TEST(RemoteDoor, AnAddressIsAHostAndPerhapsAPort) {
    for (const char* good : {"http://127.0.0.1:4318", "http://localhost", "http://[::1]:1/",
                             "http://[::1]", "http://hence.example.com:80//"}) {
        EXPECT_TRUE(open_remote_door(good)) << good;
    }
    for (const char* bad : {"http://", "http:///", "http://u@x", "http://x/y", "https://x",
                            "http://x:y", "http://a b", "x"}) {
        EXPECT_EQ(open_remote_door(bad).error().code, Code::invalid) << bad;
    }
}

}  // namespace
}  // namespace hence
