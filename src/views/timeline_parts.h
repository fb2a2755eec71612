// A timeline of a session whose shape is known already.
#pragma once

#include "hence/timeline.h"
#include "views/shape.h"

namespace hence {

// As timeline, but the session is the shape's.
Result<Timeline> timeline(const Store& store, const TimelineRequest& request,
                          const SessionShape& shape);

}  // namespace hence
