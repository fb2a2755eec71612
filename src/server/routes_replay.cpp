#include <optional>
#include <utility>

#include "base/try.h"
#include "hence/gaps.h"
#include "hence/replay.h"
#include "server/parameters.h"
#include "server/routes.h"
#include "server/streamed.h"

namespace hence {
namespace {

template <ChainType type>
Result<Response> answer_replay(const App& app, const Request& request, const std::string& id) {
    ReplayRequest asked{.type = type, .id = id};
    asked.limit = TRY(number_parameter(request, "limit", default_limit(type)));
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

}  // namespace

RouteTable replay_routes() {
    return {
        {"GET", "/api/v1/replay/trade/{id}", TokenScope::read, answer_replay<ChainType::trade>},
        {"GET", "/api/v1/replay/session/{id}", TokenScope::read, answer_replay<ChainType::session>},
        {"GET", "/api/v1/replay/directive/{id}", TokenScope::read,
         answer_replay<ChainType::directive>},
        {"GET", "/api/v1/replay/incident/{id}", TokenScope::read,
         answer_replay<ChainType::incident>},
        {"GET", "/api/v1/replay/{id}/{id}", TokenScope::read, refuse_replay},
        {"GET", "/api/v1/gaps/{id}", TokenScope::read, answer_gaps},
    };
}

}  // namespace hence
