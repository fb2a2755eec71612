// JSON-RPC 2.0 as the Model Context Protocol uses it: one message read, one answer written.
//
// Reading never fails: a text that is no message becomes the error that is to be answered, with the
// id of the request as far as it is known. Batches are refused, as the protocol has it. The id is
// kept exactly as it was spelled, because the answer must carry the same id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "model/json/json.h"

namespace hence {

inline constexpr std::size_t mcp_message_size_max = std::size_t{10} * 1024 * 1024;

// Codes of JSON-RPC and of the protocol.
inline constexpr int rpc_parse_error = -32700;
inline constexpr int rpc_invalid_request = -32600;
inline constexpr int rpc_method_not_found = -32601;
inline constexpr int rpc_invalid_params = -32602;
inline constexpr int rpc_internal_error = -32603;
inline constexpr int rpc_resource_not_found = -32002;  // Of the protocol that has `initialize`.
inline constexpr int rpc_forbidden = -32003;           // Of this server.
inline constexpr int rpc_header_mismatch = -32020;
inline constexpr int rpc_unsupported_version = -32022;

// Something that was received. A response asks for nothing: this side sends no requests.
struct McpMessage {
    enum class Kind : std::uint8_t { request, notification, response };

    Kind kind = Kind::notification;
    std::string id = {};        // JSON, of a request: a string or an integer as it was spelled.
    std::string method = {};    // Unescaped.
    std::string params = "{}";  // A JSON object.

    Json param(std::string_view name) const { return Json(params)[name]; }
    // A member of `_meta`.
    Json meta(std::string_view name) const { return param("_meta")[name]; }
};

struct McpError {
    int code = rpc_internal_error;
    std::string message = {};
    std::string data = {};    // JSON; empty: absent.
    std::string id = "null";  // Of the request that it answers, as far as it is known.
};

// Reads one message. An error is what is to be answered: -32700 when it is no JSON, -32600 when it
// is no message, is too large or is a batch, -32602 when `params` is no object.
std::variant<McpMessage, McpError> read_message(std::string_view text);

// {"jsonrpc","id","result"} and {"jsonrpc","id","error"}, on one line without a line end.
std::string rpc_result(std::string_view id, std::string_view result);
std::string rpc_error(const McpError& error);

}  // namespace hence
