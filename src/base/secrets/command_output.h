// What a command of the shell prints, within limits: for a key that a key service hands out.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "hence/result.h"

namespace hence {

struct CommandLimits {
    std::size_t bytes_max = 4'096;
    std::chrono::milliseconds time_max{60'000};
};

// Runs `command` by /bin/sh, with nothing on its standard input and its standard error where this
// program has its own, and hands out what it printed. Fails with io when it cannot be run, ends
// with another status than 0, or takes too long (then it is ended), and with limit when it prints
// too much.
Result<std::string> output_of(const std::string& command, const CommandLimits& limits = {});

}  // namespace hence
