// A file system of ours above another one of RocksDB's: what they all share.
#pragma once

#include <memory>
#include <string>

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

namespace hence::rocks {

// The one below does what is not overridden.
class FsAbove : public rocksdb::FileSystemWrapper {
public:
    using Status = rocksdb::IOStatus;
    using Options = rocksdb::IOOptions;
    using FileOptions = rocksdb::FileOptions;
    using Context = rocksdb::IODebugContext;
    using SequentialFile = std::unique_ptr<rocksdb::FSSequentialFile>;
    using RandomAccessFile = std::unique_ptr<rocksdb::FSRandomAccessFile>;
    using RandomRWFile = std::unique_ptr<rocksdb::FSRandomRWFile>;
    using WritableFile = std::unique_ptr<rocksdb::FSWritableFile>;

    using FileSystemWrapper::FileSystemWrapper;

    // The file takes its new name and is written anew by `NewWritableFile`: the one below would
    // open it past the one above.
    Status ReuseWritableFile(const std::string& name, const std::string& old_name,
                             const FileOptions& options, WritableFile* file,
                             Context* context) override {
        const Status renamed = RenameFile(old_name, name, {}, context);
        return renamed.ok() ? NewWritableFile(name, options, file, context) : renamed;
    }
};

}  // namespace hence::rocks
