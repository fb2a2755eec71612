// Finds the calls of a request that something else has told of already.
#pragma once

#include <vector>

#include "hence/result.h"
#include "server/otlp_arrival.h"
#include "server/otlp_known.h"

namespace hence {

// Of several that tell of one call, the first stands, a stored one before all others; of the rest,
// change.counted_by says what stands for them. Fails as the store does when it is read.
Result<void> mark_doubles(OtlpKnown& known, std::vector<Arrival>& arrivals);

}  // namespace hence
