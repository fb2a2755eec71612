#include <iterator>
#include <random>

#include "growth_drafts.h"

namespace hence::bench {
namespace {

// Reasons.

std::string decisions(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        const std::size_t half = n / 2;
        if (i >= half) {
            return Draft{.kind = "outcome",
                         .fields = fmt::format(R"("of":"e{}","correct":{},"outcome":"z")", i - half,
                                               i % 3 == 0)};
        }
        return Draft{.kind = "decision",
                     .more = fmt::format(R"(,"rationale":{{"why":"w","confidence":0.{:02},)"
                                         R"("refs":["obs{}"],"alternatives":[{{"option":"o",)"
                                         R"("rejected_because":"b"}}]}})",
                                         i % 100, i),
                     .fields = R"("description":"d","decision_type":"t","chosen":"c")"};
    });
}

// Observations of one key, and decisions that refer to it.
std::string equal_keys(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i % 2 == 0 ? Draft{.kind = "observation", .fields = R"("key":"k","content":"c")"}
                          : Draft{.kind = "decision",
                                  .more = R"(,"rationale":{"why":"w","refs":["k"]})",
                                  .fields = R"("description":"d","chosen":"c")"};
    });
}

// The same, each in a session of its own, all at the same time.
std::string equal_keys_everywhere(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        const std::size_t session = i % (n / 2);
        return i < n / 2 ? Draft{.kind = "observation",
                                 .session = session < 10 ? "s" : fmt::format("s{}", session),
                                 .fields = R"("key":"k","content":"c")"}
                         : Draft{.kind = "decision",
                                 .session = session < 10 ? "s" : fmt::format("s{}", session),
                                 .more = R"(,"rationale":{"why":"w","refs":["k"]})",
                                 .fields = R"("description":"d","chosen":"c")"};
    });
}

std::string many_refs(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = i % 2 == 0 ? "observation" : "decision",
                     .more = i % 2 == 0
                                 ? ""
                                 : fmt::format(R"(,"rationale":{{"why":"w","refs":[{},"gone{}"]}})",
                                               ids(i < 10 ? 0 : i - 10, i), i),
                     .fields = fmt::format(R"("key":"k{}","description":"d")", i)};
    });
}

std::string lost_refs(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        return Draft{.kind = i + 1 < n ? "decision" : "observation",
                     .more = (i == 0 ? "" : parent(i - 1)) +
                             fmt::format(R"(,"rationale":{{"why":"w","refs":["gone{}"]}})", i),
                     .fields = R"("description":"d")"};
    });
}

std::string reasoned_run(std::size_t n) {
    constexpr std::string_view kinds[] = {"assumption",  "alternatives",    "curation",
                                          "decision",    "strategy_switch", "reactive",
                                          "termination", "session_start",   "session_end"};
    return lines(n, [&kinds](std::size_t i) {
        return Draft{.kind = kinds[i % std::size(kinds)],
                     .more = R"(,"rationale":{"why":"w","alternatives":[{"option":"o",)"
                             R"("rejected_because":"b"}]})",
                     .fields = R"("assumption":"x","chosen":"c","action":"kept","target":"t",)"
                               R"("description":"d","from":"f","to":"g","reason":"r","goal":"g")"};
    });
}

std::string errors(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = "error",
                     .run = fmt::format("r{}", i / 100),
                     .fields = fmt::format(R"("error":"boom {}")", i)};
    });
}

std::string loops(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{
            .kind = "tool_call",
            .fields = fmt::format(R"("tool_name":"t","input":{{"x":{}}},"error":"no")", i % 3)};
    });
}

// Agents among themselves.

std::string message(std::size_t from, std::size_t to) {
    return fmt::format(R"("from":"a{}","to":["a{}"],"subtype":"q","payload":"p")", from, to);
}

std::string one_correlation(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = "message",
                     .agent = fmt::format("a{}", i % 500),
                     .more = R"(,"correlation":"c")",
                     .fields = message(i % 500, (i + 1) % 500)};
    });
}

