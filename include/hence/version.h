// Which version of the library a program runs with.
#pragma once

#include <cstdint>
#include <string_view>

namespace [[gnu::visibility("default")]] hence {

// "0.1.0": of the library that was loaded, whatever the program was compiled with.
std::string_view version() noexcept;

// Of what this version writes into a directory.
std::uint32_t store_format() noexcept;

}  // namespace hence
