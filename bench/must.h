// What a benchmark does about an error: it says so and ends.
#pragma once

#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hence/result.h"

namespace hence::bench {

[[noreturn]] inline void fail(std::string_view why) {
    fmt::print(stderr, "bench: {}\n", why);
    std::exit(1);
}

[[noreturn]] inline void fail(const Error& error) {
    fail(error.message);
}

template <class T>
T must(Result<T> result) {
    if (!result) {
        fail(result.error());
    }
    return std::move(result).take();
}

}  // namespace hence::bench
