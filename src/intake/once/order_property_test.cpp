// The same spans give the same answers, in whatever order and cut they arrive.
#include <algorithm>
#include <random>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "intake/once/settle_for_test.h"

namespace hence::settle_for_test {
namespace {

// The same call, as a client library tells it that begins a trace of its own.
SpanTold in_own_trace(SpanTold call) {
    call.run = call.id + "-trace";
    call.id += "w";
    call.parent = "";
    call.scope = "wire";
    call.from += 2;
    call.until -= 2;
    call.fields += R"(,"response_id":")" + call.id + "\"";
    return call;
}

// A trace of agents, wrappers, model calls told once or twice, and tools with or without ids.
std::vector<SpanTold> random_trace(std::mt19937& draw) {
    const auto below = [&](int bound) {
        return std::uniform_int_distribution<int>(0, bound - 1)(draw);
    };
    std::vector<SpanTold> spans;
    std::vector<std::string> containers = {""};
    int clock = 0;
    int calls = 0;
    const int steps = 3 + below(10);
    for (int step = 0; step < steps; ++step) {
        const std::string id = fmt::format("s{}", step);
        const std::string parent =
            containers[static_cast<std::size_t>(below(static_cast<int>(containers.size())))];
        const int kind = below(6);
        clock += 20;
        if (kind <= 1) {
            SpanTold span{.id = id, .parent = parent, .from = clock, .until = 100'000};
            span.agent = kind == 0 ? fmt::format("agent{}", below(3)) : "svc";
            span.session = below(4) == 0 ? fmt::format("conversation{}", below(2)) : "";
            spans.push_back(span);
            containers.push_back(id);
            continue;
        }
        const std::string call = fmt::format("c{}", ++calls);
        const std::string input = fmt::format(R"({{"a":{}}})", below(2));
        SpanTold model{.id = id,
                       .kind = "llm_call",
                       .parent = parent,
                       .from = clock,
                       .until = clock + 10,
                       .fields = fmt::format(
                           R"(,"model":"m","prompt_tokens":{},"completion_tokens":{},)"
                           R"("call_ids":["{}"],"completion":{{"role":"assistant","tool_calls":)"
                           R"([{{"id":"{}","function":{{"name":"f","arguments":{}}}}}]}})",
                           10 + step, step, call, call, input)};
        spans.push_back(model);
        if (kind == 2) {
            SpanTold twice = model;
            twice.id = id + "x";
            twice.scope = "two";
            twice.from += 1;
            twice.until -= 1;
            twice.parent = below(2) == 0 ? parent : id;
            twice.fields = fmt::format(R"(,"model":"m","prompt_tokens":{},"completion_tokens":{})",
                                       10 + step, step);
            spans.push_back(twice);
        }
        if (kind == 3) {
            spans.push_back(in_own_trace(model));
        }
        const std::string named = below(2) == 0 ? fmt::format(R"(,"call_id":"{}")", call) : "";
        const std::string status =
            below(4) == 0 ? R"(,"status":"error","error":"it is not there")" : "";
        if (kind != 5) {
            spans.push_back({.id = id + "t",
                             .kind = "tool_call",
                             .parent = parent,
                             .from = clock + 11,
                             .until = clock + 15,
                             .fields = fmt::format(R"(,"tool_name":"f","input":{}{}{})", input,
                                                   named, status)});
        }
        if (below(3) == 0) {
            spans.push_back({.id = id + "r",
                             .kind = "tool_call",
                             .from = clock + 12,
                             .until = clock + 15,
                             .fields = fmt::format(R"(,"tool_name":"f","input":{},)"
                                                   R"("otel_event":"x.tool_call")",
                                                   input)});
        }
        if (below(2) == 0) {
            spans.push_back(
                {.id = id + "d",
                 .kind = "tool_call",
                 .from = clock + 19,
                 .fields = fmt::format(R"(,"tool_name":"f","input":{},"output":"o","call_id":"{}")",
                                       input, call),
                 .derived = true});
        }
    }
    return spans;
}

// A text and a failure, each told by a framework and by a client library with a trace of its own.
void add_bare_traces(std::mt19937& draw, std::vector<SpanTold>& spans) {
    const int from = static_cast<int>(draw() % 100);
    SpanTold text{.id = "text", .kind = "llm_call", .from = from, .until = from + 20};
    text.fields = R"(,"model":"m","prompt_tokens":7,"completion_tokens":3,"completion":"hello")";
    SpanTold failed = text;
    failed.id = "failed";
    failed.fields = R"(,"model":"m","status":"error","error":"a.Bad: it is too long")";
    for (const SpanTold& call : {text, failed}) {
        if (draw() % 2 == 0) {
            spans.push_back(call);
            spans.push_back(in_own_trace(call));
        }
    }
}

// Everything that a store answers of a trace, less what depends on when it arrived.
std::string answers(const Store& store) {
    std::set<std::string> lines;
    const std::unique_ptr<Cursor> cursor = store.scan({}).take();
    while (const std::optional<Event> event = cursor->next().take()) {
        lines.insert(event->stored_as(0, {}).to_json());
    }
    std::string all;
    for (const std::string& line : lines) {
        all += line + "\n";
    }
    for (const Space space : {Space::session, Space::agent, Space::run}) {
        std::set<std::string> rows;
        for (const Summary& row : store.summaries(space, nullptr, 100).take()) {
            std::string said = fmt::format("{} {} {} {} {}", row.id, row.session, row.events,
                                           row.errors, row.tokens.value_or(-1));
            for (const auto& [name, count] : row.kinds) {
                said += fmt::format(" {}={}", name, count);
            }
            for (const auto& [name, count] : row.agents) {
                said += fmt::format(" {}@{}", count, name);
            }
            rows.insert(std::move(said));
        }
        for (const std::string& row : rows) {
            all += row + "\n";
        }
    }
    return all;
}

// The lines that only one of two answers has.
std::string difference(const std::string& a, const std::string& b) {
    std::string all;
    const auto missing = [&all](const std::string& from, const std::string& in, char sign) {
        std::size_t at = 0;
        while (at < from.size()) {
            const std::size_t end = from.find('\n', at) + 1;
            const std::string line = from.substr(at, end - at);
            all += in.find(line) == std::string::npos ? sign + line : "";
            at = end;
        }
    };
    missing(a, b, '-');
    missing(b, a, '+');
    return all;
}

RC_GTEST_PROP(SettleOrder, DoesNotMatter, (unsigned seed)) {
    std::mt19937 draw(seed);
    std::vector<SpanTold> spans = random_trace(draw);
    add_bare_traces(draw, spans);
    const std::unique_ptr<Store> at_once = open_memory_store();
    send(*at_once, spans);
    const std::string expected = answers(*at_once);
    for (int order = 0; order < 3; ++order) {
        std::ranges::shuffle(spans, draw);
        const std::unique_ptr<Store> store = open_memory_store();
        std::vector<SpanTold> request;
        for (const SpanTold& span : spans) {
            request.push_back(span);
            if (draw() % 3 != 0) {
                send(*store, request);
                request.clear();
            }
        }
        send(*store, request);
        RC_ASSERT(difference(expected, answers(*store)) == std::string());
        // Sent again, whole or in part, nothing changes.
        send(*store, {spans.front(), spans.back()});
        send(*store, spans);
        RC_ASSERT(difference(expected, answers(*store)) == std::string());
    }
}

}  // namespace
}  // namespace hence::settle_for_test
