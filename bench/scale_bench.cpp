// How costs grow with the store, from one million events to thirty.
//
//     scale_bench [--millions 1,3,10] [--dir DIRECTORY]
//
// Records into one store, stops at each size, and asks the same questions there. An answer about
// one event, one session or one page may grow with the logarithm of the store: the growth is that
// of a question between the first size and the last, over that of the logarithm, and the bar is
// twice. Processor time counts, of the asking thread, and of all threads while appending. Answers
// over all events grow with the store and have no bar here. Prints a table; exits with 1 when a bar
// is missed. A directory that is given is kept, and goes on where it stands.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "generator.h"
#include "hence/calibration.h"
#include "hence/explain.h"
#include "hence/listing.h"
#include "hence/search.h"
#include "hence/stats.h"
#include "hence/store.h"
#include "hence/tree.h"
#include "measured.h"
#include "must.h"
#include "store/directory.h"
#include "views/find/resolve.h"
#include "workplace.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t seed = 20260223;
constexpr std::size_t batch_events = 512;
constexpr std::size_t timed_events = 200'000;  // The last ones before a size count for its rate.
constexpr std::size_t sample_every = 10'007;
constexpr std::size_t samples_asked = 21;
constexpr std::size_t short_id_size = 8;
constexpr double growth_max = 2;

// What is asked about: events from all over the log.
struct Asked {
    std::vector<std::string> ids;
    std::string session;
    std::string twentieth;
    std::uint64_t json_bytes = 0;
};

// One row of the table: a figure for each size.
struct Row {
    std::string what;
    bool flat = true;
    std::vector<double> figures = {};
};

class Bench {
public:
    Bench(fs::path directory, std::vector<std::size_t> sizes)
        : directory_(std::move(directory)), sizes_(std::move(sizes)) {}

    int run() {
        for (const std::size_t size : sizes_) {
            store_ = must(open_directory_store(directory_));
            record_up_to(size);
            fmt::print(stderr, "{} events recorded\n", size);
            ask_about_one();
            ask_about_all();
            store_ = nullptr;
            note("disk, bytes for a byte of JSON", true,
                 static_cast<double>(bytes_below(directory_)) /
                     static_cast<double>(asked_.json_bytes));
        }
        return print();
    }

private:
    // Making the events up and parsing them is not timed.
    void record_up_to(std::size_t size) {
        const std::size_t there = store_->last_seq();
        double seconds = 0;
        std::size_t timed = 0;
        while (made_ < size) {
            Batch batch;
            for (std::size_t i = 0; i < batch_events && made_ < size; ++i, ++made_) {
                const std::string line = generator_.next();
                asked_.json_bytes += line.size();
                const bool sample = made_ % sample_every == 0;
                if (made_ >= there || sample) {
                    Event event = must(Event::parse(line));
                    if (sample) {
                        asked_.ids.emplace_back(event.id());
                    }
                    batch.events.push_back({std::move(event), 1});
                }
            }
            const double begin = process_seconds();
            must(made_ > there ? store_->append(batch) : Result<Receipt>(Receipt{}));
            if (made_ > there && made_ + timed_events > size) {
                seconds += (process_seconds() - begin);
                timed += batch.events.size();
            }
        }
        asked_.session = generator_.complete_session();
        asked_.twentieth = generator_.complete_session_twentieth();
        note("append, us for an event", true,
             timed == 0 ? 0 : seconds * 1e6 / static_cast<double>(timed));
    }

    void note(std::string_view what, bool flat, double figure) {
        const auto known = std::ranges::find(rows_, what, &Row::what);
        Row& row = known == rows_.end() ? rows_.emplace_back(Row{std::string(what), flat}) : *known;
        row.figures.push_back(figure);
    }

    // The median over events from all over the log, each asked for once: mostly cold.
    void each_sample(std::string_view what, const std::function<void(const std::string&)>& ask) {
        std::vector<double> times;
        for (std::size_t i = 0; i < samples_asked; ++i) {
            const std::string& id = asked_.ids[(i * 2 + 1) * asked_.ids.size() / 2 / samples_asked];
            const double begin = thread_seconds();
            ask(id);
            times.push_back((thread_seconds() - begin) * 1e3);
        }
        note(what, true, median(std::move(times)));
    }

    void often(std::string_view what, bool flat, std::size_t count,
               const std::function<void()>& ask) {
        std::vector<double> times;
        for (std::size_t i = 0; i < count; ++i) {
            const double begin = thread_seconds();
            ask();
            times.push_back((thread_seconds() - begin) * 1e3);
        }
        note(what, flat, median(std::move(times)));
    }

