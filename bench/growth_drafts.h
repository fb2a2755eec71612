// How the events of a shape are put into words. For growth_shapes*.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "growth_shapes.h"

namespace hence::bench {

// What one event has besides its number. `more` is JSON members with a comma before each.
struct Draft {
    std::string_view kind = "thought";
    std::string session = "s";  // Empty: none.
    std::string run = "r";
    std::string agent = "a";
    std::string more = {};
    std::string fields = R"("text":"x")";
    std::size_t second = SIZE_MAX;  // Else a millisecond after the one before.
};

inline std::string time_at(std::size_t ms) {
    const std::size_t s = ms / 1'000;
    return fmt::format("2026-02-{:02}T{:02}:{:02}:{:02}.{:03}Z", 1 + s / 86'400, s / 3'600 % 24,
                       s / 60 % 60, s % 60, ms % 1'000);
}

inline std::string member(std::string_view name, std::string_view value) {
    return value.empty() ? "" : fmt::format(R"(,"{}":"{}")", name, value);
}

inline std::string line(std::size_t i, const Draft& draft) {
    return fmt::format(R"({{"id":"e{}","kind":"{}","time":"{}"{}{}{}{},"fields":{{{}}}}})"
                       "\n",
                       i, draft.kind, time_at(draft.second == SIZE_MAX ? i : draft.second * 1'000),
                       member("session", draft.session), member("run", draft.run),
                       member("agent", draft.agent), draft.more, draft.fields);
}

// The lines that `make` gives for 0 to n - 1.
template <class Make>
std::string lines(std::size_t n, Make make) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) {
        text += line(i, make(i));
    }
    return text;
}

inline std::string parent(std::size_t i) {
    return fmt::format(R"(,"parent":"e{}")", i);
}

inline std::string ids(std::size_t from, std::size_t to) {
    std::string list;
    for (std::size_t i = from; i < to; ++i) {
        list += fmt::format(R"({}"e{}")", i == from ? "" : ",", i);
    }
    return list;
}

// The shapes of each file.
std::vector<Shape> shapes_of_links();
std::vector<Shape> shapes_of_names();
std::vector<Shape> shapes_of_work();
std::vector<Shape> shapes_of_graphs();

}  // namespace hence::bench
