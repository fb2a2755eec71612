// Checks what others said about checkpoints: cosignatures of witnesses, and time stamps.
//
// Both are kept in the list of checkpoints, behind the checkpoint that they speak of. A cosignature
// signs the text of that checkpoint's note; a time stamp is of the SHA-256 of the note with the
// log's own signature. Whether the checkpoint itself is right is checked elsewhere.
#pragma once

#include "hence/result.h"
#include "store/integrity/checkpoints.h"
#include "store/integrity/verify_report.h"

namespace hence {

// Everything wrong is a difference of the report. Fails with invalid when the file of trusted
// authorities cannot be read.
Result<void> check_countersigned(const CheckpointFile& checkpoints, const VerifyRequest& request,
                                 VerifyReport& report);

}  // namespace hence
