// What came of an event, once somebody has said so. The store takes one outcome for an event and
// refuses a second, so the answer is one look-up in the index and needs no rule for choosing.
#pragma once

#include <optional>
#include <string_view>

#include "hence/store.h"

namespace hence {

// The outcome of the event with this id; there is at most one.
Result<std::optional<Event>> outcome_of(const Store& store, std::string_view id);

}  // namespace hence
