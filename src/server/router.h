// Which request gets which answer: the one table behind every door.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "server/http.h"
#include "server/scope.h"

namespace hence {

class Metrics;
class LiveHub;
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
    // What the asker may do. A route's own scope has been seen to before.
    Scopes allowed = every_scope;
};

// Never fails: what goes wrong is an answer, too. May be called from many threads at once.
Response handle(const App& app, const Request& request);

// One row: a handler gets the value that stood in place of `{id}`, or the query parameter `id`.
struct Route {
    std::string_view method;
    std::string_view pattern;
    TokenScope scope = TokenScope::admin;
    Result<Response> (*answer)(const App& app, const Request& request, const std::string& id);
};

const std::vector<Route>& routes();

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
