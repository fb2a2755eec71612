// Records files and directories: finds the files, reads them, and keeps the account.
//
// The path of a text: FileWalk finds the file, FileSource inflates it, BlockReader cuts it into
// blocks, TextRecorder detects the format and reads it, Courier sends it to the Receiver. Each step
// knows the next one only. One thread; no file is read before all named files were found readable.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/mapping/mapping.h"
#include "hence/result.h"
#include "record/host.h"
#include "record/receiver.h"

namespace hence {

struct RecordOptions {
    std::vector<std::string> files = {};  // Or directories; "-" is standard input.
    std::string format = {};
    std::shared_ptr<const Mapping> mapping = {};  // How the records are to be read; null: detected.
    std::string mapping_mark = {};                // A hash of it, for the ledger.
    std::string session = {};
    bool sync = true;
    // Whether secrets are taken out; absent: of every format but our own.
    std::optional<bool> redact = {};
    std::vector<std::string> redact_rules = {};  // Expressions, besides the forms that are known.
    bool verbose = false;  // Names every file that is left out, and why each format said no.
    bool follow = false;   // Goes on as the files grow, until interrupted.
    std::filesystem::path ledger = {};  // What was recorded before, see Ledger; empty: nothing.
    std::filesystem::path except = {};  // A directory that is never walked: the store's own.
    std::string listed_by = "hence quarantine";  // The command that lists what was refused.
};

// Adds the results of all files to `account`, and tells the host of the first refused lines. Before
// any file is read, all named files are checked for being readable. Files of no known format are
// left out: of a named one the host is told what it looks like, those found in a directory are
// counted by what they look like. A foreign format is read here, and its events go to the receiver.
//
// Ends early, and without failing, once the host says that it was interrupted.
//
// Fails with invalid for an unknown format, with not_found for a file that cannot be read, and as
// the receiver does; the account then counts what was recorded before the failure.
Result<void> record_files(Receiver& receiver, RecordHost& host, const RecordOptions& options,
                          Account& account);

}  // namespace hence
