#include <utility>

#include "base/try.h"
#include "hence/context.h"
#include "hence/query.h"
#include "hence/trajectory.h"
#include "server/parameters.h"
#include "server/routes.h"
#include "server/streamed.h"

namespace hence {
namespace {

Result<Response> answer_context(const App& app, const Request& request, const std::string& id) {
    const std::string by = request.parameter("by").value_or("turn");
    if (by != "turn" && by != "run") {
        return Error{Code::invalid, "by is neither \"turn\" nor \"run\""};
    }
    ContextGraph graph = TRY(
        context(app.store, {.session = id, .by = by == "run" ? ContextBy::run : ContextBy::turn}));
    return streamed_answer(request.form(), std::move(graph), app.store);
}

Result<Response> answer_trajectory(const App& app, const Request& request, const std::string& id) {
    const Form form = request.form();
    TrajectoryRequest asked{.session = id};
    // The command prints everything unless it is told otherwise; a page has an end.
    asked.limit = TRY(number_parameter(request, "limit", form == Form::json ? events_per_page : 0));
    asked.cursor = text_parameter(request, "cursor");
    Trajectory steps = TRY(trajectory(app.store, asked));
    return streamed_answer(form, std::move(steps), app.store);
}

}  // namespace

RouteTable context_routes() {
    return {
        {"GET", "/api/v1/sessions/{id}/context", TokenScope::read, answer_context},
        {"GET", "/api/v1/sessions/{id}/trajectory", TokenScope::read, answer_trajectory},
    };
}

}  // namespace hence
