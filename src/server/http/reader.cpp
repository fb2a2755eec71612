// What Beast's parser lets pass and we do not: folded lines, several lengths that agree, more than
// one Host, transfer codings besides chunked, and fields that decide who asks and come twice.
// Bodies are not left to it: its asserts on chunks can be made to fail from outside.
#include "server/http/reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <fmt/format.h>

#include "base/ascii.h"
#include "server/wire/authority.h"
#include "server/wire/http_headers.h"

namespace hence {
namespace {

namespace beast_http = boost::beast::http;
using boost::system::error_code;

// No body is made room for beyond this before it has come.
constexpr std::uint64_t body_room_max = 1 << 20;

using Parser = beast_http::request_parser<beast_http::empty_body>;

HttpRefusal invalid(std::string what, int status = 400) {
    return {status, {Code::invalid, std::move(what)}};
}

std::string_view view(boost::beast::string_view text) {
    return {text.data(), text.size()};
}

// Fields that may come once: they decide who is asked, who asks, and what is sent.
bool stands_alone(std::string_view name) {
    constexpr std::array names = {"host",          "origin",         "authorization",
                                  "content-type",  "content-length", "transfer-encoding",
                                  "last-event-id", "idempotency-key"};
    return std::ranges::find(names, name) != names.end();
}

std::optional<HttpRefusal> add_field(Request& request, std::string name, std::string_view value) {
    const auto [at, fresh] = request.headers.emplace(std::move(name), std::string(value));
    if (fresh) {
        return std::nullopt;
    }
    if (stands_alone(at->first)) {
        return invalid(fmt::format("the request has more than one {}", at->first));
    }
    at->second += ", ";
    at->second += value;
    return std::nullopt;
}

// Splits "http://host/path" and gives the path; other targets stay as they are.
std::string_view without_authority(std::string_view target, std::string_view& authority) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (target.size() > scheme.size() &&
            same_letters(target.substr(0, scheme.size()), scheme)) {
            target.remove_prefix(scheme.size());
            const std::size_t end = std::min(target.find_first_of("/?#"), target.size());
            authority = target.substr(0, end);
            return target.substr(end);
        }
    }
    return target;
}

std::optional<HttpRefusal> read_target(HttpHead& head, std::string_view target) {
    std::string_view authority;
    std::string path(without_authority(target, authority));
    if (authority.data() != nullptr) {
        const auto host = head.request.headers.emplace("host", std::string(authority)).first;
        if (!same_letters(host->second, authority)) {
            return invalid("the address and the field Host name different hosts");
        }
        if (!path.starts_with('/')) {
            path.insert(0, "/");
        }
    }
    if (Result<void> parsed = parse_target(path, head.request); !parsed) {
        return HttpRefusal{400, parsed.error()};
    }
    return std::nullopt;
}

std::optional<HttpRefusal> read_coding(HttpHead& head) {
    const auto found = head.request.headers.find("content-encoding");
    if (found == head.request.headers.end()) {
        return std::nullopt;
    }
    const std::string name = lower_case(found->second);
    head.request.headers.erase(found);
    if (name == "gzip" || name == "x-gzip") {
        head.coding = Coding::gzip;
    } else if (name == "deflate") {
        head.coding = Coding::deflate;
    } else if (name == "zstd") {
        head.coding = Coding::zstd;
    } else if (!name.empty() && name != "identity") {
        return HttpRefusal{
            415,
            {Code::unsupported, fmt::format("a body in the coding {} cannot be read", name),
             "send it as gzip, deflate, zstd or as it is"}};
    }
    return std::nullopt;
}

std::optional<HttpRefusal> read_length(HttpHead& head, const Parser& parser) {
    const auto& headers = head.request.headers;
    head.chunked = headers.contains("transfer-encoding");
    if (head.chunked && (headers.contains("content-length") || head.version < 11 ||
                         lower_case(head.request.header("transfer-encoding")) != "chunked")) {
        return invalid("where the body ends is not clear");
    }
    if (head.request.header("content-length").find(',') != std::string_view::npos) {
        return invalid("the request has more than one content-length");
    }
    head.length = parser.content_length().value_or(0);
    return std::nullopt;
}

std::optional<HttpRefusal> understand(HttpHead& head, const Parser& parser) {
    const auto& message = parser.get();
    head.version = message.version();
    head.request.method = std::string(view(message.method_string()));
    for (const auto& field : message) {
        if (std::optional<HttpRefusal> bad = add_field(
                head.request, lower_case(view(field.name_string())), view(field.value()))) {
            return bad;
        }
    }
    if (head.version >= 11 && !head.request.headers.contains("host")) {
        return invalid("the request names no Host");
    }
    head.keep_alive = parser.keep_alive();
    head.expects_continue =
        head.version >= 11 && lower_case(head.request.header("expect")) == "100-continue";
    if (head.request.method == "HEAD") {
        head.head = true;
        head.request.method = "GET";
    }
    if (std::optional<HttpRefusal> bad = read_length(head, parser)) {
        return bad;
    }
    if (std::optional<HttpRefusal> bad = read_target(head, view(message.target()))) {
        return bad;
    }
    return read_coding(head);
}

// Lines end with CR LF and nothing else, and none continues the one before it.
std::optional<HttpRefusal> check_lines(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find('\n', from); at != std::string_view::npos;
         at = text.find('\n', at + 1)) {
        if (at == 0 || text[at - 1] != '\r') {
            return invalid("a line of the request does not end with CR LF");
        }
        if (at + 1 < text.size() && (text[at + 1] == ' ' || text[at + 1] == '\t')) {
            return invalid("a field of the request is folded over several lines");
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<HttpRefusal> HttpReader::read_head(std::string_view text, std::size_t& size) {
    size = 0;
    if (!text.empty() && !is_letter(text[0])) {
        return invalid("what was sent is not HTTP");
    }
    const std::size_t from = seen_ - std::min<std::size_t>(seen_, 3);
    const std::size_t end = text.find("\r\n\r\n", from);
    const std::string_view head = text.substr(0, end == text.npos ? end : end + 4);
    if (std::optional<HttpRefusal> broken = check_lines(head, from)) {
        return broken;
    }
    if (head.size() > http_head_bytes_max ||
        (end == text.npos && head.size() == http_head_bytes_max)) {
        return HttpRefusal{
            431,
            {Code::limit, fmt::format("the head of the request is larger than {} KiB",
                                      http_head_bytes_max >> 10)}};
    }
    if (end == text.npos) {
        seen_ = text.size();
        return std::nullopt;
    }
    Parser parser;
    parser.header_limit(http_head_bytes_max);
    parser.body_limit(boost::none);
    error_code error;
    parser.put(boost::asio::const_buffer(head.data(), head.size()), error);
    if (error || !parser.is_header_done()) {
        return invalid("not a valid HTTP request: " + error.message());
    }
    size = head.size();
    if (std::optional<HttpRefusal> bad = understand(head_, parser)) {
        return bad;
    }
    in_body_ = true;
    left_ = head_.length;
    body_.reserve(static_cast<std::size_t>(std::min(left_, body_room_max)));
    return std::nullopt;
}

std::optional<HttpRefusal> HttpReader::read_body(std::string_view& piece) {
    if (head_.chunked) {
        return chunks_.take(piece, body_) ? std::nullopt
                                          : std::optional(invalid("the chunks of the request are "
                                                                  "broken"));
    }
    const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left_, piece.size()));
    body_.append(piece.substr(0, part));
    piece.remove_prefix(part);
    left_ -= part;
    return std::nullopt;
}

}  // namespace hence
