// A file system whose changes stay in memory: for a store on a disk that takes nothing more.
//
// RocksDB writes whenever it opens a database. On a full disk, or one that is mounted read-only, it
// cannot, and then nobody could read the record. Over this file system RocksDB opens as usual:
// files that exist are read from the disk, and files that RocksDB writes, renames or removes change
// in memory only. RocksDB's read-only mode is no substitute: it cannot bring the index up to date.
// Must never happen: a byte on the disk changes. All changes are gone when the file system is
// destroyed. Any thread may use it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "store/rocks/files/fs_above.h"

namespace hence::rocks {

class OverlayFs : public FsAbove {
public:
    explicit OverlayFs(const std::shared_ptr<rocksdb::FileSystem>& disk);
    const char* Name() const override { return "OverlayFs"; }

    Status NewSequentialFile(const std::string& name, const FileOptions& options,
                             SequentialFile* file, Context* context) override;
    Status NewRandomAccessFile(const std::string& name, const FileOptions& options,
                               RandomAccessFile* file, Context* context) override;
    Status NewWritableFile(const std::string& name, const FileOptions& options, WritableFile* file,
                           Context* context) override;
    Status ReuseWritableFile(const std::string& name, const std::string& old_name,
                             const FileOptions& options, WritableFile* file,
                             Context* context) override;
    Status NewDirectory(const std::string& name, const Options& options,
                        std::unique_ptr<rocksdb::FSDirectory>* directory,
                        Context* context) override;
    Status FileExists(const std::string& name, const Options& options, Context* context) override;
    Status GetChildren(const std::string& directory, const Options& options,
                       std::vector<std::string>* names, Context* context) override;
    Status DeleteFile(const std::string& name, const Options& options, Context* context) override;
    Status RenameFile(const std::string& from, const std::string& to, const Options& options,
                      Context* context) override;
    Status CreateDir(const std::string& name, const Options& options, Context* context) override;
    Status CreateDirIfMissing(const std::string& name, const Options& options,
                              Context* context) override;
    Status DeleteDir(const std::string& name, const Options& options, Context* context) override;
    Status GetFileSize(const std::string& name, const Options& options, std::uint64_t* size,
                       Context* context) override;
    Status GetFileModificationTime(const std::string& name, const Options& options,
                                   std::uint64_t* time, Context* context) override;
    Status LinkFile(const std::string& from, const std::string& to, const Options& options,
                    Context* context) override;
    Status LockFile(const std::string& name, const Options& options, rocksdb::FileLock** lock,
                    Context* context) override;
    Status UnlockFile(rocksdb::FileLock* lock, const Options& options, Context* context) override;

    class Bytes;  // Of a file in memory.

private:
    // Nothing: the disk decides. Null: removed here.
    std::shared_ptr<Bytes>* find(const std::string& name);

    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Bytes>> changed_;
};

// The machine's environment, or the one given, over such a file system.
std::unique_ptr<rocksdb::Env> overlay_env(rocksdb::Env* env);
bool is_overlay(const rocksdb::Env& env);

}  // namespace hence::rocks
