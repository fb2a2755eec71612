// Sessions for tests: small random ones with few names and times, so that calls, cycles and ties
// are common, and a deep one.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "views/shape/rows.h"

namespace hence {

// Members of events for Story::tell_all, in the order of arrival. Ids are e0, e1, ...; the session
// is s1 for most, and s2 for some.
inline std::vector<std::string> random_log(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t end) {
        return static_cast<std::uint32_t>(random() % end);
    };
    const std::uint32_t count = 2 + below(40);
    const bool orderly = below(2) == 0;  // Else anything may name anything, and arrive any time.
    const std::vector<std::string> kinds{"tool_call", "observation", "llm_call",
                                         "decision",  "error",       "thought"};
    std::vector<std::string> log;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::string& kind = kinds[below(6)];
        const std::uint32_t second = orderly ? i / 2 : below(30);
        std::string members =
            fmt::format("'id':'e{}','kind':'{}','session':'{}','time':'2026-02-23T10:00:{:02}Z'", i,
                        kind, i > 0 && below(8) == 0 ? "s2" : "s1", second);
        if (below(4) != 0) {
            const std::uint32_t parent = orderly ? below(i + 1) : below(count + 4);
            members += orderly && i == 0 ? "" : fmt::format(",'parent':'e{}'", parent);
        }
        if (below(3) != 0) {
            members += fmt::format(",'agent':'a{}'", below(4));
        }
        if (below(3) == 0) {
            members += fmt::format(",'run':'r{}'", below(3));
        }
        if (below(3) == 0) {
            members += fmt::format(",'duration_ms':{}", below(9) * 1000);
        }
        std::string fields = below(4) == 0   ? "'error':'broke'"
                             : below(3) == 0 ? "'status':'ok'"
                                             : "";
        if (below(2) == 0) {
            fields += fmt::format("{}'call_id':'c{}'", fields.empty() ? "" : ",", below(3));
        }
        log.push_back(members + ",'fields':{" + (kind == "error" ? "'error':'broke'" : fields) +
                      "}");
    }
    return log;
}

// Each event below the one before it.
inline SessionShape chain_shape(std::uint32_t count) {
    SessionShape shape;
    for (std::uint32_t i = 0; i < count; ++i) {
        shape.seqs.push_back(i + 1);
        shape.times.push_back({i, 0, 0});
        shape.durations.push_back(-1);
        shape.parents.push_back(i == 0 ? SessionShape::none : i - 1);
        shape.flags.push_back(0);
    }
    settle_tree(shape);
    return shape;
}

}  // namespace hence