std::string two_agents(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = i % 2 == 0 ? "message" : "decision",
                     .agent = fmt::format("a{}", i % 4 / 2),
                     .more = R"(,"correlation":"c")",
                     .fields = i % 2 == 0 ? message(i % 4 / 2, 1 - i % 4 / 2)
                                          : R"("description":"d","chosen":"c")"};
    });
}

// Everything is sent before anything is answered.
std::string one_mailbox(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        return Draft{.kind = "message",
                     .agent = i < n / 2 ? fmt::format("a{}", i) : "a",
                     .more = R"(,"correlation":"c")",
                     .fields = i < n / 2 ? R"("from":"b","to":["a"],"payload":"p")"
                                         : R"("from":"a","to":["b"],"payload":"p")"};
    });
}

std::string told_to_all(std::size_t n) {
    return lines(n, [](std::size_t i) {
        std::string to;
        for (std::size_t k = 0; k < 20; ++k) {
            to += fmt::format(R"({}"a{}")", k == 0 ? "" : ",", (i + k) % 500);
        }
        return Draft{.kind = "message",
                     .agent = fmt::format("a{}", i % 500),
                     .more = R"(,"correlation":"c")",
                     .fields = fmt::format(R"("from":"a{}","to":[{}])", i % 500, to)};
    });
}

std::string delegation(std::size_t from, std::size_t to) {
    return fmt::format(R"("parent_id":"a{}","child_id":"a{}","task":"t","run_id":"r{}")", from, to,
                       to);
}

std::string delegations(std::size_t n) {
    return lines(n, [](std::size_t i) {
        const std::string name = std::to_string(i);
        return Draft{.kind = "delegation",
                     .session = "s" + name,
                     .run = "r" + name,
                     .agent = "a" + name,
                     .fields = delegation(i, i + 1)};
    });
}

std::string delegations_in_a_ring(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        return Draft{.kind = "delegation",
                     .session = i % 2 == 0 ? "s" : fmt::format("s{}", i % 50),
                     .run = fmt::format("r{}", i),
                     .agent = fmt::format("a{}", i),
                     .more = R"(,"correlation":"c")",
                     .fields = delegation(i, (i + 1) % n)};
    });
}

// One child that is asked again and again.
std::string one_child(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return i % 2 == 0 ? Draft{.kind = "delegation", .run = "r0", .fields = delegation(0, 1)}
                          : Draft{.run = "r1", .agent = "a1"};
    });
}

// Runs to compare.

std::string step(std::size_t number) {
    return fmt::format(R"("tool_name":"t{}","input":{{"x":{}}})", number, number);
}

std::string runs_apart(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = "tool_call", .run = fmt::format("r{}", i % 2), .fields = step(i)};
    });
}

std::string runs_reversed(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        const std::size_t half = n / 2;
        return Draft{.kind = "tool_call",
                     .run = i < half ? "r0" : "r1",
                     .fields = step(i < half ? i : n - 1 - i)};
    });
}

std::string runs_at_random(std::size_t n) {
    std::mt19937_64 random(3);
    return lines(n, [&random](std::size_t i) {
        return Draft{
            .kind = "tool_call", .run = fmt::format("r{}", i % 2), .fields = step(random() % 4)};
    });
}

}  // namespace

std::vector<Shape> shapes_of_work() {
    return {
        {"decisions", decisions},
        {"equal keys", equal_keys},
        {"equal keys everywhere", equal_keys_everywhere},
        {"many refs", many_refs},
        {"lost refs", lost_refs},
        {"a reasoned run", reasoned_run},
        {"errors", errors, "s", "r0"},
        {"loops", loops},
        {"one correlation", one_correlation},
        {"two agents", two_agents},
        {"one mailbox", one_mailbox},
        {"told to all", told_to_all},
        {"delegations", delegations, "s0", "r0"},
        {"delegations in a ring", delegations_in_a_ring, "s", "r0"},
        {"one child", one_child, "s", "r0"},
        {"runs apart", runs_apart, "s", "r0"},
        {"runs reversed", runs_reversed, "s", "r0"},
        {"runs at random", runs_at_random, "s", "r0"},
    };
}

}  // namespace hence::bench
