// Figures over many events.
#include "hence/stats.h"

#include <memory>
#include <utility>

#include "base/try.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

Result<Response> answer_stats(const App& app, const Request& request, const std::string&) {
    StatsRequest asked;
    asked.agent = text_parameter(request, "agent");
    asked.session = text_parameter(request, "session");
    asked.run = text_parameter(request, "run");
    asked.from = TRY(time_parameter(request, "from"));
    asked.to = TRY(time_parameter(request, "to"));
    asked.slower_than_ms = TRY(amount_parameter(request, "slower_than"));
    if (request.method == "POST") {
        asked.prices = TRY(parse_prices(request.body));
    }
    Stats figures = TRY(stats(app.store, asked));
    const auto answer = std::make_shared<Stats>(std::move(figures));
    const Form form = request.form();
    return streamed_line(form, [answer, form](const Sink& sink) {
        return form == Form::text ? answer->write_text(sink) : answer->write_json(sink);
    });
}

constexpr ParameterText stats_takes[] = {
    takes::agent, takes::session,
    takes::run,   takes::from,
    takes::to,    ParameterText{"slower_than", "n", "Lists all that took longer, in milliseconds."},
};

constexpr SchemaText stats_schemas[] = {
    {"Stats",
     "agent:s? events:i kinds:{i} tool_calls:Durations llm_calls:Durations tokens:StatedTokens "
     "rationale:RationaleCounts slow:[SlowEvent] errors:[ErrorCount] loops:[Loop] from:t? to:t? "
     "duration_ms:n? cost_usd:n? computed:ComputedCost? by_tool:[ToolFigures] "
     "by_agent:[AgentFigures]",
     "cost_usd: as recorded. computed: by the prices that were sent."},
    {"StatedTokens",
     "input:n? output:n? cache_read:n? cache_write:n? reasoning:n? total:n? prompt:n? "
     "completion:n?",
     "prompt and completion: as the model calls state them, whatever their emitters count in."},
    {"ComputedCost", "cost_usd:n calls:i calls_unpriced:i unpriced:[s]",
     "Of calls that state no cost; unpriced: models without a price."},
    {"Prices", "~input:n ~output:n ~cache_read:n ~cache_write:n ~reasoning:n",
     "US dollars for one token of each class."},
    {"ToolFigures", "tool:s? calls:i failed:i p50_ms:n? p95_ms:n? total_ms:n?"},
    {"AgentFigures",
     "agent:s? events:i tool_calls:i llm_calls:i errors:i calls_ms:n? tokens:Tokens cost_usd:n?"},
    {"Durations", "n:i mean_ms:n? p50_ms:n? p95_ms:n? max_ms:n?"},
    {"RationaleCounts", "given:i missing:i"},
    {"SlowEvent", "event:s summary:s duration_ms:n"},
    {"ErrorCount", "error:s count:i last_seen:t? agents:[s]"},
    {"Loop", "run:s? steps:[s] repeats:i first_event:s"},
};

}  // namespace

RouteTable stats_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/stats",
                 TokenScope::read,
                 answer_stats,
                 {.name = "stats",
                  .summary = "Figures",
                  .takes = stats_takes,
                  .gives = "json=Stats text",
                  .command = "stats",
                  .tool = {.name = "stats",
                           .title = "Count and time",
                           .description = "How many events, calls, tokens and errors, what was "
                                          "slow, which calls repeat.",
                           .renamed = "slower_than=slower_than_ms"}}},
                {"POST",
                 "/api/v1/stats",
                 TokenScope::read,
                 answer_stats,
                 {.name = "statsPriced",
                  .summary = "Figures, with what calls cost by a list of prices",
                  .takes = stats_takes,
                  .body = "json={Prices}",
                  .gives = "json=Stats text",
                  .command = "stats"}},
            },
        .schemas = stats_schemas,
    };
}

}  // namespace hence
