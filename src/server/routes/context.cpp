#include "hence/context.h"

#include <utility>

#include "base/try.h"
#include "hence/query.h"
#include "hence/trajectory.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

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

constexpr ParameterText context_takes[] = {
    takes::by,
};

constexpr ParameterText trajectory_takes[] = {
    takes::limit,
    takes::cursor,
};

constexpr SchemaText context_schemas[] = {
    {"ContextGraph", "session:s nodes:[ContextNode] edges:[ContextEdge] completeness:Completeness"},
    {"ContextNode",
     "id:s type:(INCIDENT|THOUGHT|TOOL_CALL|OBSERVATION|ACTION) label:s time:t? duration_ms:n? "
     "tokens:n? status:s? event:s? run:s? agent:s? synthesized:b ~inherited:s? ~abandoned:b"},
    {"ContextEdge", "from:s to:s label:s"},
    {"Trajectory", "session:s trajectory:[TrajectoryStep] next:s? completeness:Completeness"},
    {"TrajectoryStep",
     "event:s parent:s? run:s? time:t duration_ms:n? kind:s label:s status:s? model:s? "
     "tokens:Tokens? "
     "messages:any completion:any tool_name:s? tool_input:any tool_output:any error:any "
     "rationale:Rationale? logs:[TrajectoryLog] ~inherited:s? ~abandoned:b"},
    {"TrajectoryLog", "time:t severity:any body:any"},
};

}  // namespace

RouteTable context_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/sessions/{id}/context",
                 TokenScope::read,
                 answer_context,
                 {.name = "context",
                  .summary = "A session as a graph that plays back",
                  .takes = context_takes,
                  .gives = "json=ContextGraph text",
                  .statuses = "404",
                  .id = "A session; its name may be shortened.",
                  .command = "context {id}"}},
                {"GET",
                 "/api/v1/sessions/{id}/trajectory",
                 TokenScope::read,
                 answer_trajectory,
                 {.name = "trajectory",
                  .summary = "A session step by step",
                  .takes = trajectory_takes,
                  .gives = "json=Trajectory text",
                  .statuses = "404",
                  .id = "A session; its name may be shortened.",
                  .command = "trajectory {id}"}},
            },
        .schemas = context_schemas,
    };
}

}  // namespace hence
