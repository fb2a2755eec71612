#include "growth_drafts.h"

namespace hence::bench {
namespace {

// Links that are named.

std::string star(std::size_t n) {
    return lines(n, [](std::size_t i) { return Draft{.more = i == 0 ? "" : parent(0)}; });
}

std::string chain(std::size_t n) {
    return lines(n, [](std::size_t i) { return Draft{.more = i == 0 ? "" : parent(i - 1)}; });
}

std::string chain_reversed(std::size_t n) {
    std::string text;
    for (std::size_t i = n; i-- > 0;) {
        text += line(i, {.more = i == 0 ? "" : parent(i - 1)});
    }
    return text;
}

// A long back, and on each of its events a few more.
std::string comb(std::size_t n) {
    return lines(n, [](std::size_t i) {
        const std::size_t above = i % 4 == 0 ? i - 4 : i / 4 * 4;
        return Draft{.more = i == 0 ? "" : parent(above)};
    });
}

std::string ring(std::size_t n) {
    return lines(n, [n](std::size_t i) { return Draft{.more = parent((i + 1) % n)}; });
}

std::string many_rings(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.more = fmt::format(R"(,"causes":["e{}"])", i ^ 1U) +
                             (i < 2 ? "" : parent(i - 2))};
    });
}

std::string lost_parents(std::size_t n) {
    return lines(
        n, [](std::size_t i) { return Draft{.more = fmt::format(R"(,"parent":"gone{}")", i)}; });
}

std::string lost_causes_on_a_chain(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{
            .more = fmt::format(R"(,"parent":"gone{}","causes":["e{}"])", i, i == 0 ? 0 : i - 1)};
    });
}

std::string twenty_causes(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.more = fmt::format(R"(,"causes":[{}])", ids(i < 20 ? 0 : i - 20, i))};
    });
}

std::string all_cause_one(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        return Draft{.more = i + 1 < n ? "" : fmt::format(R"(,"causes":[{}])", ids(0, i))};
    });
}

std::string one_causes_all(std::size_t n) {
    return lines(n,
                 [](std::size_t i) { return Draft{.more = i == 0 ? "" : R"(,"causes":["e0"])"}; });
}

// Time.

std::string equal_times(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.more = i % 3 == 0 ? "" : parent(i - 1), .second = 0};
    });
}

std::string overlapping(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = "tool_call",
                     .agent = fmt::format("a{}", i % 5),
                     .more = R"(,"duration_ms":10000000)",
                     .fields = R"("tool_name":"t","output":"x")"};
    });
}

std::string nested_spans(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        return Draft{.kind = "tool_call",
                     .more = (i == 0 ? "" : parent(i - 1)) +
                             fmt::format(R"(,"duration_ms":{})", 2 * (n - i)),
                     .fields = R"("tool_name":"t","output":"x")"};
    });
}

// Calls.

std::string calls(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = i % 2 == 0 ? "tool_call" : "observation",
                     .fields = fmt::format(R"("tool_name":"t{}","call_id":"c{}","status":"ok")",
                                           i % 7, i / 2)};
    });
}

std::string equal_calls(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = i % 2 == 0 ? "tool_call" : "observation",
                     .fields = R"("tool_name":"t","call_id":"same","status":"error","error":"x")"};
    });
}

// The calls first, all of one id, then the observations.
std::string equal_calls_in_turn(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        return Draft{.kind = i < n / 2 ? "tool_call" : "observation",
                     .fields = R"("tool_name":"t","call_id":"same","status":"ok")"};
    });
}

std::string open_starts(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        const std::size_t call = i < n / 2 ? i : n - 1 - i;
        return Draft{.kind = i < n / 2 ? "tool_call" : "observation",
                     .fields = fmt::format(R"("tool_name":"t","call_id":"c{}")", call)};
    });
}

std::string never_ended(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = "tool_call",
                     .run = fmt::format("r{}", i / 10),
                     .fields = fmt::format(R"("tool_name":"t","call_id":"c{}")", i)};
    });
}

std::string requests(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{
            .kind = i % 2 == 0 ? "llm_call" : "tool_call",
            .fields = i % 2 == 0
                          ? fmt::format(R"("model":"m","messages":[{{"role":"user",)"
                                        R"("content":"q{}"}}],"completion":"z",)"
                                        R"("call_ids":["c{}"])",
                                        i, i)
                          : fmt::format(R"("tool_name":"t","call_id":"c{}","output":"o")", i - 1)};
    });
}

std::string equal_requests(std::size_t n) {
    return lines(n, [](std::size_t i) {
        return Draft{.kind = i % 2 == 0 ? "llm_call" : "tool_call",
                     .session = fmt::format("s{}", i / 2 % 2),
                     .fields = R"("model":"m","completion":"z","call_ids":["same"],)"
                               R"("tool_name":"t","call_id":"same","output":"o")"};
    });
}

// One model call asked for everything.
std::string one_request(std::size_t n) {
    return lines(n, [n](std::size_t i) {
        std::string asked;
        for (std::size_t k = 1; i == 0 && k < n; ++k) {
            asked += fmt::format(R"({}"c{}")", k == 1 ? "" : ",", k);
        }
        return i == 0 ? Draft{.kind = "llm_call",
                              .fields = fmt::format(R"("model":"m","call_ids":[{}])", asked)}
                      : Draft{.kind = "tool_call",
                              .fields = fmt::format(R"("tool_name":"t","call_id":"c{}")", i)};
    });
}

}  // namespace

std::vector<Shape> shapes_of_links() {
    return {
        {"star", star},
        {"chain", chain},
        {"chain, reversed", chain_reversed},
        {"comb", comb},
        {"ring", ring},
        {"many rings", many_rings},
        {"lost parents", lost_parents},
        {"lost parents on a chain", lost_causes_on_a_chain},
        {"twenty causes each", twenty_causes},
        {"all cause one", all_cause_one},
        {"one causes all", one_causes_all},
        {"equal times", equal_times},
        {"overlapping spans", overlapping},
        {"nested spans", nested_spans},
        {"calls", calls},
        {"equal calls", equal_calls},
        {"equal calls in turn", equal_calls_in_turn},
        {"open starts", open_starts},
        {"never ended", never_ended, "s", "r0"},
        {"requests", requests},
        {"equal requests", equal_requests, "s0"},
        {"one request", one_request},
    };
}

}  // namespace hence::bench
