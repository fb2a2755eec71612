// A file that a call of a tool names, and what the call does to it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hence/session/files.h"

namespace hence {

struct NamedFile {
    FileDeed deed = FileDeed::read;
    std::string path = {};   // Empty: the file that is open, which an earlier call named.
    std::string moved = {};  // The other name of a file that is moved.
    bool assumed = false;
};

inline constexpr std::size_t path_size_max = 4'096;
inline constexpr std::size_t files_of_a_call_max = 1'000;

// The path as answers show it: behind `base` where it is relative and `base` is known, without
// "./", "//" and "x/..", and without "file://". Empty when the text cannot be a path.
std::string clean_path(std::string_view path, std::string_view base = {});

}  // namespace hence
