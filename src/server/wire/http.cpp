// Requests and responses without a socket: percent-decoding, the form that Accept asks for, and the
// tables that turn an error code into an HTTP status, a name and an exit status.
//
// A path is split at its slashes first and decoded afterwards, once: an id that holds a slash
// travels as %2F and stays one segment.
#include "server/wire/http.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/try.h"
#include "model/json/writer.h"

namespace hence {
namespace {

Result<std::string> percent_decode(std::string_view text, bool plus_is_space) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && plus_is_space) {
            out.push_back(' ');
        } else if (text[i] != '%') {
            out.push_back(text[i]);
        } else {
            const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return Error{Code::invalid, "the address has a broken % escape",
                             "write a bare % as %25"};
            }
            out.push_back(static_cast<char>(high * 16 + low));
            i += 2;
        }
    }
    if (out.find('\0') != std::string::npos) {
        return Error{Code::invalid, "the address holds a NUL byte"};
    }
    return out;
}

void percent_encode(std::string& out, std::string_view text) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    for (const char c : text) {
        const bool plain = is_letter_or_digit(c) || c == '-' || c == '_' || c == '.' || c == '~';
        if (plain) {
            out.push_back(c);
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out.push_back('%');
            out.push_back(digits[byte >> 4]);
            out.push_back(digits[byte & 15]);
        }
    }
}

Result<void> parse_query(std::string_view text, Request& request) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('&'), text.size());
        const std::string_view pair = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (pair.empty()) {
            continue;
        }
        const std::size_t equals = std::min(pair.find('='), pair.size());
        std::string name = TRY(percent_decode(pair.substr(0, equals), true));
        const std::string_view rest = equals < pair.size() ? pair.substr(equals + 1) : "1";
        std::string value = TRY(percent_decode(rest, true));
        request.query.emplace(std::move(name), std::move(value));
    }
    return {};
}

}  // namespace

std::optional<std::string> Request::parameter(std::string_view name) const {
    const auto found = query.lower_bound(name);
    if (found == query.end() || found->first != name) {
        return std::nullopt;
    }
    return found->second;
}

bool Request::flag(std::string_view name) const {
    const std::string value = lower_case(parameter(name).value_or("0"));
    return value != "0" && value != "false" && value != "no";
}

std::string_view Request::header(std::string_view name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string_view{} : std::string_view{found->second};
}

Form Request::form() const {
    const std::string_view accept = header("accept");
    if (accept.find(command_json) != std::string_view::npos) {
        return Form::command;
    }
    const std::size_t text = accept.find("text/plain");
    return text < std::min(accept.find("application/json"), accept.size()) ? Form::text
                                                                           : Form::json;
}

Result<void> parse_target(std::string_view target, Request& request) {
    if (target.empty() || target.front() != '/') {
        return Error{Code::invalid, "the address does not begin with a slash"};
    }
    target = target.substr(0, target.find('#'));
    const std::size_t mark = std::min(target.find('?'), target.size());
    std::string_view path = target.substr(1, mark > 0 ? mark - 1 : 0);
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        std::string segment = TRY(percent_decode(path.substr(0, end), false));
        request.path.push_back(std::move(segment));
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    if (mark < target.size()) {
        TRY(parse_query(target.substr(mark + 1), request));
    }
    return {};
}

std::string target_of(const Request& request) {
    std::string out;
    for (const std::string& segment : request.path) {
        out.push_back('/');
        percent_encode(out, segment);
    }
    if (out.empty()) {
        out.push_back('/');
    }
    char separator = '?';
    for (const auto& [name, value] : request.query) {
        out.push_back(separator);
        separator = '&';
        percent_encode(out, name);
        out.push_back('=');
        percent_encode(out, value);
    }
    return out;
}

int http_status_of(Code code) {
    switch (code) {
        case Code::invalid: return 400;
        case Code::not_found: return 404;
        case Code::conflict: return 409;
        case Code::limit: return 413;
        case Code::corrupt: return 500;
        case Code::io: return 503;
        case Code::unsupported: return 501;
        case Code::unauthorized: return 401;
        case Code::forbidden: return 403;
        case Code::busy: return 429;
    }
    return 500;
}

int exit_status_of(Code code) {
    switch (code) {
        case Code::not_found:
        case Code::conflict: return 1;
        case Code::invalid:
        case Code::limit: return 2;
        case Code::corrupt:
        case Code::io:
        case Code::unsupported:
        case Code::unauthorized:
        case Code::forbidden:
        case Code::busy: return 3;
    }
    return 3;
}

std::string_view name_of(Code code) {
    switch (code) {
        case Code::invalid: return "invalid";
        case Code::not_found: return "not_found";
        case Code::conflict: return "conflict";
        case Code::limit: return "limit";
        case Code::corrupt: return "corrupt";
        case Code::io: return "io";
        case Code::unsupported: return "unsupported";
        case Code::unauthorized: return "unauthorized";
        case Code::forbidden: return "forbidden";
        case Code::busy: return "busy";
    }
    return "io";
}

Code code_named(std::string_view name) {
    constexpr std::array codes = {Code::invalid,      Code::not_found, Code::conflict,
                                  Code::limit,        Code::corrupt,   Code::unsupported,
                                  Code::unauthorized, Code::forbidden, Code::busy};
    const auto found =
        std::ranges::find_if(codes, [name](Code code) { return name_of(code) == name; });
    return found == codes.end() ? Code::io : *found;
}

std::string one_line(const Error& error) {
    std::string line = error.message;
    if (!error.hint.empty()) {
        line += line.ends_with('.') ? " " : "; ";
        line += error.hint;
    }
    std::ranges::replace(line, '\n', ' ');
    return line;
}

Response error_response(const Error& error, Form form) {
    Response response;
    response.status = http_status_of(error.code);
    response.exit_status = exit_status_of(error.code);
    if (form == Form::text) {
        response.content_type = "text/plain; charset=utf-8";
        response.body = one_line(error) + "\n";
        return response;
    }
    JsonWriter json(response.body);
    json.begin_object().key("error").begin_object().member("code", name_of(error.code));
    json.member("message", error.message).member("hint", OrNull{error.hint});
    json.end_object().end_object().end_line();
    return response;
}

Response json_response(std::string body) {
    Response response;
    response.body = std::move(body);
    return response;
}

Response text_response(std::string body) {
    Response response;
    response.content_type = "text/plain; charset=utf-8";
    response.body = std::move(body);
    return response;
}

}  // namespace hence
