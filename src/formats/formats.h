// What can be read, by name.
#pragma once

#include <span>
#include <string_view>

#include "hence/result.h"

namespace hence {

struct Format {
    std::string_view name;
    std::string_view description;  // One line.
};

std::span<const Format> formats();

// The format of that name, or for an empty name the one that `text` begins like. Fails with
// invalid, listing what there is.
Result<Format> choose_format(std::string_view name, std::string_view text);

}  // namespace hence
