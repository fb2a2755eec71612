// The opaque text by which the next page of a list is asked for.
#pragma once

#include <string>
#include <string_view>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// Goes on strictly behind `place`, in that direction.
struct EventToken {
    Direction direction = Direction::forward;
    Position place;
};
std::string to_token(const EventToken& page);
// Fails with invalid on any text that is no token of a list of events in that direction.
Result<EventToken> event_token(std::string_view text, Direction direction);

// Goes on behind the row with this `first`, `id` and `session`.
std::string to_token(Space space, const Summary& row);
// Fails with invalid on any text that is no token of a list of those rows.
Result<Summary> row_token(std::string_view text, Space space);

}  // namespace hence
