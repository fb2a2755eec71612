// The id of an event of telemetry that no span names: 32 digits of what it says.
//
// The digits differ from the first one on, because lists show the first 8 characters of an id, as
// they do for spans. A UUID of version 7 would begin with the time.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace hence {

// The same parts give the same id, others another.
inline std::string content_id(std::initializer_list<std::string_view> parts) {
    constexpr std::size_t digits = 32;
    std::string all;
    for (const std::string_view part : parts) {
        all += std::to_string(part.size()) + ':';
        all += part;
    }
    return sha256_hex(all).substr(0, digits);
}

}  // namespace hence
