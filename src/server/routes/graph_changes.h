// Changes of a decision graph as requests bring them.
//
// Each request becomes one append through a GraphWriter: all of it is written, or nothing. The
// writer checks inside the commit whether the change fits the graph as it is at that moment.
#pragma once

#include <string>

#include "hence/result.h"
#include "server/router/router.h"
#include "server/wire/http.h"

namespace hence {

// The name of the graph that a request is about.
std::string graph_named(const Request& request);

// Each answers with what it changed, as JSON or as text. Who changes it comes in the query: agent,
// session, run, correlation. An Idempotency-Key makes a request that is sent twice count once.
// What is refused is 400, 404 or 409, and exit status 1; then nothing is written.
Result<Response> take_node(const App& app, const Request& request, const std::string& id);
Result<Response> take_edge(const App& app, const Request& request, const std::string& id);
Result<Response> update_node(const App& app, const Request& request, const std::string& id);
Result<Response> delete_node(const App& app, const Request& request, const std::string& id);
Result<Response> supersede_node(const App& app, const Request& request, const std::string& id);
Result<Response> import_graph(const App& app, const Request& request, const std::string& id);

}  // namespace hence
