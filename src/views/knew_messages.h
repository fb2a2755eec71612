// What a model was shown, message by message, compared with what it was shown before.
#pragma once

#include <cstdint>
#include <optional>

#include "hence/event.h"
#include "hence/knew.h"

namespace hence {

// Nothing when `call` has no messages. A previous call without messages was shown nothing. Texts
// take `limit` bytes together, unless that is 0: short ones stay whole, and long ones get
// equal shares. Takes time in proportion to both lists.
std::optional<KnewMessages> compared_messages(const Event& call,
                                              const std::optional<Event>& previous,
                                              std::uint64_t limit);

}  // namespace hence
