// A server under OpenTelemetry's load, over loopback, against the library's own append.
//
//     otlp_bench [--spans N] [--soak N] [--dir DIRECTORY]
//
// A child process serves a store on disk, synced. Four connections send requests of 512 spans, made
// before the clock starts; then the events that came of them are appended to a fresh store by four
// threads. After that, answers are timed while nothing is sent and at half of that load. Prints a
// table with the bar that each figure must reach. Exits with 1 when one is missed.
//
// With --soak, that many spans are sent instead, made while they are sent. Then the store is opened
// and its spans are counted, and the server's memory at a quarter of the way is held against that
// at the end.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bars.h"
#include "hence/store.h"
#include "measured.h"
#include "must.h"
#include "otlp_spans.h"
#include "server/serve/freed_blocks.h"
#include "server/serve/serve.h"
#include "server/watch/live.h"
#include "server/watch/metrics.h"
#include "server/watch/observed_store.h"
#include "server/wire/socket.h"
#include "store/directory.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seed = 20260223;
constexpr std::size_t request_spans = 512;
constexpr std::size_t connections = 4;
constexpr std::size_t tree_events = 1'000;
constexpr std::size_t questions = 400;
constexpr std::size_t asked_sessions = 20;
constexpr double append_share_min = 1.0 / 3;
constexpr double slower_max = 5;
constexpr std::uint64_t growth_max = 256ULL << 20;

struct Settings {
    std::size_t spans = 200'000;
    std::size_t soak = 0;
    fs::path directory = fs::temp_directory_path() / "hence-otlp-bench";
};

// A server in a process of its own, so that what it takes is its own.
class ServerProcess {
public:
    explicit ServerProcess(const fs::path& directory) {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) {
            fail(system_error("make a pipe"));
        }
        child_ = ::fork();
        if (child_ == 0) {
            ::close(ends[0]);
            serve(directory, ends[1]);
        }
        ::close(ends[1]);
        for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) {
            address_ += c;
        }
        ::close(ends[0]);
        if (address_.empty()) {
            fail({Code::io, "the server did not start"});
        }
    }
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;
    ~ServerProcess() {
        ::kill(child_, SIGTERM);
        ::waitpid(child_, nullptr, 0);
    }

    const std::string& address() const { return address_; }
    std::uint64_t resident_bytes(std::string_view what) const {  // "VmRSS:" now, "VmHWM:" at most.
        return bench::resident_bytes(what, child_);
    }

private:
    [[noreturn]] static void serve(const fs::path& directory, int tell) {
        sigset_t ending;
        sigemptyset(&ending);
        sigaddset(&ending, SIGTERM);
        ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);
        give_freed_blocks_back();
        {
            Metrics metrics;
            LiveHub live;
            ObservedStore store(must(open_directory_store(directory)), metrics, live);
            const App app{.store = store, .metrics = &metrics, .live = &live};
            ServeOptions options;
            options.listen = "127.0.0.1:0";
            options.grpc = "";
            const std::unique_ptr<Server> server = must(Server::start(app, options));
            const std::string line = server->http_address() + "\n";
            if (::write(tell, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
                std::_Exit(1);
            }
            ::close(tell);
            int signal = 0;
            ::sigwait(&ending, &signal);
            server->stop();
        }
        std::_Exit(0);
    }

    pid_t child_ = 0;
    std::string address_;
};

// One connection that is kept alive.
class Client {
public:
    explicit Client(const std::string& address)
        : address_(address.substr(address.rfind('/') + 1)), socket_(must(connect_to(address_))) {}

    void post(const std::string& body) {
        send(
            fmt::format("POST /v1/traces HTTP/1.1\r\nHost: {}\r\nContent-Type: "
                        "application/x-protobuf\r\nContent-Length: {}\r\n\r\n",
                        address_, body.size()));
        send(body);
        const std::string answer = receive();
        if (!answer.starts_with("HTTP/1.1 200") || !answer.ends_with("\r\n\r\n")) {
            fail({Code::invalid, "not every span was accepted: " + answer});
        }
    }

