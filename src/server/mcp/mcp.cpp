// Dispatches the methods of the protocol: initialize and discover, tools, resources and prompts.
//
// Two kinds of errors are kept apart. A message that breaks the protocol gets a JSON-RPC error,
// which the client's program sees. A tool that cannot do what was asked answers with isError, which
// the model sees and can act on.
#include "server/mcp/mcp.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/try.h"
#include "model/json/writer.h"
#include "model/text.h"
#include "server/mcp/resources.h"
#include "server/mcp/texts.h"
#include "server/mcp/tools.h"
#include "server/wire/http.h"

namespace hence {
namespace {

constexpr std::array<std::string_view, 4> legacy_versions = {"2024-11-05", "2025-03-26",
                                                             "2025-06-18", mcp_legacy_version};

constexpr std::string_view meta_version = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view meta_capabilities = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view meta_client = "io.modelcontextprotocol/clientInfo";
constexpr std::string_view meta_server = "io.modelcontextprotocol/serverInfo";

constexpr std::string_view server_info =
    R"({"name":"hence","title":"Hence","version":")" HENCE_VERSION R"("})";
constexpr std::string_view capabilities = R"({"tools":{},"resources":{},"prompts":{}})";

// For how long a client may keep an answer, where the protocol wants that said.
enum class Cache : std::uint8_t {
    none,     // It is no such answer.
    changes,  // What was recorded may change at any time.
    fixed,    // It changes with the program only.
};
constexpr int fixed_ttl_ms = 3'600'000;

// A request that the asker may not make.
struct Lacking {
    TokenScope scope = TokenScope::read;
};

// What a result says, as a JSON object.
struct Members {
    std::string json = "{}";
    Cache cache = Cache::none;
};
using Outcome = std::variant<Members, McpError, Lacking>;

McpError invalid_params(std::string message) {
    return {.code = rpc_invalid_params, .message = std::move(message)};
}

// Everything that the methods need of one request.
struct Asked {
    const McpStore& store;
    const McpMessage& message;
    const McpOptions& options;
    bool modern = false;
};

bool claims_modern(const McpMessage& message) {
    return !message.meta(meta_version).raw().empty() ||
           !message.meta(meta_capabilities).raw().empty() ||
           !message.meta(meta_client).raw().empty();
}

bool is_modern(const McpMessage& message, McpEra era) {
    if (message.method == "initialize" && message.meta(meta_version).raw().empty()) {
        return false;
    }
    const bool probes = message.method == "server/discover" && era != McpEra::legacy;
    return claims_modern(message) || probes || era == McpEra::modern;
}

std::optional<McpError> check_meta(const McpMessage& message) {
    const std::optional<std::string> version = message.meta(meta_version).string();
    if (!version) {
        return invalid_params(fmt::format("params._meta must have \"{}\"", meta_version));
    }
    if (*version != mcp_modern_version) {
        McpError error{.code = rpc_unsupported_version,
                       .message = "this version of the protocol is not supported"};
        JsonWriter json(error.data);
        json.begin_object().key("supported").begin_list().value(mcp_modern_version).end_list();
        json.member("requested", *version).end_object();
        return error;
    }
    if (!message.meta(meta_capabilities).is_object()) {
        return invalid_params(fmt::format("params._meta must have \"{}\"", meta_capabilities));
    }
    return std::nullopt;
}

Outcome initialize(const Asked& asked) {
    const std::optional<std::string> version = asked.message.param("protocolVersion").string();
    if (!version) {
        return invalid_params("\"protocolVersion\" must be a string");
    }
    std::string out;
    JsonWriter json(out);
    json.begin_object();
    json.member("protocolVersion", is_legacy_version(*version) ? *version : mcp_legacy_version);
    json.raw_member("capabilities", capabilities).raw_member("serverInfo", server_info);
    json.member("instructions", mcp_instructions(asked.store, asked.options)).end_object();
    return Members{std::move(out)};
}

Outcome discover(const Asked& asked) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("supportedVersions").begin_list().value(mcp_modern_version);
    json.end_list().raw_member("capabilities", capabilities);
    json.member("instructions", mcp_instructions(asked.store, asked.options)).end_object();
    return Members{std::move(out), Cache::changes};
}

// Lists here are short and have one page: no cursor was ever given out.
Outcome listed(const Asked& asked, std::string members, Cache cache) {
    if (asked.message.param("cursor").present()) {
        return invalid_params("\"cursor\" is none that this list gave");
    }
    return Members{std::move(members), cache};
}

Outcome list_tools(const Asked& asked) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("tools").begin_list();
    for (const McpTool& tool : mcp_tools()) {
        if (allows(asked.options.allowed, tool.scope())) {
            append_tool(json, tool);
        }
    }
    json.end_list().end_object();
    return listed(asked, std::move(out), Cache::fixed);
}

