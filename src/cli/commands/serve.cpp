// `hence serve`: answers over HTTP, and takes what OpenTelemetry sends.
#include <memory>

#include <fmt/format.h>

#include "base/try.h"
#include "cli/commands/commands.h"
#include "cli/commands/serving.h"
#include "cli/console/moment.h"
#include "store/engine.h"

namespace hence {
namespace {

struct ServeArguments {
    ServeOptions options;
    std::string token_file;
    std::string log = "text";
    std::string log_level = "info";
    std::size_t body_bytes = ListenerLimits{}.body_bytes_max;
    std::size_t inflation = ListenerLimits{}.inflation_max;
    std::size_t in_flight_bytes = ListenerLimits{}.in_flight_bytes_max;
    std::size_t answer_bytes = ListenerLimits{}.answer_bytes_max;
    std::size_t header_s = 10;
    std::size_t body_s = 10;
    std::size_t idle_s = 60;
    bool redact = false;
    bool no_redact = false;
    std::string retain;
};

constexpr std::size_t timeout_s_max = 86'400;

Result<std::chrono::milliseconds> timeout(std::string_view option, std::size_t seconds) {
    if (seconds == 0 || seconds > timeout_s_max) {
        return Error{Code::invalid, fmt::format("{} is 1 to {} seconds", option, timeout_s_max)};
    }
    return std::chrono::milliseconds(seconds * 1'000);
}

Result<void> at_least_one(std::string_view option, std::size_t value) {
    if (value == 0) {
        return Error{Code::invalid, fmt::format("{} is at least 1", option)};
    }
    return {};
}

Result<ListenerLimits> limits_of(const ServeArguments& given) {
    ListenerLimits limits = given.options.limits;
    TRY(at_least_one("--max-body-bytes", given.body_bytes));
    TRY(at_least_one("--max-inflation", given.inflation));
    TRY(at_least_one("--max-in-flight-bytes", given.in_flight_bytes));
    TRY(at_least_one("--max-answer-bytes", given.answer_bytes));
    TRY(at_least_one("--max-connections", limits.connections_max));
    limits.body_bytes_max = given.body_bytes;
    limits.inflation_max = given.inflation;
    limits.in_flight_bytes_max = given.in_flight_bytes;
    limits.answer_bytes_max = given.answer_bytes;
    limits.header_patience = TRY(timeout("--header-timeout", given.header_s));
    limits.body_patience = TRY(timeout("--body-timeout", given.body_s));
    limits.idle_patience = TRY(timeout("--idle-timeout", given.idle_s));
    return limits;
}

LogLevel level_named(std::string_view name) {
    return name == "debug"   ? LogLevel::debug
           : name == "warn"  ? LogLevel::warn
           : name == "error" ? LogLevel::error
                             : LogLevel::info;
}

// A server that keeps what others would take out says so, where its log is read.
std::string redaction_said(const ServeArguments& given) {
    return given.no_redact ? "secrets are not redacted: telemetry is stored as it is sent"
           : given.redact  ? "secrets are redacted in everything that is sent"
                           : "";
}

Result<int> serve(Context& context, const ServeArguments& given) {
    if (!context.globals().file.empty()) {
        return Error{Code::invalid, "--file answers from a file, and serves nothing",
                     "record the file, and serve the store"};
    }
    if (given.redact && given.no_redact) {
        return Error{Code::invalid, "--redact and --no-redact exclude each other"};
    }
    // A date would not move on from day to day.
    const bool is_age =
        given.retain.empty() || std::string("smhd").find(given.retain.back()) != std::string::npos;
    if (!is_age || (!given.retain.empty() && !parse_moment(given.retain, moment_now()))) {
        return Error{Code::invalid, "--retain takes how long to keep events", "such as 180d"};
    }
    Serving serving{.options = given.options};
    serving.options.limits = TRY(limits_of(given));
    serving.options.access.token_file = given.token_file;
    if (serving.options.grpc == "off") {
        serving.options.grpc.clear();
    }
    serving.log_form = given.log == "json" ? LogForm::json : LogForm::text;
    serving.log_level = level_named(given.log_level);
    const std::string place = TRY(context.store_named());
    if (is_engine_address(place)) {
        serving.options.access.log = TRY(engine_log_of(place));
    }
    const Result<std::unique_ptr<KeptStore>> kept = KeptStore::open(place, "serve");
    if (!kept) {
        // A store that another process keeps is as little to be had as a port that is taken.
        const Error& why = kept.error();
        return why.code == Code::conflict ? Error{Code::busy, why.message, why.hint} : why;
    }
    std::unique_ptr<Store> standby = TRY(context.open_standby());
    (*kept)->answers_from(std::move(standby));
    (*kept)->redacts({.foreign = !given.no_redact, .native = given.redact});
    serving.said_first = redaction_said(given);
    serving.retain = given.retain;
    TRY(serve_until_told(**kept, serving));
    return 0;
}

void add_limits(Parser& serve, ServeArguments& given) {
    serve.add_option("--max-body-bytes", given.body_bytes, "Of a request, after decompression")
        .capture_default_str();
    serve
        .add_option("--max-inflation", given.inflation,
                    "How many times larger decompression may make a request")
        .capture_default_str();
    serve.add_option("--max-in-flight-bytes", given.in_flight_bytes, "Of all requests at once")
        .capture_default_str();
    serve
        .add_option("--max-answer-bytes", given.answer_bytes,
                    "Held for all answers at once, while they are made and sent")
        .capture_default_str();
    serve
        .add_option("--max-connections", given.options.limits.connections_max,
                    "How many may be open at once")
        .capture_default_str();
    serve.add_option("--header-timeout", given.header_s, "Seconds for a request's header")
        .capture_default_str();
    serve
        .add_option("--body-timeout", given.body_s,
                    "Seconds for a request's body, and one more for each KiB")
        .capture_default_str();
    serve.add_option("--idle-timeout", given.idle_s, "Seconds between two requests")
        .capture_default_str();
}

}  // namespace

void add_serve_command(Parser& app, Command& command) {
    auto given = std::make_shared<ServeArguments>();
    Parser parser = app.add_subcommand("serve", "Serve the API, OTLP and MCP over HTTP");
    parser.add_option("--listen", given->options.listen, "Where to listen, host:port")
        .capture_default_str();
    parser.add_option("--grpc", given->options.grpc, "Where to take OTLP over gRPC, or off")
        .capture_default_str();
    parser.add_option("--token-file", given->token_file,
                      "Lines of TOKEN SCOPE[,SCOPE][@LOG] [NAME]; scopes are ingest, read, write, "
                      "admin");
    parser.add_option("--host", given->options.access.hosts,
                      "A name that it goes by, besides localhost; may be repeated");
    parser.add_option("--origin", given->options.access.origins,
                      "Pages from here may ask, such as https://host; may be repeated");
    parser.add_option("--embed-in", given->options.access.frames,
                      "Pages from here may show the page in a frame; may be repeated");
    add_limits(parser, *given);
    parser.add_flag("--redact", given->redact,
                    "Take secrets out of native events, too, before they are stored");
    parser.add_flag("--no-redact", given->no_redact,
                    "Store telemetry and transcripts with the secrets that are in them");
    parser.add_option("--retain", given->retain,
                      "Erase events that are older than this, such as 180d, once a day");
    parser.add_option("--log", given->log, "How to log on standard error")
        .one_of({"text", "json"})
        .capture_default_str();
    parser.add_option("--log-level", given->log_level, "What to log; debug has a line a request")
        .one_of({"debug", "info", "warn", "error"})
        .capture_default_str();
    parser.footer("Example: hence serve --listen 127.0.0.1:4318");
    runs(parser, command, serve, given);
}

}  // namespace hence
