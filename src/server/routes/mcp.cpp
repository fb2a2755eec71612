// MCP over HTTP: one message a request, one answer, no sessions. That no page of another site gets
// here is seen to before (server/access/access.h).
#include "server/mcp/mcp.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/try.h"
#include "intake/redacting_store.h"
#include "model/json/writer.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

constexpr std::string_view meta_version = "io.modelcontextprotocol/protocolVersion";

McpEra era_asked(const Request& request) {
    const std::string name = text_parameter(request, "era");
    if (name == "modern" || request.header("mcp-protocol-version") == mcp_modern_version) {
        return McpEra::modern;
    }
    return name == "legacy" ? McpEra::legacy : McpEra::unknown;
}

Result<McpOptions> options_asked(const Request& request) {
    McpOptions options;
    const std::string graph = text_parameter(request, "graph");
    options.graph = graph.empty() ? options.graph : graph;
    options.session = text_parameter(request, "session");
    options.agent = text_parameter(request, "agent");
    options.run = text_parameter(request, "run");
    if (const std::string inject = text_parameter(request, "inject"); !inject.empty()) {
        options.inject = TRY(injection_named(inject));
    }
    options.decision_limit =
        TRY(number_parameter(request, "decision_limit", options.decision_limit));
    options.key = text_parameter(request, "key");
    return options;
}

// What a header says; one that cannot be spelled plainly comes as "=?base64?...?=".
std::string header_text(std::string_view value) {
    constexpr std::string_view begin = "=?base64?";
    constexpr std::string_view end = "?=";
    if (!value.starts_with(begin) || !value.ends_with(end) ||
        value.size() < begin.size() + end.size()) {
        return std::string(value);
    }
    std::string letters(value.substr(begin.size(), value.size() - begin.size() - end.size()));
    while (letters.ends_with('=')) {
        letters.pop_back();
    }
    std::ranges::replace(letters, '+', '-');
    std::ranges::replace(letters, '/', '_');
    return from_base64url(letters).value_or(std::string(value));
}

// What the header Mcp-Name repeats of a message.
std::optional<std::string> name_in(const McpMessage& message) {
    if (message.method == "tools/call" || message.method == "prompts/get") {
        return message.param("name").string();
    }
    return message.method == "resources/read" ? message.param("uri").string() : std::nullopt;
}

// Those on the way may look at headers only: they must say what the message says.
std::optional<McpError> check_headers(const Request& request, const McpMessage& message) {
    const std::string_view version = request.header("mcp-protocol-version");
    if (message.kind != McpMessage::Kind::request) {
        return std::nullopt;
    }
    const auto mismatch = [&](std::string_view header) {
        return McpError{.code = rpc_header_mismatch,
                        .message = fmt::format("the header {} must be there and repeat what the "
                                               "message says",
                                               header),
                        .id = message.id};
    };
    if (const std::optional<std::string> said = message.meta(meta_version).string()) {
        const std::optional<std::string> name = name_in(message);
        if (version != *said) {
            return mismatch("MCP-Protocol-Version");
        }
        if (request.header("mcp-method") != message.method) {
            return mismatch("Mcp-Method");
        }
        if (name && header_text(request.header("mcp-name")) != *name) {
            return mismatch("Mcp-Name");
        }
        return std::nullopt;
    }
    const bool known =
        version.empty() || version == mcp_modern_version || is_legacy_version(version);
    if (!known && message.method != "initialize") {
        std::string data;
        JsonWriter json(data);
        json.begin_object().key("supported").begin_list().value(mcp_modern_version);
        json.value(mcp_legacy_version).end_list().end_object();
        return McpError{
            .code = rpc_unsupported_version,
            .message = "the header MCP-Protocol-Version names a version that is not supported",
            .data = std::move(data),
            .id = message.id};
    }
    return std::nullopt;
}

Response response_of(McpAnswer answer) {
    Response response = json_response(std::move(answer.text));
    response.status = answer.http_status;
    if (answer.http_status == 403) {
        response.headers.emplace_back("WWW-Authenticate", scope_challenge(answer.lacked));
    }
    return response;
}

Result<Response> take_message(const App& app, const Request& request, const std::string&) {
    McpOptions options = TRY(options_asked(request));
    options.allowed = app.allowed;
    const McpEra era = era_asked(request);
    RedactingStore redacting(app.store, app.redaction);
    const McpStore store{.store = &redacting};
    // Behind the program's own door there are no headers, and every answer is one.
    if (request.parameter("transport") == "stdio") {
        McpAnswer answer = answer_mcp(store, request.body, options, era);
        answer.http_status = 200;
        return response_of(std::move(answer));
    }
    const std::variant<McpMessage, McpError> read = read_message(request.body);
    if (const auto* error = std::get_if<McpError>(&read)) {
        return response_of({.text = rpc_error(*error), .http_status = 400});
    }
    const auto& message = std::get<McpMessage>(read);
    if (const std::optional<McpError> wrong = check_headers(request, message)) {
        return response_of({.text = rpc_error(*wrong), .http_status = 400});
    }
    return response_of(answer_mcp(store, message, options, era));
}

constexpr ParameterText mcp_takes[] = {
    ParameterText{"graph", "s", "The graph that tools write to."},
    takes::session,
    takes::agent,
    takes::run,
    ParameterText{"inject", "(first_only|every_iteration)", "Where the context text goes."},
    ParameterText{"decision_limit", "i", "How many decisions the context text has."},
    ParameterText{"transport", "(http|stdio)", "How the messages travel."},
    ParameterText{"era", "s", "Of stdio: the version of the protocol that was agreed on."},
    ParameterText{"key", "s", "Of stdio: makes a message that is sent again count once."},
};

constexpr SchemaText mcp_schemas[] = {
    {"RpcMessage", "jsonrpc:s ~id:any ~method:s ~params:object ~result:object ~error:object",
     "A message of JSON-RPC 2.0."},
};

}  // namespace

RouteTable mcp_routes() {
    return {
        .rows =
            {
                {"POST",
                 "/mcp",
                 TokenScope::either,
                 take_message,
                 {.name = "mcp",
                  .summary = "One message of the Model Context Protocol",
                  .takes = mcp_takes,
                  .body = "json=RpcMessage",
                  .gives = "json=RpcMessage",
                  .statuses = "202 404 415"}},
            },
        .schemas = mcp_schemas,
    };
}

}  // namespace hence
