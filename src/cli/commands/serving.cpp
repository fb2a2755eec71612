#include "cli/commands/serving.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/try.h"
#include "cli/commands/letting_go.h"
#include "cli/commands/retention.h"
#include "cli/commands/witnessing.h"
#include "cli/console/context.h"
#include "server/door/owner.h"
#include "server/door/owner_lock.h"
#include "server/serve/freed_blocks.h"
#include "server/watch/observed_store.h"
#include "store/engine.h"
#include "store/integrity/signing_keys.h"

namespace hence {
namespace {

constexpr std::string_view default_http = "http://127.0.0.1:4318";
constexpr std::string_view default_grpc = "127.0.0.1:4317";

volatile std::sig_atomic_t told = 0;
volatile std::sig_atomic_t wake = -1;

void end_or_die(int signal) {
    if (told != 0) {
        std::signal(signal, SIG_DFL);
        ::raise(signal);
        return;
    }
    told = 1;
    const int number = errno;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t put = ::write(wake, &one, sizeof one);
    errno = number;
}

// Catches what tells a server to end, for as long as it lives.
class EndSignals {
public:
    EndSignals() : wake_(::eventfd(0, EFD_CLOEXEC)) {
        told = 0;
        wake = wake_.number();
        struct sigaction action {};
        action.sa_handler = end_or_die;
        action.sa_flags = SA_RESTART;
        ::sigaction(SIGINT, &action, nullptr);
        ::sigaction(SIGTERM, &action, nullptr);
        // A terminal that closes does not end a server.
        std::signal(SIGHUP, SIG_IGN);
    }

    void wait() const {
        std::uint64_t count = 0;
        while (told == 0 && ::read(wake_.number(), &count, sizeof count) < 0 && errno == EINTR) {
        }
    }

private:
    Descriptor wake_;
};

Result<std::unique_ptr<Server>> start(KeptStore& kept, const Serving& serving, Log& log) {
    ServeOptions options = serving.options;
    options.log = &log;
    Result<std::unique_ptr<Server>> server = Server::start(kept.app(), options);
    if (!server && serving.any_port && server.error().code == Code::io) {
        options.listen = "127.0.0.1:0";
        options.grpc = options.grpc.empty() ? "" : "127.0.0.1:0";
        return Server::start(kept.app(), options);
    }
    return server;
}

// The address as others write it: a machine that listens everywhere has a name, too.
std::string as_seen(const std::string& address) {
    for (const std::string_view everywhere : {"http://0.0.0.0:", "http://[::]:"}) {
        std::array<char, 256> name{};
        if (address.starts_with(everywhere) && ::gethostname(name.data(), name.size() - 1) == 0) {
            return fmt::format("http://{}:{}", name.data(), address.substr(everywhere.size()));
        }
    }
    return address;
}

// How to point an agent at it, on one line.
std::string advice(const Server& server, bool tokens) {
    if (!tokens && server.http_address() == default_http && server.grpc_address() == default_grpc) {
        return "an agent with OpenTelemetry's default settings needs no configuration";
    }
    return fmt::format("point an agent here with OTEL_EXPORTER_OTLP_ENDPOINT={}{}",
                       as_seen(server.http_address()),
                       tokens ? " OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20TOKEN" : "");
}

void announce(const Server& server, const Serving& serving, Log& log) {
    if (!serving.said_first.empty()) {
        log.say(LogLevel::warn, serving.said_first, {});
    }
    if (serving.log_form == LogForm::json) {
        log.say(LogLevel::info, "listening",
                {{"http", server.http_address()}, {"grpc", server.grpc_address()}});
        return;
    }
    note("listening on " + server.http_address());
    if (!server.grpc_address().empty()) {
        note("OTLP/gRPC on " + server.grpc_address());
    }
    note(advice(server, !serving.options.access.token_file.empty()));
    note(fmt::format("look at {}/", as_seen(server.http_address())));
}

}  // namespace

std::unique_ptr<Store> KeptStore::observed(std::unique_ptr<Store> store) {
    auto made = std::make_unique<ObservedStore>(std::move(store), metrics_, live_);
    store_ = made.get();
    return made;
}

Result<std::unique_ptr<KeptStore>> KeptStore::open(const std::string& place,
                                                   const std::string& command) {
    auto kept = std::make_unique<KeptStore>();
    watch_process(kept->metrics_);
    if (place == "memory:") {
        kept->door_ = open_local_door(kept->observed(open_memory_store()));
        return kept;
    }
    if (is_engine_address(place)) {
        std::unique_ptr<Store> store =
            TRY(open_engine_store(place, {.signing_keys = signing_directory()}));
        kept->door_ = open_local_door(kept->observed(std::move(store)));
        kept->redaction_.keep_key_with(*kept->store_);
        kept->follower_ = std::make_unique<LogFollower>(*kept->store_, kept->live_);
        kept->shortcomings_ = TRY(engine_shortcomings(place));
        return kept;
    }
    if (place.find("://") != std::string::npos) {
        return Error{Code::invalid, fmt::format("{} cannot be served from here", place),
                     "serve a directory, memory: or postgres://host/database"};
    }
    TRY(make_directory(place));
    OwnerOptions options;
    options.command = "hence " + command;
    options.insists = true;
    options.metrics = &kept->metrics_;
    options.live = &kept->live_;
    options.kept = &kept->answers_;
    options.address = &kept->address_;
    kept->redaction_.keep_key_in(place);
    options.redaction = &kept->redaction_;
    options.open =
        [keeper = kept.get()](const std::filesystem::path& path) -> Result<std::unique_ptr<Store>> {
        std::unique_ptr<Store> store = TRY(open_store_in(path));
        return keeper->observed(std::move(store));
    };
    watch_directory(kept->metrics_, place);
    kept->door_ = TRY(open_directory_door(place, std::move(options)));
    return kept;
}

Result<void> serve_until_told(KeptStore& kept, const Serving& serving) {
    Log log(serving.log_form, serving.log_level);
    if (const std::optional<Error> damage = kept.app().store.damage()) {
        log.say(LogLevel::warn, "the store is damaged: it is read, and takes nothing",
                {{"reason", one_line(*damage)}});
    }
    for (const std::string& shortcoming : kept.shortcomings()) {
        log.say(LogLevel::warn, "the engine cannot promise what is acknowledged",
                {{"reason", shortcoming}});
    }
    give_freed_blocks_back();
    const EndSignals signals;
    const std::unique_ptr<Server> server = TRY(start(kept, serving, log));
    kept.listens_at(as_seen(server->http_address()));
    announce(*server, serving, log);
    if (serving.listening) {
        serving.listening(server->http_address());
    }
    {
        const Retention retention(kept.app(), serving.retain, log);
        const Witnessing witnessing(kept.door(), log);
        const LettingGo letting_go(*kept.app().kept, kept.app().store);
        signals.wait();
    }
    kept.listens_at({});
    log.say(LogLevel::info, "stopping");
    server->stop();
    log.say(LogLevel::info, "stopped");
    return {};
}

}  // namespace hence
