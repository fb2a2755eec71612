// How every answer, and recording itself, grows with the store, over shapes made to hurt.
//
//     growth_bench [--events N] [--only SHAPE] [--ask TARGET] [--all] [--dir DIRECTORY]
//
// Each shape is recorded with N, 2N and 4N events, and every GET route of the program is asked
// about it. What takes processor time of any weight may grow by 2.5 for each doubling: n log n
// stays well below that, and n squared does not. `--only` and `--ask` take a part of a name,
// `--all` prints every figure. Exits with 1 when something grows faster, and when the program has a
// GET route that no question asks for.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "growth_questions.h"
#include "growth_shapes.h"
#include "hence/store.h"
#include "measured.h"
#include "must.h"
#include "server/router/router.h"
#include "server/watch/live.h"
#include "server/watch/metrics.h"
#include "server/wire/feed.h"
#include "store/directory.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr double growth_max = 2.5;      // For each doubling.
constexpr double weight_ms = 25;        // What takes less at 4N is noise.
constexpr double hopeless_ms = 10'000;  // What takes more at 2N is not asked at 4N.
constexpr int times_asked = 5;          // The median counts, where once gave a reason to look.
constexpr std::size_t small_batch = 16;
constexpr std::size_t body_bytes = 4U << 20U;

struct Options {
    std::size_t events = 1'000;
    std::string only;
    std::string ask;
    bool all = false;
    fs::path directory = fs::temp_directory_path() / "hence-growth-bench";
};

// One shape at one size, on disk, and what a server has besides.
class Recorded {
public:
    Recorded(fs::path directory, std::size_t events)
        : directory_(std::move(directory)), events_(events) {
        fs::remove_all(directory_);
        store_ = must(open_directory_store(directory_));
    }
    ~Recorded() {
        store_.reset();
        fs::remove_all(directory_);
    }
    Recorded(const Recorded&) = delete;
    Recorded& operator=(const Recorded&) = delete;

    std::size_t events() const { return events_; }

    // Takes the lines in, at most so many and so many bytes at a time, and waits until they are
    // found.
    void record(std::string_view text, std::size_t lines_max) {
        while (!text.empty()) {
            std::size_t end = 0;
            for (std::size_t lines = 0; lines < lines_max && end < text.size() && end < body_bytes;
                 ++lines) {
                end = text.find('\n', end) + 1;
            }
            Request request{.method = "POST", .path = {"api", "v1", "events"}};
            request.query.emplace("sync", "0");
            request.body = text.substr(0, end);
            const Response receipt = handle({*store_}, request);
            if (receipt.status >= 400) {
                fail(receipt.body);
            }
            text.remove_prefix(end);
        }
        live_.announce(store_->last_seq());
        ask("/api/v1/sessions?limit=1", false);
    }

    // Reads the answer to its end.
    void ask(const std::string& target, bool text) {
        Request request;
        must(parse_target(target, request));
        if (text) {
            request.headers.emplace("accept", "text/plain");
        }
        const App app{.store = *store_, .metrics = &metrics_, .live = &live_};
        const Response response = handle(app, request);
        if (response.produce) {
            must(response.produce([](std::string_view) { return Result<void>(); }));
        }
        while (response.feed && !must(response.feed->next()).empty()) {
        }
        if (response.status >= 500) {
            fail(target + ": " + response.body);
        }
    }

private:
    fs::path directory_;
    std::size_t events_;
    Metrics metrics_;
    LiveHub live_;
    std::unique_ptr<Store> store_;
};

struct Figure {
    std::string what;
    std::vector<double> ms = {};  // At N, 2N and 4N.
    double mb = 0;                // More than there was before, at the largest.

    double growth() const {
        const double last = ms.back() / std::max(ms[ms.size() - 2], 0.001);
        return ms.size() < 3 ? last : std::max(last, std::sqrt(ms[2] / std::max(ms[0], 0.001)));
    }
    bool missed() const {
        return growth() > growth_max && (ms.size() < 3 || ms.back() >= weight_ms);
    }
    std::string row(std::string_view shape) const {
        std::string times;
        for (const double each : ms) {
            times += fmt::format("{:.1f} | ", each);
        }
        return fmt::format("| {} | {} | {}{:.2f} | {:.0f} MB | {} |\n", shape, what, times,
                           growth(), mb, missed() ? "NO" : "yes");
    }
};

double median_ms(int times, const std::function<void()>& work) {
    std::vector<double> spent;
    for (int i = 0; i < times; ++i) {
        const double start = process_seconds();
        work();
        spent.push_back((process_seconds() - start) * 1e3);
    }
    return median(std::move(spent));
}

