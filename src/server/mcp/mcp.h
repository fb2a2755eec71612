// The Model Context Protocol: what agents may ask of a store and record in it, in both eras.
//
// Requests that carry the protocol's version in `_meta` are of the era of 2026-07-28: each stands
// for itself. All others are of the era before, which begins with `initialize`. Nothing here keeps
// a session: an answer depends on the message, the options and the era that the caller remembers,
// so the same code serves standard input and HTTP. Recorded text that is shown to a model unasked
// stands in a frame which says that it is data; text inside cannot end the frame. A tool is listed
// and called only within the scopes of the token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hence/graph.h"
#include "hence/result.h"
#include "hence/store.h"
#include "server/mcp/message.h"
#include "server/router/scope.h"

namespace hence {

inline constexpr std::string_view mcp_modern_version = "2026-07-28";
inline constexpr std::string_view mcp_legacy_version = "2025-11-25";

// Whether a protocol that begins with `initialize` has this version, and is spoken here.
bool is_legacy_version(std::string_view version);

// Where agents are shown earlier records without asking for them.
enum class Injection : std::uint8_t {
    none,
    first_only,       // In the server's instructions,
    every_iteration,  // and at the end of each tool's result.
};
std::string_view to_string(Injection injection);
// Fails with invalid, listing what there is.
Result<Injection> injection_named(std::string_view name);

// On whose behalf, and how.
struct McpOptions {
    std::string graph = std::string(default_graph);
    std::string session = {};  // Of what is recorded; empty: absent.
    std::string agent = {};
    std::string run = {};
    Injection inject = Injection::first_only;
    std::size_t decision_limit = 5;  // How many decisions are shown unasked.
    // Names this very message: sent twice under the same key, it is recorded once. Empty: made up.
    std::string key = {};
    Scopes allowed = every_scope;  // What is shown and done is within this.
};

// Which era a connection is in. Only requests that say nothing of it themselves depend on it.
enum class McpEra : std::uint8_t { unknown, legacy, modern };

// What the connection is in after this message.
McpEra era_after(const McpMessage& message, McpEra before);

// A store, or why there is none: then every tool answers with that.
struct McpStore {
    Store* store = nullptr;
    Error reason = {Code::io, "there is no store"};
};

struct McpAnswer {
    std::string text = {};  // Empty: none is due.
    int http_status = 200;  // What it is over HTTP.
    TokenScope lacked =
        TokenScope::open;  // Of a 403: the scope without which this is not answered.
};

// Answers one message. Never fails: what goes wrong is an answer, too.
McpAnswer answer_mcp(const McpStore& store, const McpMessage& message, const McpOptions& options,
                     McpEra era);
// The same from its text.
McpAnswer answer_mcp(const McpStore& store, std::string_view text, const McpOptions& options,
                     McpEra era = McpEra::unknown);

}  // namespace hence
