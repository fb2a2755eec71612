// An event's id as a row shows it: short, unlike any other, and good to be typed again.
//
// Eight characters tell events apart whose ids were made by a program. Ids that people make often
// begin alike ("position-1", "position-2"), so the store is asked whether another event fits the
// eight characters as well; then the end is shown, or 16 characters, or the whole id.
#pragma once

#include <string>
#include <string_view>

#include "hence/store.h"

namespace hence {

// Printable. The store must know the id. Where the store cannot be asked, what short_id says.
std::string shown_id(const Store& store, std::string_view id);

}  // namespace hence
