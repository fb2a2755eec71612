// A request and its answer, as every door passes them on: HTTP in shape, free of any socket.
//
// A door is a way by which a request reaches the store: a call within the process, the socket in
// the store's directory, or the network. All doors pass the same Request to the same router, so a
// command and a server give the same answer. An answer is one of three things: a body at hand, a
// function that writes it piece by piece (`produce`), or a feed without an end. A large answer must
// use `produce`, so that it is never whole in memory.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"

namespace hence {

class Asking;

// What an asker wants back. `command` is what the program prints: lists bare, events as NDJSON.
enum class Form : std::uint8_t { json, command, text };

struct Request {
    std::string method = "GET";
    std::vector<std::string> path = {};  // Segments, each decoded once; one may hold a slash.
    std::multimap<std::string, std::string, std::less<>> query = {};
    std::map<std::string, std::string, std::less<>> headers = {};  // Names in lower case.
    std::string body = {};
    std::shared_ptr<Asking> asking = {};  // Who waits, of a question; may be none.

    // The first value of a query parameter, or nothing.
    std::optional<std::string> parameter(std::string_view name) const;
    // Whether a parameter is there and not "0", "false" or "no".
    bool flag(std::string_view name) const;
    std::string_view header(std::string_view name) const;
    // From Accept; JSON unless it asks for text first.
    Form form() const;
};

class Feed;

struct Response {
    int status = 200;
    std::string content_type = "application/json";
    int exit_status = 0;  // What a command that printed this answer exits with.
    std::string warning;  // One line about the store as a whole, or empty.
    std::string body;
    std::function<Result<void>(const Sink&)> produce = {};  // If set, stands in place of `body`.
    std::shared_ptr<Feed> feed = {};                        // If set, stands in place of both.
    std::vector<std::pair<std::string, std::string>> headers = {};  // More of them.
};

inline constexpr std::string_view exit_header = "Hence-Exit";
inline constexpr std::string_view warning_header = "Hence-Warning";
// A standby answered: the number of the newest event that it had.
inline constexpr std::string_view stale_header = "Hence-Stale";
inline constexpr std::string_view command_json = "application/vnd.hence.command+json";

// Splits and decodes "/a/b%2Fc?x=1&y". Fails with invalid: no leading slash, a broken or NUL
// escape.
Result<void> parse_target(std::string_view target, Request& request);
// The reverse, everything but unreserved characters escaped.
std::string target_of(const Request& request);

int http_status_of(Code code);
int exit_status_of(Code code);
std::string_view name_of(Code code);
// Reads what name_of wrote; `io` for what it does not know.
Code code_named(std::string_view name);

// {"error":{"code","message","hint"}}, or for text one line "message: hint".
Response error_response(const Error& error, Form form);
// "message; hint" on one line.
std::string one_line(const Error& error);

// An answer that is at hand.
Response json_response(std::string body);
Response text_response(std::string body);

}  // namespace hence
