// What every backend asks of its callers, checked in one place so that all backends fail alike.
#pragma once

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// Fails with invalid unless summaries are kept for `space`.
Result<void> must_have_rows(Space space);

// Fails with invalid when an event of the batch has no id.
Result<void> must_have_ids(const Batch& batch);

}  // namespace hence
