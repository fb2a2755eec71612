// An outline of a session whose shape is known already: for a server, which keeps shapes between
// requests (views/shape/cache.h).
#pragma once

#include "hence/outline.h"
#include "views/shape/shape.h"

namespace hence {

// As outline, but the session is the shape's.
Result<Outline> outline(const Store& store, const OutlineRequest& request, const Shaped& shaped);

}  // namespace hence
