// Finds several members of one object in a single walk. Asking Json for each by itself would walk
// over a long `content` or `output` once for each name.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "model/json/json.h"
#include "model/json/json_slices.h"

namespace hence {

// The members of `object` that go by these names, in one walk: content and output may be long.
template <std::size_t n>
std::array<Json, n> members(std::string_view object, const std::array<std::string_view, n>& names) {
    std::array<Json, n> found;
    MemberReader reader(object);
    std::string_view name;
    std::string_view value;
    while (reader.next(name, value)) {
        const auto at = std::find_if(names.begin(), names.end(),
                                     [&](std::string_view each) { return token_says(name, each); });
        if (at != names.end()) {
            found[static_cast<std::size_t>(at - names.begin())] = Json(value);
        }
    }
    return found;
}

}  // namespace hence
