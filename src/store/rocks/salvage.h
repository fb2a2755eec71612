// Reading what is left of a damaged log, without touching it.
#pragma once

#include <filesystem>
#include <string>

#include <rocksdb/env.h>

#include "hence/result.h"
#include "store/rocks/head.h"

namespace hence::rocks {

// What could be read, in a log of its own that opens like any other.
struct Salvaged {
    std::filesystem::path directory;  // Temporary: whoever gets it removes it. Holds log/.
    std::string missing;              // "events 501 to 1000 are missing", or empty.
};

// Copies what can be read of the log at `log_path`. `head` tells how much there should be.
Result<Salvaged> salvage(const std::string& log_path, const Head& head, rocksdb::Env* env);

}  // namespace hence::rocks
