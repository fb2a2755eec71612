// Joins listeners, access control and the router to a server. Each request passes through
// turn_away, before its body is read, and through `answer`, on a worker thread.
//
// Answers come from the log alone, so the number of the newest event, together with an id of this
// start of the server, is a valid entity tag for every answer of the API except the quarantine.
#include "server/serve/serve.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/try.h"
#include "model/ids.h"
#include "server/door/door.h"
#include "server/grpc/grpc.h"
#include "server/http/ports.h"
#include "server/otlp/otlp.h"
#include "server/serve/answering.h"
#include "server/watch/live.h"
#include "server/watch/metrics.h"
#include "server/wire/descriptors.h"

namespace hence {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t logged_per_second = 10;
std::string reason_in(const Response& response) {
    return error_in(response.body, response.content_type, response.exit_status).message;
}

bool is_otlp(const Request& request) {
    return !request.path.empty() && request.path.front() == "v1";
}

// OpenTelemetry's clients understand one kind of error only.
void make_otlp(const Request& request, Response& response) {
    const Error error = error_in(response.body, response.content_type, response.exit_status);
    const bool json = lower_case(request.header("content-type")).starts_with("application/json");
    response.content_type = json ? "application/json" : "application/x-protobuf";
    response.body = rpc_status(json ? OtlpEncoding::json : OtlpEncoding::protobuf,
                               rpc_code_of(error.code), one_line(error));
}

// Requests that record, and health checks, never wait for a question.
bool only_asks(const Request& request) {
    const Route* route = find_route(request).route;
    return route != nullptr && (route->method == "GET" || route->scope == TokenScope::either) &&
           route->pattern != "/healthz" && route->pattern != "/readyz";
}

Error not_without_tokens(const std::string& address) {
    return {Code::invalid,
            fmt::format("{} can be reached from other machines, and anybody there could read and "
                        "write",
                        address),
            "give a --token-file, or listen on 127.0.0.1"};
}

std::string own_name() {
    std::string name(256, '\0');
    if (::gethostname(name.data(), name.size() - 1) != 0) {
        return {};
    }
    return name.substr(0, name.find('\0'));
}

}  // namespace

struct Server::Parts {
    Parts(const App& served, const ServeOptions& given) : app(served), options(given) {}

    Result<void> open();
    Result<ListenPlace> place_at(const std::string& address, Reach& reach);
    Result<void> listen(ListenPlace& http_place, ListenPlace* grpc_place);
    void watch();
    std::optional<Response> turn_away(const Request& request);
    Response answer(const Request& request);
    void add_tag(const Request& request, const Route* route, Response& response,
                 std::uint64_t last_seq) const;
    void log(LogLevel level, std::string_view message, LogFields fields) const;
    void log_failure(const Request& request, const Response& response);
    void stop();

    App app;
    ServeOptions options;
    Access access;
    std::vector<std::string> names;  // Where it listens.
    Throttle refusals{logged_per_second};
    Throttle failures{logged_per_second};
    const std::string start = new_id();  // Tells this log from another one under the same address.
    std::string http_address;
    std::string grpc_address;
    std::vector<std::shared_ptr<Listener>> http;
    std::vector<std::shared_ptr<GrpcListener>> grpc;
};

void Server::Parts::log(LogLevel level, std::string_view message, LogFields fields) const {
    if (options.log != nullptr) {
        options.log->say(level, message, fields);
    }
}

Result<ListenPlace> Server::Parts::place_at(const std::string& address, Reach& reach) {
    ListenPlace place = TRY(ListenPlace::find(address));
    if (!place.is_loopback()) {
        if (options.access.token_file.empty()) {
            return not_without_tokens(address);
        }
        reach = Reach::network;
    }
    // A server that listens at a name goes by that name, with its own ports.
    names.push_back(place.authority().host);
    return place;
}

