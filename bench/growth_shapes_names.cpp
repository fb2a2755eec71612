#include <iterator>
#include <random>

#include "growth_drafts.h"

namespace hence::bench {
namespace {

// Names.

std::string many_sessions(std::size_t n) {
    return lines(n, [](std::size_t i) {
        const std::string name = std::to_string(i);
        return Draft{.session = "s" + name, .run = "r" + name, .agent = "a" + name};
    });
}

std::string many_runs(std::size_t n) {
    return lines(n, [](std::size_t i) { return Draft{.run = fmt::format("r{}", i)}; });
}

std::string many_agents(std::size_t n) {
    return lines(n, [](std::size_t i) { return Draft{.agent = fmt::format("a{}", i)}; });
}

std::string one_run_in_many_sessions(std::size_t n) {
    return lines(n, [](std::size_t i) { return Draft{.session = fmt::format("s{}", i)}; });
}

std::string many_correlations(std::size_t n) {
    return lines(
        n, [](std::size_t i) { return Draft{.more = fmt::format(R"(,"correlation":"c{}")", i)}; });
}

std::string many_kinds(std::size_t n) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) {
        const std::string kind = fmt::format("kind_{}", i);
        text += line(i, {.kind = kind});
    }
    return text;
}

std::string loose_runs(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = i % 2 == 0 ? "tool_call" : "observation",
                     .session = i % 4 == 0 ? "s" : "",
                     .run = fmt::format("r{}", i / 4),
                     .fields = R"("tool_name":"t","call_id":"same","key":"k","status":"ok")"};
    });
}

std::string loose_sessions(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.session = i % 4 == 0 ? fmt::format("s{}", i / 4) : "",
                     .run = fmt::format("r{}", i / 4),
                     .more = R"(,"rationale":{"why":"w","refs":["k"]})"};
    });
}

// Every other event stands under its run's name until the one after it states the session.
std::string derived_sessions(std::size_t n) {
    return lines(n, [](std::size_t i) {
        const std::string run = fmt::format("r{}", i / 2);
        return Draft{.kind = i % 2 == 0 ? "observation" : "decision",
                     .session = i % 2 == 0 ? run : "s",
                     .run = run,
                     .more = i % 2 == 0 ? R"(,"flags":["session_derived"])"
                                        : R"(,"rationale":{"why":"w","refs":["k"]})",
                     .fields = R"("key":"k","content":"c","call_id":"same","description":"d")"};
    });
}

// What is refused, and a mixture.

std::string refused(std::size_t n) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) {
        text += i % 2 == 0 ? line(i, {}) : fmt::format("{{\"kind\":\"thought\",\"no\":{}}}\n", i);
    }
    return text;
}

std::string refused_again(std::size_t n) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) {
        text += i % 2 == 0 ? line(i / 4, {.fields = fmt::format(R"("text":"{}")", i % 8)})
                           : "{\"kind\":\"thought\"}\n";
    }
    return text;
}

Draft at_random(std::size_t i, std::mt19937_64& random) {
    constexpr std::string_view kinds[] = {"tool_call", "observation", "llm_call",   "decision",
                                          "message",   "delegation",  "thought",    "error",
                                          "log",       "outcome",     "session_end"};
    const auto some = [&] { return i - random() % (i < 50 ? i + 1 : 50); };
    Draft draft;
    draft.kind = kinds[random() % std::size(kinds)];
    draft.session = random() % 8 == 0 ? "" : fmt::format("s{}", random() % 2 == 0 ? "" : "2");
    draft.run = fmt::format("r{}", random() % 4 == 0 ? std::to_string(i % 97) : "");
    draft.agent = fmt::format("a{}", random() % 3);
    draft.more = random() % 2 == 0 ? parent(some()) : R"(,"correlation":"c")";
    if (random() % 3 == 0) {
        draft.more += fmt::format(R"(,"causes":["e{}","e{}"])", some(), random() % (i + 1));
    }
    if (random() % 3 == 0) {
        draft.more += fmt::format(R"(,"rationale":{{"why":"w","confidence":0.5,)"
                                  R"("refs":["k{}","e{}"]}})",
                                  random() % 20, some());
    }
    draft.fields = fmt::format(
        R"("of":"e{}","call_id":"c{}","call_ids":["c{}"],"key":"k{}","tool_name":"t",)"
        R"("from":"a{}","to":["a{}"],"child_id":"a{}","run_id":"r{}","description":"d")",
        some(), random() % 100, random() % 100, random() % 20, random() % 3, random() % 3,
        random() % 3, random() % 97);
    draft.second = i / 5;
    return draft;
}

std::string mixture(std::size_t n) {
    std::mt19937_64 random(7);
    return lines(n, [&random](std::size_t i) { return at_random(i, random); });
}

}  // namespace

std::vector<Shape> shapes_of_names() {
    return {
        {"many sessions", many_sessions, "s0", "r0"},
        {"many runs", many_runs, "s", "r0"},
        {"many agents", many_agents},
        {"one run in many sessions", one_run_in_many_sessions, "s0"},
        {"many correlations", many_correlations},
        {"many kinds", many_kinds},
        {"loose runs", loose_runs, "s", "r0"},
        {"loose sessions", loose_sessions, "s0", "r0"},
        {"derived sessions", derived_sessions, "s", "r0"},
        {"refused", refused},
        {"refused again", refused_again},
        {"mixture", mixture},
    };
}

}  // namespace hence::bench
