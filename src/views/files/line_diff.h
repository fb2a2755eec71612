// A change of a file as lines with a sign each: "+" added, "-" removed, " " unchanged.
#pragma once

#include <cstdint>
#include <string>

#include "model/files/tool_files.h"

namespace hence {

inline constexpr std::size_t diff_lines_max = 400;
inline constexpr std::size_t diff_size_max = std::size_t{64} * 1024;

struct LineDiff {
    std::string text = {};    // Each line ends with a newline; "@@" stands between parts.
    std::uint64_t added = 0;  // Of the whole change.
    std::uint64_t removed = 0;
    std::uint64_t cut = 0;  // Lines that the text leaves out.
};

LineDiff line_diff(const FileChange& change);

}  // namespace hence
