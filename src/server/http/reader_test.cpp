#include "server/http/reader.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

// What became of a request.
struct Read {
    int refused = 0;  // The status, or 0.
    std::string why = {};
    bool done = false;
    HttpHead head = {};
    std::string body = {};
    std::string rest = {};
};

// Reads a text that comes in pieces of the given size.
Read read(std::string_view text, std::size_t piece = std::string_view::npos) {
    Read result;
    HttpReader reader;
    std::string pending;
    bool in_body = false;
    while (!text.empty() && !reader.done()) {
        pending += text.substr(0, piece);
        text.remove_prefix(std::min(piece, text.size()));
        std::size_t used = 0;
        std::optional<HttpRefusal> refusal;
        if (!in_body) {
            refusal = reader.read_head(pending, used);
            pending.erase(0, used);
            in_body = used > 0;
        }
        if (in_body && !refusal) {
            std::string_view left = pending;
            refusal = reader.read_body(left);
            pending.erase(0, pending.size() - left.size());
        }
        if (refusal) {
            result.refused = refusal->status;
            result.why = refusal->error.message;
            return result;
        }
    }
    result.done = reader.done();
    result.head = reader.head();
    result.body = reader.body();
    result.rest = pending + std::string(text);
    return result;
}

Read get(std::string_view fields, std::string_view target = "/a", std::string_view host = "x") {
    return read("GET " + std::string(target) + " HTTP/1.1\r\nHost: " + std::string(host) + "\r\n" +
                std::string(fields) + "\r\n");
}

Read post(std::string_view fields, std::string_view body) {
    return read("POST /a HTTP/1.1\r\nHost: x\r\n" + std::string(fields) + "\r\n" +
                std::string(body));
}

TEST(HttpReaderTest, RequestIsTheSameHoweverItIsCut) {
    const std::string text =
        "POST /a%20b/c?x=1 HTTP/1.1\r\nHost: h:1\r\nX-One: 1\r\nx-one: 2\r\n"
        "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n6\r\n world\r\n0\r\nT: 1\r\n\r\nGET";
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
        const Read one = read(text, piece);
        ASSERT_EQ(one.refused, 0) << one.why;
        EXPECT_TRUE(one.done);
        EXPECT_EQ(one.head.request.path, (std::vector<std::string>{"a b", "c"}));
        EXPECT_EQ(one.head.request.header("host"), "h:1");
        EXPECT_EQ(one.head.request.header("x-one"), "1, 2");
        EXPECT_EQ(one.head.request.header("t"), "");
        EXPECT_EQ(one.body, "hello world");
        EXPECT_EQ(one.rest, "GET");
    }
}

TEST(HttpReaderTest, HostIsNamedOnce) {
    EXPECT_EQ(read("GET /a HTTP/1.1\r\n\r\n").refused, 400);
    EXPECT_EQ(read("GET /a HTTP/1.0\r\n\r\n").refused, 0);
    EXPECT_EQ(get("").refused, 0);
    EXPECT_EQ(get("Host: x\r\n").refused, 400);
    EXPECT_EQ(get("HOST: y\r\n").refused, 400);
    EXPECT_EQ(read("GET /a HTTP/1.0\r\nHost: x\r\nhost: y\r\n\r\n").refused, 400);
}

TEST(HttpReaderTest, AddressInTheRequestLineNamesTheSameHost) {
    EXPECT_EQ(get("", "http://x/a?b=1").head.request.parameter("b"), "1");
    EXPECT_EQ(get("", "HTTP://X/a").refused, 0);
    EXPECT_EQ(get("", "http://x").refused, 0);
    EXPECT_EQ(get("", "http://x?b=1").head.request.parameter("b"), "1");
    EXPECT_EQ(get("", "http://evil/a").refused, 400);
    EXPECT_EQ(get("", "http://x:80/a").refused, 400);
    EXPECT_EQ(get("", "http://x@evil/a").refused, 400);
    EXPECT_EQ(get("", "http:///a").refused, 400);
    EXPECT_EQ(get("", "ftp://x/a").refused, 400);
    EXPECT_EQ(get("", "x:80").refused, 400);
    EXPECT_EQ(get("", "*").refused, 400);
    const Read old = read("GET http://evil/a HTTP/1.0\r\n\r\n");
    EXPECT_EQ(old.head.request.header("host"), "evil");
}

