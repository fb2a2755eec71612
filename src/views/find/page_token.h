// The opaque text by which the next page of a list is asked for (a cursor, in the API's words).
//
// A token holds the place of the last row of a page, not a count of rows: rows that arrive between
// two pages then neither repeat a row nor hide one. Its first byte says which list it belongs to,
// so a token of another list, or of the other direction, is refused as invalid. A token is not a
// secret and gives no rights; any text that does not decode is refused.
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

// The same of a list in another order: `key` is what the row is ordered by, `order` which order it
// is.
struct SortedToken {
    std::string order;
    std::string key;
    Summary row;
};
std::string to_token(Space space, const SortedToken& place);
Result<SortedToken> sorted_token(std::string_view text, Space space);

}  // namespace hence
