// Reads RocksDB's manifest: which tables and write-ahead logs a database consists of.
//
// Inspection must know which files belong to the log before RocksDB opens them. The manifest says
// so, and this reads as much of it as that takes. A member with an unknown tag that cannot be
// skipped fails with unsupported: a guess at a newer RocksDB's manifest could call a whole store
// damaged, or a damaged one whole.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence::rocks {

struct Manifest {
    std::uint64_t last_sequence = 0;  // Of the writes that the manifest knows of.
    std::uint64_t first_log = 0;      // Write-ahead logs below this number are no longer needed.
    std::map<std::uint64_t, std::uint64_t> tables;  // Number to size.
};

// Reads a manifest's bytes. A last record that is cut short was never in force and does not count.
// Fails with corrupt when any other record does not read, and with unsupported when it says what
// this version of RocksDB does not write.
Result<Manifest> read_manifest(std::string_view bytes);

}  // namespace hence::rocks
