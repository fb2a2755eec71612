// How the server does, and what can be asked of it.
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "server/live.h"
#include "server/metrics.h"
#include "server/openapi.h"
#include "server/routes.h"

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

}  // namespace

RouteTable service_routes() {
    return {
        {"GET", "/healthz", TokenScope::open, answer_health},
        {"GET", "/readyz", TokenScope::open, answer_ready},
        {"GET", "/metrics", TokenScope::read, answer_metrics},
        {"GET", "/api/v1/openapi.json", TokenScope::read, answer_openapi},
    };
}

}  // namespace hence
