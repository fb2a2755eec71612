// How far a line is indented in trees and chains. Indentation grows up to a fixed level and then
// stays: the size of a deep tree's text would otherwise grow with the square of its depth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace hence {

// Levels count from 1. Beyond this one the indentation stays, and the line begins with its level.
inline constexpr std::uint64_t indented_levels_max = 40;

inline void append_level_mark(std::string& out, std::uint64_t level) {
    if (level > indented_levels_max) {
        out += '[' + std::to_string(level) + "] ";
    }
}

inline std::uint64_t indented_level(std::uint64_t level) {
    return std::min(level, indented_levels_max);
}

}  // namespace hence
