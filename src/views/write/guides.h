// The lines to the left of a printed tree: which of the levels above go on below a row. One bit for
// each level is enough, since rows come depth first.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "views/write/levels.h"

namespace hence {

// To be asked row by row, depth first.
class Guides {
public:
    void append(std::string& out, std::uint64_t row_level, bool last) {
        append_level_mark(out, row_level);
        const std::uint64_t level = indented_level(row_level);
        for (std::uint64_t above = 2; above < level; ++above) {
            out += goes_on_[above] ? "│  " : "   ";
        }
        if (level > 1) {
            out += last ? "└─ " : "├─ ";
        }
        if (row_level <= indented_levels_max) {
            goes_on_[level] = !last;
        }
    }

private:
    std::array<bool, indented_levels_max + 1> goes_on_{};  // By level.
};

}  // namespace hence
