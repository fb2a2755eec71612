// Finds the calls of a request that another span or record has told already.
//
// A stored call stands before all others, then the first in the request; the others become
// plumbing. The store is asked only about the runs, sessions and times of the request.
#pragma once

#include <vector>

#include "hence/result.h"
#include "intake/once/arrival.h"
#include "intake/once/known.h"

namespace hence {

// If several arrivals tell of one call, a stored one stands, else the first; change.counted_by of
// the others names the event that stands for them. Fails as the store does when it is read.
Result<void> mark_doubles(OtlpKnown& known, std::vector<Arrival>& arrivals);

}  // namespace hence
