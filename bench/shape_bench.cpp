// Windows of one session of 1,000,000 events: the first one, which reads it all, and the next.
//
//     shape_bench [--events N] [--dir DIRECTORY]
//
// Prints a table: processor time of the asking thread (the median of five but for the first), and
// how much memory the shape takes. Exits with 1 when a bar is missed.
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>

#include "bars.h"
#include "hence/store.h"
#include "measured.h"
#include "must.h"
#include "store/directory.h"
#include "views/outline/of_shape.h"
#include "views/shape/cache.h"
#include "views/timeline/of_shape.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr double cold_ms_max = 2'000;
constexpr double warm_ms_max = 30;
constexpr double shape_mb_max = 80;

// A tree some hundred levels deep: model calls, tool calls of two events, decisions; five agents.
class BushyGenerator {
public:
    Event next() {
        if (made_ == 0 || random_() % 50 == 0) {
            above_ = root_;
        }
        switch (step_) {
            case 0: turn_ = id(); return event("llm_call", above_, 300, R"("model":"m")");
            case 1: call_ = id(); return event("tool_call", turn_, 0, named("tool_name", "Read"));
            case 2: return event("observation", call_, 40, named("content", words(25)));
            default:
                above_ = random_() % 3 == 0 ? id() : turn_;
                return event("decision", turn_, 0, named("description", words(6)));
        }
    }

private:
    std::string id() const {
        return fmt::format("{:08x}-{:08}", made_ * 2'654'435'761 >> 7, made_);
    }

    std::string words(int count) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            text += fmt::format("w{:x} ", random_() % 4'096);
        }
        return text;
    }

    std::string named(std::string_view name, std::string_view text) const {
        return fmt::format(R"("{}":"{}","call_id":"k{}")", name, text, made_ / 4);
    }

    Event event(std::string_view kind, const std::string& parent, int duration_ms,
                const std::string& fields) {
        const std::string name = id();
        root_ = made_ == 0 ? name : root_;
        const std::string json = fmt::format(
            R"({{"id":"{}","kind":"{}","time":"2026-02-{:02}T{:02}:{:02}:{:02}.{:03}Z","agent":"a{}",)"
            R"("session":"s","run":"r{}"{}{},"fields":{{{}}}}})",
            name, kind, 1 + made_ / 864'000, made_ / 36'000 % 24, made_ / 600 % 60, made_ / 10 % 60,
            made_ % 10 * 100, made_ / 4 % 5, made_ / 5'000,
            parent.empty() ? "" : fmt::format(R"(,"parent":"{}")", parent),
            duration_ms == 0 ? "" : fmt::format(R"(,"duration_ms":{})", duration_ms), fields);
        ++made_;
        step_ = (step_ + 1) % 4;
        return must(Event::parse(json));
    }

    std::mt19937_64 random_{20260223};
    std::uint64_t made_ = 0;
    int step_ = 0;
    std::string root_;
    std::string above_;
    std::string turn_;
    std::string call_;
};

void append_all(Store& store, std::size_t events) {
    BushyGenerator generator;
    Batch batch;
    for (std::size_t i = 0; i < events; ++i) {
        batch.events.push_back({generator.next()});
        if (batch.events.size() == 4'096 || i + 1 == events) {
            must(store.append(batch));
            batch.events.clear();
        }
    }
}

double held_mb() {
    ::malloc_trim(0);
    return resident_mb("VmRSS:");
}

double timed(const std::function<void()>& ask) {
    const double begin = thread_seconds();
    ask();
    return (thread_seconds() - begin) * 1e3;
}

double median_of_five(const std::function<void()>& ask) {
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        times.push_back(timed(ask));
    }
    return median(std::move(times));
}

struct Asked {
    std::string_view name;
    OutlineRequest request;
};

bool ask_everything(Store& store, std::size_t events) {
    const std::uint64_t middle = events / 2;
    const Sink nowhere = [](std::string_view) { return Result<void>(); };
    ShapeCache cache;
    Bars table;
    const auto row = [&table](std::string_view what, double figure, std::string_view unit,
                              double most) {
        table.row(what, fmt::format("{:.1f} {}", figure, unit), fmt::format("<= {:.0f}", most),
                  figure <= most);
    };
    // Once through the session, so that what the store keeps of it is not counted below.
    const std::unique_ptr<Cursor> events_of = must(store.scan({Space::session, "s"}));
    while (must(events_of->next())) {
    }
    const double before = held_mb();
    row("shape, read anew", timed([&] { must(cache.get(store, "s")); }), "ms", cold_ms_max);
    row("memory of the shape", held_mb() - before, "MB", shape_mb_max);
    const std::vector<Asked> outlines = {
        {"outline, 200 rows from the middle", {.session = "s", .offset = middle}},
        {"outline, three levels", {.session = "s", .levels = 3}},
        {"outline, decisions, as a tree", {.session = "s", .kinds = {"decision"}, .offset = 10}},
        {"outline, in order", {.session = "s", .order = OutlineOrder::time, .offset = middle}},
        {"outline, 2,000 rows", {.session = "s", .offset = middle, .limit = 2'000}},
    };
    for (const Asked& asked : outlines) {
        const auto ask = [&] {
            const Outline answer = must(outline(store, asked.request, must(cache.get(store, "s"))));
            (void)write_json(answer, store, nowhere);
        };
        row(asked.name, median_of_five(ask), "ms", warm_ms_max);
    }
    const SessionShape& shape = *must(cache.get(store, "s")).shape;
    const TimelineRequest part{
        .session = "s", .from = shape.times[middle], .to = shape.times[middle + 500]};
    const auto ask_timeline = [&](const TimelineRequest& request) {
        return median_of_five([&] {
            const Shaped shaped = must(cache.get(store, "s"));
            (void)write_json(must(timeline(store, request, *shaped.shape)), store, nowhere);
        });
    };
    row("timeline, 500 spans", ask_timeline(part), "ms", warm_ms_max);
    row("timeline, all of it", ask_timeline({.session = "s"}), "ms", warm_ms_max);
    return table.all_met();
}

int run(int count, char** arguments) {
    std::size_t events = 1'000'000;
    fs::path directory = fs::temp_directory_path() / "hence-shape-bench";
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view name = arguments[i];
        if (name == "--events") {
            events = std::stoull(arguments[i + 1]);
        } else if (name == "--dir") {
            directory = arguments[i + 1];
        } else {
            fmt::print(stderr, "bench: unknown argument {}\n", name);
            return 2;
        }
    }
    fs::remove_all(directory);
    bool met = false;
    {
        const std::unique_ptr<Store> store = must(open_directory_store(directory));
        append_all(*store, events);
        fmt::print("| one session of {} events | figure | bar | met |\n|---|--:|--:|---|\n",
                   events);
        met = ask_everything(*store, events);
    }
    fs::remove_all(directory);
    return met ? 0 : 1;
}

}  // namespace
}  // namespace hence::bench

int main(int count, char** arguments) {
    return hence::bench::run(count, arguments);
}
