// The lists: sessions, runs, agents and correlations.
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/listing.h"
#include "model/text.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"
#include "views/kept/kept_answers.h"

namespace hence {
namespace {

Result<ListingFilter> listing_filter(const Request& request) {
    ListingFilter filter;
    filter.agent = text_parameter(request, "agent");
    filter.kind = text_parameter(request, "kind");
    filter.errors = request.flag("errors");
    filter.from = TRY(time_parameter(request, "from"));
    filter.to = TRY(time_parameter(request, "to"));
    filter.correlation = text_parameter(request, "correlation");
    filter.text = text_parameter(request, "text");
    return filter;
}

Result<Response> answer_listing(const App& app, const Request& request, Space space) {
    ListingRequest asked;
    asked.space = space;
    asked.limit = TRY(number_parameter(request, "limit", asked.limit));
    asked.cursor = text_parameter(request, "cursor");
    asked.filter = TRY(listing_filter(request));
    asked.status = request.flag("status");
    asked.ascending = request.flag("ascending");
    asked.totals = request.flag("totals");
    if (const std::string sort = text_parameter(request, "sort"); !sort.empty()) {
        const std::optional<ListingSort> named = listing_sort_named(sort);
        if (!named) {
            return Error{Code::invalid, fmt::format("no list is sorted by {}", hence::quoted(sort)),
                         "use first, last, events, tokens, errors, duration, id, goal or agent"};
        }
        asked.sort = *named;
    }
    Listing listing = TRY(list(app.kept ? &app.kept->derived : nullptr, app.store, asked));
    const auto answer = std::make_shared<Listing>(std::move(listing));
    const Form form = request.form();
    // A list alone has no place for its totals.
    const ListForm command_form = asked.totals ? ListForm::page : ListForm::array;
    return streamed_line(form, [answer, form, command_form](const Sink& sink) {
        switch (form) {
            case Form::text: return answer->write_text(sink);
            case Form::command: return answer->write_json(sink, command_form);
            case Form::json: break;
        }
        return answer->write_json(sink, ListForm::page);
    });
}

Result<Response> answer_sessions(const App& app, const Request& request, const std::string&) {
    return answer_listing(app, request, Space::session);
}

Result<Response> answer_runs(const App& app, const Request& request, const std::string&) {
    return answer_listing(app, request, Space::run);
}

Result<Response> answer_agents(const App& app, const Request& request, const std::string&) {
    return answer_listing(app, request, Space::agent);
}

Result<Response> answer_correlations(const App& app, const Request& request, const std::string&) {
    return answer_listing(app, request, Space::correlation);
}

constexpr ParameterText list_sort{
    "sort", "s",
    "first, last, events, tokens, errors, duration, id, goal or agent, largest first."};
constexpr ParameterText list_ascending{"ascending", "b", "Smallest first."};
constexpr ParameterText list_totals{"totals", "b", "Adds sums over all rows that fit."};
constexpr ParameterText sessions_takes[] = {
    ParameterText{"agent", "s", "With events of this agent only."},
    ParameterText{"kind", "s", "With events of this kind only."},
    ParameterText{"errors", "b", "With errors or failed calls only."},
    ParameterText{"from", "t", "Only what lasted until this time."},
    ParameterText{"to", "t", "Only what had begun by this time."},
    ParameterText{"correlation", "s",
                  "Only sessions that have a part in this correlation; its name may be shortened."},
    ParameterText{
        "text", "s",
        "Only where this occurs in the id, the goal or an agent, in upper or lower case."},
    ParameterText{"status", "b", "Adds how each ended, and what came of its decisions."},
    list_sort,
    list_ascending,
    list_totals,
    takes::limit,
    takes::cursor,
};

constexpr ParameterText agents_takes[] = {
    list_sort, list_ascending, list_totals, takes::limit, takes::cursor,
};

constexpr SchemaText lists_schemas[] = {
    {"Session",
     "id:s first:t? last:t? events:i kinds:{i} agents:[s] tokens:n? errors:i goal:s? "
     "~status:s? ~outcomes:OutcomeCounts duration_ms:n?",
     "status and outcomes where they are asked for."},
    {"Run",
     "id:s first:t? last:t? events:i kinds:{i} agents:[s] tokens:n? errors:i goal:s? session:s? "
     "status:s? flags:[s] ~outcomes:OutcomeCounts duration_ms:n?",
     "outcomes where they are asked for."},
    {"OutcomeCounts", "correct:i incorrect:i unknown:i", "Of decisions with an outcome."},
    {"Agent",
     "id:s first:t? last:t? events:i kinds:{i} agents:[s] tokens:n? errors:i goal:s? "
     "duration_ms:n?"},
    {"Correlation",
     "id:s first:t? last:t? events:i kinds:{i} agents:[s] tokens:n? errors:i goal:s? "
     "sessions:[s] duration_ms:n?"},
    {"ListTotals", "rows:i events:i errors:i tokens:n?", "Over all rows that fit the filter."},
    {"SessionPage", "sessions:[Session] next:s? ~totals:ListTotals"},
    {"RunPage", "runs:[Run] next:s? ~totals:ListTotals"},
    {"AgentPage", "agents:[Agent] next:s? ~totals:ListTotals"},
    {"CorrelationPage", "correlations:[Correlation] next:s? ~totals:ListTotals"},
};

}  // namespace

RouteTable lists_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/sessions",
                 TokenScope::read,
                 answer_sessions,
                 {.name = "sessions",
                  .summary = "Sessions that fit every filter, newest first",
                  .takes = sessions_takes,
                  .gives = "json=SessionPage text",
                  .command = "sessions",
                  .tool = {.name = "list_sessions",
                           .title = "List sessions",
                           .description =
                               "Which sessions there are, newest first: goal, agents, how many "
                               "events, tokens and errors.",
                           .without = "status sort ascending totals",
                           .otherwise = "limit=20"}}},
                {"GET",
                 "/api/v1/runs",
                 TokenScope::read,
                 answer_runs,
                 {.name = "runs",
                  .summary = "Runs that fit every filter, newest first",
                  .takes = sessions_takes,
                  .gives = "json=RunPage text",
                  .command = "runs",
                  .tool = {.name = "list_runs",
                           .title = "List runs",
                           .description =
                               "Which runs there are, newest first: goal, session, how each ended.",
                           .without = "status sort ascending totals",
                           .otherwise = "limit=20"}}},
                {"GET",
                 "/api/v1/agents",
                 TokenScope::read,
                 answer_agents,
                 {.name = "agents",
                  .summary = "Agents, newest first",
                  .takes = agents_takes,
                  .gives = "json=AgentPage text",
                  .command = "agents"}},
                {"GET",
                 "/api/v1/correlations",
                 TokenScope::read,
                 answer_correlations,
                 {.name = "correlations",
                  .summary = "Correlations, newest first",
                  .takes = agents_takes,
                  .gives = "json=CorrelationPage text",
                  .command = "correlations"}},
            },
        .schemas = lists_schemas,
    };
}

}  // namespace hence
