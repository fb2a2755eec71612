// `hence export proof DIR`: the tree, the checkpoint and the events as files that need no store.
#pragma once

#include <string>

#include "cli/console/context.h"
#include "hence/result.h"

namespace hence {

// Writes `checkpoint`, `tile/...`, `tile/entries/...`, `key` and `events.ndjson` into a directory
// that is new or empty. Fails with conflict when it holds something.
Result<int> export_proof(Context& context, const std::string& directory);

}  // namespace hence
