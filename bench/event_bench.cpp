// How fast an event is read, printed and compared: what every recorded line pays.
#include <string>

#include <benchmark/benchmark.h>

#include "hence/event.h"

namespace hence {
namespace {

// A tool call of about 530 bytes, as agents emit them.
std::string typical_line() {
    return R"({"id":"01234567-89ab-4def-8123-456789abcdef","kind":"tool_call",)"
           R"("time":"2026-02-23T10:00:01.000Z","agent":"orchestrator","session":"session-17",)"
           R"("run":"run-3","parent":"01234567-89ab-4def-8123-456789abcdee","iteration":4,)"
           R"("duration_ms":45,"rationale":{"why":"needs fresh data before it can decide",)"
           R"("refs":["obs:1"],"confidence":0.9},"fields":{"tool_name":"Read","input":)"
           R"({"path":"src/views/explain/explain.cpp","lines":[1,200]},"output":")" +
           std::string(150, 'x') + R"(","call_id":"toolu_0123456789","status":"ok"}})";
}

void parse_event(benchmark::State& state) {
    const std::string line = typical_line();
    for (auto _ : state) {
        benchmark::DoNotOptimize(Event::parse(line));
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(line.size()));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(parse_event);

void print_event(benchmark::State& state) {
    const Result<Event> event = Event::parse(typical_line());
    std::string out;
    for (auto _ : state) {
        out.clear();
        event->append_json(out);
        benchmark::DoNotOptimize(out.data());
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(print_event);

void compare_events(benchmark::State& state) {
    const Result<Event> event = Event::parse(typical_line());
    const Result<Event> same = Event::parse(typical_line());
    for (auto _ : state) {
        benchmark::DoNotOptimize(event->says_the_same_as(*same));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(compare_events);

}  // namespace
}  // namespace hence

BENCHMARK_MAIN();
