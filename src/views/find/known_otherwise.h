// What a name is that was asked for as something else.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hence/store.h"

namespace hence {

// "that is a run: hence debrief r1": what the name is, that is none of the spaces that were asked
// for. Empty when it is nothing, or fits several. A hint that cannot be had is left out.
std::string known_otherwise(const Store& store, std::span<const Space> asked,
                            std::string_view text);

}  // namespace hence
