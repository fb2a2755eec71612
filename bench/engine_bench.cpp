// The engine against SQLite, in one run on one machine: append, bytes on disk, tree, explain,
// memory.
//
//     engine_bench [--events N] [--large N] [--sqlite-large] [--dir DIRECTORY]
//
// Prints a table with the bar that each figure must reach. Exits with 1 when one is missed.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>

#include "bars.h"
#include "complete_sessions.h"
#include "generator.h"
#include "hence/store.h"
#include "measured.h"
#include "must.h"
#include "options.h"
#include "sqlite_baseline.h"
#include "store/directory.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seed = 20260223;
constexpr std::size_t questions = 200;  // Asked of each kind; the median counts.

struct Settings {
    std::size_t events = 1'000'000;
    std::size_t large = 10'000'000;
    bool sqlite_large = true;
    fs::path directory = fs::temp_directory_path() / "hence-bench";
    std::chrono::seconds settle{60};
};

std::unique_ptr<Store> open_fresh(const fs::path& directory) {
    fs::remove_all(directory);
    return must(open_directory_store(directory));
}

// Runs `append` over `count` events in batches of `size`, and returns events per second. Making the
// events up is not counted.
template <class Generator, class Append>
double rate(Generator& generator, std::size_t count, std::size_t size, Append append) {
    constexpr std::size_t made_at_once = 65'536;
    double spent = 0;
    for (std::size_t done = 0; done < count;) {
        std::vector<std::vector<std::string>> batches;
        for (std::size_t made = 0; made < made_at_once && done < count;) {
            std::vector<std::string> lines;
            for (; lines.size() < size && done < count; ++done, ++made) {
                lines.push_back(generator.next());
            }
            batches.push_back(std::move(lines));
        }
        const Clock::time_point start = Clock::now();
        for (const std::vector<std::string>& lines : batches) {
            append(lines);
        }
        spent += seconds_since(start);
    }
    return static_cast<double>(count) / spent;
}

std::string joined_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line;
        text += '\n';
    }
    return text;
}

auto into(Store& store) {
    return [&store](const std::vector<std::string>& lines) {
        append_text(store, joined_lines(lines));
    };
}

auto into(SqliteBaseline& sqlite) {
    return [&sqlite](const std::vector<std::string>& lines) { sqlite.append(lines); };
}

// Microseconds, the median over questions about different things.
double median_us(const std::vector<std::string>& subjects,
                 const std::function<void(const std::string&)>& ask) {
    return median_seconds(subjects, ask) * 1e6;
}

// The same events again, to learn what is in them: cheaper than to remember.
Subjects subjects_among(std::size_t events) {
    EventGenerator generator(seed);
    Subjects all;
    for (std::size_t i = 0; i < events; ++i) {
        generator.next();
        all.note(generator);
    }
    return all.some(questions);
}