Result<void> Server::Parts::open() {
    Reach reach = Reach::machine;
    ListenPlace http_place = TRY(place_at(options.listen, reach));
    std::optional<ListenPlace> grpc_place;
    if (!options.grpc.empty()) {
        grpc_place = TRY(place_at(options.grpc, reach));
    }
    if (const std::string name = own_name(); reach == Reach::network && parse_authority(name)) {
        options.access.hosts.push_back(name);
    }
    access = TRY(Access::from(options.access));
    if (access.short_tokens() > 0) {
        log(LogLevel::warn, "tokens of fewer than 16 characters are easily guessed",
            {{"count", std::to_string(access.short_tokens())}});
    }
    return listen(http_place, grpc_place ? &*grpc_place : nullptr);
}

// All ports are taken before the first request is answered: a server is there as a whole or not at
// all.
Result<void> Server::Parts::listen(ListenPlace& http_place, ListenPlace* grpc_place) {
    std::vector<Descriptor> http_sockets = TRY(http_place.listen());
    std::vector<Descriptor> grpc_sockets;
    std::vector<std::uint16_t> ports = {*http_place.authority().port};
    http_address = "http://" + to_string(http_place.authority());
    if (grpc_place != nullptr) {
        grpc_sockets = TRY(grpc_place->listen());
        ports.push_back(*grpc_place->authority().port);
        grpc_address = to_string(grpc_place->authority());
    }
    const bool beyond = !http_place.is_loopback() || (grpc_place && !grpc_place->is_loopback());
    access.listens_on(std::move(ports), beyond ? Reach::network : Reach::machine, names);
    ListenerLimits limits = options.limits;
    limits.connections_max =
        std::min(limits.connections_max,
                 make_room_for_connections(http_sockets.size() + grpc_sockets.size()));
    for (Descriptor& socket : http_sockets) {
        http.push_back(std::make_shared<Listener>(
            std::move(socket), [this](const Request& request) { return answer(request); }, limits,
            [this](const Request& request) { return turn_away(request); },
            [](const Request& request, Response& refusal) {
                if (is_otlp(request)) {
                    make_otlp(request, refusal);
                }
            },
            only_asks));
    }
    for (Descriptor& socket : grpc_sockets) {
        grpc.push_back(std::make_shared<GrpcListener>(
            std::move(socket),
            [this](OtlpSignal signal, std::string_view body) {
                return take_otlp(app, signal, OtlpEncoding::protobuf, body);
            },
            access, limits));
    }
    watch();
    return {};
}

// Numbers may be asked for through the store's own socket when this server has gone.
void Server::Parts::watch() {
    if (app.metrics == nullptr) {
        return;
    }
    const auto sum = []<class T>(const std::vector<std::shared_ptr<T>>& listeners, auto member) {
        return [known = std::vector<std::weak_ptr<T>>(listeners.begin(), listeners.end()), member] {
            double total = 0;
            for (const std::weak_ptr<T>& each : known) {
                const std::shared_ptr<T> listener = each.lock();
                total += listener ? static_cast<double>(listener->gauges().*member) : 0;
            }
            return total;
        };
    };
    Metrics& metrics = *app.metrics;
    metrics.watch("hence_http_connections", "Open connections.",
                  sum(http, &ListenerGauges::connections));
    metrics.watch("hence_http_requests_running", "Requests that are being answered.",
                  sum(http, &ListenerGauges::requests_running));
    metrics.watch("hence_http_requests_waiting", "Requests that wait for their turn.",
                  sum(http, &ListenerGauges::requests_waiting));
    metrics.watch("hence_http_in_flight_bytes", "Bodies of requests that are not answered yet.",
                  sum(http, &ListenerGauges::in_flight_bytes));
    metrics.watch("hence_http_answer_bytes", "Held for answers that are made or sent.",
                  sum(http, &ListenerGauges::answer_bytes));
    metrics.watch("hence_http_refused", "Requests and connections turned away since the start.",
                  sum(http, &ListenerGauges::refused_total));
    metrics.watch("hence_grpc_connections", "Open connections of OTLP over gRPC.",
                  sum(grpc, &GrpcGauges::connections));
    metrics.watch("hence_grpc_calls_waiting", "Calls that wait for their turn.",
                  sum(grpc, &GrpcGauges::calls_waiting));
    metrics.watch("hence_grpc_in_flight_bytes", "Messages of calls that are not answered yet.",
                  sum(grpc, &GrpcGauges::in_flight_bytes));
}

