#include "hence/context.h"

#include <utility>

#include "base/try.h"
#include "hence/query.h"
#include "hence/session/files.h"
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

Result<Response> answer_files(const App& app, const Request& request, const std::string& id) {
    FilesRequest asked{.session = id};
    asked.path = text_parameter(request, "path");
    asked.changed = request.flag("changed");
    asked.diffs = request.flag("diffs");
    Files answer = TRY(files_of(app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

constexpr ParameterText context_takes[] = {
    takes::by,
};

constexpr ParameterText trajectory_takes[] = {
    takes::limit,
    takes::cursor,
};

constexpr ParameterText files_takes[] = {
    ParameterText{"path", "s", "Only files that have this in their paths."},
    ParameterText{"changed", "b", "Only files that were written, edited or deleted."},
    ParameterText{"diffs", "b", "The text shows the last change of each file."},
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
    {"Files", "session:s files:[TouchedFile] read:i written:i edited:i deleted:i shell_calls:i"},
    {"TouchedFile",
     "path:s read:i written:i edited:i deleted:i failed:i provenance:(recorded|assumed) "
     "touches:[FileTouch] last_change:FileChange?"},
    {"FileTouch",
     "event:s deed:(read|written|edited|deleted) tool:s? agent:s? time:t? status:(ok|error)? "
     "provenance:(recorded|assumed) moved:s?",
     "One call, and what it did to the file."},
    {"FileChange", "event:s deed:(written|edited|deleted) added:i removed:i diff:s cut:i",
     "Lines with a sign each; `cut` lines are left out."},
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
                {"GET",
                 "/api/v1/sessions/{id}/files",
                 TokenScope::read,
                 answer_files,
                 {.name = "files",
                  .summary = "The files that a session read, wrote, edited and deleted",
                  .takes = files_takes,
                  .gives = "json=Files text",
                  .statuses = "404",
                  .id = "A session; its name may be shortened.",
                  .command = "files {id}",
                  .tool = {.name = "files",
                           .title = "List the files of a session",
                           .description =
                               "Which files the tools of a session read, wrote, edited and "
                               "deleted, by which calls, with the last diff of each. What only a "
                               "shell command names is marked as assumed.",
                           .id = "session_id",
                           .without = "diffs",
                           .blames = "path session_id"}}},
            },
        .schemas = context_schemas,
    };
}

}  // namespace hence
