// An outline of a session whose shape is known already.
#pragma once

#include "hence/outline.h"
#include "views/shape.h"

namespace hence {

// As outline, but the session is the shape's.
Result<Outline> outline(const Store& store, const OutlineRequest& request, const Shaped& shaped);

}  // namespace hence
