// Goes on recording files as they grow, appear, rotate and go away.
#pragma once

#include "cli/ledger.h"
#include "cli/record.h"
#include "cli/record_courier.h"
#include "cli/record_file.h"
#include "hence/result.h"

namespace hence {

// Until interrupted. Fails as the courier does.
Result<void> follow_files(const RecordOptions& options, Courier& courier, Ledger& ledger,
                          FileRecorder& recorder);

}  // namespace hence
