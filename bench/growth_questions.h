// What is asked of every shape: at least one question for each GET route of the program.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "growth_shapes.h"

namespace hence::bench {

// {s} and {r} stand for the shape's session and run, {first}, {middle} and {last} for events, and
// {node} for a node in the middle of a graph.
struct Question {
    std::string_view route;   // Its pattern in the program's table.
    std::string_view target;  // What is asked.
    bool text = false;        // Else JSON.
};

std::span<const Question> questions();

// The patterns of GET routes that no question has, and of questions that no route has.
std::vector<std::string> patterns_apart();

// The target with names in it.
std::string target_for(const Question& question, const Shape& shape, std::size_t events);

}  // namespace hence::bench
