// A log in PostgreSQL against a directory, in one run on one machine: append, tree, explain, start.
//
//     postgres_bench [--events N] [--large N] [--only append|questions|fill] [--store ADDRESS]
//                    [--dir DIRECTORY]
//     postgres_bench --beside ADDRESS [--events N] [--store ADDRESS]
//     postgres_bench --logs N --events N [--writers N] [--store ADDRESS]
//
// The second form compares appends to one PostgreSQL with those to another one, such as three nodes
// with a quorum (bench/postgres_nodes.py). The third form fills many logs at a time, and tells what
// an event takes in the engine: the figures of docs/SCALE.md.
//
// Without --store a server of the machine's package is started, with its disk synced as it is by
// default. Appends go to both in turns, so that what else the machine does slows both. A directory
// acknowledges before its index is written, and PostgreSQL after; so three clocks run: until the
// appends are acknowledged, until every event is found under each of its keys, and until words and
// proofs have followed, too. The last one also lets each side come to rest before the other's turn.
// With --large the log of the questions grows on, and is asked at 5 times its events and at so
// many. In an engine of --store that log stays, so it can be filled first and asked later. Prints a
// table with the bar that each figure must reach, and exits with 1 when one is missed.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "bars.h"
#include "complete_sessions.h"
#include "generator.h"
#include "hence/search.h"
#include "hence/store.h"
#include "measured.h"
#include "must.h"
#include "options.h"
#include "store/directory.h"
#include "store/engine.h"
#include "store/integrity/integrity.h"
#include "store/postgres/pool.h"
#include "store/postgres/server_for_test.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seed = 20260223;
constexpr std::size_t questions = 100;  // Asked of each kind; the median counts.
constexpr std::size_t turns = 8;        // Each store appends so many times.

struct Settings {
    std::size_t events = 1'000'000;
    std::size_t large = 0;
    std::size_t logs = 0;
    std::size_t writers = 4;
    std::string address;
    std::string beside;
    std::string only;
    fs::path directory = fs::temp_directory_path() / "hence-postgres-bench";
};

Bars bars;

void row(const std::string& what, const std::string& figure, const std::string& bar, bool met) {
    bars.row(what, figure, bar, met);
}

std::vector<std::string> batches_of(EventGenerator& generator, std::size_t events,
                                    std::size_t size) {
    std::vector<std::string> batches;
    for (std::size_t made = 0; made < events;) {
        std::string lines;
        for (std::size_t i = 0; i < size && made < events; ++i, ++made) {
            lines += generator.next();
            lines += '\n';
        }
        batches.push_back(std::move(lines));
    }
    return batches;
}

void append(Store& store, const std::vector<std::string>& batches) {
    for (const std::string& text : batches) {
        append_text(store, text);
    }
}

std::unique_ptr<Store> open_log(const Settings& settings, const std::string& log) {
    return must(open_engine_store(settings.address, {.log = log}));
}

// One of the stores that are compared, and the seconds that its appends took, from JSON text on.
struct Side {
    std::unique_ptr<Store> store;
    double acknowledged = 0;
    double found = 0;     // Every event under each of its keys.
    double followed = 0;  // Words and proofs, too.

    void take(const std::vector<std::string>& batches) {
        const Clock::time_point start = Clock::now();
        append(*store, batches);
        acknowledged += seconds_since(start);
        // Commits are indexed in order, so the session of the last event waits for all of them.
        const std::string_view last(batches.back());
        const Event event = must(Event::parse(last.substr(last.rfind('\n', last.size() - 2) + 1)));
        if (!must(store->summary(Space::session, event.session(), {}))) {
            fail("what was appended is not found");
        }
        found += seconds_since(start);
        must(search(*store, {.text = "zanzibarquux"}));
        must(integrity_of(*store)->cover());
        followed += seconds_since(start);
    }
};

// Gives each of both the same events, in turns.
void take_in_turns(Side& one, Side& other, std::size_t count, std::size_t size) {
    EventGenerator generator(seed);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        const std::vector<std::string> batches = batches_of(generator, count / turns, size);
        one.take(batches);
        other.take(batches);
    }
}

