// Checks that a store, an export or a proof is what its checkpoints say. It needs neither a server
// nor the index, reads only, and changes nothing.
#pragma once

#include "hence/result.h"
#include "store/integrity/verify_report.h"

namespace hence {

// Fails with not_found or invalid when there is nothing to check at the path. Everything that is
// wrong with what is there is a difference of the report.
Result<VerifyReport> verify(const VerifyRequest& request);

}  // namespace hence
