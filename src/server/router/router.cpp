#include "server/router/router.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/nearest.h"
#include "model/text.h"
#include "record/spool/spool.h"
#include "server/http/answer.h"
#include "server/router/asked_store.h"
#include "server/router/laid_out.h"

namespace hence {
namespace {

std::vector<std::string_view> segments_of(std::string_view pattern) {
    std::vector<std::string_view> segments;
    if (pattern == "/") {
        return segments;
    }
    while (!pattern.empty()) {
        pattern.remove_prefix(1);
        const std::size_t end = std::min(pattern.find('/'), pattern.size());
        segments.push_back(pattern.substr(0, end));
        pattern.remove_prefix(end);
    }
    return segments;
}

// What stands in place of {id}, "" when the pattern has none, or nothing when the path does not
// fit.
std::optional<std::string> match(const std::vector<std::string_view>& pattern,
                                 const std::vector<std::string>& path) {
    // {name*} at the end stands for one segment or more.
    const bool open_end = !pattern.empty() && pattern.back().ends_with("*}");
    if (open_end ? path.size() < pattern.size() : pattern.size() != path.size()) {
        return std::nullopt;
    }
    std::string id;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == "{id}") {
            id = path[i];
        } else if (pattern[i].starts_with('{')) {
            continue;  // The handler takes it from the path.
        } else if (pattern[i] != path[i]) {
            return std::nullopt;
        }
    }
    return id;
}

void consider(const Route& route, const Request& request, std::optional<std::string> id,
              RouteMatch& best) {
    if (!id || best.route != nullptr) {
        return;
    }
    best.path_known = true;
    if (route.method == request.method) {
        best.route = &route;
        best.id = std::move(*id);
    }
}

Response answer_of(Result<Response> answered, Form form) {
    return answered ? std::move(answered).take() : error_response(answered.error(), form);
}

// The connection behind the request is asked before each event that is read for its answer.
Response asked_answer(const App& app, const Request& request, const RouteMatch& found) {
    const auto store = std::make_shared<AskedStore>(app.store, request.asking);
    const App asked{.store = *store,
                    .hand_over = app.hand_over,
                    .metrics = app.metrics,
                    .live = app.live,
                    .kept = app.kept,
                    .address = app.address,
                    .spool = app.spool,
                    .allowed = app.allowed,
                    .redaction = app.redaction};
    Result<Response> answered = found.route->answer(asked, request, found.id);
    if (!answered && answered.error().code == Code::busy) {
        return refusal_response({503, answered.error()}, request.form());
    }
    Response response = answer_of(std::move(answered), request.form());
    if (response.produce) {
        response.produce = [store, produce = std::move(response.produce)](const Sink& sink) {
            return produce(sink);
        };
    } else if (response.feed) {
        // It may read for as long as it lives.
        const auto both =
            std::make_shared<std::pair<std::shared_ptr<AskedStore>, std::shared_ptr<Feed>>>(
                store, response.feed);
        response.feed = std::shared_ptr<Feed>(both, both->second.get());
    }
    return response;
}

}  // namespace

RouteMatch find_route(const Request& request) {
    RouteMatch best;
    // `?id=` in place of the segment: the pattern without it must fit.
    if (const std::optional<std::string> id = request.parameter("id")) {
        for (const Route& route : routes()) {
            std::vector<std::string_view> pattern = segments_of(route.pattern);
            if (std::erase(pattern, "{id}") > 0 && match(pattern, request.path)) {
                consider(route, request, id, best);
            }
        }
    }
    for (const Route& route : routes()) {
        consider(route, request, match(segments_of(route.pattern), request.path), best);
    }
    return best;
}

Response handle(const App& app, const Request& request) {
    return handle(app, request, find_route(request));
}

