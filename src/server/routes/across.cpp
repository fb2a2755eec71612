// Answers beyond one run: over the sessions of an agent, over correlations, over many runs.
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/across/alignment.h"
#include "hence/across/cohort.h"
#include "hence/across/directives.h"
#include "hence/across/drift.h"
#include "hence/across/topology.h"
#include "model/text.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

Result<Response> answer_drift(const App& app, const Request& request, const std::string&) {
    DriftRequest asked;
    asked.agent = text_parameter(request, "agent");
    if (asked.agent.empty()) {
        return Error{Code::invalid, "no agent is named", "name one with ?agent="};
    }
    asked.session = text_parameter(request, "session");
    asked.baseline = TRY(number_parameter(request, "baseline", asked.baseline));
    if (const std::optional<std::string> max = request.parameter("max")) {
        asked.max = TRY(drift_band(*max));
    }
    Drift answer = TRY(drift(app.store, asked));
    const bool failed = answer.failed();
    Response response = streamed_answer(request.form(), std::move(answer), app.store);
    response.exit_status = failed ? 1 : 0;
    return response;
}

Result<Response> answer_directives(const App& app, const Request& request, const std::string&) {
    DirectivesRequest asked;
    if (const std::optional<std::string> state = request.parameter("state")) {
        asked.state = TRY(directive_state(*state));
    }
    asked.open = request.flag("open");
    asked.agent = text_parameter(request, "agent");
    asked.correlation = text_parameter(request, "correlation");
    asked.from = TRY(time_parameter(request, "from"));
    asked.to = TRY(time_parameter(request, "to"));
    asked.limit = TRY(number_parameter(request, "limit", asked.limit));
    Directives answer = TRY(directives(app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

Result<Response> answer_alignment(const App& app, const Request& request, const std::string& id) {
    AlignmentRequest asked{.id = id};
    if (const std::optional<std::string> scope = request.parameter("scope")) {
        if (*scope != "session" && *scope != "correlation") {
            return Error{Code::invalid, "scope is neither \"session\" nor \"correlation\""};
        }
        asked.scope = *scope == "session" ? ThreadScope::session : ThreadScope::correlation;
    }
    asked.goal = text_parameter(request, "goal");
    if (const std::optional<std::string> only = request.parameter("only")) {
        asked.only = TRY(path_standing(*only));
    }
    Alignment answer = TRY(alignment(app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

Result<Response> answer_cohort(const App& app, const Request& request, const std::string&) {
    CohortRequest asked;
    asked.by = request.parameter("by").value_or(asked.by);
    asked.limit = TRY(number_parameter(request, "limit", asked.limit));
    asked.runs.agent = text_parameter(request, "agent");
    asked.runs.kind = text_parameter(request, "kind");
    asked.runs.errors = request.flag("errors");
    asked.runs.from = TRY(time_parameter(request, "from"));
    asked.runs.to = TRY(time_parameter(request, "to"));
    asked.runs.correlation = text_parameter(request, "correlation");
    asked.runs.text = text_parameter(request, "text");
    Cohort answer = TRY(cohort(app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

Result<Response> answer_topology(const App& app, const Request& request, const std::string&) {
    TopologyRequest asked;
    asked.from = TRY(time_parameter(request, "from"));
    asked.to = TRY(time_parameter(request, "to"));
    const std::string format = text_parameter(request, "format");
    const bool drawn = format == "dot" || format == "mermaid";
    if (!drawn && !format.empty() && format != "json" && format != "text") {
        return Error{Code::invalid,
                     fmt::format("a topology is not written as {}", hence::quoted(format)),
                     "use one of text, json, dot, mermaid"};
    }
    Topology answer = TRY(topology(app.store, asked));
    if (drawn) {
        const Drawn how{app.store,
                        format == "dot" ? DrawingLanguage::dot : DrawingLanguage::mermaid};
        const auto kept = std::make_shared<Topology>(std::move(answer));
        return streamed_line(Form::text,
                             [kept, how](const Sink& sink) { return draw(*kept, how, sink); });
    }
    const Form form = format == "json"   ? Form::json
                      : format == "text" ? Form::text
                                         : request.form();
    return streamed_answer(form, std::move(answer), app.store);
}

constexpr ParameterText drift_takes[] = {
    required(takes::agent),
    ParameterText{"session", "s", "Judges this session instead of the agent's latest."},
    otherwise(within({"baseline", "i", "How many sessions before it at most."}, drift_sessions_min,
                     drift_sessions_max),
              "20"),
    ParameterText{"max", "(normal|watch|notable|strong|extreme)",
                  "The check fails when a measure is above this band."},
};

constexpr ParameterText directives_takes[] = {
    ParameterText{"state", "(pending|acknowledged|in_progress|completed|rejected|expired)",
                  "In this state only."},
    ParameterText{"open", "b", "Only what nobody closed."},
    ParameterText{"agent", "s", "That this agent sent or received messages of."},
    takes::correlation,
    takes::from,
    takes::to,
    otherwise(within(takes::limit, 1, directives_limit_max), "100"),
};

constexpr ParameterText alignment_takes[] = {
    ParameterText{"scope", "(session|correlation)", "What the name stands for."},
    ParameterText{"goal", "s", "Against this goal alone: an event, or a node of the graph."},
    ParameterText{"only", "(on_path|off_path|unknown)", "Lists these steps only."},
};

constexpr ParameterText cohort_takes[] = {
    ParameterText{"by", "s", "agent, model, tool, or a field, such as fields.environment."},
    ParameterText{"agent", "s", "Runs with events of this agent."},
    ParameterText{"kind", "s", "Runs with events of this kind."},
    ParameterText{"errors", "b", "Runs with an error or a failed call."},
    takes::from,
    takes::to,
    ParameterText{"correlation", "s", "Runs of sessions that have a part in it."},
    ParameterText{"text", "s", "Where this occurs in the id, the goal or an agent."},
    ParameterText{"limit", "i", "How many runs at most, the newest; 0 is all."},
};

constexpr ParameterText topology_takes[] = {
    takes::from,
    takes::to,
    ParameterText{"format", "(text|json|dot|mermaid)", "How it is written."},
};

constexpr SchemaText across_schemas[] = {
    {"Drift",
     "agent:s session:s baseline:DriftBaseline enough:b "
     "band:(normal|watch|notable|strong|extreme)? measures:[DriftMeasure]",
     "Not enough: there are no measures."},
    {"DriftBaseline", "asked:i needed:i sessions:[s]", "The sessions compared with, newest first."},
    {"DriftMeasure",
     "measure:s of:s? value:n? n:i mean:n? spread:n? z:n? "
     "band:(normal|watch|notable|strong|extreme)? note:s? events:[s] events_total:i"},
    {"Directives", "matched:i open:i states:{i} directives:[Directive]"},
    {"Directive",
     "correlation:s summary:s from:s? to:[s] "
     "state:(pending|acknowledged|in_progress|completed|rejected|expired) open:b messages:i "
     "duration_ms:n? steps:[DirectiveStep]"},
    {"DirectiveStep",
     "state:(pending|acknowledged|in_progress|completed|rejected|expired) event:s by:s? time:t? "
     "duration_ms:n?",
     "duration_ms: until the next step."},
    {"Alignment",
     "id:s scope:(session|correlation) goals:[AlignmentGoal] on_path:i off_path:i unknown:i "
     "steps:[AlignmentStep]"},
    {"AlignmentGoal", "event:s node:s? text:s"},
    {"AlignmentStep",
     "event:s kind:s agent:s? time:t summary:s standing:(on_path|off_path|unknown) leads_to:s? "
     "link:AlignmentLink?"},
    {"AlignmentLink", "from:s type:s provenance:(explicit|derived)"},
    {"Cohort", "by:s runs:i without:i groups:[CohortGroup]"},
    {"CohortGroup",
     "value:s runs:i success:n? statuses:{i} tokens:Distribution cost_usd:Distribution "
     "duration_ms:Distribution failures:Distribution loops:Distribution "
     "calibration:CohortCalibration"},
    {"Distribution", "n:i min:n? p25:n? median:n? p75:n? max:n? spread:n?",
     "Over the runs that state it."},
    {"CohortCalibration", "n:i mean_confidence:n? accuracy:n? brier:n?"},
    {"Topology", "from:t? to:t? nodes:[TopologyNode] edges:[TopologyEdge]"},
    {"TopologyNode", "kind:(agent|tool|model) name:s?"},
    {"TopologyEdge",
     "type:(calls|asks|delegates|messages) from:s? to:s? count:i failures:i sessions:i "
     "latency:Latency first_event:s"},
    {"Latency", "mean_ms:n? p50_ms:n? p95_ms:n? max_ms:n?"},
};

}  // namespace

// NOLINTNEXTLINE(readability-function-size): a table.
RouteTable across_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/drift",
                 TokenScope::read,
                 answer_drift,
                 {.name = "drift",
                  .summary = "An agent's latest session against its last ones",
                  .takes = drift_takes,
                  .gives = "json=Drift text",
                  .statuses = "404",
                  .command = "drift {agent}",
                  .tool = {.name = "drift",
                           .title = "Compare an agent with itself",
                           .description =
                               "Does this agent behave as it used to? Its latest session against "
                               "its own last ones: steps, tools, tokens, duration, failures, "
                               "decisions, confidence, rationale.",
                           .without = "max",
                           .blames = "agent"}}},
                {"GET",
                 "/api/v1/directives",
                 TokenScope::read,
                 answer_directives,
                 {.name = "directives",
                  .summary = "What was ordered, and what became of it",
                  .takes = directives_takes,
                  .gives = "json=Directives text",
                  .statuses = "404",
                  .command = "directives",
                  .tool = {.name = "directives",
                           .title = "List what was ordered",
                           .description =
                               "What was ordered, by whom, what became of it and what is still "
                               "open.",
                           .blames = "correlation agent"}}},
                {"GET",
                 "/api/v1/alignment/{id}",
                 TokenScope::read,
                 answer_alignment,
                 {.name = "alignment",
                  .summary = "Each step against the stated goal, by recorded links",
                  .takes = alignment_takes,
                  .gives = "json=Alignment text",
                  .statuses = "404",
                  .id = "A session or a correlation; its name may be shortened.",
                  .command = "alignment {id}",
                  .tool = {.name = "alignment",
                           .title = "Compare steps with the goal",
                           .description =
                               "Which steps of a session or correlation recorded links lead to its "
                               "stated goal, which lead elsewhere, and of which nobody recorded "
                               "it.",
                           .id = "id",
                           .blames = "id"}}},
                {"GET",
                 "/api/v1/cohort",
                 TokenScope::read,
                 answer_cohort,
                 {.name = "cohort",
                  .summary = "Runs side by side",
                  .takes = cohort_takes,
                  .gives = "json=Cohort text",
                  .statuses = "404",
                  .command = "cohort"}},
                {"GET",
                 "/api/v1/topology",
                 TokenScope::read,
                 answer_topology,
                 {.name = "topology",
                  .summary = "Who called, delegated to and messaged whom",
                  .takes = topology_takes,
                  .gives = "json=Topology text",
                  .command = "topology",
                  .tool = {.name = "topology",
                           .title = "Show who works with whom",
                           .description =
                               "Which agents called, delegated to and messaged whom, how often, "
                               "with how many failures and how long it took.",
                           .without = "format",
                           .blames = "from"}}},
            },
        .schemas = across_schemas,
    };
}

}  // namespace hence
