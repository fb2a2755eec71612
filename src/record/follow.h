// Goes on recording files as they grow, appear, rotate and go away, until interrupted.
//
// follow.cpp describes how files are kept awake and asleep. A change may be noticed late or twice,
// but never lost: besides the notifications, all files are looked at every ten seconds.
#pragma once

#include "hence/result.h"
#include "record/courier.h"
#include "record/file.h"
#include "record/ledger.h"
#include "record/record.h"

namespace hence {

// Until interrupted. Fails as the courier does.
Result<void> follow_files(const RecordOptions& options, Courier& courier, Ledger& ledger,
                          FileRecorder& recorder, RecordHost& host);

}  // namespace hence