TEST(HttpReaderTest, FieldsThatDecideComeOnce) {
    for (const std::string name : {"Origin", "Authorization", "Content-Type"}) {
        EXPECT_EQ(get(name + ": a\r\n").refused, 0);
        EXPECT_EQ(get(name + ": a\r\n" + name + ": a\r\n").refused, 400) << name;
    }
    EXPECT_EQ(get("Accept: a\r\nAccept: b\r\n").head.request.header("accept"), "a, b");
}

TEST(HttpReaderTest, WhereABodyEndsIsClear) {
    EXPECT_EQ(post("Content-Length: 2\r\n", "hi").body, "hi");
    EXPECT_EQ(post("Content-Length: 2\r\n", "hi there").rest, " there");
    EXPECT_EQ(post("Transfer-Encoding: Chunked\r\n", "1\r\nx\r\n0\r\n\r\n").body, "x");
    for (const std::string_view fields :
         {"Content-Length: 1\r\nContent-Length: 1\r\n",
          "Content-Length: 1\r\nContent-Length: 2\r\n",
          "Content-Length: 1, 1\r\n",
          "Content-Length: 1,\r\n",
          "Content-Length: +1\r\n",
          "Content-Length: -1\r\n",
          "Content-Length: 0x1\r\n",
          "Content-Length: 1 1\r\n",
          "Content-Length:\r\n",
          "Content-Length: 99999999999999999999\r\n",
          "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
          "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n",
          "Transfer-Encoding: gzip\r\n",
          "Transfer-Encoding: identity\r\n",
          "Transfer-Encoding: gzip, chunked\r\n",
          "Transfer-Encoding: chunked, gzip\r\n",
          "Transfer-Encoding: chunked, chunked\r\n",
          "Transfer-Encoding: xchunked\r\n",
          "Transfer-Encoding:\r\n",
          "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
          "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"}) {
        EXPECT_EQ(post(fields, "1\r\nx\r\n0\r\n\r\n").refused, 400) << fields;
    }
    EXPECT_EQ(read("POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").refused, 400);
}

TEST(HttpReaderTest, BrokenChunksAreRefused) {
    for (const std::string_view body :
         {"x\r\n", "\r\n", ";\r\n", "1 \r\nx\r\n", "1\nx\n0\n\n", "1\r\nx0\r\n\r\n", "0\r\n\rx",
          "0\r\n: x\r\n\r\n", "0\r\na: b\rc\r\n\r\n", "1\r\nx\n0\r\n\r\n", "-1\r\nx\r\n",
          "1\r\nxx\r\n0\r\n\r\n", " 1\r\nx\r\n", "11111111111111111\r\nx", "1;\x01\r\nx\r\n",
          "0\r\nbad trailer\r\n\r\n"}) {
        EXPECT_EQ(post("Transfer-Encoding: chunked\r\n", body).refused, 400) << body;
    }
    EXPECT_EQ(post("Transfer-Encoding: chunked\r\n", "1\nx\r\n0\r\n\r\n").refused, 400);
    // Extensions and trailers are borne, up to a point.
    const auto with = [](std::size_t size) {
        const std::string half(size / 2, 'x');
        return "1;" + half + "\r\nx\r\n0\r\nT: " + half + "\r\n\r\n";
    };
    EXPECT_EQ(post("Transfer-Encoding: chunked\r\n", with((64 << 10) - 4)).body, "x");
    EXPECT_EQ(post("Transfer-Encoding: chunked\r\n", with(64 << 10)).refused, 400);
}

