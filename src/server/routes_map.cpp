#include <utility>

#include "base/try.h"
#include "hence/map.h"
#include "server/parameters.h"
#include "server/routes.h"
#include "server/streamed.h"
#include "views/kept_answers.h"

namespace hence {
namespace {

// Each value is one id: an id may hold any character.
std::vector<std::string> every(const Request& request, std::string_view name) {
    std::vector<std::string> values;
    const auto [begin, end] = request.query.equal_range(name);
    for (auto each = begin; each != end; ++each) {
        values.push_back(each->second);
    }
    return values;
}

Result<Response> answer_map(const App& app, const Request& request, const std::string& id) {
    const std::string by = request.parameter("by").value_or("turn");
    if (by != "turn" && by != "run") {
        return Error{Code::invalid, "by is neither \"turn\" nor \"run\""};
    }
    MapRequest asked{.session = id, .by = by == "run" ? ContextBy::run : ContextBy::turn};
    asked.limit = TRY(number_parameter(request, "limit", map_nodes));
    asked.fan = TRY(number_parameter(request, "fan", map_fan));
    asked.open = every(request, "open");
    asked.closed = every(request, "closed");
    SessionMap answer = TRY(session_map(app.kept ? &app.kept->maps : nullptr, app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

}  // namespace

RouteTable map_routes() {
    return {{"GET", "/api/v1/sessions/{id}/map", TokenScope::read, answer_map}};
}

}  // namespace hence
