// The fuzzers' targets in one program, each under its own name; the list is made by CMake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

struct Fuzzer {
    std::string_view name;
    int (*take)(const std::uint8_t* data, std::size_t size);
};

std::span<const Fuzzer> fuzzers();
