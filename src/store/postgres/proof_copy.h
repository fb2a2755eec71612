// Writes the tree, the checkpoints and the keys of a log in the engine as the files of a directory.
#pragma once

#include <cstdint>
#include <filesystem>

#include "hence/result.h"
#include "store/postgres/connection.h"

namespace hence::postgres {

// Makes `directory`/tree and `directory`/keys, which must not exist, as of one moment.
Result<void> write_proof_files(Connection& connection, std::int32_t log,
                               const std::filesystem::path& directory);

}  // namespace hence::postgres
