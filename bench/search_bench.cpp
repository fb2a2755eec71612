// What search costs and how fast it answers, in one run.
//
//     search_bench [--events N] [--dir DIRECTORY]
//
// Records the same events twice, with the search index and without it, and asks for a common word,
// a rare word, a phrase and a fragment. Prints a table; exits with 1 when a bar is missed.
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bars.h"
#include "generator.h"
#include "hence/query.h"
#include "hence/search.h"
#include "hence/store.h"
#include "measured.h"
#include "must.h"
#include "store/rocks/rocks_store.h"
#include "workplace.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seed = 20260223;
constexpr std::size_t batch_events = 512;
constexpr std::size_t rare_every = 100'000;
constexpr int times_asked = 7;  // The median counts.

struct Recorded {
    double seconds = 0;      // Of the appends alone.
    std::uint64_t text = 0;  // Bytes of JSON.
};

// Only the appends are timed; a search index may lag behind them.
Recorded record(Store& store, std::size_t events) {
    EventGenerator generator(seed);
    Recorded recorded;
    for (std::size_t made = 0; made < events;) {
        Batch batch;
        for (std::size_t i = 0; i < batch_events && made < events; ++i, ++made) {
            std::string line = generator.next();
            if (made % rare_every == rare_every / 2) {
                const std::size_t at = line.rfind("\"fields\":{");
                line.insert(at + 10, "\"rare\":\"zanzibarquux\",");
            }
            recorded.text += line.size();
            batch.events.push_back({must(Event::parse(line)), 1});
        }
        const Clock::time_point begin = Clock::now();
        must(store.append(batch));
        recorded.seconds += seconds_since(begin);
    }
    return recorded;
}

double median_ms(const std::function<void()>& run) {
    std::vector<double> times;
    for (int i = 0; i < times_asked; ++i) {
        const Clock::time_point begin = Clock::now();
        run();
        times.push_back(seconds_since(begin) * 1e3);
    }
    return median(std::move(times));
}

// A word of the generated prose that very many events have, and two that follow each other.
struct Asked {
    std::string common;
    std::string phrase;
};

Asked asked_for(const Store& store) {
    const SearchAnswer first = must(search(store, {.text = "a*", .limit = 1}));
    std::string text = first.rows.empty() ? "" : first.rows[0].snippets[0].text;
    const std::size_t space = text.find(' ', text.size() / 2);
    const std::size_t end = text.find(' ', text.find(' ', space + 1) + 1);
    const std::string phrase = text.substr(space + 1, end - space - 1);
    return {phrase.substr(0, phrase.find(' ')), '"' + phrase + '"'};
}

int run(const fs::path& directory, std::size_t events) {
    RocksOptions without;
    without.search = false;
    Recorded plain;
    {
        const auto store = must(open_rocks_store(directory / "without", without));
        plain = record(*store, events);
    }
    const auto store = must(open_rocks_store(directory / "with"));
    const Recorded indexed = record(*store, events);
    const Clock::time_point behind = Clock::now();
    must(search(*store, {.text = "zanzibarquux"}));
    const double lag = seconds_since(behind);
    const Asked asked = asked_for(*store);
    fmt::print("{} events, {} MB of JSON; the index was {:.1f} s behind at the end\n\n", events,
               indexed.text / 1'000'000, lag);
    fmt::print("| what | figure | bar | met |\n|---|--:|---|---|\n");
    Bars table;
    const double scale = events > 2'000'000 ? 3 : 1;
    table.row("append with search against append without",
              fmt::format("{:.2f}", plain.seconds / indexed.seconds), ">= 0.8",
              plain.seconds / indexed.seconds >= 0.8);
    const double size = static_cast<double>(bytes_below(directory / "with" / "search")) /
                        static_cast<double>(indexed.text);
    table.row("search index per byte of JSON", fmt::format("{:.3f}", size), "<= 0.35",
              size <= 0.35);
    const auto ask = [&](std::string_view what, const std::string& text, double most) {
        std::uint64_t matches = 0;
        bool all = true;
        const double ms = median_ms([&] {
            const SearchAnswer answer = must(search(*store, {.text = text}));
            matches = answer.matches;
            all = answer.counted_all;
        });
        table.row(fmt::format("{} ({}{} matches)", what, all ? "" : "at least ", matches),
                  fmt::format("{:.1f} ms", ms), fmt::format("<= {:.0f} ms", most), ms <= most);
        return ms;
    };
    ask("a common word", asked.common, 50 * scale);
    const double rare = ask("a rare word", "zanzibarquux", 5 * scale);
    ask("a phrase", asked.phrase, 100 * scale);
    const Clock::time_point begin = Clock::now();
    EventList list = must(query(*store, {.text = "zanzibarquux"}));
    while (must(list.next())) {
    }
    const double faster = seconds_since(begin) * 1e3 / rare;
    table.row("against events --text", fmt::format("{:.0f} x", faster), ">= 20 x", faster >= 20);
    return table.status();
}

}  // namespace
}  // namespace hence::bench

int main(int argc, char** argv) {
    std::size_t events = 1'000'000;
    std::filesystem::path directory;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--events") {
            events = std::strtoull(argv[i + 1], nullptr, 10);
        } else {
            directory = argv[i + 1];
        }
    }
    const hence::bench::Workplace workplace(directory);
    return hence::bench::run(workplace.path(), events);
}
