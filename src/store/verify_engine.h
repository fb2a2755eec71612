// Checks a log in an engine as a store in a directory is checked.
//
// Tree, checkpoints, keys and then the log are written into a temporary directory, and that is
// verified: one code checks both, and it trusts nothing that the engine derived. The directory is
// as large as the record of the log, and is removed at the end.
#pragma once

#include <string>

#include "hence/result.h"
#include "store/integrity/verify_report.h"

namespace hence {

// `request.path` counts for nothing. Fails as open_engine_store does, and with io when the copy
// cannot be written.
Result<VerifyReport> verify_engine(const std::string& address, const VerifyRequest& request);

}  // namespace hence
