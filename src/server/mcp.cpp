#include "server/mcp.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/try.h"
#include "model/text.h"
#include "server/http.h"
#include "server/mcp_resources.h"
#include "server/mcp_texts.h"
#include "server/mcp_tools.h"

namespace hence {
namespace {

constexpr std::array<std::string_view, 4> legacy_versions = {"2024-11-05", "2025-03-26",
                                                             "2025-06-18", mcp_legacy_version};

constexpr std::string_view meta_version = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view meta_capabilities = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view meta_client = "io.modelcontextprotocol/clientInfo";

constexpr std::string_view server_info =
    R"({"name":"hence","title":"Hence","version":")" HENCE_VERSION R"("})";
constexpr std::string_view capabilities = R"({"tools":{},"resources":{},"prompts":{}})";

// For how long a client may keep an answer, where the protocol wants that said.
enum class Cache : std::uint8_t {
    none,     // It is no such answer.
    changes,  // What was recorded may change at any time.
    fixed,    // It changes with the program only.
};

// A request that the asker may not make.
struct Lacking {
    TokenScope scope = TokenScope::read;
};

// The members of a result, without braces.
struct Members {
    std::string json;
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
        error.data = fmt::format(R"({{"supported":["{}"],"requested":)", mcp_modern_version);
        append_string(error.data, *version);
        error.data += '}';
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
    std::string out = fmt::format(
        R"("protocolVersion":"{}","capabilities":{},"serverInfo":{},"instructions":)",
        is_legacy_version(*version) ? *version : mcp_legacy_version, capabilities, server_info);
    append_string(out, mcp_instructions(asked.store, asked.options));
    return Members{std::move(out)};
}

Outcome discover(const Asked& asked) {
    std::string out = fmt::format(R"("supportedVersions":["{}"],"capabilities":{},"instructions":)",
                                  mcp_modern_version, capabilities);
    append_string(out, mcp_instructions(asked.store, asked.options));
    return Members{std::move(out), Cache::changes};
}

// Lists here are short and have one page: no cursor was ever given out.
Outcome listed(const Asked& asked, std::string_view members, Cache cache) {
    if (asked.message.param("cursor").present()) {
        return invalid_params("\"cursor\" is none that this list gave");
    }
    return Members{std::string(members), cache};
}

Outcome list_tools(const Asked& asked) {
    std::string out = "\"tools\":[";
    for (const McpTool& tool : mcp_tools()) {
        if (!allows(asked.options.allowed, tool.scope())) {
            continue;
        }
        out += out.back() == '[' ? "" : ",";
        append_tool(out, tool);
    }
    return listed(asked, out + "]", Cache::fixed);
}

void append_content(std::string& out, std::string_view text) {
    out += out.back() == '[' ? "" : ",";
    out += R"({"type":"text","text":)";
    append_string(out, text);
    out += '}';
}

Result<std::string> call_of(const Asked& asked, const McpTool& tool, std::string_view arguments) {
    if (asked.store.store == nullptr) {
        return asked.store.reason;
    }
    return tool.answer({*asked.store.store, asked.options, ToolArguments(arguments)});
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
    std::string out = "\"content\":[";
    append_content(out, answer ? *answer : fmt::format("{}: {}", *name, one_line(answer.error())));
    if (asked.options.inject == Injection::every_iteration && asked.store.store != nullptr &&
        allows(asked.options.allowed, TokenScope::read)) {
        const Result<std::string> context = framed_context(*asked.store.store, asked.options);
        if (context && !context->empty()) {
            append_content(out, *context);
        }
    }
    out += ']';
    if (answer) {
        out += ",\"structuredContent\":" + *answer;
    }
    return Members{out + (answer ? ",\"isError\":false" : ",\"isError\":true")};
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
    std::string out =
        R"("description":"Asks an agent to record its goals, decisions and outcomes.",)"
        R"("messages":[{"role":"user","content":{"type":"text","text":)";
    append_string(out, decisions_prompt());
    return Members{out + "}}]"};
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
        return "{" + members.json + "}";
    }
    std::string out = R"({"resultType":"complete")";
    if (!members.json.empty()) {
        out += "," + members.json;
    }
    if (members.cache == Cache::changes) {
        out += R"(,"ttlMs":0,"cacheScope":"private")";
    } else if (members.cache == Cache::fixed) {
        out += R"(,"ttlMs":3600000,"cacheScope":"private")";
    }
    return out +
           fmt::format(R"(,"_meta":{{"io.modelcontextprotocol/serverInfo":{}}}}})", server_info);
}

// As of an address: over HTTP the status says it, too.
McpAnswer refusal_of(const Lacking& lacking, const std::string& id) {
    const std::string_view scope = name_of(lacking.scope);
    return {rpc_error({.code = rpc_forbidden,
                       .message = fmt::format("the token lacks the scope {}", scope),
                       .data = fmt::format(R"({{"scope":"{}"}})", scope),
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
