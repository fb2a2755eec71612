// The bytes of an answer: status line, headers, body.
//
// The status is sent before a streamed body is complete, so an error behind the first piece cannot
// change it any more. In HTTP/1.1 such an answer ends with a trailer that names the error, or
// without its last chunk, and never like a complete one. The head waits for the first piece, so an
// answer that fails before it still becomes an ordinary error.
#include "server/http/answer.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <exception>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/deflate.h"
#include "server/wire/authority.h"
#include "server/wire/http_headers.h"

namespace hence {
namespace {

constexpr std::size_t gzip_from_bytes = 1 << 10;
// Compressed bytes are collected to this size before they are sent.
constexpr std::size_t gzip_piece_bytes = 16 << 10;
constexpr std::size_t body_piece_bytes = 64 << 10;

constexpr std::string_view policy =
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

std::string_view reason_of(int status) {
    switch (status) {
        case 200: return "OK";
        case 201: return "Created";
        case 202: return "Accepted";
        case 204: return "No Content";
        case 207: return "Multi-Status";
        case 304: return "Not Modified";
        case 400: return "Bad Request";
        case 401: return "Unauthorized";
        case 403: return "Forbidden";
        case 404: return "Not Found";
        case 405: return "Method Not Allowed";
        case 406: return "Not Acceptable";
        case 408: return "Request Timeout";
        case 409: return "Conflict";
        case 413: return "Content Too Large";
        case 415: return "Unsupported Media Type";
        case 429: return "Too Many Requests";
        case 431: return "Request Header Fields Too Large";
        case 500: return "Internal Server Error";
        case 501: return "Not Implemented";
        case 503: return "Service Unavailable";
        default: return status < 400 ? "Answer" : "Error";
    }
}

bool has_no_body(int status) {
    return status == 204 || status == 304 || status < 200;
}

std::string date() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    constexpr std::array days = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT",
                       days[static_cast<std::size_t>(parts.tm_wday)], parts.tm_mday,
                       months[static_cast<std::size_t>(parts.tm_mon)], parts.tm_year + 1900,
                       parts.tm_hour, parts.tm_min, parts.tm_sec);
}

const std::string* header_of(const Response& response, std::string_view name) {
    const auto found = std::ranges::find_if(
        response.headers, [name](const auto& header) { return same_letters(header.first, name); });
    return found == response.headers.end() ? nullptr : &found->second;
}

// Headers that frame the message. A handler cannot set them.
bool is_framing(std::string_view name) {
    return same_letters(name, "Content-Length") || same_letters(name, "Transfer-Encoding") ||
           same_letters(name, "Connection");
}

bool worth_packing(const Response& response) {
    const std::string type = lower_case(response.content_type);
    const bool text = (type.starts_with("text/") && !type.starts_with("text/event-stream")) ||
                      type.find("json") != std::string::npos;
    return text && !has_no_body(response.status) &&
           (response.produce || response.body.size() > gzip_from_bytes) &&
           header_of(response, "Content-Encoding") == nullptr;
}

// The lines before the body, one after another.
class Head {
public:
    Head(const AnswerTerms& terms, const Response& response)
        : text_(fmt::format("HTTP/1.{} {} {}\r\n", terms.version % 10, response.status,
                            reason_of(response.status))) {
        add("Server", "hence");
        add("Date", date());
        if (!has_no_body(response.status)) {
            add("Content-Type", response.content_type);
        }
        add("X-Content-Type-Options", "nosniff");
        add_unless_given(response, "Cache-Control", "no-cache");
        add_unless_given(response, "Referrer-Policy", "no-referrer");
        add_unless_given(response, "Content-Security-Policy", policy);
        add_unless_given(response, "Cross-Origin-Resource-Policy", "same-origin");
        add("Vary", "Accept-Encoding, Accept");
        add(exit_header, std::to_string(response.exit_status));
        if (!response.warning.empty()) {
            add(warning_header, response.warning);
        }
        if (!terms.keep_alive) {
            add("Connection", "close");
        } else if (terms.version < 11) {
            add("Connection", "keep-alive");
        }
    }

