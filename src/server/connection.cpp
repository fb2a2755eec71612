#include "server/connection.h"

#include <algorithm>
#include <cctype>
#include <exception>
#include <utility>

#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <sys/socket.h>

#include "server/beast_stream.h"

namespace hence {
namespace {

namespace beast_http = boost::beast::http;
using boost::system::error_code;

constexpr std::uint32_t header_bytes_max = 64 << 10;
constexpr std::size_t drained_bytes_max = 256ULL << 20;

using Parser = beast_http::request_parser<beast_http::string_body>;

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

// Text that may stand as the value of a header.
std::string as_field(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    return text;
}

Result<Request> request_of(beast_http::request<beast_http::string_body>&& message) {
    Request request;
    request.method = std::string(message.method_string());
    for (const auto& field : message) {
        request.headers.insert_or_assign(
            lower({field.name_string().data(), field.name_string().size()}),
            std::string(field.value()));
    }
    const std::string_view target(message.target().data(), message.target().size());
    if (Result<void> parsed = parse_target(target, request); !parsed) {
        return parsed.error();
    }
    request.body = std::move(message.body());
    return request;
}

// One answer on its way out.
class Writer {
public:
    Writer(BeastStream& stream, const Response& response, unsigned version, bool keep_alive)
        : stream_(stream), response_(response), version_(version), keep_alive_(keep_alive) {}

    // False when the connection is of no further use.
    bool write(bool body_wanted, bool takes_trailers) {
        if (!response_.produce) {
            return write_whole(body_wanted);
        }
        return body_wanted ? write_pieces(takes_trailers) : write_header();
    }

private:
    template <class Message>
    void describe(Message& message) const {
        message.version(version_);
        message.result(static_cast<unsigned>(response_.status));
        message.set(beast_http::field::server, "hence");
        message.set(beast_http::field::content_type, response_.content_type);
        message.set("X-Content-Type-Options", "nosniff");
        message.set(std::string(exit_header), std::to_string(response_.exit_status));
        if (!response_.warning.empty()) {
            message.set(std::string(warning_header), as_field(response_.warning));
        }
        message.keep_alive(keep_alive_);
    }

    bool write_whole(bool body_wanted) {
        beast_http::response<beast_http::string_body> message;
        describe(message);
        message.content_length(response_.body.size());
        if (body_wanted) {
            message.body() = response_.body;
        }
        error_code error;
        beast_http::response_serializer<beast_http::string_body> serializer(message);
        if (body_wanted) {
            beast_http::write(stream_, serializer, error);
        } else {
            beast_http::write_header(stream_, serializer, error);
        }
        return !error && keep_alive_;
    }

    bool write_header() {
        beast_http::response<beast_http::empty_body> message;
        // Version 1.0 knows no chunks: there the end of the connection is the end of the answer.
        keep_alive_ = keep_alive_ && version_ >= 11;
        describe(message);
        message.chunked(version_ >= 11);
        error_code error;
        beast_http::response_serializer<beast_http::empty_body> serializer(message);
        beast_http::write_header(stream_, serializer, error);
        return !error && keep_alive_;
    }

    bool write_pieces(bool takes_trailers) {
        write_header();
        const Result<void> produced =
            response_.produce([this](std::string_view piece) { return write_piece(piece); });
        if (version_ < 11 || failed_) {
            return false;
        }
        beast_http::fields trailer;
        if (!produced) {
            // An answer that ends too soon must not look whole. Who takes trailers is told why;
            // for anybody else the chunks end without their last one.
            if (!takes_trailers) {
                return false;
            }
            trailer.set("Hence-Error", as_field(one_line(produced.error())));
        }
        error_code error;
        boost::asio::write(stream_, beast_http::make_chunk_last(trailer), error);
        return !error && keep_alive_;
    }

