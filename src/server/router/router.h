// Which request gets which answer: the one table behind every door.
//
// A command in a terminal, the socket of the store's owner, the HTTP server, and the page all come
// through `handle`. So there is one meaning for each question, and no answer that only one of them
// has. Each row names its method, its pattern, the scope that a token must have, and the texts that
// describe it; the scope is checked by the server, before the body is read
// (server/access/access.h). Errors become answers with a status; `handle` never fails. A store that
// is damaged still answers, and each of its answers carries a warning.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "server/router/scope.h"
#include "server/wire/http.h"

namespace hence {

struct Route;
class Metrics;
class LiveHub;
class Redaction;
class ServerAddress;
class Spool;
struct KeptAnswers;

// What a handler may use, and on whose behalf.
struct App {
    Store& store;
    // Gives the directory away once the answer is sent; only the owner's own socket has it.
    std::function<Result<void>()> hand_over = {};
    // Of a server only.
    Metrics* metrics = nullptr;
    LiveHub* live = nullptr;
    KeptAnswers* kept = nullptr;  // Else each answer works everything out anew.
    const ServerAddress* address = nullptr;
    Spool* spool = nullptr;  // Of a directory that this process owns.
    // What the asker may do. A route's own scope has been seen to before.
    Scopes allowed = every_scope;
    Redaction* redaction = nullptr;  // Else marks get a key that nobody keeps.
    // A copy of the log that may lag. Questions that it can answer go to it; `store` answers the
    // others, and those that the copy fails at.
    Store* standby = nullptr;
    bool stale = false;  // `store` is such a copy: each answer says so.
};

// Whether a standby may answer: a question that needs nothing but the events, and writes nothing.
// Search is none, because asking builds its index.
bool may_be_stale(const Route& route);

// Never fails: what goes wrong is an answer, too. May be called from many threads at once.
Response handle(const App& app, const Request& request);

// A parameter as the OpenAPI document and the help describe it.
struct ParameterText {
    std::string_view name;
    std::string_view type;  // As in a SchemaText.
    std::string_view text;
    std::string_view in = "query";
    bool required = false;
    bool several = false;             // Of type s: with commas between them.
    std::string_view otherwise = {};  // What its absence means, where that is a value.
    std::uint64_t least = 0;          // Of type i.
    std::uint64_t most = 0;           // 0: any.
};
constexpr ParameterText required(ParameterText parameter) {
    parameter.required = true;
    return parameter;
}
constexpr ParameterText otherwise(ParameterText parameter, std::string_view value) {
    parameter.otherwise = value;
    return parameter;
}
constexpr ParameterText within(ParameterText parameter, std::uint64_t least, std::uint64_t most) {
    parameter.least = least;
    parameter.most = most;
    return parameter;
}

// An object: its members in the order in which they are written, KEY:TYPE each. A ~ before the key:
// it may be absent. TYPE is s (text), t (time), n (number), i (whole number), b (true or false),
// any, object, a schema's name, [TYPE] a list, {TYPE} a map, (a|b) one of these words; a ? behind
// it: or null.
struct SchemaText {
    std::string_view name;
    std::string_view members;
    std::string_view text = {};
};

// The tool by which agents ask a GET route over MCP (server/mcp/route_tools.h). Its arguments are
// the parameters of the route, and its answer is that of the route. Lists are words with spaces
// between them.
struct ToolText {
    std::string_view name = {};  // Empty: agents have no tool for it.
    std::string_view title = {};
    std::string_view description = {};
    std::string_view id = {};         // The argument that stands for {id}.
    std::string_view id_text = {};    // What it stands for, where that is more than {id} is.
    std::string_view without = {};    // The parameters that are no arguments.
    std::string_view renamed = {};    // PARAMETER=ARGUMENT.
    std::string_view otherwise = {};  // PARAMETER=VALUE: what the tool asks for unless told.
    // The arguments that an error is said of: of the first that was given, else of the last.
    std::string_view blames = {};
};

// What is said of a route wherever it is described: the OpenAPI document, from there the page's
// types and the lists of the tests, and the tools of agents. Lists are words with spaces between
// them.
struct RouteText {
    std::string_view name = {};  // The operationId. Empty: the route is not described.
    std::string_view summary = {};
    std::span<const ParameterText> takes = {};
    std::string_view body = {};      // MEDIA=SCHEMA of what is sent.
    std::string_view gives = {};     // MEDIA=SCHEMA of what comes back.
    std::string_view statuses = {};  // Further ones: an error, or STATUS=SCHEMA.
    std::string_view id = {};        // What {id} stands for.
    std::string_view command = {};   // The command that asks it; {NAME} stands for a parameter.
    ToolText tool = {};
};

// One row: the request that it answers, who may ask, and what is said of it. The handler gets the
// value that stood in place of `{id}`, or the query parameter `id`.
struct Route {
    std::string_view method;
    std::string_view pattern;
    TokenScope scope = TokenScope::admin;
    Result<Response> (*answer)(const App& app, const Request& request, const std::string& id);
    RouteText text = {};
};

const std::vector<Route>& routes();
// The schema of that name, of those that stand beside the routes; null when there is none.
const SchemaText* find_schema(std::string_view name);

// The row that answers a request.
struct RouteMatch {
    const Route* route = nullptr;  // None fits.
    std::string id;
    bool path_known = false;  // Some row fits but for the method.
};
RouteMatch find_route(const Request& request);

// The same as above, when the row is known already.
Response handle(const App& app, const Request& request, const RouteMatch& found);

}  // namespace hence
