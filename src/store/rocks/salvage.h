// Salvage copies what can still be read of a damaged log into a temporary log, and changes nothing
// of the damaged one.
//
// A damaged store must still answer, and must say which events are missing. Reading it in place
// would need RocksDB to open it, and an opening writes and may make the loss permanent. So the
// files are read one by one, intact chunks go into a fresh log in a temporary directory, and the
// engine answers from there; it records nothing. An event whose text was lost is left out too,
// because half an event would be a false statement. The caller removes the temporary directory.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <rocksdb/env.h>

#include "hence/result.h"
#include "store/rocks/files/head.h"

namespace hence::rocks {

class LogSeal;

// What could be read, in a log of its own that opens like any other.
struct Salvaged {
    std::filesystem::path directory;  // Temporary: whoever gets it removes it. Holds log/.
    std::string missing;              // "events 501 to 1000 are missing", or empty.
};

// Copies what can be read of the log at `log_path`. `head` tells how much there should be. What is
// sealed stays so in the copy.
Result<Salvaged> salvage(const std::string& log_path, const Head& head, rocksdb::Env* env,
                         const std::shared_ptr<LogSeal>& seal);

}  // namespace hence::rocks
