#include "hence/replay.h"

#include <optional>
#include <utility>

#include "base/try.h"
#include "hence/gaps.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

template <ChainType type>
Result<Response> answer_replay(const App& app, const Request& request, const std::string& id) {
    ReplayRequest asked{.type = type, .id = id};
    asked.limit = TRY(number_parameter(request, "limit", default_limit(type)));
    asked.summaries = request.flag("summaries");
    Replay found = TRY(replay(app.store, asked));
    return streamed_answer(request.form(), std::move(found), app.store);
}

// Any other type: asking for it is a mistake, not a question about what was recorded.
Result<Response> refuse_replay(const App&, const Request&, const std::string&) {
    return Error{Code::invalid, "there is no replay of that type",
                 "the types are trade, session, directive and incident"};
}

Result<Response> answer_gaps(const App& app, const Request& request, const std::string& id) {
    GapsRequest asked{.id = id};
    if (const std::optional<std::string> scope = request.parameter("scope")) {
        if (*scope != "session" && *scope != "correlation") {
            return Error{Code::invalid, "scope is neither \"session\" nor \"correlation\""};
        }
        asked.scope = *scope == "session" ? ThreadScope::session : ThreadScope::correlation;
    }
    Gaps found = TRY(gaps(app.store, asked));
    const bool complete = found.completeness.complete();
    Response response = streamed_answer(request.form(), std::move(found), app.store);
    response.exit_status = complete ? 0 : 1;
    return response;
}

constexpr ParameterText replay_trade_takes[] = {
    takes::limit,
    ParameterText{"summaries", "b", "Each event carries its summary, too."},
};

constexpr ParameterText gaps_takes[] = {
    ParameterText{"scope", "(session|correlation)", "What the name stands for."},
};

constexpr SchemaText replay_schemas[] = {
    {"ReplayedEvent",
     "id:s kind:s time:t ~agent:s ~session:s ~run:s ~parent:s ~causes:[s] ~correlation:s "
     "~iteration:i ~duration_ms:n ~rationale:Rationale ~fields:object seq:i received:t ~source:s "
     "~flags:[s] ~summary:s ~outcome:ReplayedEvent?",
     "An event; a decision carries its outcome."},
    {"Replay",
     "chain_type:(trade|session|directive|incident) chain_id:s events:[ReplayedEvent] "
     "traces:[ReplayedEvent] audit_entries:[ReplayedEvent] agents:[s] from:t? to:t? duration_ms:n? "
     "ended_by:s? obstacles:[s] completeness:Completeness"},
    {"RuleCheck", "rule:s checked:i found:i note:s?",
     "How many places a rule was applied to; the note says what was not checked, and why."},
    {"Gaps", "id:s scope:(session|correlation) completeness:Completeness rules:[RuleCheck]"},
};

}  // namespace

RouteTable replay_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/replay/trade/{id}",
                 TokenScope::read,
                 answer_replay<ChainType::trade>,
                 {.name = "replay_trade",
                  .summary = "Everything of a correlation, in order",
                  .takes = replay_trade_takes,
                  .gives = "json=Replay text",
                  .statuses = "404",
                  .id = "A correlation; its name may be shortened.",
                  .command = "replay trade {id}"}},
                {"GET",
                 "/api/v1/replay/session/{id}",
                 TokenScope::read,
                 answer_replay<ChainType::session>,
                 {.name = "replay_session",
                  .summary = "Everything of a session but messages, in order",
                  .takes = replay_trade_takes,
                  .gives = "json=Replay text",
                  .statuses = "404",
                  .id = "A session; its name may be shortened.",
                  .command = "replay session {id}"}},
                {"GET",
                 "/api/v1/replay/directive/{id}",
                 TokenScope::read,
                 answer_replay<ChainType::directive>,
                 {.name = "replay_directive",
                  .summary = "Everything of a correlation, in order",
                  .takes = replay_trade_takes,
                  .gives = "json=Replay text",
                  .statuses = "404",
                  .id = "A correlation; its name may be shortened.",
                  .command = "replay directive {id}"}},
                {"GET",
                 "/api/v1/replay/incident/{id}",
                 TokenScope::read,
                 answer_replay<ChainType::incident>,
                 {.name = "replay_incident",
                  .summary = "Messages, errors and outcomes of a correlation, in order",
                  .takes = replay_trade_takes,
                  .gives = "json=Replay text",
                  .statuses = "404",
                  .id = "A correlation; its name may be shortened.",
                  .command = "replay incident {id}"}},
                {"GET", "/api/v1/replay/{id}/{id}", TokenScope::read, refuse_replay},
                {"GET",
                 "/api/v1/gaps/{id}",
                 TokenScope::read,
                 answer_gaps,
                 {.name = "gaps",
                  .summary = "What a session or correlation lacks",
                  .takes = gaps_takes,
                  .gives = "json=Gaps text",
                  .statuses = "404",
                  .id = "A session or a correlation; its name may be shortened.",
                  .command = "gaps {id}",
                  .tool = {.name = "gaps",
                           .title = "Find gaps",
                           .description =
                               "What the record of a session or correlation lacks: missing causes, "
                               "decisions without outcome, calls without result.",
                           .id = "id",
                           .blames = "id"}}},
            },
        .schemas = replay_schemas,
    };
}

}  // namespace hence