namespace {

// These take every value that is given; of any other parameter, the first alone would count.
constexpr std::array<std::string_view, 5> repeating = {"kinds", "edge_types", "open", "closed",
                                                       "redact_rule"};

// A filter that is given twice would be half an answer.
std::optional<Error> repeated_parameter(const Request& request) {
    for (auto at = request.query.begin(); at != request.query.end(); ++at) {
        const auto next = std::next(at);
        if (next != request.query.end() && next->first == at->first && next->second != at->second &&
            std::ranges::find(repeating, at->first) == repeating.end()) {
            return Error{Code::invalid,
                         fmt::format("{} is given twice, as {} and as {}", at->first,
                                     hence::quoted(at->second), hence::quoted(next->second)),
                         "give it once"};
        }
    }
    return std::nullopt;
}

// A flag is on by its name alone, or by one of these.
std::optional<Error> wrong_flag(const Route& route, const Request& request) {
    constexpr std::array<std::string_view, 7> values = {"", "1", "0", "true", "false", "yes", "no"};
    for (const ParameterText& parameter : route.text.takes) {
        const auto given = request.query.find(std::string(parameter.name));
        if (parameter.in == "query" && parameter.type == "b" && given != request.query.end() &&
            std::ranges::find(values, lower_case(given->second)) == values.end()) {
            return Error{Code::invalid,
                         fmt::format("{} {} is neither on nor off", parameter.name,
                                     hence::quoted(given->second)),
                         "write 1 or 0"};
        }
    }
    return std::nullopt;
}

// A parameter that nobody reads is a mistake that would otherwise pass for an answer.
std::optional<Error> wrong_parameter(const Route& route, const Request& request) {
    if (route.text.name.empty() || route.scope == TokenScope::open) {
        return std::nullopt;
    }
    std::vector<std::string> known;
    for (const ParameterText& parameter : route.text.takes) {
        if (parameter.in == "query") {
            known.emplace_back(parameter.name);
        }
    }
    for (const auto& [name, value] : request.query) {
        const bool in_path = route.pattern.find("{" + name + "}") != std::string_view::npos;
        if (in_path || std::ranges::find(known, name) != known.end()) {
            continue;
        }
        const std::optional<std::string> meant = nearest(name, known);
        return Error{Code::invalid, fmt::format("unknown parameter {}", hence::quoted(name)),
                     meant           ? fmt::format("did you mean {}?", *meant)
                     : known.empty() ? "there are none here"
                                     : fmt::format("there are {}", fmt::join(known, ", "))};
    }
    const std::optional<Error> wrong = wrong_flag(route, request);
    return wrong ? wrong : repeated_parameter(request);
}

// A question sees what agents wrote to the spool before it was asked. What records, and health
// checks, wait for nobody.
void take_spooled(const App& app, const Route& route) {
    if (app.spool != nullptr &&
        (route.scope == TokenScope::read || route.scope == TokenScope::write ||
         route.scope == TokenScope::either)) {
        app.spool->catch_up();
    }
}

// What is wrong with the store as a whole, for the one who reads the answer.
void warn(const App& app, Response& response) {
    if (const std::optional<Error> damage = app.store.damage()) {
        // The events that are left still answer, but the answer must not be taken for complete.
        response.warning = one_line(*damage);
        response.exit_status = exit_status_of(Code::corrupt);
        return;
    }
    const std::vector<std::string> problems =
        app.spool == nullptr ? std::vector<std::string>() : app.spool->problems();
    if (!problems.empty()) {
        response.warning = problems.front();
        if (problems.size() > 1) {
            response.warning += fmt::format("; and {} more: see hence spool", problems.size() - 1);
        }
    }
}

// Of a standby: the answer holds everything up to this event, and perhaps more.
void mark_stale(Response& response, std::uint64_t last_seq) {
    response.headers.emplace_back(stale_header, std::to_string(last_seq));
    if (response.warning.empty()) {
        response.warning = fmt::format(
            "a standby answered: it has the events up to {}, and newer ones may be missing",
            last_seq);
    }
}

// Nothing that was worked out from the primary counts for its standby.
App app_of_standby(const App& app) {
    return {.store = *app.standby,
            .metrics = app.metrics,
            .live = app.live,
            .address = app.address,
            .allowed = app.allowed,
            .redaction = app.redaction,
            .stale = true};
}

}  // namespace

bool may_be_stale(const Route& route) {
    constexpr std::array<std::string_view, 10> never = {
        "search", "similar", "sql",     "live",    "quarantine",
        "status", "spool",   "formats", "openapi", "integrity"};
    return route.method == "GET" && route.scope == TokenScope::read &&
           route.pattern.starts_with("/api/v1/") && !route.pattern.ends_with("/proof") &&
           std::ranges::none_of(never, [&](std::string_view word) {
               return route.pattern.substr(std::string_view("/api/v1/").size()).starts_with(word);
           });
}

Response handle(const App& app, const Request& request, const RouteMatch& found) {
    if (app.standby != nullptr && found.route != nullptr && may_be_stale(*found.route)) {
        Response response = handle(app_of_standby(app), request, found);
        if (response.status < 500) {
            return response;
        }
    }
    if (found.route == nullptr && found.path_known) {
        Response response =
            error_response({Code::invalid, fmt::format("{} is not possible here", request.method)},
                           request.form());
        response.status = 405;
        return response;
    }
    if (found.route == nullptr) {
        return error_response(
            {Code::not_found, fmt::format("there is no {} here", target_of({.path = request.path})),
             "the API is under /api/v1"},
            request.form());
    }
    if (const std::optional<Error> wrong = wrong_parameter(*found.route, request)) {
        return error_response(*wrong, request.form());
    }
    take_spooled(app, *found.route);
    const std::uint64_t stale_seq = app.stale ? app.store.last_seq() : 0;
    const TextLayout layout = asked_layout(request);
    const LayoutScope scope(layout);
    Response response =
        request.asking ? asked_answer(app, request, found)
                       : answer_of(found.route->answer(app, request, found.id), request.form());
    lay_out(response, layout);
    warn(app, response);
    if (app.stale) {
        mark_stale(response, stale_seq);
    }
    return response;
}

}  // namespace hence
