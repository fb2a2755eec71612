// A timeline of a session whose shape is known already: for a server, which keeps shapes between
// requests (views/shape/cache.h).
#pragma once

#include "hence/timeline.h"
#include "views/shape/shape.h"

namespace hence {

// As timeline, but the session is the shape's.
Result<Timeline> timeline(const Store& store, const TimelineRequest& request,
                          const SessionShape& shape);

}  // namespace hence
