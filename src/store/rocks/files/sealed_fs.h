// A file system whose files nobody can read without a key: for index/ and search/ of an encrypted
// store.
//
// The index holds names and words of events in its keys, which RocksDB compares and sorts. So they
// cannot be sealed value by value, as the log does it, and whole files are hidden instead, with
// AES-256-CTR: a file begins with 16 random bytes, and what follows is the stream that they and the
// key give. RocksDB has such a file system, too, but asserts that a file is as long as its
// beginning, and Debian's RocksDB has its assertions on: a file that a power cut left empty would
// end the program. Here it reads as an empty file. Names of files are not hidden: they are numbers.
// A byte that was changed shows by RocksDB's checksums, and the index is then built anew. Any
// thread may use it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/keyed.h"
#include "store/rocks/files/fs_above.h"

namespace hence::rocks {

class SealedFs : public FsAbove {
public:
    SealedFs(const std::shared_ptr<rocksdb::FileSystem>& below, const SecretKey& key)
        : FsAbove(below), key_(key) {}
    const char* Name() const override { return "SealedFs"; }

    Status NewSequentialFile(const std::string& name, const FileOptions& options,
                             SequentialFile* file, Context* context) override;
    Status NewRandomAccessFile(const std::string& name, const FileOptions& options,
                               RandomAccessFile* file, Context* context) override;
    Status NewWritableFile(const std::string& name, const FileOptions& options, WritableFile* file,
                           Context* context) override;
    // Nobody goes on with a file, or writes into the middle of one.
    Status ReopenWritableFile(const std::string& name, const FileOptions& options,
                              WritableFile* file, Context* context) override;
    Status NewRandomRWFile(const std::string& name, const FileOptions& options, RandomRWFile* file,
                           Context* context) override;
    Status GetFileSize(const std::string& name, const Options& options, std::uint64_t* size,
                       Context* context) override;
    Status GetChildrenFileAttributes(const std::string& directory, const Options& options,
                                     std::vector<rocksdb::FileAttributes>* found,
                                     Context* context) override;

private:
    SecretKey key_;
};

// `env` over such a file system.
std::unique_ptr<rocksdb::Env> sealed_env(rocksdb::Env* env, const SecretKey& key);

}  // namespace hence::rocks