void append_content(JsonWriter& json, std::string_view text) {
    json.begin_object().member("type", "text").member("text", text).end_object();
}

Result<std::string> call_of(const Asked& asked, const McpTool& tool, std::string_view arguments) {
    if (asked.store.store == nullptr) {
        return asked.store.reason;
    }
    return tool.answer({*asked.store.store, asked.options, ToolArguments(arguments), tool});
}

Outcome call_tool(const Asked& asked) {
    const std::optional<std::string> name = asked.message.param("name").string();
    if (!name) {
        return invalid_params("\"name\" must be the name of a tool");
    }
    const McpTool* tool = find_mcp_tool(*name);
    if (tool == nullptr) {
        return invalid_params(fmt::format("unknown tool: {}", hence::quoted(*name)));
    }
    if (!allows(asked.options.allowed, tool->scope())) {
        return Lacking{tool->scope()};
    }
    const Json arguments = asked.message.param("arguments");
    if (arguments.present() && !arguments.is_object()) {
        return invalid_params("\"arguments\" must be an object");
    }
    const Result<std::string> answer =
        call_of(asked, *tool, arguments.present() ? arguments.raw() : "{}");
    std::string out;
    JsonWriter json(out);
    json.begin_object().key("content").begin_list();
    append_content(json, answer
                             ? *answer
                             : fmt::format("{}: {}", *name, one_line(for_agents(answer.error()))));
    if (asked.options.inject == Injection::every_iteration && asked.store.store != nullptr &&
        allows(asked.options.allowed, TokenScope::read)) {
        const Result<std::string> context = framed_context(*asked.store.store, asked.options);
        if (context && !context->empty()) {
            append_content(json, *context);
        }
    }
    json.end_list();
    if (answer) {
        json.raw_member("structuredContent", *answer);
    }
    json.member("isError", !answer).end_object();
    return Members{std::move(out)};
}

Outcome read_resource_asked(const Asked& asked) {
    const std::optional<std::string> uri = asked.message.param("uri").string();
    if (!uri) {
        return invalid_params("\"uri\" must be a string");
    }
    if (!allows(asked.options.allowed, TokenScope::read)) {
        return Lacking{TokenScope::read};
    }
    if (asked.store.store == nullptr) {
        return McpError{.message = one_line(asked.store.reason)};
    }
    Result<std::string> read = read_resource(*asked.store.store, asked.options, *uri);
    if (!read) {
        const bool unknown = read.error().code == Code::not_found;
        const int not_found = asked.modern ? rpc_invalid_params : rpc_resource_not_found;
        return McpError{.code = unknown ? not_found : rpc_internal_error,
                        .message = one_line(read.error())};
    }
    return Members{std::move(read).take(), Cache::changes};
}

Outcome get_prompt(const Asked& asked) {
    const std::optional<std::string> name = asked.message.param("name").string();
    if (name != "decisions") {
        return invalid_params(name ? fmt::format("unknown prompt: {}", hence::quoted(*name))
                                   : "\"name\" must be the name of a prompt");
    }
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("description", about_decisions_prompt);
    json.key("messages").begin_list().begin_object().member("role", "user").key("content");
    append_content(json, decisions_prompt());
    json.end_object().end_list().end_object();
    return Members{std::move(out)};
}

