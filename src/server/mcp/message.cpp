#include "server/mcp/message.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "model/json/writer.h"

namespace hence {
namespace {

// Arguments may nest as deep as the fields of an event; the message is around them.
constexpr std::size_t message_depth_max = fields_depth_max + 8;

bool is_integer(std::string_view token) {
    return std::ranges::all_of(token.substr(token.starts_with('-') ? 1 : 0), is_digit);
}

// The id of whatever it is, for the error that answers it.
std::string known_id(Json message) {
    const Json id = message["id"];
    const bool usable = id.is_string() || (id.is_number() && is_integer(id.raw()));
    return usable ? std::string(id.raw()) : "null";
}

McpError invalid(Json message, std::string why) {
    return {.code = rpc_invalid_request, .message = std::move(why), .id = known_id(message)};
}

std::variant<McpMessage, McpError> message_of(Json message) {
    if (message.is_array()) {
        return invalid({}, "a batch is not taken; send one message at a time");
    }
    if (!message.is_object()) {
        return invalid({}, "a message must be a JSON object");
    }
    if (message["jsonrpc"].string() != "2.0") {
        return invalid(message, "\"jsonrpc\" must be \"2.0\"");
    }
    const Json id = message["id"];
    const Json method = message["method"];
    if (method.raw().empty() && (!message["result"].raw().empty() || message["error"].present())) {
        return McpMessage{.kind = McpMessage::Kind::response};
    }
    if (!method.is_string()) {
        return invalid(message, "\"method\" must be a string");
    }
    McpMessage read{.method = method.string().value_or("")};
    if (!id.raw().empty()) {
        if (known_id(message) == "null") {
            return invalid(message, "\"id\" must be a string or an integer");
        }
        read.kind = McpMessage::Kind::request;
        read.id = id.raw();
    }
    if (const Json params = message["params"]; params.present()) {
        if (!params.is_object()) {
            return McpError{.code = rpc_invalid_params,
                            .message = "\"params\" must be an object",
                            .id = known_id(message)};
        }
        read.params = params.raw();
    }
    return read;
}

}  // namespace

std::variant<McpMessage, McpError> read_message(std::string_view text) {
    if (text.size() > mcp_message_size_max) {
        return McpError{
            .code = rpc_invalid_request,
            .message = fmt::format("a message may have {} MiB", mcp_message_size_max >> 20)};
    }
    const Result<std::string> valid = minify(text, message_depth_max);
    if (!valid) {
        return McpError{.code = rpc_parse_error, .message = valid.error().message};
    }
    std::variant<McpMessage, McpError> read = message_of(Json(*valid));
    // The sender of a notification expects no answer, not even an error.
    if (const auto* error = std::get_if<McpError>(&read);
        error != nullptr && error->code == rpc_invalid_params && error->id == "null") {
        return McpMessage{};
    }
    return read;
}

std::string rpc_result(std::string_view id, std::string_view result) {
    std::string text;
    text.reserve(result.size() + id.size() + 64);
    JsonWriter json(text);
    json.begin_object().member("jsonrpc", "2.0").raw_member("id", id).raw_member("result", result);
    json.end_object();
    return text;
}

std::string rpc_error(const McpError& error) {
    std::string text;
    JsonWriter json(text);
    json.begin_object().member("jsonrpc", "2.0").raw_member("id", error.id).key("error");
    json.begin_object().member("code", error.code).member("message", error.message);
    json.raw_if_any("data", error.data).end_object().end_object();
    return text;
}

}  // namespace hence
