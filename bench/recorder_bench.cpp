// What an embedded recorder stores in a second, one synced event at a time: one thread, and
// several.
//
//     recorder_bench [--seconds N] [--pairs N] [--dir DIRECTORY]
//
// Each event is on the disk before its recording returns. Threads that record at the same moment
// share one sync, so four of them must store at least three times what one does. Both are measured
// in turns, in stores of their own, and beside them what the disk alone can do: a small write with
// a sync. Prints a table; exits with 1 when the bar is missed.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "bars.h"
#include "hence/recorder.h"
#include "hence/store.h"
#include "measured.h"
#include "must.h"
#include "options.h"
#include "store/directory.h"
#include "workplace.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr double bar = 3;
constexpr std::size_t many = 4;
constexpr std::string_view said = "Reading the configuration before the tests are run again.";

// Events a second that so many threads recorded, all of them acknowledged.
double recorded(const fs::path& directory, std::size_t threads, std::chrono::seconds time) {
    fs::remove_all(directory);
    const std::unique_ptr<Store> store = must(open_directory_store(directory));
    const Recorder recorder(*store, {.agent = "bench"});
    std::atomic<std::uint64_t> stored = 0;
    const Clock::time_point start = Clock::now();
    const auto record = [&](std::size_t thread) {
        const Scope scope = recorder.session(fmt::format("session-{}", thread));
        while (Clock::now() - start < time) {
            const Step step = scope.thought(said);
            if (!step) {
                fail(step.failure());
            }
            ++stored;
        }
    };
    std::vector<std::thread> running;
    for (std::size_t thread = 0; thread < threads; ++thread) {
        running.emplace_back(record, thread);
    }
    for (std::thread& thread : running) {
        thread.join();
    }
    const double rate = static_cast<double>(stored) / seconds_since(start);
    if (store->last_seq() != stored) {
        fail("not every event that was acknowledged is stored");
    }
    return rate;
}

// Syncs a second of a file that grows by as much as an event takes.
double synced(const fs::path& directory, std::chrono::seconds time) {
    const std::string file = (directory / "synced").string();
    const int descriptor = ::open(file.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
    const std::string event(300, 'e');
    std::uint64_t count = 0;
    const Clock::time_point start = Clock::now();
    for (; Clock::now() - start < time; ++count) {
        const ssize_t written = ::write(descriptor, event.data(), event.size());
        if (written != static_cast<ssize_t>(event.size()) || ::fdatasync(descriptor) != 0) {
            fail("cannot write " + file);
        }
    }
    ::close(descriptor);
    return static_cast<double>(count) / seconds_since(start);
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

int run(int count, char** arguments) {
    std::size_t seconds = 3;
    std::size_t pairs = 5;
    fs::path given;
    if (!read_options(count, arguments,
                      {{"--seconds", number_into(seconds)},
                       {"--pairs", number_into(pairs)},
                       {"--dir", path_into(given)}})) {
        return 2;
    }
    const Workplace place(given);
    const std::chrono::seconds time(seconds);
    std::vector<double> one;
    std::vector<double> several;
    std::vector<double> disk;
    std::vector<double> ratios;
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        disk.push_back(synced(place.path(), time));
        one.push_back(recorded(place.path() / "store", 1, time));
        several.push_back(recorded(place.path() / "store", many, time));
        ratios.push_back(several.back() / one.back());
    }
    Bars table;
    fmt::print("| {} turns of {} s, medians | figure | bar | met |\n|---|--:|---|---|\n", pairs,
               seconds);
    table.row("a small write with a sync, by the disk alone", fmt::format("{:.0f}/s", median(disk)),
              "", true);
    table.row("events of one thread", fmt::format("{:.0f}/s", median(one)), "", true);
    table.row(fmt::format("events of {} threads", many), fmt::format("{:.0f}/s", median(several)),
              "", true);
    const double ratio = median(ratios);
    table.row(fmt::format("{} threads against one", many),
              fmt::format("{:.1f} x ({:.1f} to {:.1f})", ratio, *std::ranges::min_element(ratios),
                          *std::ranges::max_element(ratios)),
              fmt::format(">= {} x", bar), ratio >= bar);
    return table.status();
}

}  // namespace
}  // namespace hence::bench

int main(int count, char** arguments) {
    return hence::bench::run(count, arguments);
}