// Once for each size; where that gives a reason, several times.
Figure measure(std::string what, std::size_t sizes, const std::function<void(std::size_t)>& work) {
    Figure figure{.what = std::move(what)};
    for (const int times : {1, times_asked}) {
        figure.ms.clear();
        for (std::size_t i = 0; i < sizes; ++i) {
            forget_peak();
            const double before = resident_mb("VmRSS:");
            figure.ms.push_back(median_ms(times, [&] { work(i); }));
            figure.mb = resident_mb("VmHWM:") - before;
            if (figure.ms.back() > hopeless_ms && i == 1) {
                break;
            }
        }
        if (!figure.missed() || figure.ms.back() > hopeless_ms) {
            break;
        }
    }
    return figure;
}

class ShapeBench {
public:
    ShapeBench(const Options& options, const Shape& shape) : options_(options), shape_(shape) {}

    std::vector<Figure> run() {
        record_again("record", 2, SIZE_MAX);
        record_again("record, 16 at a time", 1, small_batch);
        // From a quarter of N on: what one file takes along of a session ends at 2,000 events.
        for (const std::size_t events : {options_.events / 4, options_.events / 2, options_.events,
                                         options_.events * 2, options_.events * 4}) {
            stores_.push_back(
                std::make_unique<Recorded>(options_.directory / std::to_string(events), events));
            stores_.back()->record(shape_.lines(events), small_batch);
        }
        for (const Question& question : questions()) {
            ask(question, 2);
            if (question.target.find("/export/html") != std::string_view::npos) {
                ask(question, 0);
            }
        }
        return std::move(figures_);
    }

private:
    bool wanted(std::string_view what) const {
        return what.find(options_.ask) != std::string_view::npos;
    }

    void record_again(const std::string& what, std::size_t scale, std::size_t lines_max) {
        if (!wanted(what)) {
            return;
        }
        std::vector<std::string> texts;
        for (const std::size_t times : {1, 2, 4}) {
            texts.push_back(shape_.lines(options_.events * scale * times));
        }
        figures_.push_back(measure(what, texts.size(), [&](std::size_t i) {
            Recorded(options_.directory / "recording", 0).record(texts[i], lines_max);
        }));
    }

    void ask(const Question& question, std::size_t first) {
        if (!wanted(question.target)) {
            return;
        }
        std::string what(question.target);
        what += question.text ? ", text" : "";
        what += first == 0 ? ", N/4" : "";
        figures_.push_back(measure(std::move(what), 3, [&](std::size_t i) {
            Recorded& store = *stores_[first + i];
            store.ask(target_for(question, shape_, store.events()), question.text);
        }));
    }

    const Options& options_;
    const Shape& shape_;
    std::vector<std::unique_ptr<Recorded>> stores_;
    std::vector<Figure> figures_;
};

// The slowest, the one that grows fastest, and every miss.
std::size_t print(const Options& options, const Shape& shape, const std::vector<Figure>& figures) {
    const Figure* slowest = &figures.front();
    const Figure* hungriest = &figures.front();
    std::size_t missed = 0;
    for (const Figure& figure : figures) {
        slowest = figure.ms.back() > slowest->ms.back() ? &figure : slowest;
        hungriest = figure.mb > hungriest->mb ? &figure : hungriest;
        missed += figure.missed() ? 1 : 0;
    }
    for (const Figure& figure : figures) {
        if (options.all || figure.missed() || &figure == slowest || &figure == hungriest) {
            fmt::print("{}", figure.row(shape.name));
        }
    }
    std::fflush(stdout);
    return missed;
}

Options options_of(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string_view name = arguments[i];
        if (name == "--all") {
            options.all = true;
            continue;
        }
        const std::string value = i + 1 < count ? arguments[++i] : "";
        if (name == "--events") {
            options.events = std::stoull(value);
        } else if (name == "--only") {
            options.only = value;
        } else if (name == "--ask") {
            options.ask = value;
        } else if (name == "--dir") {
            options.directory = value;
        } else {
            fmt::print(stderr, "bench: unknown argument {}\n", name);
            std::exit(2);
        }
    }
    return options;
}

int run(const Options& options) {
    const std::vector<std::string> apart = patterns_apart();
    for (const std::string& each : apart) {
        fmt::print("{}\n", each);
    }
    const std::size_t n = options.events;
    fmt::print(
        "| shape, N = {} events | what | N, ms | 2N, ms | 4N, ms | growth (<= {}) | memory | met "
        "|\n"
        "|---|---|--:|--:|--:|--:|--:|---|\n",
        n, growth_max);
    std::size_t missed = 0;
    std::size_t figures_seen = 0;
    for (const Shape& shape : shapes()) {
        if (shape.name.find(options.only) == std::string_view::npos) {
            continue;
        }
        const std::vector<Figure> figures = ShapeBench(options, shape).run();
        figures_seen += figures.size();
        missed += figures.empty() ? 0 : print(options, shape, figures);
    }
    fs::remove_all(options.directory);
    fmt::print("{} figures, {} grow too fast; {} routes without a question\n", figures_seen, missed,
               apart.size());
    return missed == 0 && apart.empty() ? 0 : 1;
}

}  // namespace
}  // namespace hence::bench

int main(int count, char** arguments) {
    return hence::bench::run(hence::bench::options_of(count, arguments));
}
