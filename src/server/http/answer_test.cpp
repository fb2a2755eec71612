// Tests of the bytes of an answer: headers, chunks, gzip, entity tags, and answers that break off.
#include "server/http/answer.h"

#include <gtest/gtest.h>

#include "server/wire/http_headers.h"

namespace hence {
namespace {

// What goes over the wire, taken apart.
struct Sent {
    std::string bytes = {};
    bool keeps = false;

    std::string head() const { return bytes.substr(0, bytes.find("\r\n\r\n") + 4); }
    std::string body() const { return bytes.substr(bytes.find("\r\n\r\n") + 4); }
    bool says(std::string_view line) const {
        return head().find("\r\n" + std::string(line) + "\r\n") != std::string::npos;
    }
    bool names(std::string_view field) const {
        return head().find("\r\n" + std::string(field) + ":") != std::string::npos;
    }
};

Sent send(const AnswerTerms& terms, Response response) {
    Sent sent;
    sent.keeps = write_answer(terms, std::move(response), [&sent](std::string bytes) {
        sent.bytes += bytes;
        return true;
    });
    return sent;
}

Response produced(std::string text, Result<void> end = {}) {
    Response response;
    response.produce = [text = std::move(text), end](const Sink& sink) -> Result<void> {
        for (std::size_t at = 0; at < text.size(); at += 1'000) {
            if (Result<void> taken = sink(std::string_view(text).substr(at, 1'000)); !taken) {
                return taken;
            }
        }
        return end;
    };
    return response;
}

std::string unchunked(std::string_view text) {
    std::string out;
    while (true) {
        const std::size_t size =
            std::stoul(std::string(text.substr(0, text.find('\r'))), nullptr, 16);
        text.remove_prefix(text.find('\n') + 1);
        if (size == 0) {
            return out;
        }
        out += text.substr(0, size);
        text.remove_prefix(size + 2);
    }
}

TEST(HttpAnswerTest, WholeAnswerHasItsLength) {
    const Sent sent = send({}, json_response("{}"));
    EXPECT_TRUE(sent.bytes.starts_with("HTTP/1.1 200 OK\r\n")) << sent.bytes;
    EXPECT_TRUE(sent.says("Content-Length: 2"));
    EXPECT_TRUE(sent.says("Content-Type: application/json"));
    EXPECT_EQ(sent.body(), "{}");
    EXPECT_TRUE(sent.keeps);
    EXPECT_FALSE(sent.names("Connection"));
}

TEST(HttpAnswerTest, EveryAnswerIsGuarded) {
    for (const Sent& sent :
         {send({}, json_response("{}")), send({}, produced("x")), Sent{feed_head({}, {})},
          Sent{refusal_bytes({503, {Code::busy, ""}})}}) {
        EXPECT_TRUE(sent.says("X-Content-Type-Options: nosniff"));
        EXPECT_TRUE(sent.says("Cache-Control: no-cache"));
        EXPECT_TRUE(sent.says("Referrer-Policy: no-referrer"));
        EXPECT_TRUE(
            sent.says("Content-Security-Policy: default-src 'none'; frame-ancestors "
                      "'none'; base-uri 'none'; form-action 'none'"));
        EXPECT_TRUE(sent.says("Cross-Origin-Resource-Policy: same-origin"));
        EXPECT_TRUE(sent.says("Vary: Accept-Encoding, Accept"));
    }
}

TEST(HttpAnswerTest, HandlersOwnFieldsStandInPlaceOfOurs) {
    Response response = text_response("x");
    response.headers = {{"Cache-Control", "no-store"},
                        {"content-security-policy", "default-src 'self'"},
                        {"X-More", "two\r\nlines"},
                        {"Content-Length", "99"},
                        {"Transfer-Encoding", "chunked"}};
    const Sent sent = send({}, std::move(response));
    EXPECT_TRUE(sent.says("Cache-Control: no-store"));
    EXPECT_FALSE(sent.says("Cache-Control: no-cache"));
    EXPECT_FALSE(sent.names("Content-Security-Policy"));
    EXPECT_TRUE(sent.says("X-More: two  lines"));
    EXPECT_TRUE(sent.says("Content-Length: 1"));
    EXPECT_FALSE(sent.names("Transfer-Encoding"));
}

TEST(HttpAnswerTest, PiecesAreChunks) {
    const Sent sent = send({}, produced(std::string(2'500, 'x')));
    EXPECT_TRUE(sent.says("Transfer-Encoding: chunked"));
    EXPECT_EQ(unchunked(sent.body()), std::string(2'500, 'x'));
    EXPECT_TRUE(sent.bytes.ends_with("\r\n0\r\n\r\n"));
    EXPECT_TRUE(sent.keeps);
}

TEST(HttpAnswerTest, AnswerThatBreaksOffDoesNotLookWhole) {
    const Sent sent = send({}, produced("x", Error{Code::io, "gone"}));
    EXPECT_TRUE(sent.bytes.ends_with("1\r\nx\r\n"));
    EXPECT_FALSE(sent.keeps);
    const Sent told = send({.takes_trailers = true}, produced("x", Error{Code::io, "a\nb"}));
    EXPECT_TRUE(told.bytes.ends_with("0\r\nHence-Error: a b\r\n\r\n"));
    EXPECT_TRUE(told.keeps);
}

TEST(HttpAnswerTest, WhatAProducerThrowsBreaksTheAnswerOff) {
    Response response;
    response.produce = [](const Sink& sink) -> Result<void> {
        EXPECT_TRUE(sink("x"));
        return Result<void>(std::vector<int>().at(1) == 0 ? Result<void>() : Result<void>());
    };
    const Sent sent = send({}, std::move(response));
    EXPECT_TRUE(sent.bytes.ends_with("1\r\nx\r\n"));
    EXPECT_FALSE(sent.keeps);
}

TEST(HttpAnswerTest, AnswerThatFailsBeforeItsFirstPieceIsAnError) {
    for (const auto& [code, line] : {std::pair{Code::corrupt, "HTTP/1.1 500 Internal Server Error"},
                                     {Code::busy, "HTTP/1.1 503 Service Unavailable"}}) {
        Response response;
        response.headers = {{"ETag", "\"v1\""}, {"X-More", "kept"}};
        response.produce = [code = code](const Sink&) { return Result<void>(Error{code, "why"}); };
        const Sent sent = send({.takes_gzip = true}, std::move(response));
        EXPECT_TRUE(sent.bytes.starts_with(line)) << sent.bytes;
        EXPECT_NE(sent.body().find("\"message\":\"why\""), std::string::npos);
        EXPECT_EQ(sent.names("Retry-After"), code == Code::busy);
        EXPECT_FALSE(sent.names("ETag"));
        EXPECT_TRUE(sent.says("X-More: kept"));
        EXPECT_TRUE(sent.keeps);
    }
}

TEST(HttpAnswerTest, LargeBodyGoesOutPieceByPiece) {
    const std::string text(1 << 20, 'x');
    std::size_t largest = 0;
    std::string all;
    EXPECT_TRUE(write_answer({}, text_response(text), [&](std::string bytes) {
        largest = std::max(largest, bytes.size());
        all += bytes;
        return true;
    }));
    EXPECT_LE(largest, 64U << 10);
    EXPECT_TRUE(all.ends_with(text));
    EXPECT_NE(all.find("Content-Length: 1048576\r\n"), std::string::npos);
}

TEST(HttpAnswerTest, OldVersionKnowsNoChunks) {
    const Sent sent = send({.version = 10}, produced("abc"));
    EXPECT_EQ(sent.body(), "abc");
    EXPECT_FALSE(sent.keeps);
    EXPECT_TRUE(sent.says("Connection: close"));
    const Sent whole = send({.version = 10}, text_response("abc"));
    EXPECT_TRUE(whole.keeps);
    EXPECT_TRUE(whole.says("Connection: keep-alive"));
}

TEST(HttpAnswerTest, HeadIsAllOfAnAnswerButItsBody) {
    const Sent whole = send({.head = true}, text_response("abc"));
    EXPECT_TRUE(whole.says("Content-Length: 3"));
    EXPECT_EQ(whole.body(), "");
    const Sent pieces = send({.head = true}, produced("abc"));
    EXPECT_TRUE(pieces.says("Transfer-Encoding: chunked"));
    EXPECT_EQ(pieces.body(), "");
    EXPECT_TRUE(pieces.keeps);
}

TEST(HttpAnswerTest, LargeTextIsPackedForWhoTakesIt) {
    const std::string text(1'025, 'x');
    const Sent packed = send({.takes_gzip = true}, text_response(text));
    EXPECT_TRUE(packed.says("Content-Encoding: gzip"));
    EXPECT_TRUE(packed.says("Content-Length: " + std::to_string(packed.body().size())));
    EXPECT_EQ(*inflate(Coding::gzip, packed.body(), {}), text);
    EXPECT_EQ(send({}, text_response(text)).body(), text);
    EXPECT_EQ(send({.takes_gzip = true}, text_response(text.substr(1))).body(), text.substr(1));
    Response picture = text_response(text);
    picture.content_type = "image/png";
    EXPECT_EQ(send({.takes_gzip = true}, picture).body(), text);
    picture.content_type = "application/vnd.hence.command+json";
    EXPECT_NE(send({.takes_gzip = true}, picture).body(), text);
}

TEST(HttpAnswerTest, PiecesArePackedAsTheyCome) {
    std::string text;
    for (int i = 0; i < 20'000; ++i) {
        text += std::to_string(i * 7'919 % 10'007);
    }
    const Sent packed = send({.takes_gzip = true}, produced(text));
    EXPECT_TRUE(packed.says("Content-Encoding: gzip"));
    EXPECT_EQ(*inflate(Coding::gzip, unchunked(packed.body()), {}), text);
    const Sent broken = send({.takes_gzip = true}, produced(text, Error{Code::io, "gone"}));
    EXPECT_FALSE(broken.bytes.ends_with("0\r\n\r\n"));
    EXPECT_FALSE(broken.keeps);
}

TEST(HttpAnswerTest, WhatIsKnownIsNotSentAgain) {
    Response response = produced("never made", Error{Code::io, "never"});
    response.headers = {{"ETag", "\"v1\""}};
    for (const std::string known : {"\"v1\"", "W/\"v1\"", "*", "\"a,b\", \"v1\"", " * "}) {
        AnswerTerms terms;
        terms.if_none_match = known;
        const Sent sent = send(terms, response);
        EXPECT_TRUE(sent.bytes.starts_with("HTTP/1.1 304 Not Modified\r\n")) << known;
        EXPECT_TRUE(sent.says("ETag: \"v1\""));
        EXPECT_EQ(sent.body(), "");
        EXPECT_TRUE(sent.keeps);
        EXPECT_FALSE(sent.names("Content-Length"));
        EXPECT_FALSE(sent.names("Transfer-Encoding"));
    }
    for (const std::string other : {"\"v2\"", "v1", "\"v1", "\"xv1\"", "W/\"v\""}) {
        AnswerTerms terms;
        terms.if_none_match = other;
        EXPECT_TRUE(send(terms, response).bytes.starts_with("HTTP/1.1 200")) << other;
    }
}

TEST(HttpAnswerTest, PackedAnswerHasAWeakTag) {
    Response response = text_response(std::string(2'000, 'x'));
    response.headers = {{"ETag", "\"v1\""}};
    EXPECT_TRUE(send({.takes_gzip = true}, response).says("ETag: W/\"v1\""));
    EXPECT_TRUE(send({}, response).says("ETag: \"v1\""));
}

TEST(HttpAnswerTest, ErrorIsNeverTakenForKnown) {
    Response response = error_response({Code::not_found, "nothing"}, Form::json);
    response.headers = {{"ETag", "\"v1\""}};
    AnswerTerms terms;
    terms.if_none_match = "*";
    EXPECT_TRUE(send(terms, response).bytes.starts_with("HTTP/1.1 404"));
}

TEST(HttpAnswerTest, ReaderThatHasGoneEndsTheWork) {
    int pieces = 0;
    Response response;
    response.produce = [&pieces](const Sink& sink) -> Result<void> {
        while (true) {
            ++pieces;
            if (Result<void> taken = sink("x"); !taken) {
                return taken;
            }
        }
    };
    int pushes = 0;
    EXPECT_FALSE(
        write_answer({}, std::move(response), [&pushes](std::string) { return ++pushes < 3; }));
    EXPECT_EQ(pieces, 2);
}

TEST(HttpAnswerTest, FeedSaysThatItIsOne) {
    Response response;
    response.content_type = "text/event-stream";
    const Sent sent{feed_head({.takes_gzip = true}, response)};
    EXPECT_TRUE(sent.says("X-Accel-Buffering: no"));
    EXPECT_TRUE(sent.says("Transfer-Encoding: chunked"));
    EXPECT_TRUE(sent.says("Connection: close"));
    EXPECT_FALSE(sent.names("Content-Length"));
    EXPECT_FALSE(sent.names("Content-Encoding"));
    EXPECT_EQ(feed_piece({}, "hello") + feed_end({}), "5\r\nhello\r\n0\r\n\r\n");
    EXPECT_EQ(feed_piece({.version = 10}, "hello") + feed_end({.version = 10}), "hello");
}

TEST(HttpHeadersTest, GzipIsTakenWhereItIsAllowed) {
    for (const std::string_view yes : {"gzip", "GZIP", "deflate, gzip", "gzip;q=0.1", "x-gzip", "*",
                                       "br, *;q=0.5", "gzip ; q=1", "identity;q=0, gzip"}) {
        EXPECT_TRUE(takes_gzip(yes)) << yes;
    }
    for (const std::string_view no : {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "*;q=0",
                                      "gzip;q=0, *", "*, gzip;q=0", "gzipped", "gzip; Q=0"}) {
        EXPECT_FALSE(takes_gzip(no)) << no;
    }
}

}  // namespace
}  // namespace hence