    Result<void> write_piece(std::string_view piece) {
        if (piece.empty()) {
            return {};
        }
        error_code error;
        const boost::asio::const_buffer buffer(piece.data(), piece.size());
        if (version_ >= 11) {
            boost::asio::write(stream_, beast_http::make_chunk(buffer), error);
        } else {
            boost::asio::write(stream_, buffer, error);
        }
        if (error) {
            failed_ = true;
            return Error{Code::io, "the reader of the answer has gone: " + error.message()};
        }
        return {};
    }

    BeastStream& stream_;
    const Response& response_;
    unsigned version_;
    bool keep_alive_;
    bool failed_ = false;
};

Response answer(const Listener::Handler& handler, const Request& request) {
    try {
        return handler(request);
    } catch (const std::exception& thrown) {
        return error_response({Code::corrupt, std::string("internal error: ") + thrown.what()},
                              request.form());
    } catch (...) {
        return error_response({Code::corrupt, "internal error"}, request.form());
    }
}

// A close with bytes unread resets the connection, and the answer on its way may be lost with it.
// So what a refused request still sends is read and dropped for a while.
void drain(Stream& stream) {
    stream.patience(std::chrono::milliseconds(500));
    std::string waste(64 << 10, '\0');
    int error = 0;
    for (std::size_t drained = 0; drained < drained_bytes_max;) {
        const std::size_t got = stream.read_some(waste.data(), waste.size(), error);
        if (got == 0) {
            return;
        }
        drained += got;
    }
}

void refuse(Stream& stream, BeastStream& beast, const Error& error) {
    const Response response = error_response(error, Form::json);
    Writer(beast, response, 11, false).write(true, false);
    ::shutdown(stream.number(), SHUT_WR);
    drain(stream);
}

Error refusal_of(const error_code& error, std::uint64_t body_bytes_max) {
    if (error == beast_http::error::body_limit) {
        return {Code::limit,
                "the request is larger than " + std::to_string(body_bytes_max >> 20) + " MiB",
                "send it in several requests"};
    }
    return {Code::invalid, "not a valid HTTP request: " + error.message()};
}

// Reads one request. False when there is none, or when it was refused.
bool read_request(Stream& stream, BeastStream& beast, boost::beast::flat_buffer& buffer,
                  Parser& parser, const ListenerLimits& limits) {
    error_code error;
    stream.patience(limits.read_patience);
    beast_http::read_header(beast, buffer, parser, error);
    if (!error && lower(std::string_view(parser.get()["Expect"])) == "100-continue") {
        constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
        boost::asio::write(beast, boost::asio::const_buffer(go_on.data(), go_on.size()), error);
    }
    if (!error) {
        beast_http::read(beast, buffer, parser, error);
    }
    if (!error) {
        return true;
    }
    const bool gone = error == beast_http::error::end_of_stream ||
                      error == beast_http::error::partial_message ||
                      error.category() == boost::system::system_category();
    if (!gone) {
        refuse(stream, beast, refusal_of(error, limits.body_bytes_max));
    }
    return false;
}

}  // namespace

void serve_connection(Stream& stream, const Listener::Handler& handler,
                      const ListenerLimits& limits, const std::function<bool()>& stopping) {
    BeastStream beast(stream);
    boost::beast::flat_buffer buffer;
    while (true) {
        Parser parser;
        parser.header_limit(header_bytes_max);
        parser.body_limit(limits.body_bytes_max);
        if (!read_request(stream, beast, buffer, parser, limits)) {
            return;
        }
        const bool keep_alive = parser.keep_alive();
        const unsigned version = parser.get().version();
        const bool head = parser.get().method() == beast_http::verb::head;
        Result<Request> request = request_of(parser.release());
        if (!request) {
            refuse(stream, beast, request.error());
            return;
        }
        if (head) {
            request->method = "GET";
        }
        const Response response = answer(handler, *request);
        const bool takes_trailers =
            request->header("te").find("trailers") != std::string_view::npos;
        stream.patience(limits.write_patience);
        Writer writer(beast, response, version, keep_alive && !stopping());
        if (!writer.write(!head, takes_trailers)) {
            return;
        }
    }
}

}  // namespace hence
