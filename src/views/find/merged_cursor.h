// Several scans as one, in the order of events.
//
// A heap holds the next event of each scan, so a session that is put together from very many runs
// costs the logarithm of their number for each event. All scans must go in the same direction, and
// no event may stand in two of them: the merged cursor does not look for duplicates.
#pragma once

#include <memory>
#include <vector>

#include "hence/store.h"

namespace hence {

// Hands out what all of `cursors` have. Each must go in `direction`; no event may stand in two.
std::unique_ptr<Cursor> merged(std::vector<std::unique_ptr<Cursor>> cursors, Direction direction);

}  // namespace hence