std::size_t events_of(const Settings& settings, std::size_t size) {
    return std::min(settings.events, size * 2'000) / turns * turns;
}

void print_ratio(const std::string& what, std::size_t events, double seconds, double beside_s,
                 const std::string& beside, double bar) {
    const double reached = beside_s / seconds;
    const auto count = static_cast<double>(events);
    row(fmt::format("{} ({} events)", what, events),
        fmt::format("{:.0f}/s; {} {:.0f}/s", count / seconds, beside, count / beside_s),
        bar > 0 ? fmt::format("{:.2f} (>= {:.1f})", reached, bar) : fmt::format("{:.2f}", reached),
        reached >= bar);
}

void compare_appends(const Settings& settings) {
    struct Bar {
        std::size_t size;
        double ratio;
    };
    for (const auto& [size, ratio] : {Bar{1, 0}, Bar{16, 0}, Bar{512, 0.4}, Bar{4'096, 0.6}}) {
        fs::remove_all(settings.directory / "append");
        Side rocks{must(open_directory_store(settings.directory / "append"))};
        Side engine{open_log(settings, fmt::format("append-{}", size))};
        const std::size_t events = events_of(settings, size);
        take_in_turns(rocks, engine, events, size);
        const std::string what = fmt::format("append, batches of {}", size);
        const std::string beside = "a directory";
        print_ratio(what + ", acknowledged", events, engine.acknowledged, rocks.acknowledged,
                    beside, 0);
        print_ratio(what + ", found by every key", events, engine.found, rocks.found, beside,
                    ratio);
        print_ratio(what + ", words and proofs, too", events, engine.followed, rocks.followed,
                    beside, 0);
    }
}

// Several nodes with a quorum, say, beside one.
void compare_engines(const Settings& settings) {
    constexpr double bar = 0.7;
    for (const std::size_t size : {1, 16, 512, 4'096}) {
        const std::string log = fmt::format("beside-{}", size);
        Side one{open_log(settings, log)};
        Side other{must(open_engine_store(settings.beside, {.log = log}))};
        const std::size_t events = events_of(settings, size);
        take_in_turns(one, other, events, size);
        print_ratio(fmt::format("append, batches of {}, acknowledged", size), events,
                    other.acknowledged, one.acknowledged, "alone", size >= 512 ? bar : 0);
    }
}

// Appends what the log lacks of so many events. What it has was made up alike.
void fill(const Settings& settings, const std::string& log, std::size_t events) {
    constexpr std::size_t size = 4'096;
    const std::unique_ptr<Store> store = open_log(settings, log);
    EventGenerator generator(seed);
    std::size_t done = 0;
    for (const std::size_t has = store->last_seq(); done < has; ++done) {
        generator.next();
    }
    const std::size_t before = done;
    if (before >= events) {
        return;
    }
    const Clock::time_point start = Clock::now();
    while (done < events) {
        append(*store, batches_of(generator, std::min(size, events - done), size));
        done += std::min(size, events - done);
    }
    must(integrity_of(*store)->cover());
    row(fmt::format("filled from {} to {} events, made up meanwhile", before, events),
        fmt::format("{:.0f}/s", static_cast<double>(events - before) / seconds_since(start)), "",
        true);
}

// The first event of a session that has 19 ancestors; empty where there is none.
std::string twentieth_in(const Store& store, const std::string& session) {
    std::unordered_map<std::string, std::size_t> depths;
    const std::unique_ptr<Cursor> events = must(store.scan({Space::session, session}));
    while (const std::optional<Event> event = must(events->next())) {
        const auto parent = depths.find(std::string(event->parent()));
        const std::size_t depth = parent == depths.end() ? 1 : parent->second + 1;
        depths.emplace(event->id(), depth);
        if (depth == explain_hops) {
            return std::string(event->id());
        }
    }
    return {};
}

// Sessions from all over the log that are complete.
Subjects subjects_in(const Store& store) {
    Subjects subjects;
    const std::size_t sessions = store.last_seq() / EventGenerator::session_events;
    const std::size_t step = std::max<std::size_t>(1, sessions / (questions + questions / 4));
    for (std::size_t n = 0; n < sessions && subjects.sessions.size() < questions; n += step) {
        const std::string name = fmt::format("session-{:06}", n);
        const std::optional<Summary> session = must(store.summary(Space::session, name, {}));
        if (session && session->events == EventGenerator::session_events) {
            subjects.sessions.push_back(name);
            subjects.events.push_back(twentieth_in(store, name));
        }
    }
    if (subjects.sessions.empty()) {
        fail("no session is complete");
    }
    return subjects;
}

double median_ms(const std::vector<std::string>& subjects,
                 const std::function<void(const std::string&)>& ask) {
    return median_seconds(subjects, ask) * 1e3;
}

// Each question comes to a server that has not read that session yet.
void ask_questions(const Settings& settings, const std::string& log, std::size_t events) {
    constexpr double explain_ms_max = 10;
    constexpr double tree_ms_max = 30;
    constexpr double start_ms_max = 1'000;
    const Subjects subjects = subjects_in(*open_log(settings, log));
    const Clock::time_point start = Clock::now();
    std::unique_ptr<Store> store = open_log(settings, log);
    if (store->last_seq() != events) {
        fail({Code::invalid, "the log has another length"});
    }
    const double start_ms = seconds_since(start) * 1e3;
    row(fmt::format("open a log of {} events", events), fmt::format("{:.1f} ms", start_ms),
        fmt::format("<= {:.0f} ms", start_ms_max), start_ms <= start_ms_max);
    const double explain_ms =
        median_ms(subjects.events, [&](const std::string& id) { ask_explain(*store, id); });
    row(fmt::format("explain, 20 hops, {} events", events), fmt::format("{:.1f} ms", explain_ms),
        fmt::format("<= {:.0f} ms", explain_ms_max), explain_ms <= explain_ms_max);
    store = open_log(settings, log);
    const double tree_ms =
        median_ms(subjects.sessions, [&](const std::string& s) { ask_tree(*store, s); });
    row(fmt::format("tree of a 1,000-event session, {} events", events),
        fmt::format("{:.1f} ms", tree_ms), fmt::format("<= {:.0f} ms", tree_ms_max),
        tree_ms <= tree_ms_max);
}

// One log, asked while it grows.
void measure_questions(const Settings& settings) {
    const std::string log = "questions";
    std::vector<std::size_t> sizes{settings.events};
    for (const std::size_t size : {settings.events * 5, settings.large}) {
        if (size > sizes.back() && size <= settings.large) {
            sizes.push_back(size);
        }
    }
    for (const std::size_t size : sizes) {
        fill(settings, log, size);
        if (settings.only != "fill") {
            ask_questions(settings, log, size);
        }
    }
}

// Rows and bytes of each table, indexes included, for one event.
void print_sizes(const Settings& settings, double events) {
    constexpr std::array<const char*, 4> sizes = {
        "SELECT count(*), pg_relation_size('hence_record')::bigint, "
        "pg_total_relation_size('hence_record')::bigint FROM hence_record",
        "SELECT count(*), pg_relation_size('hence_index')::bigint, "
        "pg_total_relation_size('hence_index')::bigint FROM hence_index",
        "SELECT count(*), pg_relation_size('hence_row')::bigint, "
        "pg_total_relation_size('hence_row')::bigint FROM hence_row",
        "SELECT count(*), pg_relation_size('hence_search')::bigint, "
        "pg_total_relation_size('hence_search')::bigint FROM hence_search"};
    constexpr std::array<const char*, 4> names = {"record", "index", "row", "search"};
    const auto address = must(postgres::parse_address(settings.address));
    const auto connection = must(postgres::connect(address));
    double bytes = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto rows = must(connection->run({postgres::Statement(sizes[i])}));
        const auto number = [&](int column) {
            return static_cast<double>(rows.front().number(0, column));
        };
        bytes += number(2);
        fmt::print("| hence_{}, an event | {:.3f} rows, {:.0f} bytes of which {:.0f} index | | |\n",
                   names[i], number(0) / events, number(2) / events,
                   (number(2) - number(1)) / events);
    }
    fmt::print("| all tables, an event | {:.0f} bytes | | |\n", bytes / events);
}

// How much the engine has written to its write-ahead log, which standbys and archives receive.
double wal_bytes(const Settings& settings) {
    const auto address = must(postgres::parse_address(settings.address));
    const auto connection = must(postgres::connect(address));
    const auto rows = must(connection->run({postgres::Statement(
        "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint")}));
    return static_cast<double>(rows.front().number(0, 0));
}

// Each writer fills its share of the logs, a batch to each in turn.
void fill_many_logs(const Settings& settings) {
    constexpr std::size_t size = 512;
    const std::size_t batches = settings.events / settings.logs / size;
    std::atomic<std::uint64_t> raw = 0;
    const double wal = wal_bytes(settings);
    const Clock::time_point start = Clock::now();
    std::vector<std::thread> writers;
    for (std::size_t writer = 0; writer < settings.writers; ++writer) {
        writers.emplace_back([&, writer] {
            std::vector<std::pair<std::unique_ptr<Store>, EventGenerator>> mine;
            for (std::size_t log = writer; log < settings.logs; log += settings.writers) {
                mine.emplace_back(open_log(settings, fmt::format("many-{}", log)),
                                  EventGenerator(seed + log));
            }
            for (std::size_t batch = 0; batch < batches; ++batch) {
                for (auto& [store, generator] : mine) {
                    const std::vector<std::string> lines = batches_of(generator, size, size);
                    raw += lines.front().size();
                    append(*store, lines);
                }
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    const auto events = static_cast<double>(batches * size * settings.logs);
    fmt::print("| append, {} logs, {} writers, batches of {} ({:.0f} events) | {:.0f}/s | | |\n",
               settings.logs, settings.writers, size, events, events / seconds_since(start));
    fmt::print("| write-ahead log, an event | {:.0f} bytes | | |\n",
               (wal_bytes(settings) - wal) / events);
    fmt::print("| JSON, an event | {:.0f} bytes | | |\n", static_cast<double>(raw) / events);
    print_sizes(settings, events);
    std::uint64_t stored = 0;
    for (const EngineLog& log : must(engine_logs(settings.address))) {
        stored += log.events;
    }
    row("events of all logs", fmt::format("{}", stored), fmt::format("{:.0f}", events),
        static_cast<double>(stored) == events);
}

int run(int count, char** arguments) {
    Settings settings;
    const Options options = {
        {"--events", number_into(settings.events)}, {"--large", number_into(settings.large)},
        {"--logs", number_into(settings.logs)},     {"--writers", number_into(settings.writers)},
        {"--store", text_into(settings.address)},   {"--beside", text_into(settings.beside)},
        {"--only", text_into(settings.only)},       {"--dir", path_into(settings.directory)},
    };
    if (!read_options(count, arguments, options)) {
        return 2;
    }
    std::unique_ptr<TestEngine> engine;
    if (settings.address.empty()) {
        engine =
            TestEngine::start({"shared_buffers=512MB", "max_wal_size=4GB", "max_connections=1000"});
        if (engine == nullptr) {
            fmt::print("no PostgreSQL is installed: nothing was measured\n");
            return 0;
        }
        settings.address = engine->address();
    }
    fmt::print("| what | figure | bar | met |\n|---|--:|---|---|\n");
    if (settings.logs > 0) {
        fill_many_logs(settings);
        return bars.status();
    }
    if (!settings.beside.empty()) {
        compare_engines(settings);
        return bars.status();
    }
    fs::create_directories(settings.directory);
    if (settings.only.empty() || settings.only == "append") {
        compare_appends(settings);
    }
    if (settings.only != "append") {
        measure_questions(settings);
    }
    fs::remove_all(settings.directory);
    return bars.status();
}

}  // namespace
}  // namespace hence::bench

int main(int count, char** arguments) {
    return hence::bench::run(count, arguments);
}
