#include "server/door/client.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "server/wire/beast_stream.h"

namespace hence {
namespace {

namespace beast_http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t piece_bytes = 64 << 10;
constexpr std::size_t complaint_bytes_max = 1 << 20;

using Parser = beast_http::response_parser<beast_http::buffer_body>;

Error broken(std::string_view what, const error_code& error) {
    return {Code::io, std::string(what) + ": " + error.message()};
}

error_code send_request(BeastStream& beast, const Request& request, const std::string& host) {
    beast_http::request<beast_http::empty_body> message;
    message.version(11);
    message.method_string(request.method);
    message.target(target_of(request));
    message.set(beast_http::field::host, host);
    message.set(beast_http::field::te, "trailers");
    message.set(beast_http::field::connection, "close, TE");
    for (const auto& [name, value] : request.headers) {
        message.set(name, value);
    }
    if (request.method != "GET") {
        message.content_length(request.body.size());
    }
    if ((request.method == "POST" || request.method == "PATCH") &&
        !request.headers.contains("content-type")) {
        message.set(beast_http::field::content_type, "application/json");
    }
    error_code error;
    beast_http::request_serializer<beast_http::empty_body> serializer(message);
    beast_http::write_header(beast, serializer, error);
    if (!error && !request.body.empty()) {
        boost::asio::write(beast, boost::asio::buffer(request.body), error);
    }
    return error;
}

// Reads the body piece by piece.
class BodyReader {
public:
    BodyReader(BeastStream& beast, boost::beast::flat_buffer& buffer, Parser& parser)
        : beast_(beast), buffer_(buffer), parser_(parser), piece_(piece_bytes, '\0') {}

    Result<void> read(const Sink& sink) {
        while (!parser_.is_done()) {
            parser_.get().body().data = piece_.data();
            parser_.get().body().size = piece_.size();
            parser_.get().body().more = true;
            error_code error;
            beast_http::read(beast_, buffer_, parser_, error);
            if (error == beast_http::error::need_buffer) {
                error = {};
            }
            if (error) {
                return broken("the answer broke off", error);
            }
            const std::size_t got = piece_.size() - parser_.get().body().size;
            if (got > 0) {
                if (Result<void> taken = sink({piece_.data(), got}); !taken) {
                    return taken;
                }
            }
        }
        if (const auto trailer = parser_.get().find("Hence-Error");
            trailer != parser_.get().end()) {
            return Error{Code::io, std::string(trailer->value())};
        }
        return {};
    }

private:
    BeastStream& beast_;
    boost::beast::flat_buffer& buffer_;
    Parser& parser_;
    std::string piece_;
};

Result<Reply> read_reply(BodyReader& reader, const Parser& parser, const Sink& sink) {
    Reply reply;
    const auto& head = parser.get();
    const std::string exit_text(head[std::string(exit_header)]);
    const auto status = static_cast<int>(head.result_int());
    reply.exit_status = exit_text.empty() ? (status < 400 ? 0 : 3) : std::atoi(exit_text.c_str());
    reply.warning = std::string(head[std::string(warning_header)]);
    if (status < 400) {
        if (Result<void> read = reader.read(sink); !read) {
            return read.error();
        }
        return reply;
    }
    const std::string type(head[beast_http::field::content_type]);
    std::string complaint;
    const Result<void> read = reader.read([&complaint](std::string_view piece) -> Result<void> {
        complaint.append(piece.substr(0, complaint_bytes_max - complaint.size()));
        return {};
    });
    if (!read) {
        return read.error();
    }
    reply.refused = error_in(complaint, type, reply.exit_status);
    return reply;
}

}  // namespace

Exchange exchange(Stream& stream, const Request& request, const std::string& host,
                  const Sink& sink) {
    Exchange result;
    BeastStream beast(stream);
    const error_code unsent = send_request(beast, request, host);
    // A server that refuses a request early may close before it has read it all: so its answer is
    // looked for even when sending failed.
    boost::beast::flat_buffer buffer;
    Parser parser;
    parser.body_limit(boost::none);
    error_code error;
    beast_http::read_header(beast, buffer, parser, error);
    if (error) {
        result.reply = broken("no answer", unsent ? unsent : error);
        return result;
    }
    result.began = true;
    BodyReader reader(beast, buffer, parser);
    result.reply = read_reply(reader, parser, sink);
    return result;
}

}  // namespace hence