void compare_appends(const Settings& settings, Bars& table) {
    for (const std::size_t size : {1, 16, 512, 4'096}) {
        const std::size_t count = std::min(settings.events, size == 1 ? 5'000 : size * 2'000);
        EventGenerator for_sqlite(seed);
        EventGenerator for_hence(seed);
        const fs::path file = settings.directory / "append.sqlite";
        fs::remove_all(file);
        double baseline = 0;
        {
            SqliteBaseline sqlite(file);
            baseline = rate(for_sqlite, count, size, into(sqlite));
        }
        const std::unique_ptr<Store> store = open_fresh(settings.directory / "append");
        const double ours = rate(for_hence, count, size, into(*store));
        const bool barred = size == 512;
        table.row(fmt::format("append, synced, batches of {} ({} events)", size, count),
                  fmt::format("{:.0f}/s", ours), fmt::format("{:.0f}/s", baseline),
                  fmt::format("{:.1f} x{}", ours / baseline, barred ? " (>= 5 x)" : ""),
                  !barred || ours >= 5 * baseline);
        fs::remove_all(file);
        fs::remove(file.string() + "-wal");
        fs::remove(file.string() + "-shm");
    }
}

void measure_disk(const Settings& settings, Bars& table) {
    {
        EventGenerator generator(seed);
        std::uint64_t raw = 0;
        const std::unique_ptr<Store> store = open_fresh(settings.directory / "unique");
        rate(generator, settings.events, 512, [&](const std::vector<std::string>& lines) {
            const std::string text = joined_lines(lines);
            raw += text.size();
            append_text(*store, text);
        });
        std::this_thread::sleep_for(settings.settle);
        const double ratio = static_cast<double>(bytes_below(settings.directory / "unique")) /
                             static_cast<double>(raw);
        table.row(fmt::format("disk per raw byte, unique text ({:.0f} MB raw)",
                              static_cast<double>(raw) / 1e6),
                  fmt::format("{:.3f}", ratio), "", "<= 0.55", ratio <= 0.55);
    }
    fs::remove_all(settings.directory / "unique");
    ConversationGenerator generator(seed);
    std::uint64_t raw = 0;
    std::unique_ptr<Store> store = open_fresh(settings.directory / "talk");
    const std::size_t turns = std::min<std::size_t>(10'000, settings.events);
    const double speed = rate(generator, turns, 16, [&](const std::vector<std::string>& lines) {
        const std::string text = joined_lines(lines);
        raw += text.size();
        append_text(*store, text);
    });
    std::this_thread::sleep_for(settings.settle);
    const double ratio =
        static_cast<double>(bytes_below(settings.directory / "talk")) / static_cast<double>(raw);
    table.row(
        fmt::format("disk per raw byte, 50-turn conversations ({:.0f} MB raw, {:.0f} turns/s)",
                    static_cast<double>(raw) / 1e6, speed),
        fmt::format("{:.4f}", ratio), "", "<= 0.1", ratio <= 0.1);
    store.reset();
    fs::remove_all(settings.directory / "talk");
}

struct Asked {
    double tree_us = 0;
    double explain_us = 0;
};

Asked ask(const Store& store, const Subjects& subjects) {
    return {median_us(subjects.sessions, [&](const std::string& s) { ask_tree(store, s); }),
            median_us(subjects.events, [&](const std::string& id) { ask_explain(store, id); })};
}

Asked ask(SqliteBaseline& sqlite, const Subjects& subjects) {
    return {median_us(subjects.sessions, [&](const std::string& s) { sqlite.tree(s); }),
            median_us(subjects.events,
                      [&](const std::string& id) { sqlite.explain(id, explain_hops); })};
}

Asked ask_sqlite(const Settings& settings, std::size_t events) {
    const fs::path file = settings.directory / "ask.sqlite";
    fs::remove_all(file);
    Asked asked;
    {
        SqliteBaseline sqlite(file, false);
        EventGenerator generator(seed);
        rate(generator, events, 50'000, into(sqlite));
        asked = ask(sqlite, subjects_among(events));
    }
    for (const char* part : {"", "-wal", "-shm"}) {
        fs::remove(file.string() + part);
    }
    malloc_trim(0);  // So that SQLite's cache does not count as our memory.
    return asked;
}

void measure_growth(const Settings& settings, Bars& table) {
    const fs::path directory = settings.directory / "large";
    std::unique_ptr<Store> store = open_fresh(directory);
    EventGenerator generator(seed);
    const double first = rate(generator, settings.events, 512, into(*store));
    const Subjects asked_of = subjects_among(settings.events);
    // The search index and the tree of proofs still follow the appends; SQLite does nothing then.
    const Asked behind = ask(*store, asked_of);
    std::this_thread::sleep_for(settings.settle);
    const Asked small = ask(*store, asked_of);
    const Asked baseline = ask_sqlite(settings, settings.events);
    table.row(fmt::format("tree of a 1,000-event session, {} events", settings.events),
              fmt::format("{:.0f} us", small.tree_us), fmt::format("{:.0f} us", baseline.tree_us),
              fmt::format("{:.2f} (<= 1/3)", small.tree_us / baseline.tree_us),
              small.tree_us * 3 <= baseline.tree_us);
    table.row(fmt::format("explain, 20 hops, {} events", settings.events),
              fmt::format("{:.0f} us", small.explain_us),
              fmt::format("{:.0f} us", baseline.explain_us),
              fmt::format("{:.2f} (<= 1)", small.explain_us / baseline.explain_us),
              small.explain_us <= baseline.explain_us);
    table.row("the same, right after the appends",
              fmt::format("tree {:.0f} us, explain {:.0f} us", behind.tree_us, behind.explain_us),
              "", "", true);
    if (settings.large <= settings.events) {
        return;
    }
    rate(generator, settings.large - 2 * settings.events, 512, into(*store));
    const double last = rate(generator, settings.events, 512, into(*store));
    const double appending = static_cast<double>(resident_bytes("VmRSS:")) / 1e6;
    table.row(fmt::format("append, event {} against the first {}", settings.large, settings.events),
              fmt::format("{:.0f}/s", last), fmt::format("{:.0f}/s", first),
              fmt::format("{:.2f} (>= 0.8)", last / first), last >= 0.8 * first);
    table.row(fmt::format("resident while appending, {} events", settings.large),
              fmt::format("{:.0f} MB", appending), "", "< 512 MB", appending < 512);
    const Subjects subjects = subjects_among(settings.large);
    const Asked large = ask(*store, subjects);
    table.row(
        fmt::format("explain, 20 hops, {} events against {}", settings.large, settings.events),
        fmt::format("{:.0f} us", large.explain_us), fmt::format("{:.0f} us", small.explain_us),
        fmt::format("{:.2f} (<= 2)", large.explain_us / small.explain_us),
        large.explain_us <= 2 * small.explain_us);
    if (settings.sqlite_large) {
        const Asked large_baseline = ask_sqlite(settings, settings.large);
        table.row(fmt::format("explain, 20 hops, {} events", settings.large),
                  fmt::format("{:.0f} us", large.explain_us),
                  fmt::format("{:.0f} us", large_baseline.explain_us),
                  fmt::format("{:.2f} (<= 1)", large.explain_us / large_baseline.explain_us),
                  large.explain_us <= large_baseline.explain_us);
    }
}

// In a process of its own, so that nothing but the open store counts.
int print_idle_memory(const fs::path& directory) {
    const std::unique_ptr<Store> store = must(open_directory_store(directory));
    std::this_thread::sleep_for(std::chrono::seconds(2));
    fmt::print("{}\n", resident_bytes("VmRSS:"));
    return 0;
}

void measure_idle_memory(const Settings& settings, const char* self, Bars& table) {
    const std::string command =
        fmt::format("'{}' --idle '{}'", self, (settings.directory / "large").string());
    FILE* child = popen(command.c_str(), "r");
    unsigned long long bytes = 0;
    if (child == nullptr || std::fscanf(child, "%llu", &bytes) != 1) {
        fail({Code::io, "cannot measure idle memory"});
    }
    pclose(child);
    const double idle = static_cast<double>(bytes) / 1e6;
    table.row(fmt::format("resident, idle, {} events", std::max(settings.large, settings.events)),
              fmt::format("{:.0f} MB", idle), "", "< 150 MB", idle < 150);
}

int run(int count, char** arguments) {
    Settings settings;
    fs::path idle;
    const Options options = {
        {"--events", number_into(settings.events)},
        {"--large", number_into(settings.large)},
        {"--settle",
         [&](const NextWord& next) { settings.settle = std::chrono::seconds(std::stoi(next())); }},
        {"--no-large-sqlite", [&](const NextWord&) { settings.sqlite_large = false; }},
        {"--dir", path_into(settings.directory)},
        {"--idle", path_into(idle)},
    };
    if (!read_options(count, arguments, options)) {
        return 2;
    }
    if (!idle.empty()) {
        return print_idle_memory(idle);
    }
    fs::create_directories(settings.directory);
    Bars table;
    fmt::print("| what | hence | against | bar | met |\n|---|--:|--:|---|---|\n");
    compare_appends(settings, table);
    measure_disk(settings, table);
    measure_growth(settings, table);
    measure_idle_memory(settings, arguments[0], table);
    fs::remove_all(settings.directory);
    return table.status();
}

}  // namespace
}  // namespace hence::bench

int main(int count, char** arguments) {
    return hence::bench::run(count, arguments);
}
