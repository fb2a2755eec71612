#include <charconv>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/formats.h"
#include "hence/explain.h"
#include "hence/listing.h"
#include "hence/quarantine.h"
#include "hence/query.h"
#include "hence/stats.h"
#include "hence/tree.h"
#include "model/json.h"
#include "server/parameters.h"
#include "server/routes.h"
#include "server/streamed.h"
#include "views/kept_answers.h"
#include "views/resolve.h"

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
    Listing listing = TRY(list(app.kept ? &app.kept->derived : nullptr, app.store, asked));
    const auto answer = std::make_shared<Listing>(std::move(listing));
    const Form form = request.form();
    return streamed_line(form, [answer, form](const Sink& sink) {
        switch (form) {
            case Form::text: return answer->write_text(sink);
            case Form::command: return answer->write_json(sink, ListForm::array);
            case Form::json: break;
        }
        return answer->write_json(sink, ListForm::page);
    });
}

}  // namespace

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
        return text_response(summary(event) + "\n");
    }
    return json_response(event.to_json() + "\n");
}

Result<Response> answer_explain(const App& app, const Request& request, const std::string& id) {
    const std::string direction = request.parameter("direction").value_or("up");
    if (direction != "up" && direction != "down") {
        return Error{Code::invalid, "direction is neither \"up\" nor \"down\""};
    }
    ExplainRequest asked{.event = id,
                         .down = direction == "down",
                         .graph = request.flag("graph"),
                         .assumed = request.flag("assumed")};
    asked.limit = TRY(number_parameter(request, "limit", 0));
    Explanation explanation = TRY(explain(app.store, asked));
    return streamed_answer(request.form(), std::move(explanation), app.store);
}

Result<Response> answer_tree(const App& app, const Request& request, const std::string& id) {
    Tree found = TRY(tree(
        app.store,
        {.session = id, .delegations = request.flag("delegations"), .flat = request.flag("flat")}));
    return streamed_answer(request.form(), std::move(found), app.store);
}

Result<Response> answer_stats(const App& app, const Request& request, const std::string&) {
    StatsRequest asked;
    asked.agent = text_parameter(request, "agent");
    asked.session = text_parameter(request, "session");
    asked.run = text_parameter(request, "run");
    asked.from = TRY(time_parameter(request, "from"));
    asked.to = TRY(time_parameter(request, "to"));
    asked.slower_than_ms = TRY(amount_parameter(request, "slower_than"));
    Stats figures = TRY(stats(app.store, asked));
    const auto answer = std::make_shared<Stats>(std::move(figures));
    const Form form = request.form();
    return streamed_line(form, [answer, form](const Sink& sink) {
        return form == Form::text ? answer->write_text(sink) : answer->write_json(sink);
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

Result<Response> answer_formats(const App&, const Request& request, const std::string&) {
    std::string text;
    std::string json = "[";
    for (const Format& format : formats()) {
        text += fmt::format("{0:<16} {1}\n{2:<16} {3}: {4}\n", format.name, format.description, "",
                            format.version, format.maps);
        json += json.size() > 1 ? ",{\"name\":" : "{\"name\":";
        append_string(json, format.name);
        json += ",\"description\":";
        append_string(json, format.description);
        json += ",\"version\":";
        append_string(json, format.version);
        json += ",\"maps\":";
        append_string(json, format.maps);
        json += '}';
    }
    json += "]\n";
    return request.form() == Form::text ? text_response(std::move(text))
                                        : json_response(std::move(json));
}

Result<Response> answer_health(const App& app, const Request& request, const std::string&) {
    const std::uint64_t last = app.store.last_seq();
    return request.form() == Form::text
               ? text_response(fmt::format("ok, {} events\n", last))
               : json_response(fmt::format("{{\"status\":\"ok\",\"last_seq\":{}}}\n", last));
}

Result<Response> answer_quarantine(const App& app, const Request& request, const std::string&) {
    const Form form = request.form();
    return streamed_line(form, [form, &store = app.store](const Sink& sink) {
        return form == Form::text ? write_quarantine_text(store, sink)
                                  : write_quarantine_json(store, sink);
    });
}

Result<Response> answer_quarantined(const App& app, const Request& request, const std::string& id) {
    std::uint64_t n = 0;
    const auto [read, error] = std::from_chars(id.data(), id.data() + id.size(), n);
    if (id.empty() || error != std::errc() || read != id.data() + id.size()) {
        return Error{Code::invalid, "a quarantined line is named by its number",
                     "hence quarantine lists them"};
    }
    TRY(app.store.quarantined(n));  // So that its absence is an answer, not one that breaks off.
    const Form form = request.form();
    const auto produce = [form, n, &store = app.store](const Sink& sink) {
        return form == Form::text ? write_quarantined_text(store, n, sink)
                                  : write_quarantined_json(store, n, sink);
    };
    return streamed_line(form, produce);
}

}  // namespace hence
