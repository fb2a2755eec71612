// Every answer about a session of 100,000 events against printing its events, in one run.
//
//     answers_bench [--events N] [--only ANSWER] [--dir DIRECTORY]
//
// Prints a table: the median processor time of each answer, which a busy machine does not change
// much, how many times that of `events --session S --json` it is, and how much memory it took
// besides the open store. Exits with 1 when one takes more than three times as long.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "complete_sessions.h"
#include "hence/context.h"
#include "hence/debrief.h"
#include "hence/diff.h"
#include "hence/export.h"
#include "hence/gaps.h"
#include "hence/query.h"
#include "hence/replay.h"
#include "hence/store.h"
#include "hence/trajectory.h"
#include "hence/tree.h"
#include "measured.h"
#include "must.h"
#include "options.h"
#include "store/directory.h"

namespace hence::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t seed = 20260223;
constexpr int times_asked = 5;  // The median counts.
constexpr double times_max = 3;

// One session of two runs, "a" and "b", that do much the same: model calls, thoughts, tool calls
// as one event and as two, decisions with their reasons. A turn is five to seven events.
class SessionGenerator {
public:
    // The lines of `events` events, half of them of each run.
    std::string lines(std::size_t events) {
        for (const std::string_view run : {"a", "b"}) {
            // The same numbers for both runs, but every fiftieth turn of b goes its own way.
            random_.seed(seed);
            run_ = run;
            const std::size_t end = run == "a" ? events / 2 : events;
            parent_.clear();
            for (std::uint64_t number = 0; made_ < end; ++number) {
                turn(number, run == "b" && number % 50 == 0);
            }
        }
        return std::move(text_);
    }

private:
    void turn(std::uint64_t number, bool differs) {
        const std::uint64_t input = random_() % 1'000 + (differs ? 10'000 : 0);
        const std::string call_id = fmt::format("{}-{}", run_, number);
        event("llm_call", 350,
              fmt::format(R"({{"model":"claude-sonnet-4-6","prompt_tokens":1000,)"
                          R"("completion_tokens":120,"completion":"{}","call_ids":["{}"]}})",
                          words(30), call_id));
        event("thought", 0, fmt::format(R"({{"text":"{}"}})", words(20)));
        if (random_() % 2 == 0) {
            event("tool_call", 45,
                  fmt::format(R"({{"tool_name":"Read","input":{{"path":"/src/{}"}},"output":"{}",)"
                              R"("call_id":"{}","status":"ok"}})",
                              input, words(40), call_id),
                  true);
        } else {
            event("tool_call", 0,
                  fmt::format(R"({{"tool_name":"Grep","input":{{"for":"{}"}},"call_id":"{}"}})",
                              input, call_id),
                  true);
            event("observation", 12,
                  fmt::format(R"({{"key":"obs:{}","content":"{}","call_id":"{}","status":"ok"}})",
                              call_id, words(40), call_id));
        }
        event("decision", 0,
              fmt::format(R"({{"description":"{}","decision_type":"next","chosen":"{}",)"
                          R"("inputs":{{"n":{}}}}})",
                          words(6), input % 7, number),
              true);
    }

    void event(std::string_view kind, int duration_ms, const std::string& fields,
               bool reasoned = false) {
        const std::string id = fmt::format("{}-{:08x}-{:08}", run_, random_() & 0xffffffff, made_);
        text_ += fmt::format(
            R"({{"id":"{}","kind":"{}","time":"2026-02-{:02}T{:02}:{:02}:{:02}.{:03}Z",)"
            R"("agent":"coder","session":"s","run":"{}")",
            id, kind, 1 + made_ / 864'000, made_ / 36'000 % 24, made_ / 600 % 60, made_ / 10 % 60,
            made_ % 10 * 100, run_);
        text_ += parent_.empty() ? "" : fmt::format(R"(,"parent":"{}")", parent_);
        text_ += duration_ms == 0 ? "" : fmt::format(R"(,"duration_ms":{})", duration_ms);
        text_ += reasoned
                     ? fmt::format(R"(,"rationale":{{"why":"{}","confidence":0.8}})", words(12))
                     : "";
        text_ += fmt::format(R"(,"fields":{}}})", fields) + "\n";
        parent_ = id;
        ++made_;
    }

    std::string words(int count) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            text += fmt::format("{}w{:x}", i == 0 ? "" : " ", random_() % 4'096);
        }
        return text;
    }

    std::mt19937_64 random_{seed};
    std::string text_;
    std::string run_;
    std::string parent_;
    std::size_t made_ = 0;
};

