// Stores made to hurt: each shape drives one thing up with the number of events, so that a step of
// an answer that goes over all of it for each event shows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hence::bench {

// Events e0, e1, ... of agent a in session s and run r, unless the shape says otherwise.
struct Shape {
    std::string_view name;
    std::string (*lines)(std::size_t events);  // NDJSON.
    std::string_view session = "s";            // Whom to ask about.
    std::string_view run = "r";
};

const std::vector<Shape>& shapes();

}  // namespace hence::bench