    void ask_about_one() {
        const Sink nowhere = [](std::string_view) -> Result<void> { return {}; };
        each_sample("an event by the beginning of its id, ms", [&](const std::string& id) {
            must(resolve_event(*store_, id.substr(0, short_id_size)));
        });
        each_sample("an event by the end of its id, ms", [&](const std::string& id) {
            must(resolve_event(*store_, id.substr(id.size() - short_id_size)));
        });
        each_sample("an id that nobody has, ms", [&](const std::string& id) {
            if (resolve_event(*store_, "no" + id.substr(0, short_id_size))) {
                fail({Code::invalid, "found an event that is not there"});
            }
        });
        each_sample("an id shortened to one character, ms", [&](const std::string& id) {
            if (resolve_event(*store_, id.substr(0, 1))) {
                fail({Code::invalid, "one character was enough"});
            }
        });
        each_sample("explain an event, ms", [&](const std::string& id) {
            const Explanation answer = must(explain(*store_, {.event = id}));
            must(write_json(answer, *store_, nowhere));
        });
        often("explain over 20 hops, ms", true, 21, [&] {
            const Explanation answer = must(explain(*store_, {.event = asked_.twentieth}));
            must(write_json(answer, *store_, nowhere));
        });
        often("tree of 1,000 events, ms", true, 7, [&] {
            const Tree answer = must(tree(*store_, {.session = asked_.session}));
            must(write_json(answer, *store_, nowhere));
        });
        often("the first 100 sessions, ms", true, 7, [&] {
            Listing listing = must(list(*store_, {.space = Space::session}));
            must(listing.write_json(nowhere));
        });
        must(search(*store_, {.text = "a"}));  // Waits for the search index.
        often("search for a word of one event, ms", true, 7,
              [&] { must(search(*store_, {.text = asked_.ids.front()})); });
    }

    void ask_about_all() {
        often("stats over all, ms", false, 1, [&] { must(stats(*store_, {})); });
        often("calibration over all, ms", false, 1, [&] { must(calibration(*store_, {})); });
    }

    int print() const {
        bool met = true;
        fmt::print("| what |");
        for (const std::size_t size : sizes_) {
            fmt::print(" {} |", size);
        }
        fmt::print(" growth | met |\n|---|");
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            fmt::print("--:|");
        }
        fmt::print("--:|---|\n");
        const double wider = std::log(sizes_.back()) / std::log(sizes_.front());
        for (const Row& row : rows_) {
            fmt::print("| {} |", row.what);
            for (const double figure : row.figures) {
                fmt::print(" {:.3g} |", figure);
            }
            const double growth = row.figures.back() / row.figures.front() / wider;
            const bool good = !row.flat || !(growth > growth_max);
            fmt::print(" {:.2f} | {} |\n", growth, !row.flat ? "" : good ? "yes" : "NO");
            met = met && good;
        }
        return met ? 0 : 1;
    }

    fs::path directory_;
    std::vector<std::size_t> sizes_;
    EventGenerator generator_{seed};
    std::size_t made_ = 0;
    Asked asked_;
    std::unique_ptr<Store> store_;
    std::vector<Row> rows_;
};

std::vector<std::size_t> sizes_in(std::string_view text) {
    std::vector<std::size_t> sizes;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const double millions = std::strtod(std::string(text.substr(0, comma)).c_str(), nullptr);
        sizes.push_back(static_cast<std::size_t>(millions * 1e6));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    std::ranges::sort(sizes);
    return sizes;
}

}  // namespace
}  // namespace hence::bench

int main(int argc, char** argv) {
    std::string millions = "1,3,10";
    std::filesystem::path directory;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--millions") {
            millions = argv[i + 1];
        } else if (std::string_view(argv[i]) == "--dir") {
            directory = argv[i + 1];
        } else {
            fmt::print(stderr, "bench: unknown argument {}\n", argv[i]);
            return 2;
        }
    }
    const std::vector<std::size_t> sizes = hence::bench::sizes_in(millions);
    if (sizes.empty() || sizes.front() < 50'000) {
        fmt::print(stderr, "bench: give at least 0.05 million events\n");
        return 2;
    }
    const hence::bench::Workplace workplace(directory);
    return hence::bench::Bench(workplace.path(), sizes).run();
}
