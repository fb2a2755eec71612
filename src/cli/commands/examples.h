// The recorded stories that the program carries with it, for `hence demo`.
#pragma once

#include <span>
#include <string_view>

namespace hence {

struct Example {
    std::string_view name;    // "price-lookup.ndjson"
    std::string_view events;  // NDJSON
};

// By name. Made from examples/ when the program is built.
std::span<const Example> examples();

}  // namespace hence
