#include "hence/debrief.h"

#include "base/try.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

Result<Response> answer_debrief(const App& app, const Request& request, const std::string& id) {
    Form form = request.form();
    const bool markdown = request.flag("markdown");
    // Who asks for Markdown gets it, unless JSON is asked for by name.
    const bool unasked = form == Form::json && markdown &&
                         request.header("accept").find("json") == std::string_view::npos;
    form = unasked ? Form::text : form;
    Debrief told = TRY(debrief(app.store, {.run = id,
                                           .session = text_parameter(request, "session"),
                                           .markdown = markdown,
                                           .summaries = request.flag("summaries")}));
    Response response = streamed_answer(form, std::move(told), app.store);
    if (unasked) {
        response.content_type = "text/markdown; charset=utf-8";
    }
    return response;
}

constexpr ParameterText debrief_takes[] = {
    ParameterText{"session", "s", "The session of the run, where several have one of its name."},
    ParameterText{"markdown", "b", "As Markdown."},
    ParameterText{"summaries", "b",
                  "Each step of the path also has its event, its summary, and what was said."},
};

constexpr SchemaText debrief_schemas[] = {
    {"Debrief",
     "run_id:s goal:s? path:[DebriefStep] assumptions:[DebriefAssumption] "
     "curator_actions:[DebriefCuration] alternatives:[DebriefAlternatives] termination:DebriefEnd "
     "verdict:Verdict? rationale:[DebriefRationale] coverage:Coverage completeness:Completeness"},
    {"DebriefStep", "iter:i? action:s rationale:Rationale? ~event:s ~summary:s ~said:s?",
     "event, summary and said are there when summaries are asked for. said is what the agent wrote "
     "in the answer that asked for the step, or null."},
    {"DebriefAssumption", "iter:i? assumption:s? rationale:Rationale?"},
    {"DebriefCuration", "iter:i? action:s target_ref:s? rationale:Rationale?"},
    {"DebriefAlternatives", "iter:i? chosen:s? rejected:[RejectedOption]"},
    {"DebriefEnd", "by:s rationale:Rationale?"},
    {"Verdict", "status:s? tokens:Tokens duration_ms:n?"},
    {"DebriefRationale", "iteration:i? decision:s tool_name:s? rationale:Rationale?"},
    {"Coverage", "tool_calls:i with_rationale:i"},
};

}  // namespace

RouteTable debrief_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/runs/{id}/debrief",
                 TokenScope::read,
                 answer_debrief,
                 {.name = "debrief",
                  .summary = "What a run decided, and why",
                  .takes = debrief_takes,
                  .gives = "json=Debrief text markdown",
                  .statuses = "404",
                  .id = "A run, or latest; its name may be shortened.",
                  .command = "debrief {id}",
                  .tool = {.name = "debrief_run",
                           .title = "Debrief a run",
                           .description =
                               "One run told by its decisions: its goal, the path it took and why, "
                               "how it ended.",
                           .id = "run_id",
                           .without = "markdown",
                           .blames = "run_id"}}},
            },
        .schemas = debrief_schemas,
    };
}

}  // namespace hence
