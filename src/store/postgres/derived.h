// The index, derived from batches as they are stored: for a copy, and after an erasure.
#pragma once

#include <vector>

#include "hence/result.h"
#include "store/common/copyable_store.h"
#include "store/postgres/past.h"
#include "store/postgres/tables.h"

namespace hence::postgres {

// What these batches, which follow on all that is indexed, change in the index. Like a commit
// (past.h), it is worked out over what is fetched: when `fetched` wants more, the result counts for
// nothing. Says whether an event is unfinished. Fails with corrupt.
Result<bool> derive_index(const std::vector<StoredBatch>& batches, bool any_unfinished,
                          Fetched& fetched, Changes& changes);

}  // namespace hence::postgres
