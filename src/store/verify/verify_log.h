// Reads every event of a log in a directory, and holds it against its leaf and the checkpoints.
#pragma once

#include "hence/result.h"
#include "store/integrity/verify_report.h"

namespace hence::rocks {

// Adds what it finds to the report.
Result<void> verify_log(const VerifyRequest& request, VerifyReport& report);

}  // namespace hence::rocks
