// Several scans as one, in the order of events.
#pragma once

#include <memory>
#include <vector>

#include "hence/store.h"

namespace hence {

// Hands out what all of `cursors` have. Each must go in `direction`; no event may stand in two.
std::unique_ptr<Cursor> merged(std::vector<std::unique_ptr<Cursor>> cursors, Direction direction);

}  // namespace hence
