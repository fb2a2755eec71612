// Events: those that match, and one by itself.
#include <memory>
#include <utility>

#include "base/try.h"
#include "hence/query.h"
#include "hence/show.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

Result<Response> answer_events(const App& app, const Request& request, const std::string&) {
    const Form form = request.form();
    EventQuery asked = TRY(event_query(request));
    // The command prints everything unless it is told otherwise; a page has an end.
    asked.limit = TRY(number_parameter(request, "limit", form == Form::json ? events_per_page : 0));
    asked.cursor = text_parameter(request, "cursor");
    EventList events = TRY(query(app.store, asked));
    const auto answer = std::make_shared<EventList>(std::move(events));
    Response response = streamed_line(form, [answer, form](const Sink& sink) {
        switch (form) {
            case Form::text: return answer->write_text(sink);
            case Form::command: return answer->write_ndjson(sink);
            case Form::json: break;
        }
        return answer->write_json(sink);
    });
    if (form == Form::command) {
        response.content_type = "application/x-ndjson";
    }
    return response;
}

Result<Response> answer_event(const App& app, const Request& request, const std::string& id) {
    const Event event = TRY(resolve_event(app.store, id));
    if (request.form() == Form::text) {
        return streamed_line(Form::text, [event, &store = app.store](const Sink& sink) {
            return write_shown(store, event, sink);
        });
    }
    return json_response(event.to_json() + "\n");
}

constexpr auto events_takes =
    takes::joined(takes::event_filters, {takes::limit, takes::newest, takes::cursor});

constexpr SchemaText events_schemas[] = {
    {"EventPage", "events:[Event] next:s?"},
};

}  // namespace

RouteTable events_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/events",
                 TokenScope::read,
                 answer_events,
                 {.name = "events",
                  .summary = "Events that match every filter, in order",
                  .takes = events_takes,
                  .gives = "json=EventPage text",
                  .command = "events",
                  .tool = {.name = "search_events",
                           .title = "Search events",
                           .description = "List recorded events that match every filter given.",
                           .without = "text",
                           .otherwise = "limit=50"}}},
                {"GET",
                 "/api/v1/events/{id}",
                 TokenScope::read,
                 answer_event,
                 {.name = "event",
                  .summary = "One event",
                  .gives = "json=Event text",
                  .statuses = "404",
                  .id = "An event; its id may be shortened at either end.",
                  .command = "show {id}",
                  .tool = {.name = "get_event",
                           .title = "Get an event",
                           .description = "One event whole, as it was recorded.",
                           .id = "event_id",
                           .id_text = "An event, or latest; its id may be shortened at either end.",
                           .blames = "event_id"}}},
            },
        .schemas = events_schemas,
    };
}

}  // namespace hence
