// Sends files of events to a door, block by block, and keeps the account.
#pragma once

#include <string>
#include <vector>

#include "hence/result.h"
#include "server/door.h"
#include "server/ingest.h"

namespace hence {

struct RecordOptions {
    std::vector<std::string> files = {};  // "-" is standard input.
    std::string format = {};
    std::string session = {};
    bool sync = true;
    bool follow = false;  // Goes on as the files grow, until interrupted.
};

// Adds what became of the files to `account`, and tells on standard error of the first lines that
// were refused. All files are opened before any is read. What is of a foreign format is read here,
// and goes to the door as events. Fails with invalid for an unknown format, with not_found for a
// file that cannot be read, and as the door does; the account then tells what was recorded before.
Result<void> record_files(Door& door, const RecordOptions& options, Account& account);

}  // namespace hence
