// Why an event happened, or what it led to.
#include "hence/explain.h"

#include <utility>

#include "base/try.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

Result<Response> answer_explain(const App& app, const Request& request, const std::string& id) {
    const std::string direction = request.parameter("direction").value_or("up");
    if (direction != "up" && direction != "down") {
        return Error{Code::invalid, "direction is neither \"up\" nor \"down\""};
    }
    ExplainRequest asked{.event = id,
                         .down = direction == "down" || request.flag("down"),
                         .graph = request.flag("graph"),
                         .all = request.flag("all")};
    asked.follow = TRY(follow_parameter(request));
    asked.limit = TRY(number_parameter(request, "limit", 0));
    asked.reach = TRY(number_parameter(request, "reach", 0));
    Explanation explanation = TRY(explain(app.store, asked));
    return streamed_answer(request.form(), std::move(explanation), app.store);
}

constexpr ParameterText explain_takes[] = {
    takes::direction,
    takes::down,
    takes::graph_links,
    takes::follow,
    takes::assumed,
    ParameterText{"all", "b", "Text shows every link."},
    takes::limit,
    ParameterText{"reach", "i",
                  "Of effects: the walk stops when it has met so many, and counts no further."},
};

constexpr SchemaText explain_schemas[] = {
    {"Explanation",
     "event:s direction:(up|down) chain:[ChainLink] links:[Link] ~notes:[Note] "
     "completeness:Completeness",
     "notes where people wrote some about events of the chain."},
    {"Note", "id:s of:s time:t author:s? text:s"},
    {"Link", "from:s to:s type:s provenance:(explicit|derived|assumed)"},
};

}  // namespace

RouteTable explain_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/events/{id}/explain",
                 TokenScope::read,
                 answer_explain,
                 {.name = "explain",
                  .summary = "Why an event happened, or what it led to",
                  .takes = explain_takes,
                  .gives = "json=Explanation text",
                  .statuses = "404",
                  .id = "An event; its id may be shortened at either end.",
                  .command = "explain {id}",
                  .tool = {.name = "explain_event",
                           .title = "Explain an event",
                           .description =
                               "Why did this happen? The chain of causes of an event, or what it "
                               "led to.",
                           .id = "event_id",
                           .id_text = "An event, or a node that stands for one.",
                           .without = "down graph assumed all limit reach",
                           .blames = "event_id"}}},
            },
        .schemas = explain_schemas,
    };
}

}  // namespace hence