TEST(HttpReaderTest, LinesAreWhole) {
    EXPECT_EQ(get("A: b\r\n c\r\n").refused, 400);
    EXPECT_EQ(get("A: b\r\n\tc\r\n").refused, 400);
    EXPECT_EQ(get(" A: b\r\n").refused, 400);
    EXPECT_EQ(get("A : b\r\n").refused, 400);
    EXPECT_EQ(get("A\r\n").refused, 400);
    EXPECT_EQ(get(": b\r\n").refused, 400);
    EXPECT_EQ(get(std::string_view("A: b\0c\r\n", 8)).refused, 400);
    EXPECT_EQ(get("A: b\rc\r\n").refused, 400);
    EXPECT_EQ(get("A: b\n").refused, 400);
    EXPECT_EQ(read("GET /a HTTP/1.1\nHost: x\n\n").refused, 400);
    EXPECT_EQ(read("GET /a HTTP/1.1\n").refused, 400);
    // Any cut between CR and LF is no end of a line.
    EXPECT_EQ(read("GET /a HTTP/1.1\r\nHost: x\r\nA: b\r\n\r\n", 1).refused, 0);
    EXPECT_EQ(read("GET /a HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 1).refused, 400);
}

TEST(HttpReaderTest, WhatIsNotHttpIsToldAtOnce) {
    EXPECT_EQ(read("\x16\x03\x01\x02").refused, 400);
    EXPECT_EQ(read("\r\n").refused, 400);
    EXPECT_EQ(read("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").refused, 400);
    EXPECT_EQ(read("GET /a HTTP/1.2\r\nHost: x\r\n\r\n").refused, 400);
    EXPECT_EQ(read("GET /a\r\nHost: x\r\n\r\n").refused, 400);
    EXPECT_EQ(read("GET  /a HTTP/1.1\r\nHost: x\r\n\r\n").refused, 400);
    EXPECT_EQ(read("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n").refused, 400);
    EXPECT_EQ(read("G(T /a HTTP/1.1\r\nHost: x\r\n\r\n").refused, 400);
}

TEST(HttpReaderTest, HeadHasALimit) {
    const auto with = [](std::size_t size) {
        const std::string_view frame = "GET /a HTTP/1.1\r\nHost: x\r\nA: \r\n\r\n";
        return "GET /a HTTP/1.1\r\nHost: x\r\nA: " + std::string(size - frame.size(), 'x') +
               "\r\n\r\n";
    };
    EXPECT_EQ(read(with(http_head_bytes_max)).refused, 0);
    EXPECT_EQ(read(with(http_head_bytes_max), 1'000).refused, 0);
    EXPECT_EQ(read(with(http_head_bytes_max + 1)).refused, 431);
    EXPECT_EQ(read(with(http_head_bytes_max + 1), 1'000).refused, 431);
    // However little of it is an end.
    EXPECT_EQ(read("GET /" + std::string(2 * http_head_bytes_max, 'x'), 10'000).refused, 431);
}

TEST(HttpReaderTest, CodingIsUnderstoodOrRefused) {
    const auto coding = [](std::string_view name) {
        return get("Content-Encoding: " + std::string(name) + "\r\n");
    };
    EXPECT_EQ(coding("gzip").head.coding, Coding::gzip);
    EXPECT_EQ(coding("X-GZip").head.coding, Coding::gzip);
    EXPECT_EQ(coding("deflate").head.coding, Coding::deflate);
    EXPECT_EQ(coding("zstd").head.coding, Coding::zstd);
    EXPECT_EQ(coding("identity").head.coding, std::nullopt);
    EXPECT_EQ(get("").head.coding, std::nullopt);
    EXPECT_FALSE(coding("gzip").head.request.headers.contains("content-encoding"));
    EXPECT_EQ(coding("br").refused, 415);
    EXPECT_EQ(coding("gzip, gzip").refused, 415);
    EXPECT_EQ(get("Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n").refused, 415);
}

TEST(HttpReaderTest, HeadOfARequestSaysHowItIsAnswered) {
    const Read asked = read("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(asked.head.head);
    EXPECT_EQ(asked.head.request.method, "GET");
    EXPECT_TRUE(asked.head.keep_alive);
    EXPECT_FALSE(get("Connection: close\r\n").head.keep_alive);
    EXPECT_FALSE(read("GET /a HTTP/1.0\r\n\r\n").head.keep_alive);
    EXPECT_TRUE(read("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").head.keep_alive);
    EXPECT_TRUE(get("Expect: 100-Continue\r\n").head.expects_continue);
    EXPECT_EQ(read("PURGE /a HTTP/1.1\r\nHost: x\r\n\r\n").head.request.method, "PURGE");
}

TEST(HttpReaderTest, AnnouncedLengthTakesNoMemory) {
    const Read announced = post("Content-Length: 18446744073709551615\r\n", "x");
    EXPECT_EQ(announced.refused, 0);
    EXPECT_EQ(announced.head.length, 18446744073709551615U);
    EXPECT_FALSE(announced.done);
}

}  // namespace
}  // namespace hence