using Ask = std::function<Result<void>(const Store&, const Sink&)>;

struct Figures {
    double ms = 0;
    double mb = 0;  // More than there was before.
    std::size_t bytes = 0;
};

Figures measure(const Store& store, const Ask& ask) {
    Figures figures;
    std::vector<double> spent;
    for (int i = 0; i < times_asked; ++i) {
        forget_peak();
        const double before = resident_mb("VmRSS:");
        figures.bytes = 0;
        const Sink sink = [&figures](std::string_view piece) -> Result<void> {
            figures.bytes += piece.size();
            return {};
        };
        const double start = thread_seconds();
        must(ask(store, sink));
        spent.push_back((thread_seconds() - start) * 1e3);
        figures.mb = std::max(figures.mb, resident_mb("VmHWM:") - before);
    }
    figures.ms = median(std::move(spent));
    return figures;
}

// An answer as JSON, whatever it is.
template <class Answer>
Result<void> as_json(Result<Answer> answer, const Store& store, const Sink& sink) {
    return answer ? write_json(*answer, store, sink) : Result<void>(answer.error());
}

Result<void> print_events(const Store& store, const Sink& sink) {
    EventList events = must(query(store, {.session = "s"}));
    return events.write_ndjson(sink);
}

struct Question {
    std::string_view name;
    Ask ask;
};

std::vector<Question> questions() {
    using S = const Store&;
    using Out = const Sink&;
    return {
        {"tree", [](S s, Out out) { return as_json(tree(s, {.session = "s"}), s, out); }},
        {"replay session",
         [](S s, Out out) {
             return as_json(replay(s, {.type = ChainType::session, .id = "s", .limit = 0}), s, out);
         }},
        {"gaps", [](S s, Out out) { return as_json(gaps(s, {.id = "s"}), s, out); }},
        {"debrief of both runs",
         [](S s, Out out) {
             must(as_json(debrief(s, {.run = "a"}), s, out));
             return as_json(debrief(s, {.run = "b"}), s, out);
         }},
        {"context", [](S s, Out out) { return as_json(context(s, {.session = "s"}), s, out); }},
        {"trajectory",
         [](S s, Out out) { return as_json(trajectory(s, {.session = "s"}), s, out); }},
        {"diff of both runs",
         [](S s, Out out) { return as_json(diff(s, {.a = "a", .b = "b"}), s, out); }},
        {"export csv",
         [](S s, Out out) {
             EventList events = must(query(s, {.session = "s"}));
             return write_csv(events, s, out);
         }},
        {"export dot tree",
         [](S s, Out out) {
             return draw(must(tree(s, {.session = "s"})), {s, DrawingLanguage::dot}, out);
         }},
    };
}

int run(int count, char** arguments) {
    std::size_t events = 100'000;
    std::string only;
    fs::path directory = fs::temp_directory_path() / "hence-answers-bench";
    const Options options = {
        {"--events", number_into(events)},
        {"--only", text_into(only)},
        {"--dir", path_into(directory)},
    };
    if (!read_options(count, arguments, options)) {
        return 2;
    }
    fs::remove_all(directory);
    bool all_met = true;
    {
        const std::unique_ptr<Store> store = must(open_directory_store(directory));
        append_text(*store, SessionGenerator().lines(events));
        const Figures baseline = measure(*store, print_events);
        fmt::print(
            "| answer, {} events | time | of events --json | memory besides | met |\n"
            "|---|--:|--:|--:|---|\n| events --json | {:.0f} ms | 1.00 | {:.0f} MB | |\n",
            events, baseline.ms, baseline.mb);
        for (const Question& question : questions()) {
            if (!question.name.starts_with(only)) {
                continue;
            }
            const Figures figures = measure(*store, question.ask);
            const bool met = figures.ms <= times_max * baseline.ms;
            all_met = all_met && met;
            fmt::print("| {} | {:.0f} ms | {:.2f} (<= {:.0f}) | {:.0f} MB | {} |\n", question.name,
                       figures.ms, figures.ms / baseline.ms, times_max, figures.mb,
                       met ? "yes" : "NO");
            std::fflush(stdout);
        }
    }
    fs::remove_all(directory);
    return all_met ? 0 : 1;
}

}  // namespace
}  // namespace hence::bench

int main(int count, char** arguments) {
    return hence::bench::run(count, arguments);
}
