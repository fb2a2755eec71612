// A map from path to bytes stands above the disk: an entry with bytes replaces the file, an entry
// without bytes hides it, and a path without an entry is the disk's.
#include "store/rocks/files/overlay_fs.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

namespace hence::rocks {

// Written by one thread and read by many, as RocksDB does.
class OverlayFs::Bytes {
public:
    void append(const rocksdb::Slice& data) {
        const std::lock_guard lock(mutex_);
        bytes_.append(data.data(), data.size());
    }
    void truncate(std::uint64_t size) {
        const std::lock_guard lock(mutex_);
        bytes_.resize(size);
    }
    std::uint64_t size() const {
        const std::lock_guard lock(mutex_);
        return bytes_.size();
    }
    rocksdb::Slice read(std::uint64_t offset, std::size_t size, char* into) const {
        const std::lock_guard lock(mutex_);
        const std::size_t from = std::min<std::size_t>(offset, bytes_.size());
        const std::size_t count = std::min(size, bytes_.size() - from);
        std::memcpy(into, bytes_.data() + from, count);
        return {into, count};
    }

private:
    mutable std::mutex mutex_;
    std::string bytes_;
};

namespace {

using Status = OverlayFs::Status;
using Options = OverlayFs::Options;
using Context = OverlayFs::Context;
using SharedBytes = std::shared_ptr<OverlayFs::Bytes>;

class Sequential : public rocksdb::FSSequentialFile {
public:
    explicit Sequential(SharedBytes bytes) : bytes_(std::move(bytes)) {}
    Status Read(std::size_t size, const Options& /*options*/, rocksdb::Slice* result, char* scratch,
                Context* /*context*/) override {
        *result = bytes_->read(at_, size, scratch);
        at_ += result->size();
        return Status::OK();
    }
    Status Skip(std::uint64_t size) override {
        at_ += size;
        return Status::OK();
    }

private:
    SharedBytes bytes_;
    std::uint64_t at_ = 0;
};

class RandomAccess : public rocksdb::FSRandomAccessFile {
public:
    explicit RandomAccess(SharedBytes bytes) : bytes_(std::move(bytes)) {}
    Status Read(std::uint64_t offset, std::size_t size, const Options& /*options*/,
                rocksdb::Slice* result, char* scratch, Context* /*context*/) const override {
        *result = bytes_->read(offset, size, scratch);
        return Status::OK();
    }

private:
    SharedBytes bytes_;
};

class Writable : public rocksdb::FSWritableFile {
public:
    explicit Writable(SharedBytes bytes) : bytes_(std::move(bytes)) {}
    using FSWritableFile::Append;
    Status Append(const rocksdb::Slice& data, const Options& /*options*/,
                  Context* /*context*/) override {
        bytes_->append(data);
        return Status::OK();
    }
    Status Truncate(std::uint64_t size, const Options& /*options*/, Context* /*context*/) override {
        bytes_->truncate(size);
        return Status::OK();
    }
    Status Close(const Options& /*options*/, Context* /*context*/) override { return Status::OK(); }
    Status Flush(const Options& /*options*/, Context* /*context*/) override { return Status::OK(); }
    Status Sync(const Options& /*options*/, Context* /*context*/) override { return Status::OK(); }
    std::uint64_t GetFileSize(const Options& /*options*/, Context* /*context*/) override {
        return bytes_->size();
    }

private:
    SharedBytes bytes_;
};

class Directory : public rocksdb::FSDirectory {
public:
    Status Fsync(const Options& /*options*/, Context* /*context*/) override { return Status::OK(); }
};

class Lock : public rocksdb::FileLock {};

// One spelling for each file: RocksDB joins paths with one slash or two.
std::string normal(const std::string& name) {
    std::string path = std::filesystem::path(name).lexically_normal().string();
    while (path.size() > 1 && path.back() == '/') {
        path.pop_back();
    }
    return path;
}

Status is_missing(const std::string& name) {
    return Status::NotFound(name, "No such file or directory");
}

}  // namespace

OverlayFs::OverlayFs(const std::shared_ptr<rocksdb::FileSystem>& disk) : FsAbove(disk) {}

std::shared_ptr<OverlayFs::Bytes>* OverlayFs::find(const std::string& name) {
    const auto found = changed_.find(normal(name));
    return found == changed_.end() ? nullptr : &found->second;
}

Status OverlayFs::NewSequentialFile(const std::string& name, const FileOptions& options,
                                    SequentialFile* file, Context* context) {
    const std::lock_guard lock(mutex_);
    const SharedBytes* const bytes = find(name);
    if (bytes == nullptr) {
        return target()->NewSequentialFile(name, options, file, context);
    }
    if (*bytes == nullptr) {
        return is_missing(name);
    }
    *file = std::make_unique<Sequential>(*bytes);
    return Status::OK();
}

Status OverlayFs::NewRandomAccessFile(const std::string& name, const FileOptions& options,
                                      RandomAccessFile* file, Context* context) {
    const std::lock_guard lock(mutex_);
    const SharedBytes* const bytes = find(name);
    if (bytes == nullptr) {
        return target()->NewRandomAccessFile(name, options, file, context);
    }
    if (*bytes == nullptr) {
        return is_missing(name);
    }
    *file = std::make_unique<RandomAccess>(*bytes);
    return Status::OK();
}

Status OverlayFs::NewWritableFile(const std::string& name, const FileOptions& /*options*/,
                                  WritableFile* file, Context* /*context*/) {
    auto bytes = std::make_shared<Bytes>();
    *file = std::make_unique<Writable>(bytes);
    const std::lock_guard lock(mutex_);
    changed_[normal(name)] = std::move(bytes);
    return Status::OK();
}

Status OverlayFs::ReuseWritableFile(const std::string& name, const std::string& old_name,
                                    const FileOptions& options, WritableFile* file,
                                    Context* context) {
    const Status deleted = DeleteFile(old_name, {}, context);
    return deleted.ok() ? NewWritableFile(name, options, file, context) : deleted;
}

Status OverlayFs::NewDirectory(const std::string& /*name*/, const Options& /*options*/,
                               std::unique_ptr<rocksdb::FSDirectory>* directory,
                               Context* /*context*/) {
    *directory = std::make_unique<Directory>();
    return Status::OK();
}

Status OverlayFs::FileExists(const std::string& name, const Options& options, Context* context) {
    const std::lock_guard lock(mutex_);
    const SharedBytes* const bytes = find(name);
    if (bytes == nullptr) {
        return target()->FileExists(name, options, context);
    }
    return *bytes == nullptr ? is_missing(name) : Status::OK();
}

Status OverlayFs::GetChildren(const std::string& directory, const Options& options,
                              std::vector<std::string>* names, Context* context) {
    std::vector<std::string> on_disk;
    const Status status = target()->GetChildren(directory, options, &on_disk, context);
    const std::lock_guard lock(mutex_);
    names->clear();
    for (std::string& name : on_disk) {
        if (find(directory + "/" + name) == nullptr) {
            names->push_back(std::move(name));
        }
    }
    const std::filesystem::path parent = normal(directory);
    for (const auto& [name, bytes] : changed_) {
        const std::filesystem::path path = name;
        if (bytes != nullptr && path.parent_path() == parent) {
            names->push_back(path.filename().string());
        }
    }
    return names->empty() ? status : Status::OK();
}

Status OverlayFs::DeleteFile(const std::string& name, const Options& options, Context* context) {
    const Status there = FileExists(name, options, context);
    if (there.ok()) {
        const std::lock_guard lock(mutex_);
        changed_[normal(name)] = nullptr;
    }
    return there;
}

Status OverlayFs::RenameFile(const std::string& from, const std::string& to,
                             const Options& /*options*/, Context* /*context*/) {
    const std::lock_guard lock(mutex_);
    SharedBytes* const bytes = find(from);
    if (bytes == nullptr || *bytes == nullptr) {
        return Status::NotSupported(from, "only what was written in memory can be renamed");
    }
    changed_[normal(to)] = std::exchange(*bytes, nullptr);
    return Status::OK();
}

Status OverlayFs::CreateDir(const std::string& /*name*/, const Options& /*options*/,
                            Context* /*context*/) {
    return Status::OK();
}

Status OverlayFs::CreateDirIfMissing(const std::string& /*name*/, const Options& /*options*/,
                                     Context* /*context*/) {
    return Status::OK();
}

Status OverlayFs::DeleteDir(const std::string& /*name*/, const Options& /*options*/,
                            Context* /*context*/) {
    return Status::OK();
}

Status OverlayFs::GetFileSize(const std::string& name, const Options& options, std::uint64_t* size,
                              Context* context) {
    const std::lock_guard lock(mutex_);
    const SharedBytes* const bytes = find(name);
    if (bytes == nullptr) {
        return target()->GetFileSize(name, options, size, context);
    }
    if (*bytes == nullptr) {
        return is_missing(name);
    }
    *size = (*bytes)->size();
    return Status::OK();
}

Status OverlayFs::GetFileModificationTime(const std::string& name, const Options& options,
                                          std::uint64_t* time, Context* context) {
    const std::lock_guard lock(mutex_);
    if (find(name) == nullptr) {
        return target()->GetFileModificationTime(name, options, time, context);
    }
    *time = 0;
    return Status::OK();
}

Status OverlayFs::LinkFile(const std::string& from, const std::string& /*to*/,
                           const Options& /*options*/, Context* /*context*/) {
    return Status::NotSupported(from, "nothing is linked in memory");
}

// RocksDB's lock file is not needed: the opener holds the store's own lock, and changes nothing on
// the disk.
Status OverlayFs::LockFile(const std::string& /*name*/, const Options& /*options*/,
                           rocksdb::FileLock** lock, Context* /*context*/) {
    *lock = std::make_unique<Lock>().release();
    return Status::OK();
}

Status OverlayFs::UnlockFile(rocksdb::FileLock* lock, const Options& /*options*/,
                             Context* /*context*/) {
    const std::unique_ptr<rocksdb::FileLock> owned(lock);
    return Status::OK();
}

std::unique_ptr<rocksdb::Env> overlay_env(rocksdb::Env* env) {
    return rocksdb::NewCompositeEnv(std::make_shared<OverlayFs>(env->GetFileSystem()));
}

bool is_overlay(const rocksdb::Env& env) {
    // Another one may stand above it.
    const rocksdb::FileSystem* files = env.GetFileSystem().get();
    while (const auto* const wrapper = dynamic_cast<const rocksdb::FileSystemWrapper*>(files)) {
        if (dynamic_cast<const OverlayFs*>(wrapper) != nullptr) {
            return true;
        }
        files = wrapper->target();
    }
    return false;
}

}  // namespace hence::rocks