// Runs before the body is read, so that nobody without leave makes us read one.
std::optional<Response> Server::Parts::turn_away(const Request& request) {
    const RouteMatch found = find_route(request);
    std::optional<Response> refused = access.refusal(request, found.route);
    if (!refused) {
        return refused;
    }
    Answering(app, options.log, request, found.route).status(refused->status);
    if (refused->status < 400) {
        return refused;
    }
    if (const std::optional<std::uint64_t> held = refusals.pass(Clock::now())) {
        log(LogLevel::warn, "refused a request",
            {{"status", std::to_string(refused->status)},
             {"method", request.method},
             {"path", target_of({.path = request.path})},
             {"host", std::string(request.header("host"))},
             {"origin", std::string(request.header("origin"))},
             {"reason", reason_in(*refused)},
             {"not_logged_before", std::to_string(*held)}});
    }
    if (is_otlp(request)) {
        make_otlp(request, *refused);
    }
    return refused;
}

// Answers come from the log alone, so they stay what they are until something is added to it.
void Server::Parts::add_tag(const Request& request, const Route* route, Response& response,
                            std::uint64_t last_seq) const {
    if (route == nullptr || route->method != "GET" || response.status != 200 || response.feed ||
        !response.warning.empty() || !route->pattern.starts_with("/api/v1/") ||
        route->pattern.starts_with("/api/v1/quarantine")) {
        return;
    }
    response.headers.emplace_back(
        "ETag", fmt::format(R"(W/"{}-{}-{}")", start, last_seq, static_cast<int>(request.form())));
}

void Server::Parts::log_failure(const Request& request, const Response& response) {
    if (const std::optional<std::uint64_t> held = failures.pass(Clock::now())) {
        log(LogLevel::error, "cannot answer",
            {{"method", request.method},
             {"path", target_of({.path = request.path})},
             {"status", std::to_string(response.status)},
             {"reason", is_otlp(request) ? "" : reason_in(response)},
             {"not_logged_before", std::to_string(*held)}});
    }
}

Response Server::Parts::answer(const Request& request) {
    const RouteMatch found = find_route(request);
    auto answering = std::make_shared<Answering>(app, options.log, request, found.route);
    // An answer of a standby gets no tag, and must not wait for a primary that is away.
    const bool stale =
        app.standby != nullptr && found.route != nullptr && may_be_stale(*found.route);
    const std::uint64_t last_seq = stale ? 0 : app.store.last_seq();
    App asked = app;
    asked.allowed = access.allowed(request.header("authorization"));
    Response response = handle(asked, request, found);
    if (!stale) {
        add_tag(request, found.route, response, last_seq);
    }
    access.let_read(request, response);
    answering->status(response.status);
    if (response.status >= 500) {
        log_failure(request, response);
    }
    if (response.produce) {
        response.produce = [answering, produce = std::move(response.produce)](const Sink& sink) {
            Result<void> produced = produce(sink);
            if (!produced) {
                answering->status(http_status_of(produced.error().code));
            }
            answering->end();
            return produced;
        };
    }
    return response;
}

void Server::Parts::stop() {
    if (app.live != nullptr) {
        app.live->close();
    }
    std::vector<std::thread> stopping;
    for (const std::shared_ptr<Listener>& listener : http) {
        stopping.emplace_back([&listener] { listener->stop(); });
    }
    for (const std::shared_ptr<GrpcListener>& listener : grpc) {
        stopping.emplace_back([&listener] { listener->stop(); });
    }
    for (std::thread& thread : stopping) {
        thread.join();
    }
}

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Server::~Server() {
    stop();
}

Result<std::unique_ptr<Server>> Server::start(const App& app, const ServeOptions& options) {
    auto parts = std::make_unique<Parts>(app, options);
    TRY(parts->open());
    return std::unique_ptr<Server>(std::make_unique<Server>(std::move(parts)));
}

std::string Server::http_address() const {
    return parts_->http_address;
}

std::string Server::grpc_address() const {
    return parts_->grpc_address;
}

void Server::stop() {
    parts_->stop();
}

}  // namespace hence
