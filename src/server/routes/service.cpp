// How the server does, and what can be asked of it.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/try.h"
#include "formats/formats.h"
#include "hence/erase.h"
#include "hence/store.h"
#include "model/json/writer.h"
#include "server/routes/openapi.h"
#include "server/routes/routes.h"
#include "server/watch/address.h"
#include "server/watch/live.h"
#include "server/watch/metrics.h"
#include "views/write/when.h"

namespace hence {
namespace {

Response not_ready(const Request& request, const Error& why) {
    Response response = error_response(why, request.form());
    response.status = 503;
    return response;
}

// An empty batch writes nothing, but a store that can no longer write says so.
Result<Response> answer_ready(const App& app, const Request& request, const std::string&) {
    if (app.live != nullptr && app.live->closed()) {
        return not_ready(request, {Code::busy, "the server is about to end", "come back later"});
    }
    if (const std::optional<Error> damage = app.store.damage()) {
        return not_ready(request, *damage);
    }
    Batch nothing;
    nothing.sync = false;
    const Result<Receipt> taken = app.store.append(nothing);
    if (!taken) {
        return not_ready(request, taken.error());
    }
    return request.form() == Form::text ? text_response("ready\n")
                                        : json_response("{\"status\":\"ready\"}\n");
}

Result<Response> answer_metrics(const App& app, const Request&, const std::string&) {
    if (app.metrics == nullptr) {
        return Error{Code::not_found, "nothing is counted here", "hence serve has it"};
    }
    app.metrics->watch("hence_last_seq", "The number of the newest event.",
                       [last = app.store.last_seq()] { return static_cast<double>(last); });
    if (app.live != nullptr) {
        app.metrics->watch("hence_live_readers", "Who listens to the live feed.",
                           [n = app.live->readers()] { return static_cast<double>(n); });
    }
    Response response = text_response(app.metrics->to_text());
    response.content_type = "text/plain; version=0.0.4; charset=utf-8";
    return response;
}

Result<Response> answer_openapi(const App&, const Request& request, const std::string&) {
    return request.form() == Form::text ? text_response(openapi_document())
                                        : json_response(openapi_document());
}

Result<Response> answer_health(const App& app, const Request& request, const std::string&) {
    const std::uint64_t last = app.store.last_seq();
    if (request.form() == Form::text) {
        return text_response(fmt::format("ok, {} events\n", last));
    }
    std::string body;
    JsonWriter json(body);
    json.begin_object().member("status", "ok").member("last_seq", last).end_object().end_line();
    return json_response(std::move(body));
}

struct StoreCounts {
    std::uint64_t events = 0;
    std::uint64_t sessions = 0;
    std::uint64_t quarantined = 0;
    std::optional<Time> newest;  // Of all events whose time was recorded.
};

// Every event of the log that stands in an answer: an unfinished call whose end came counts once.
Result<std::uint64_t> count_events(const Store& store) {
    const std::uint64_t last = store.last_seq();
    const auto* const erasable = dynamic_cast<const ErasableStore*>(&store);
    if (erasable == nullptr) {
        return last;
    }
    const std::vector<std::uint64_t> replaced = TRY(erasable->replaced());
    return last - static_cast<std::uint64_t>(std::ranges::count_if(
                      replaced, [last](std::uint64_t seq) { return seq <= last; }));
}

Result<std::uint64_t> count_sessions(const Store& store) {
    constexpr std::size_t rows_per_read = 1'000;
    std::uint64_t count = 0;
    std::optional<Summary> last;
    while (true) {
        std::vector<Summary> rows =
            TRY(store.summaries(Space::session, last ? &*last : nullptr, rows_per_read));
        count += rows.size();
        if (rows.size() < rows_per_read) {
            return count;
        }
        last = std::move(rows.back());
    }
}

Result<std::uint64_t> count_quarantined(const Store& store) {
    constexpr std::size_t rows_per_read = 1'000;
    std::uint64_t count = 0;
    std::uint64_t last = 0;
    while (true) {
        const std::vector<QuarantineRow> rows = TRY(store.quarantine(last, rows_per_read));
        for (const QuarantineRow& row : rows) {
            count += row.count;
        }
        if (rows.size() < rows_per_read) {
            return count;
        }
        last = rows.back().n;
    }
}

Result<StoreCounts> counted(const Store& store) {
    StoreCounts counts;
    counts.events = TRY(count_events(store));
    counts.sessions = TRY(count_sessions(store));
    counts.quarantined = TRY(count_quarantined(store));
    const auto events = TRY(store.scan({Space::all, ""}, {.direction = Direction::backward}));
    const std::optional<Event> newest = TRY(events->next());
    if (newest && !newest->has(Flag::time_derived)) {
        counts.newest = newest->time();
    }
    return counts;
}

// What is in the store, which process answers, and where its server listens.
Result<Response> answer_status(const App& app, const Request& request, const std::string&) {
    const StoreCounts counts = TRY(counted(app.store));
    const std::string server = app.address == nullptr ? "" : app.address->get();
    if (request.form() == Form::text) {
        return text_response(fmt::format(
            "Events: {}\nSessions: {}\nQuarantined: {}\nNewest: {}\nServer: {}\n", counts.events,
            counts.sessions, counts.quarantined, counts.newest ? time_text(*counts.newest) : "-",
            server.empty() ? "none" : server));
    }
    std::string body;
    JsonWriter json(body);
    json.begin_object().member("events", counts.events).member("sessions", counts.sessions);
    json.member("quarantined", counts.quarantined).member("newest", counts.newest);
    json.member("pid", static_cast<std::uint64_t>(::getpid())).member("server", OrNull{server});
    json.end_object().end_line();
    return json_response(std::move(body));
}

Result<Response> answer_formats(const App&, const Request& request, const std::string&) {
    std::string text;
    std::string body;
    JsonWriter json(body);
    json.begin_list();
    for (const Format& format : formats()) {
        text += fmt::format("{0:<16} {1}\n{2:<16} {3}: {4}\n", format.name, format.description, "",
                            format.version, format.maps);
        json.begin_object().member("name", format.name);
        json.member("description", format.description).member("version", format.version);
        json.member("maps", format.maps).end_object();
    }
    json.end_list().end_line();
    return request.form() == Form::text ? text_response(std::move(text))
                                        : json_response(std::move(body));
}

Result<Response> hand_over(const App& app, const Request& request, const std::string&) {
    if (!app.hand_over) {
        return Error{Code::not_found, "nobody here can hand over",
                     "ask on the socket in the store's directory"};
    }
    TRY(app.hand_over());
    return request.form() == Form::text ? text_response("leaving\n")
                                        : json_response("{\"leaving\":true}\n");
}

constexpr SchemaText service_schemas[] = {
    {"Format", "name:s description:s version:s maps:s"},
    {"Health", "status:(ok) last_seq:i"},
    {"Readiness", "status:(ready)"},
    {"Status", "events:i sessions:i quarantined:i newest:t? pid:i server:s?",
     "Of the store, and of the process that answers."},
    {"Leaving", "leaving:b"},
};

}  // namespace

RouteTable service_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/healthz",
                 TokenScope::open,
                 answer_health,
                 {.name = "health",
                  .summary = "Whether the server lives",
                  .gives = "json=Health text"}},
                {"GET",
                 "/readyz",
                 TokenScope::open,
                 answer_ready,
                 {.name = "ready",
                  .summary = "Whether the store takes events",
                  .gives = "json=Readiness text",
                  .statuses = "503"}},
                {"GET",
                 "/metrics",
                 TokenScope::read,
                 answer_metrics,
                 {.name = "metrics",
                  .summary = "What is counted, for Prometheus",
                  .gives = "text",
                  .statuses = "404"}},
                {"GET",
                 "/api/v1/status",
                 TokenScope::read,
                 answer_status,
                 {.name = "status",
                  .summary = "What is in the store, and which process answers",
                  .gives = "json=Status text"}},
                {"GET",
                 "/api/v1/openapi.json",
                 TokenScope::read,
                 answer_openapi,
                 {.name = "openapi", .summary = "This document", .gives = "json=object text"}},
                {"GET",
                 "/api/v1/formats",
                 TokenScope::read,
                 answer_formats,
                 {.name = "formats",
                  .summary = "What can be read",
                  .gives = "json=[Format] text",
                  .command = "formats"}},
                {"POST",
                 "/api/v1/handover",
                 TokenScope::admin,
                 hand_over,
                 {.name = "hand_over",
                  .summary = "Gives the store's directory to another process",
                  .gives = "json=Leaving text",
                  .statuses = "404"}},
            },
        .schemas = service_schemas,
    };
}

}  // namespace hence
