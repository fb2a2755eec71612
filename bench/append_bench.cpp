// What it costs to record: processor time of each event by thread, and bytes on disk by part.
//
//     append_bench [--events N] [--batch N] [--steps N] [--no-search] [--no-tree] [--dir DIRECTORY]
//
// Two cores share the work of the appending thread with the threads behind it, so the sum over all
// threads is what bounds the rate of appends. With steps, each Nth part of the events has its own
// line.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "complete_sessions.h"
#include "generator.h"
#include "measured.h"
#include "must.h"
#include "options.h"
#include "store/rocks/rocks_store.h"
#include "workplace.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seed = 20260223;
constexpr auto settled_after = std::chrono::seconds(3);

struct Settings {
    std::size_t events = 300'000;
    std::size_t batch = 512;
    std::size_t steps = 1;
    RocksOptions store;
    fs::path directory;
};

using ThreadTimes = std::map<std::string, double>;

// Seconds of processor time of all other threads, by name.
ThreadTimes times_behind() {
    ThreadTimes times;
    for (const auto& task : fs::directory_iterator("/proc/self/task")) {
        if (task.path().filename() == std::to_string(::gettid())) {
            continue;
        }
        std::ifstream name_file(task.path() / "comm");
        std::string name;
        std::getline(name_file, name);
        std::ifstream schedule(task.path() / "schedstat");
        double nanoseconds = 0;
        schedule >> nanoseconds;
        times[name] += nanoseconds / 1e9;
    }
    return times;
}

// Waits until the threads behind the appends have nothing more to do.
void settle() {
    constexpr double idle = 0.02;
    for (double before = -1; process_seconds() - before > idle;) {
        before = process_seconds();
        std::this_thread::sleep_for(settled_after);
    }
}

// Seconds of the appending thread, without making the events up.
double append_events(Store& store, EventGenerator& generator, std::size_t count,
                     std::size_t batch) {
    double spent = 0;
    for (std::size_t done = 0; done < count;) {
        std::string text;
        for (std::size_t i = 0; i < batch && done < count; ++i, ++done) {
            text += generator.next();
            text += '\n';
        }
        const double begin = thread_seconds();
        append_text(store, text);
        spent += thread_seconds() - begin;
    }
    return spent;
}

class Report {
public:
    void line(std::string_view what, double appending, std::size_t events) {
        const ThreadTimes now = times_behind();
        double total = appending;
        std::string behind;
        for (const auto& [name, seconds] : now) {
            const double spent = seconds - before_[name];
            total += spent;
            behind += fmt::format(", {} {:.2f}", name, spent / static_cast<double>(events) * 1e6);
        }
        before_ = now;
        fmt::print("{}: {:.2f} us an event; appending {:.2f}{}\n", what,
                   total / static_cast<double>(events) * 1e6,
                   appending / static_cast<double>(events) * 1e6, behind);
    }

private:
    ThreadTimes before_;
};

void print_disk(const fs::path& directory, std::size_t events) {
    std::map<std::string, std::uint64_t> parts;
    for (const auto& entry : fs::recursive_directory_iterator(directory)) {
        if (entry.is_regular_file()) {
            const fs::path place = fs::relative(entry.path(), directory);
            const bool is_wal = place.extension() == ".log";
            parts[place.begin()->string() + (is_wal ? " WAL" : "")] += entry.file_size();
        }
    }
    std::uint64_t all = 0;
    for (const auto& [part, bytes] : parts) {
        fmt::print("{} {:.1f}, ", part, static_cast<double>(bytes) / static_cast<double>(events));
        all += bytes;
    }
    fmt::print("all {:.1f} bytes an event\n",
               static_cast<double>(all) / static_cast<double>(events));
}

void run(const Settings& settings, const fs::path& directory) {
    const auto store = must(open_rocks_store(directory, settings.store));
    EventGenerator generator(seed);
    Report report;
    double whole = 0;
    const double process = process_seconds();
    const double self = thread_seconds();
    const std::size_t step = settings.events / settings.steps;
    for (std::size_t i = 0; i < settings.steps; ++i) {
        const double appending = append_events(*store, generator, step, settings.batch);
        whole += appending;
        report.line(fmt::format("to event {}", (i + 1) * step), appending, step);
    }
    settle();
    report.line("behind, of all events", 0, step * settings.steps);
    const double made_up = thread_seconds() - self - whole;
    fmt::print("all: {:.2f} us an event\n", (process_seconds() - process - made_up) /
                                                static_cast<double>(step * settings.steps) * 1e6);
    print_disk(directory, step * settings.steps);
}

int run(int count, char** arguments) {
    Settings settings;
    const Options options = {
        {"--events", number_into(settings.events)},
        {"--batch", number_into(settings.batch)},
        {"--steps", number_into(settings.steps)},
        {"--no-search", [&](const NextWord&) { settings.store.search = false; }},
        {"--no-tree", [&](const NextWord&) { settings.store.tree = false; }},
        {"--dir", path_into(settings.directory)},
    };
    if (!read_options(count, arguments, options)) {
        return 2;
    }
    const Workplace workplace(settings.directory);
    run(settings, workplace.path());
    return 0;
}

}  // namespace
}  // namespace hence::bench

int main(int count, char** arguments) {
    return hence::bench::run(count, arguments);
}
