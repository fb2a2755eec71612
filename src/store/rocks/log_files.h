// The files that RocksDB keeps a log in, read directly and not through RocksDB.
//
// Inspection and salvage must look at files that RocksDB has not opened and perhaps must not open.
// These functions list the files, read them, and check the footer of a table, which has no checksum
// of its own and on which RocksDB's assertions may abort the process. Nothing here writes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <rocksdb/env.h>

#include "hence/result.h"

namespace hence::rocks {

// All bytes of a file. Fails with corrupt when there is no such file, and with io.
Result<std::string> read_whole(rocksdb::Env& env, const std::string& file);

// The numbers of the files in a directory that are named by a number and this ending, in order.
// Fails with io.
Result<std::vector<std::uint64_t>> numbered_files(rocksdb::Env& env, const std::string& directory,
                                                  std::string_view ending);

// Whether the footer of a table reads, and points inside the file. Fails with corrupt, and with io.
Result<void> check_footer(rocksdb::Env& env, const std::string& table);

// The number in the first 8 or 4 bytes, which must be there.
std::uint64_t little_endian64(std::string_view bytes);
std::uint32_t little_endian32(std::string_view bytes);

}  // namespace hence::rocks