Outcome dispatch(const Asked& asked) {
    const std::string& method = asked.message.method;
    if (method == "tools/call") {
        return call_tool(asked);
    }
    if (method == "tools/list") {
        return list_tools(asked);
    }
    if (method == "resources/list") {
        return listed(asked, listed_resources(asked.options), Cache::fixed);
    }
    if (method == "resources/templates/list") {
        return listed(asked, listed_templates(), Cache::fixed);
    }
    if (method == "resources/read") {
        return read_resource_asked(asked);
    }
    if (method == "prompts/list") {
        return listed(asked, listed_prompts(), Cache::fixed);
    }
    if (method == "prompts/get") {
        return get_prompt(asked);
    }
    if (asked.modern && method == "server/discover") {
        return discover(asked);
    }
    if (!asked.modern && method == "initialize") {
        return initialize(asked);
    }
    if (!asked.modern && method == "ping") {
        return Members{};
    }
    return McpError{.code = rpc_method_not_found,
                    .message = fmt::format("there is no method {}", hence::quoted(method))};
}

std::string result_of(const Members& members, bool modern) {
    if (!modern) {
        return members.json;
    }
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("resultType", "complete").members_of(members.json);
    if (members.cache != Cache::none) {
        json.member("ttlMs", members.cache == Cache::fixed ? fixed_ttl_ms : 0);
        json.member("cacheScope", "private");
    }
    json.key("_meta").begin_object().raw_member(meta_server, server_info);
    json.end_object().end_object();
    return out;
}

// As of an address: over HTTP the status says it, too.
McpAnswer refusal_of(const Lacking& lacking, const std::string& id) {
    const std::string_view scope = name_of(lacking.scope);
    std::string data;
    JsonWriter(data).begin_object().member("scope", scope).end_object();
    return {rpc_error({.code = rpc_forbidden,
                       .message = fmt::format("the token lacks the scope {}", scope),
                       .data = std::move(data),
                       .id = id}),
            403, lacking.scope};
}

}  // namespace

bool is_legacy_version(std::string_view version) {
    return std::ranges::find(legacy_versions, version) != legacy_versions.end();
}

std::string_view to_string(Injection injection) {
    switch (injection) {
        case Injection::none: return "none";
        case Injection::first_only: return "first_only";
        case Injection::every_iteration: return "every_iteration";
    }
    return "none";
}

Result<Injection> injection_named(std::string_view name) {
    for (const Injection each :
         {Injection::none, Injection::first_only, Injection::every_iteration}) {
        if (to_string(each) == name) {
            return each;
        }
    }
    return Error{Code::invalid, fmt::format("{} is no way to inject", hence::quoted(name)),
                 "there are first_only and every_iteration"};
}

McpEra era_after(const McpMessage& message, McpEra before) {
    if (message.kind != McpMessage::Kind::request) {
        return before;
    }
    if (message.method == "initialize") {
        return McpEra::legacy;
    }
    if (before == McpEra::unknown) {
        return is_modern(message, before) ? McpEra::modern : McpEra::legacy;
    }
    return before;
}

McpAnswer answer_mcp(const McpStore& store, const McpMessage& message, const McpOptions& options,
                     McpEra era) {
    if (message.kind != McpMessage::Kind::request) {
        return {.http_status = 202};
    }
    const Asked asked{store, message, options, is_modern(message, era)};
    const std::optional<McpError> refused = asked.modern ? check_meta(message) : std::nullopt;
    const Outcome outcome = refused ? Outcome(*refused) : dispatch(asked);
    if (const auto* lacking = std::get_if<Lacking>(&outcome)) {
        return refusal_of(*lacking, message.id);
    }
    if (const auto* error = std::get_if<McpError>(&outcome)) {
        McpError told = *error;
        told.id = message.id;
        const bool unknown_method = asked.modern && told.code == rpc_method_not_found;
        return {rpc_error(told), refused ? 400 : unknown_method ? 404 : 200};
    }
    return {rpc_result(message.id, result_of(std::get<Members>(outcome), asked.modern))};
}

McpAnswer answer_mcp(const McpStore& store, std::string_view text, const McpOptions& options,
                     McpEra era) {
    const std::variant<McpMessage, McpError> read = read_message(text);
    if (const auto* error = std::get_if<McpError>(&read)) {
        return {rpc_error(*error), 400};
    }
    return answer_mcp(store, std::get<McpMessage>(read), options, era);
}

}  // namespace hence