    std::size_t get(const std::string& target) {
        send(fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", target, address_));
        const std::string answer = receive();
        if (!answer.starts_with("HTTP/1.1 200")) {
            fail({Code::invalid, target + ": " + answer.substr(0, 400)});
        }
        return answer.size();
    }

private:
    void send(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) {
                fail(system_error("send"));
            }
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    // Head and body; of a body in chunks, everything as it came.
    std::string receive() {
        std::string answer;
        std::size_t head = std::string::npos;
        while (head == std::string::npos) {
            more(answer);
            head = answer.find("\r\n\r\n");
        }
        const std::size_t length = answer.find("Content-Length: ");
        if (length < head) {
            const std::size_t whole = head + 4 + std::stoull(answer.substr(length + 16));
            while (answer.size() < whole) {
                more(answer);
            }
            return answer;
        }
        while (!answer.ends_with("\r\n0\r\n\r\n")) {
            more(answer);
        }
        return answer;
    }

    void more(std::string& answer) {
        std::array<char, 65'536> piece{};
        const ssize_t got = ::recv(socket_.number(), piece.data(), piece.size(), 0);
        if (got <= 0) {
            fail(system_error("receive"));
        }
        answer.append(piece.data(), static_cast<std::size_t>(got));
    }

    std::string address_;
    Descriptor socket_;
};

// Runs `work` on as many threads as there are connections, and returns the seconds it took.
double on_threads(const std::function<void(std::size_t)>& work) {
    const Clock::time_point start = Clock::now();
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < connections; ++i) {
        threads.emplace_back(work, i);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return seconds_since(start);
}

double send_all(const std::string& address, const std::vector<std::string>& requests) {
    std::vector<std::unique_ptr<Client>> clients;
    for (std::size_t i = 0; i < connections; ++i) {
        clients.push_back(std::make_unique<Client>(address));
    }
    return on_threads([&](std::size_t thread) {
        for (std::size_t i = thread; i < requests.size(); i += connections) {
            clients[thread]->post(requests[i]);
        }
    });
}

// The events of a store as its emitters' own batches would be, and how long it takes to append
// them.
double append_again(const fs::path& from, const fs::path& to, std::uint64_t& events) {
    std::vector<Batch> batches;
    {
        const std::unique_ptr<Store> store = must(open_directory_store(from));
        events = store->last_seq();
        const std::unique_ptr<Cursor> cursor = must(store->read(1, events));
        while (std::optional<Event> event = must(cursor->next())) {
            if (batches.empty() || batches.back().events.size() == request_spans) {
                batches.emplace_back();
            }
            batches.back().events.push_back({event->stored_as(0, {})});
        }
    }
    const std::unique_ptr<Store> store = must(open_directory_store(to));
    return on_threads([&](std::size_t thread) {
        for (std::size_t i = thread; i < batches.size(); i += connections) {
            must(store->append(batches[i]));
        }
    });
}

// What is asked while others send.
struct Subjects {
    std::vector<std::string> trees;
    std::vector<std::string> explanations;
};

double p99_ms(Client& client, const std::vector<std::string>& targets) {
    std::vector<double> spent;
    for (std::size_t i = 0; i < questions; ++i) {
        const Clock::time_point start = Clock::now();
        client.get(targets[i % targets.size()]);
        spent.push_back(seconds_since(start) * 1e3);
    }
    std::ranges::sort(spent);
    return spent[spent.size() * 99 / 100];
}

// Sends at a steady pace, on all connections, until it is destroyed.
class Load {
public:
    Load(const std::string& address, const std::vector<std::string>& requests, double per_second)
        : thread_([this, &address, &requests, per_second] {
              on_threads([&](std::size_t thread) {
                  Client client(address);
                  const auto pause = std::chrono::duration_cast<Clock::duration>(
                      std::chrono::duration<double>(connections / per_second));
                  Clock::time_point next = Clock::now() + pause * thread / connections;
                  for (std::size_t i = thread; !done_ && i < requests.size(); i += connections) {
                      std::this_thread::sleep_until(next);
                      next += pause;
                      client.post(requests[i]);
                      ++sent_;
                  }
              });
          }) {}
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;
    ~Load() {
        done_ = true;
        thread_.join();
    }
    std::size_t sent() const { return sent_; }

private:
    std::atomic<bool> done_ = false;
    std::atomic<std::size_t> sent_ = 0;
    std::thread thread_;
};

std::vector<std::string> requests_of(SpanGenerator& generator, std::size_t spans) {
    std::vector<std::string> requests;
    for (std::size_t made = 0; made < spans; made += request_spans) {
        requests.push_back(generator.request(request_spans));
    }
    return requests;
}

// Spans per second over the wire.
double measure_ingest(const Settings& settings, std::unique_ptr<ServerProcess> server,
                      SpanGenerator& generator, Bars& table) {
    const std::vector<std::string> requests = requests_of(generator, settings.spans);
    const auto spans = static_cast<double>(requests.size() * request_spans);
    const double sending = send_all(server->address(), requests);
    const std::uint64_t resident = server->resident_bytes("VmHWM:");
    server = nullptr;
    std::uint64_t events = 0;
    const double appending =
        append_again(settings.directory / "served", settings.directory / "appended", events);
    const double share = appending / sending;
    const auto count = static_cast<double>(events);
    table.row(fmt::format("OTLP/HTTP, {} spans of {} bytes, {} events", spans,
                          requests.front().size() / request_spans, events),
              fmt::format("{:.0f} events/s", count / sending),
              fmt::format("append {:.0f} events/s", count / appending),
              fmt::format("{:.2f} (>= 1/3)", share), share >= append_share_min);
    table.row("most memory that the server took", fmt::format("{} MiB", resident >> 20), "", "",
              true);
    return spans / sending;
}

void measure_answers(const Settings& settings, const ServerProcess& server,
                     SpanGenerator& generator, double peak, Bars& table) {
    Client client(server.address());
    Subjects subjects;
    for (std::size_t i = 0; i < asked_sessions; ++i) {
        client.post(generator.long_trace(tree_events));
        subjects.trees.push_back(fmt::format("/api/v1/sessions/{}/tree", generator.session()));
        subjects.explanations.push_back(
            fmt::format("/api/v1/events/{}/explain", generator.twentieth()));
    }
    p99_ms(client, subjects.trees);  // Once for the caches.
    const double tree_idle = p99_ms(client, subjects.trees);
    const double explain_idle = p99_ms(client, subjects.explanations);
    const std::vector<std::string> requests = requests_of(generator, settings.spans * 2);
    const Load load(server.address(), requests, peak / 2 / request_spans);
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const Clock::time_point start = Clock::now();
    const std::size_t before = load.sent();
    const double tree_busy = p99_ms(client, subjects.trees);
    const double explain_busy = p99_ms(client, subjects.explanations);
    const auto sent = static_cast<double>((load.sent() - before) * request_spans);
    table.row("load while answers were timed",
              fmt::format("{:.0f} spans/s", sent / seconds_since(start)),
              fmt::format("peak {:.0f} spans/s", peak), "", true);
    const auto compare = [&table](const std::string& what, double busy, double idle) {
        table.row(what, fmt::format("{:.1f} ms", busy), fmt::format("idle {:.1f} ms", idle),
                  fmt::format("{:.1f} x (<= 5 x)", busy / idle), busy <= slower_max * idle);
    };
    compare("p99, tree of 1,000 events, at half load", tree_busy, tree_idle);
    compare("p99, explain over 20 events, at half load", explain_busy, explain_idle);
}

std::uint64_t spans_in(const fs::path& directory) {
    const std::unique_ptr<Store> store = must(open_directory_store(directory));
    const std::unique_ptr<Cursor> cursor = must(store->read(1, store->last_seq()));
    std::uint64_t spans = 0;
    while (const std::optional<Event> event = must(cursor->next())) {
        spans += event->id().find('~') == std::string_view::npos ? 1 : 0;
    }
    return spans;
}

void soak(const Settings& settings, std::unique_ptr<ServerProcess> server, Bars& table) {
    const std::size_t requests = (settings.soak + request_spans - 1) / request_spans;
    std::atomic<std::size_t> sent = 0;
    std::atomic<std::uint64_t> quarter = 0;
    const double spent = on_threads([&](std::size_t thread) {
        SpanGenerator generator(seed + thread);
        Client client(server->address());
        for (std::size_t i = thread; i < requests; i += connections) {
            client.post(generator.request(request_spans));
            if (++sent == requests / 4) {
                quarter = server->resident_bytes("VmRSS:");
            }
        }
    });
    const std::uint64_t end = server->resident_bytes("VmRSS:");
    server = nullptr;
    const std::uint64_t expected = requests * request_spans;
    const std::uint64_t found = spans_in(settings.directory / "served");
    table.row("spans sent, and spans stored", fmt::format("{}", expected),
              fmt::format("{}, {:.0f} spans/s", found, static_cast<double>(expected) / spent),
              "all", found == expected);
    table.row("resident at the end, and at a quarter", fmt::format("{} MiB", end >> 20),
              fmt::format("{} MiB", quarter >> 20), "256 MiB more at most",
              end <= quarter + growth_max);
}

int run(const Settings& settings) {
    fs::remove_all(settings.directory);
    fs::create_directories(settings.directory);
    fmt::print("| what | figure | beside | bar | met |\n|---|---|---|---|---|\n");
    std::fflush(stdout);
    // Both at once: a process that has threads must not fork.
    auto served = std::make_unique<ServerProcess>(settings.directory / "served");
    const ServerProcess asked(settings.directory / "asked");
    Bars table;
    if (settings.soak > 0) {
        soak(settings, std::move(served), table);
        return table.status();
    }
    SpanGenerator generator(seed);
    const double peak = measure_ingest(settings, std::move(served), generator, table);
    measure_answers(settings, asked, generator, peak, table);
    return table.status();
}

}  // namespace
}  // namespace hence::bench

int main(int argc, char** argv) {
    hence::bench::Settings settings;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view option = argv[i];
        if (option == "--spans") {
            settings.spans = std::stoull(argv[i + 1]);
        } else if (option == "--soak") {
            settings.soak = std::stoull(argv[i + 1]);
        } else if (option == "--dir") {
            settings.directory = argv[i + 1];
        } else {
            fmt::print(stderr, "otlp_bench: what is {}?\n", option);
            return 2;
        }
    }
    const int status = hence::bench::run(settings);
    std::filesystem::remove_all(settings.directory);
    return status;
}
