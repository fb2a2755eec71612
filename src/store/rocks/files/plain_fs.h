// The machine's file system, with files that are written by this project's own code.
//
// RocksDB's own writable file asserts that a system call (sync_file_range) succeeds, and Debian's
// RocksDB has its assertions on. No failure of a system call may end the program that records. So
// files are written here: each failure becomes a status, an interrupted write goes on, and a short
// write is completed or fails. A full disk is reported as any other error, because RocksDB would
// answer the special status with a recovery of its own, while HeldEngine opens the store again.
// Files are readable by their owner only. Reads are left to RocksDB.
#pragma once

#include <memory>

#include "store/rocks/files/fs_above.h"

namespace hence::rocks {

class PlainFs : public FsAbove {
public:
    PlainFs() : FsAbove(rocksdb::FileSystem::Default()) {}
    const char* Name() const override { return "PlainFs"; }

    Status NewWritableFile(const std::string& name, const FileOptions& options, WritableFile* file,
                           Context* context) override;
    Status ReopenWritableFile(const std::string& name, const FileOptions& options,
                              WritableFile* file, Context* context) override;
};

// The environment that stores are opened in. Never destroyed.
rocksdb::Env* plain_env();

}  // namespace hence::rocks
