// Which request gets which answer: the one table behind every door.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "server/http.h"

namespace hence {

// What a handler may use.
struct App {
    Store& store;
    // Gives the directory away once the answer is sent; only the owner's own socket has it.
    std::function<Result<void>()> hand_over = {};
};

// Never fails: what goes wrong is an answer, too. May be called from many threads at once.
Response handle(const App& app, const Request& request);

// One row: a handler gets the value that stood in place of `{id}`, or the query parameter `id`.
struct Route {
    std::string_view method;
    std::string_view pattern;
    Result<Response> (*answer)(const App& app, const Request& request, const std::string& id);
};

const std::vector<Route>& routes();

}  // namespace hence
