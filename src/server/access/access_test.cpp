// Tests of access control: names, pages of other sites, tokens, and what a refusal says.
#include "server/access/access.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/json/json.h"

namespace hence {
namespace {

constexpr std::uint16_t our_port = 4318;

Access open_access(AccessOptions options = {}) {
    Result<Access> access = Access::from(options);
    EXPECT_TRUE(access) << access.error().message;
    Access made = access ? std::move(access).take() : Access();
    made.listens_on({our_port, 4317}, Reach::machine);
    return made;
}

// The status with which a request is turned away, or 0 when it passes.
int refused(const Access& access, const Request& request) {
    const RouteMatch found = find_route(request);
    const std::optional<Response> response = access.refusal(request, found.route);
    return response ? response->status : 0;
}

Request ask(std::vector<std::string> path, std::map<std::string, std::string, std::less<>> headers,
            std::string method = "GET") {
    return {.method = std::move(method), .path = std::move(path), .headers = std::move(headers)};
}

std::string header_of(const Response& response, std::string_view name) {
    const auto found =
        std::ranges::find(response.headers, name, [](const auto& header) { return header.first; });
    return found == response.headers.end() ? "" : found->second;
}

// A request that fits a row of the table.
Request request_for(const Route& route) {
    Request request{.method = std::string(route.method)};
    std::string_view rest = route.pattern;
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view segment = rest.substr(0, end);
        if (!segment.empty()) {
            request.path.emplace_back(segment.starts_with('{') ? "x" : segment);
        }
        rest.remove_prefix(end);
    }
    request.headers["host"] = "127.0.0.1:4318";
    return request;
}

const std::vector<std::vector<std::string>> some_paths = {
    {"api", "v1", "events"}, {"healthz"}, {"v1", "traces"},      {"mcp"},
    {"api", "v1", "live"},   {},          {"no", "such", "path"}};

TEST(AccessNames, OnlyThisMachinesNamesAreAnsweredTo) {
    const Access access = open_access();
    const std::vector<std::string> good = {"localhost",      "localhost:4318", "127.0.0.1",
                                           "127.0.0.1:4318", "[::1]",          "[::1]:4318",
                                           "LOCALHOST:4318", "LocalHost",      "127.0.0.1:4317"};
    const std::vector<std::string> evil = {
        "",
        "evil.example",
        "evil.example:4318",
        "localhost.evil.com",
        "localhost.evil.com:4318",
        "127.0.0.1.nip.io",
        "127.0.0.1.nip.io:4318",
        "evil-localhost",
        "localhost.",
        "localhost.:4318",
        "127.0.0.1.",
        ".localhost",
        "localhost:80",
        "localhost:43180",
        "localhost:",
        "localhost:x",
        "localhost:04318",
        "localhost:4318:4318",
        "localhost:-1",
        "localhost:99999",
        "localhost:4318 ",
        " localhost",
        "localhost evil.com",
        "localhost,evil.com",
        "localhost/",
        "localhost#",
        "localhost?x",
        "localhost\\",
        "localhost@evil.com",
        "evil.com@localhost",
        "user:pass@localhost:4318",
        "http://localhost:4318",
        "127.1",
        "127.0.0.2",
        "127.0.0.01",
        "0x7f.0.0.1",
        "0x7f000001",
        "2130706433",
        "0.0.0.0",
        "0.0.0.0:4318",
        "0",
        "::1",
        "[::1",
        "::1]",
        "[::1]x",
        "[::1]:",
        "[::1]:80",
        "[::1].evil.com",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[0:0:0:0:0:0:0:1]",
        "[fe80::1%25lo]",
        "[localhost]",
        "10.0.0.1",
        "192.168.0.1:4318",
        "l\xc3\xb6"
        "calhost",
        "loc%61lhost",
        std::string("localhost\0", 10),
        "localhost\t",
        "null",
        "*",
        "metadata.google.internal",
        std::string(70'000, 'a'),
    };
    EXPECT_GE(good.size() + evil.size(), 60U);
    for (const std::vector<std::string>& path : some_paths) {
        for (const std::string& host : good) {
            EXPECT_EQ(refused(access, ask(path, {{"host", host}})), 0) << host;
        }
        for (const std::string& host : evil) {
            EXPECT_EQ(refused(access, ask(path, {{"host", host}})), 403) << host;
        }
        EXPECT_EQ(refused(access, ask(path, {})), 400);
    }
}

TEST(AccessNames, PagesOfOtherSitesAreTurnedAway) {
    const Access access = open_access({.origins = {"https://pages.example", "http://dev:5173"}});
    const std::vector<std::string> good = {
        "http://localhost:4318", "http://127.0.0.1:4318", "https://[::1]:4318",
        "HTTP://LOCALHOST:4318", "http://localhost",      "https://pages.example",
        "http://dev:5173",       "https://PAGES.example", "https://pages.example:443"};
    const std::vector<std::string> evil = {
        "",
        "null",
        "Null",
        "*",
        "https://evil.example",
        "http://evil.example:4318",
        "http://localhost.evil.com",
        "http://localhost.evil.com:4318",
        "http://127.0.0.1.nip.io:4318",
        "http://localhost:5173",
        "http://127.0.0.1:80800",
        "http://localhost:4318.evil.com",
        "http://localhost:4318@evil.com",
        "http://evil.com@localhost:4318",
        "http://localhost:4318/",
        "http://localhost:4318/x",
        "http://localhost:4318#",
        "http://localhost.:4318",
        "http://[::1].evil.com",
        "http://[::1]:81",
        "http://0.0.0.0:4318",
        "http://2130706433:4318",
        "ftp://localhost:4318",
        "file://",
        "file://localhost",
        "chrome-extension://localhost",
        "ws://localhost:4318",
        "localhost:4318",
        "localhost",
        "//localhost:4318",
        "http:localhost",
        "http:///localhost",
        "http://",
        " http://localhost:4318",
        "http://localhost:4318 http://evil.com",
        "http://localhost:4318, http://evil.com",
        "http://evil.com, http://localhost:4318",
        "https://pages.example.evil.com",
        "http://pages.example",
        "https://pages.example:8443",
        "http://dev",
        "https://dev:5173",
    };
    for (const std::vector<std::string>& path : some_paths) {
        for (const std::string& origin : good) {
            EXPECT_EQ(refused(access, ask(path, {{"host", "localhost"}, {"origin", origin}})), 0)
                << origin;
        }
        for (const std::string& origin : evil) {
            EXPECT_EQ(refused(access, ask(path, {{"host", "localhost"}, {"origin", origin}})), 403)
                << origin;
        }
    }
}

TEST(AccessNames, WhereThePageIsFromIsAlsoToldBySecFetchSite) {
    const Access access = open_access({.origins = {"https://pages.example"}});
    const auto from = [&](const std::string& site, const std::string& origin = "") {
        Request request = ask({"api", "v1", "events"}, {{"host", "localhost"}});
        request.headers["sec-fetch-site"] = site;
        if (!origin.empty()) {
            request.headers["origin"] = origin;
        }
        return refused(access, request);
    };
    EXPECT_EQ(from("same-origin"), 0);
    EXPECT_EQ(from("none"), 0);
    EXPECT_EQ(from("None"), 0);
    EXPECT_EQ(from("cross-site"), 403);
    EXPECT_EQ(from("Cross-Site"), 403);
    EXPECT_EQ(from("same-site"), 403);
    EXPECT_EQ(from("who knows"), 403);
    EXPECT_EQ(from("cross-site", "https://pages.example"), 0);
    EXPECT_EQ(from("cross-site", "https://evil.example"), 403);
    EXPECT_EQ(from("same-site", "http://localhost:4318"), 0);
}

TEST(AccessNames, ConfiguredNamesAreOursAtAnyPortUnlessOneIsGiven) {
    const Access access = open_access({.hosts = {"hence.example.com", "box:9000", "10.1.2.3"}});
    for (const char* host : {"hence.example.com", "HENCE.example.com:443", "hence.example.com:1",
                             "box", "box:9000", "10.1.2.3:5", "localhost:4318"}) {
        EXPECT_TRUE(access.host_allowed(host)) << host;
        EXPECT_EQ(refused(access, ask({}, {{"host", "localhost"},
                                           {"origin", "https://" + std::string(host)}})),
                  0)
            << host;
    }
    for (const char* host : {"box:9001", "a.hence.example.com", "hence.example.com.",
                             "xhence.example.com", "10.1.2.4"}) {
        EXPECT_FALSE(access.host_allowed(host)) << host;
    }
}

TEST(AccessNames, WhoCanBeReachedFromOtherMachinesGoesByAddressesInDigits) {
    Access access = open_access();
    access.listens_on({our_port}, Reach::network);
    for (const char* host : {"10.0.0.1", "192.168.1.2:8080", "[2001:db8::1]:4318", "localhost:1"}) {
        EXPECT_TRUE(access.host_allowed(host)) << host;
    }
    for (const char* host : {"evil.example", "10.0.0.1.nip.io", "10.0.0", "0x0a000001"}) {
        EXPECT_FALSE(access.host_allowed(host)) << host;
    }
}

TEST(AccessNames, NamesThatAreNoneCannotBeConfigured) {
    for (const char* host : {"", "*", "http://x", "x/y", "a b", "x:99999", "u@x"}) {
        EXPECT_EQ(Access::from({.hosts = {host}}).error().code, Code::invalid) << host;
    }
    for (const char* origin : {"", "*", "null", "x", "https://x/", "ftp://x", "https://*.x"}) {
        EXPECT_EQ(Access::from({.origins = {origin}}).error().code, Code::invalid) << origin;
    }
}

TEST(AccessPages, OnlyConfiguredOnesAreToldThatTheyMayRead) {
    const Access access = open_access({.origins = {"https://pages.example"}});
    const auto told = [&](const std::string& origin) {
        Response response;
        access.let_read(ask({}, {{"host", "localhost"}, {"origin", origin}}), response);
        return header_of(response, "Access-Control-Allow-Origin");
    };
    EXPECT_EQ(told("https://pages.example"), "https://pages.example");
    EXPECT_EQ(told("http://localhost:4318"), "");
    EXPECT_EQ(told("https://evil.example"), "");
    EXPECT_EQ(told("null"), "");
    Response plain;
    access.let_read(ask({}, {{"host", "localhost"}}), plain);
    EXPECT_TRUE(plain.headers.empty());
    Response allowed;
    access.let_read(ask({}, {{"origin", "https://pages.example"}}), allowed);
    EXPECT_EQ(header_of(allowed, "Vary"), "Origin");
}

TEST(AccessPages, OnlyConfiguredOnesMayAskWhetherTheyMayAsk) {
    const Access access = open_access({.origins = {"https://pages.example"}});
    const auto preflight = [&](const std::string& origin) {
        const Request request = ask(
            {"api", "v1", "events"},
            {{"host", "localhost"}, {"origin", origin}, {"access-control-request-method", "POST"}},
            "OPTIONS");
        return access.refusal(request, nullptr);
    };
    const std::optional<Response> allowed = preflight("https://pages.example");
    ASSERT_TRUE(allowed);
    EXPECT_EQ(allowed->status, 204);
    EXPECT_EQ(header_of(*allowed, "Access-Control-Allow-Origin"), "https://pages.example");
    EXPECT_EQ(header_of(*allowed, "Vary"), "Origin");
    EXPECT_EQ(preflight("https://evil.example")->status, 403);
    EXPECT_EQ(header_of(*preflight("https://evil.example"), "Access-Control-Allow-Origin"), "");
    EXPECT_FALSE(preflight("http://localhost:4318"));
}

TEST(AccessBodies, WhatAFormCanSendWritesNothing) {
    const Access access = open_access();
    const auto send = [&](const std::string& method, const std::string& type, bool page = false) {
        Request request =
            ask({"api", "v1", "events"}, {{"host", "localhost"}, {"content-type", type}}, method);
        if (page) {
            request.headers["origin"] = "http://localhost:4318";
        }
        return refused(access, request);
    };
    for (const char* method : {"POST", "PATCH", "PUT", "DELETE"}) {
        for (const char* type :
             {"text/plain", "TEXT/Plain", "text/plain;charset=utf-8", " text/plain ; x",
              "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
              "multipart/mixed", "text/plain; application/json"}) {
            EXPECT_EQ(send(method, type), 415) << method << type;
            EXPECT_EQ(send(method, type, true), 415) << method << type;
        }
        for (const char* type : {"application/json", "application/x-ndjson",
                                 "application/x-protobuf", "application/json; charset=utf-8"}) {
            EXPECT_EQ(send(method, type), 0) << method << type;
            EXPECT_EQ(send(method, type, true), 0) << method << type;
        }
        EXPECT_EQ(send(method, ""), 0);
        EXPECT_EQ(send(method, "", true), 415);
    }
    EXPECT_EQ(send("GET", "text/plain"), 0);
    // A question may come as text.
    EXPECT_EQ(refused(access, ask({"api", "v1", "sql"},
                                  {{"host", "localhost"}, {"content-type", "text/plain"}}, "POST")),
              0);
}

// Tokens in a file, one for each scope.
class AccessTokens : public testing::Test {
protected:
    void SetUp() override {
        path_ = testing::TempDir() + "hence-access-XXXXXX";
        const int file = ::mkstemp(path_.data());
        ASSERT_GE(file, 0);
        ::close(file);
        std::ofstream(path_) << "ingest-0123456789 ingest\nread-0123456789ab read\n"
                             << "write-0123456789a write\nadmin-0123456789a admin\n"
                             << "both-0123456789ab ingest,read\n";
        access_ = open_access({.origins = {"https://pages.example"}, .token_file = path_});
    }
    void TearDown() override { ::unlink(path_.c_str()); }

    std::optional<Response> send(Request request, const std::string& authorization) const {
        if (!authorization.empty()) {
            request.headers["authorization"] = authorization;
        }
        return access_.refusal(request, find_route(request).route);
    }
    int status(const Request& request, const std::string& authorization) const {
        const std::optional<Response> response = send(request, authorization);
        return response ? response->status : 0;
    }

    std::string path_;
    Access access_ = open_access();
};

TEST_F(AccessTokens, EveryRouteWantsItsScopeAndNoOther) {
    const std::map<TokenScope, std::string> tokens = {{TokenScope::ingest, "ingest-0123456789"},
                                                      {TokenScope::read, "read-0123456789ab"},
                                                      {TokenScope::write, "write-0123456789a"},
                                                      {TokenScope::admin, "admin-0123456789a"}};
    EXPECT_GE(routes().size(), 40U);
    for (const Route& route : routes()) {
        const Request request = request_for(route);
        ASSERT_EQ(find_route(request).route, &route) << route.pattern;
        const bool open = route.scope == TokenScope::open;
        EXPECT_EQ(status(request, ""), open ? 0 : 401) << route.pattern;
        EXPECT_EQ(status(request, "Bearer nobody-0123456789"), open ? 0 : 401) << route.pattern;
        for (const auto& [scope, token] : tokens) {
            const bool allowed = open || allows(scope_bit(scope), route.scope);
            EXPECT_EQ(status(request, "Bearer " + token), allowed ? 0 : 403)
                << route.method << " " << route.pattern << " " << token;
        }
    }
}

TEST_F(AccessTokens, OnlyTheStateOfTheServerAndItsPageAreOpen) {
    const std::set<std::string_view> open = {"/healthz", "/readyz", "/", "/assets/{id}"};
    for (const Route& route : routes()) {
        if (route.scope == TokenScope::open) {
            EXPECT_TRUE(open.contains(route.pattern)) << route.pattern;
            EXPECT_EQ(route.method, "GET");
        }
        // Prices, a SELECT and the arguments of a call are sent as bodies, and write nothing.
        const bool asks = route.method == "GET" || route.pattern == "/api/v1/stats" ||
                          route.pattern == "/api/v1/sql" || route.pattern == "/api/v1/store/{id}";
        if (!asks) {
            EXPECT_NE(route.scope, TokenScope::read) << route.method << " " << route.pattern;
        } else {
            EXPECT_NE(route.scope, TokenScope::ingest) << route.pattern;
        }
    }
}

TEST_F(AccessTokens, WhoHasNoneDoesNotLearnWhichAddressesThereAre) {
    for (const Request& request :
         {ask({"no", "such"}, {{"host", "localhost"}}), ask({}, {{"host", "localhost"}}, "POST"),
          ask({"healthz"}, {{"host", "localhost"}}, "DELETE")}) {
        EXPECT_EQ(status(request, ""), 401);
        EXPECT_EQ(status(request, "Bearer nobody-0123456789"), 401);
        EXPECT_EQ(status(request, "Bearer ingest-0123456789"), 0);
        EXPECT_EQ(status(request, "Bearer admin-0123456789a"), 0);
    }
}

TEST_F(AccessTokens, ATokenOfTwoScopesHasBothAndNoMore) {
    const Request events = ask({"api", "v1", "events"}, {{"host", "localhost"}});
    Request post = events;
    post.method = "POST";
    EXPECT_EQ(status(events, "Bearer both-0123456789ab"), 0);
    EXPECT_EQ(status(post, "Bearer both-0123456789ab"), 0);
    EXPECT_EQ(status(ask({"api", "v1", "outcomes"}, {{"host", "localhost"}}, "POST"),
                     "Bearer both-0123456789ab"),
              403);
}

TEST_F(AccessTokens, TheSchemeIsBearer) {
    const Request request = ask({"api", "v1", "events"}, {{"host", "localhost"}});
    for (const char* good :
         {"Bearer read-0123456789ab", "bearer read-0123456789ab", "BEARER  read-0123456789ab"}) {
        EXPECT_EQ(status(request, good), 0) << good;
    }
    for (const char* bad :
         {"read-0123456789ab", "Basic read-0123456789ab", "Bearer", "Bearer ",
          "Bearerread-0123456789ab", "Bearer read-0123456789ab x", "Bearer \"read-0123456789ab\"",
          "Bearer read-0123456789a", "Bearer READ-0123456789ab", "token read-0123456789ab"}) {
        EXPECT_EQ(status(request, bad), 401) << bad;
    }
}

TEST_F(AccessTokens, TheAnswerSaysWhatIsMissing) {
    const Request request = ask({"api", "v1", "events"}, {{"host", "localhost"}});
    const std::optional<Response> none = send(request, "");
    EXPECT_EQ(header_of(*none, "WWW-Authenticate"), "Bearer realm=\"hence\"");
    EXPECT_EQ(Json(none->body)["error"]["code"].string(), "unauthorized");
    const std::optional<Response> unknown = send(request, "Bearer nobody-0123456789");
    EXPECT_EQ(header_of(*unknown, "WWW-Authenticate"),
              "Bearer realm=\"hence\", error=\"invalid_token\"");
    EXPECT_EQ(unknown->body.find("nobody"), std::string::npos);
    const std::optional<Response> other = send(request, "Bearer ingest-0123456789");
    EXPECT_EQ(header_of(*other, "WWW-Authenticate"),
              "Bearer realm=\"hence\", error=\"insufficient_scope\", scope=\"read\"");
    EXPECT_EQ(Json(other->body)["error"]["code"].string(), "forbidden");
    EXPECT_EQ(Json(other->body)["error"]["message"].string(), "the token lacks the scope read");
}

TEST_F(AccessTokens, ATokenDoesNotOpenOtherNamesOrForms) {
    EXPECT_EQ(status(ask({"api", "v1", "events"}, {{"host", "evil.example"}}),
                     "Bearer admin-0123456789a"),
              403);
    EXPECT_EQ(status(ask({"api", "v1", "events"},
                         {{"host", "localhost"}, {"origin", "https://evil.example"}}),
                     "Bearer admin-0123456789a"),
              403);
    EXPECT_EQ(status(ask({"api", "v1", "events"},
                         {{"host", "localhost"}, {"content-type", "text/plain"}}, "POST"),
                     "Bearer admin-0123456789a"),
              415);
}

TEST_F(AccessTokens, APageMayAskWhetherItMayAskWithoutOne) {
    const Request request =
        ask({"api", "v1", "events"}, {{"host", "localhost"}, {"origin", "https://pages.example"}},
            "OPTIONS");
    EXPECT_EQ(status(request, ""), 204);
    // And it may read why it is turned away.
    const std::optional<Response> refused = send(
        ask({"api", "v1", "events"}, {{"host", "localhost"}, {"origin", "https://pages.example"}}),
        "");
    EXPECT_EQ(refused->status, 401);
    EXPECT_EQ(header_of(*refused, "Access-Control-Allow-Origin"), "https://pages.example");
}

TEST_F(AccessTokens, TheSameHoldsForOtherDoors) {
    EXPECT_EQ(access_.refused("", TokenScope::ingest)->code, Code::unauthorized);
    EXPECT_EQ(access_.refused("Bearer read-0123456789ab", TokenScope::ingest)->code,
              Code::forbidden);
    EXPECT_FALSE(access_.refused("Bearer ingest-0123456789", TokenScope::ingest));
    EXPECT_FALSE(open_access().refused("", TokenScope::admin));
}

}  // namespace
}  // namespace hence