    void add(std::string_view name, std::string_view value) {
        text_ += name;
        text_ += ": ";
        text_ += as_field(std::string(value));
        text_ += "\r\n";
    }

    // The headers of the handler. A body that is packed is no longer the same to the byte, and its
    // entity tag is a weak one.
    void add_given(const Response& response, bool packed) {
        for (const auto& [name, value] : response.headers) {
            const bool weaken = packed && same_letters(name, "ETag") && value.starts_with('"');
            if (!is_framing(name)) {
                add(name, weaken ? "W/" + value : value);
            }
        }
        if (packed) {
            add("Content-Encoding", "gzip");
        }
    }

    std::string end() { return std::move(text_) + "\r\n"; }

private:
    void add_unless_given(const Response& response, std::string_view name, std::string_view value) {
        if (header_of(response, name) == nullptr) {
            add(name, value);
        }
    }

    std::string text_;
};

std::string chunk(std::string_view piece) {
    std::string out = fmt::format("{:x}\r\n", piece.size());
    out.reserve(out.size() + piece.size() + 2);
    out += piece;
    out += "\r\n";
    return out;
}

// One answer on its way out.
class Writer {
public:
    Writer(const AnswerTerms& terms, Response& response, const Push& push)
        : terms_(terms), response_(response), push_(push) {}

    bool write() {
        if (!response_.produce || has_no_body(response_.status)) {
            return write_whole();
        }
        // Version 1.0 knows no chunks: there the end of the connection is the end of the answer.
        terms_.keep_alive = terms_.keep_alive && terms_.chunks();
        return terms_.head ? push_(pieces_head()) && terms_.keep_alive : write_pieces();
    }

private:
    bool packs() const { return terms_.takes_gzip && worth_packing(response_); }

    bool write_whole() {
        const bool packed = packs() && pack_body();
        Head head(terms_, response_);
        head.add_given(response_, packed);
        if (response_.status != 204 && response_.status != 304) {
            head.add("Content-Length", std::to_string(response_.body.size()));
        }
        const bool body_wanted = !terms_.head && !has_no_body(response_.status);
        std::string text = head.end();
        const bool sent = push_(std::move(text)) && (!body_wanted || push_body());
        return sent && terms_.keep_alive;
    }

    // A large one goes out as fast as it is taken, and waits here, not on its way.
    bool push_body() {
        if (response_.body.size() <= body_piece_bytes) {
            return response_.body.empty() || push_(std::move(response_.body));
        }
        bool sent = true;
        for (std::size_t at = 0; sent && at < response_.body.size(); at += body_piece_bytes) {
            sent = push_(response_.body.substr(at, body_piece_bytes));
        }
        return sent;
    }

    bool pack_body() {
        Deflater deflater;
        if (!deflater.ready()) {
            return false;
        }
        std::string small;
        deflater.take(response_.body, small);
        deflater.finish(small);
        response_.body = std::move(small);
        return true;
    }

    std::string pieces_head() {
        if (packs()) {
            deflater_ = std::make_unique<Deflater>();
            if (!deflater_->ready()) {
                deflater_.reset();
            }
        }
        Head head(terms_, response_);
        head.add_given(response_, deflater_ != nullptr);
        if (terms_.chunks()) {
            head.add("Transfer-Encoding", "chunked");
        }
        return head.end();
    }

    bool write_pieces() {
        const Result<void> produced = produce();
        if (!produced && !begun_) {
            return write_failure(produced.error());
        }
        begin();
        if (produced && deflater_ && !gone_) {
            deflater_->finish(packed_);
            gone_ = !send(packed_);
        }
        if (!terms_.chunks() || gone_) {
            return false;
        }
        std::string last = "0\r\n";
        if (!produced) {
            // An answer that ends too soon must not look whole. Who takes trailers is told why;
            // for anybody else the chunks end without their last one.
            if (!terms_.takes_trailers) {
                return false;
            }
            last += "Hence-Error: " + as_field(one_line(produced.error())) + "\r\n";
        }
        return push_(last + "\r\n") && terms_.keep_alive;
    }

