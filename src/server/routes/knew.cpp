#include "hence/knew.h"

#include <utility>

#include "base/try.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

Result<Response> answer_knew(const App& app, const Request& request, const std::string& id) {
    KnewRequest asked{.event = id};
    asked.limit = TRY(number_parameter(request, "limit", asked.limit));
    asked.items_max = TRY(number_parameter(request, "items", asked.items_max));
    asked.search = text_parameter(request, "search");
    Knew answer = TRY(knew(app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

constexpr ParameterText knew_takes[] = {
    ParameterText{"limit", "i",
                  "Bytes that the texts of all messages may take, and those of all items; 0: any."},
    ParameterText{"items", "i", "So many items, the newest; 0: all."},
    ParameterText{"search", "s", "Only items that hold this text, in upper or lower case."},
};

constexpr SchemaText knew_schemas[] = {
    {"Knew",
     "event:s agent:s? run:s? model_call:s? previous:s? recorded:b exact:b "
     "messages:KnewMessages? search:s? items:[KnewItem] items_total:i items_found:i "
     "steps:[KnewStep] more:b",
     "What an agent knew. exact: the messages are all that the model was shown, and items hold "
     "what came in later; else items hold all that came in. more: steps before these."},
    {"KnewItem",
     "event:s source:(prompt|task|message|file|tool|observation|shown) from:s? tool:s? time:t "
     "text:s bytes:i cut:b new:b after_call:b",
     "Something that came in for the agent. new: since the model call before the last one; "
     "after_call: since the last one."},
    {"KnewMessages", "total:i kept:i bytes:i added:[KnewMessage] dropped:[KnewMessage] compared:b",
     "kept: how many both begin with. compared: whether the messages before were recorded."},
    {"KnewMessage", "index:i role:s? text:s bytes:i cut:b", "bytes: of the whole text."},
    {"KnewStep", "id:s kind:s time:t summary:s status:(ok|error)?"},
};

}  // namespace

RouteTable knew_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/events/{id}/knew",
                 TokenScope::read,
                 answer_knew,
                 {.name = "knew",
                  .summary = "What an agent had before it when it did something",
                  .takes = knew_takes,
                  .gives = "json=Knew text",
                  .statuses = "404",
                  .id = "An event; its id may be shortened at either end.",
                  .command = "knew {id}",
                  .tool = {.name = "knew",
                           .title = "What an agent knew",
                           .description =
                               "What had the agent been told, what had it read and been shown "
                               "before this event, and what of it was new?",
                           .id = "event_id",
                           .without = "limit",
                           .blames = "event_id"}}},
            },
        .schemas = knew_schemas,
    };
}

}  // namespace hence
