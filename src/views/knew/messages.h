// What a model was shown, message by message, compared with what it was shown before.
//
// Agents send the whole conversation with each call, so two calls in a row mostly share a long
// beginning. Messages are compared byte by byte from the front; the first difference ends the part
// that was kept. This takes linear time. Only the recorded messages are compared: nothing is
// guessed where they were not recorded.
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