    // The head waits for the first piece: until then an answer can still become another one.
    void begin() {
        if (!std::exchange(begun_, true)) {
            gone_ = !push_(pieces_head());
        }
    }

    bool write_failure(const Error& error) {
        Response failed = error.code == Code::busy ? refusal_response({503, error}, terms_.form)
                                                   : error_response(error, terms_.form);
        std::erase_if(response_.headers,
                      [](const auto& header) { return same_letters(header.first, "ETag"); });
        std::ranges::move(response_.headers, std::back_inserter(failed.headers));
        failed.warning = std::move(response_.warning);
        response_ = std::move(failed);
        return write_whole();
    }

    Result<void> produce() {
        const Sink sink = [this](std::string_view piece) { return write_piece(piece); };
        try {
            return response_.produce(sink);
        } catch (const std::exception& thrown) {
            return Error{Code::corrupt, std::string("internal error: ") + thrown.what()};
        }
    }

    Result<void> write_piece(std::string_view piece) {
        begin();
        if (!gone_ && deflater_) {
            deflater_->take(piece, packed_);
            gone_ = packed_.size() >= gzip_piece_bytes && !send(std::exchange(packed_, {}));
        } else if (!gone_ && !piece.empty()) {
            gone_ = !send(piece);
        }
        if (gone_) {
            return Error{Code::io, "the reader of the answer has gone"};
        }
        return {};
    }

    bool send(std::string_view piece) {
        return push_(terms_.chunks() ? chunk(piece) : std::string(piece));
    }

    AnswerTerms terms_;
    Response& response_;
    const Push& push_;
    bool begun_ = false;
    bool gone_ = false;
    std::unique_ptr<Deflater> deflater_;
    std::string packed_;
};

// An answer that the client has already is not sent again.
bool is_known(const AnswerTerms& terms, const Response& response) {
    const std::string* etag = header_of(response, "ETag");
    return etag != nullptr && response.status == 200 && !terms.if_none_match.empty() &&
           names_etag(terms.if_none_match, *etag);
}

}  // namespace

AnswerTerms AnswerTerms::of(const HttpHead& head) {
    const Request& request = head.request;
    AnswerTerms terms;
    terms.version = head.version;
    terms.head = head.head;
    terms.keep_alive = head.keep_alive;
    terms.takes_trailers = lists_word(request.header("te"), "trailers");
    terms.takes_gzip = hence::takes_gzip(request.header("accept-encoding"));
    if (request.method == "GET") {
        terms.if_none_match = request.header("if-none-match");
    }
    terms.form = request.form();
    return terms;
}

bool write_answer(const AnswerTerms& terms, Response response, const Push& push) {
    if (is_known(terms, response)) {
        response.status = 304;
        response.produce = {};
        response.body.clear();
    }
    return Writer(terms, response, push).write();
}

std::string feed_head(const AnswerTerms& terms, const Response& response) {
    AnswerTerms last = terms;
    last.keep_alive = false;
    Head head(last, response);
    head.add_given(response, false);
    head.add("X-Accel-Buffering", "no");
    if (terms.chunks()) {
        head.add("Transfer-Encoding", "chunked");
    }
    return head.end();
}

std::string feed_piece(const AnswerTerms& terms, std::string_view piece) {
    return terms.chunks() ? chunk(piece) : std::string(piece);
}

std::string feed_end(const AnswerTerms& terms) {
    return terms.chunks() ? "0\r\n\r\n" : "";
}

Response refusal_response(const HttpRefusal& refusal, Form form) {
    Response response = error_response(refusal.error, form);
    response.status = refusal.status;
    if (refusal.status == 429 || refusal.status == 503) {
        response.headers.emplace_back("Retry-After", "1");
    }
    return response;
}

std::string refusal_bytes(const HttpRefusal& refusal) {
    std::string bytes;
    AnswerTerms terms;
    terms.keep_alive = false;
    write_answer(terms, refusal_response(refusal, Form::json), [&bytes](const std::string& piece) {
        bytes += piece;
        return true;
    });
    return bytes;
}

}  // namespace hence
