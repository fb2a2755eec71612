// Records files and directories: finds what is there, reads it, and keeps the account.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hence/result.h"
#include "server/door.h"
#include "server/ingest.h"

namespace hence {

struct RecordOptions {
    std::vector<std::string> files = {};  // Or directories; "-" is standard input.
    std::string format = {};
    std::string session = {};
    bool sync = true;
    bool follow = false;                // Goes on as the files grow, until interrupted.
    std::filesystem::path ledger = {};  // What was recorded before, see Ledger; empty: nothing.
    std::filesystem::path except = {};  // A directory that is never walked: the store's own.
};

// Adds what became of the files to `account`, and tells on standard error of the first lines that
// were refused. That all that was named can be read is seen to before any of it is. Of what is
// found in a directory, files of no known format are left out and counted. What is of a foreign
// format is read here, and goes to the door as events.
//
// Fails with invalid for an unknown format, with not_found for what cannot be read, and as the door
// does; the account then tells what was recorded all the same.
Result<void> record_files(Door& door, const RecordOptions& options, Account& account);

}  // namespace hence
