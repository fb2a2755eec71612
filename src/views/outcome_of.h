// What came of an event, once somebody has said so.
#pragma once

#include <optional>
#include <string_view>

#include "hence/store.h"

namespace hence {

// The outcome of the event with this id; there is at most one.
Result<std::optional<Event>> outcome_of(const Store& store, std::string_view id);

}  // namespace hence
