#include "store/rocks/files/sealed_fs.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/random.h"
#include "base/secrets/sealed.h"

namespace hence::rocks {
namespace {

using Status = SealedFs::Status;
using Options = SealedFs::Options;
using Context = SealedFs::Context;

constexpr std::size_t beginning_size = std::tuple_size_v<StreamNonce>;

// How the bytes of one file are hidden.
struct Hidden {
    SecretKey key;
    StreamNonce nonce;

    Status apply(std::uint64_t offset, char* bytes, std::size_t size) const {
        return apply_stream(key, nonce, offset, {bytes, size})
                   ? Status::OK()
                   : Status::IOError("OpenSSL cannot use AES-256-CTR");
    }
    // Shows what was read from `offset` on. It may lie elsewhere than in `scratch`.
    Status show(std::uint64_t offset, rocksdb::Slice* result, char* scratch) const {
        if (result->data() != scratch) {
            std::memmove(scratch, result->data(), result->size());
            *result = rocksdb::Slice(scratch, result->size());
        }
        return apply(offset, scratch, result->size());
    }
};

class SealedSequential : public rocksdb::FSSequentialFile {
public:
    SealedSequential(std::unique_ptr<rocksdb::FSSequentialFile> file, const Hidden& hidden)
        : file_(std::move(file)), hidden_(hidden) {}

    Status Read(std::size_t size, const Options& options, rocksdb::Slice* result, char* scratch,
                Context* context) override {
        const Status read = file_->Read(size, options, result, scratch, context);
        if (!read.ok()) {
            return read;
        }
        const std::uint64_t from = std::exchange(at_, at_ + result->size());
        return hidden_.show(from, result, scratch);
    }
    Status Skip(std::uint64_t size) override {
        at_ += size;
        return file_->Skip(size);
    }

private:
    std::unique_ptr<rocksdb::FSSequentialFile> file_;
    Hidden hidden_;
    std::uint64_t at_ = 0;
};

class SealedRandomAccess : public rocksdb::FSRandomAccessFile {
public:
    SealedRandomAccess(std::unique_ptr<rocksdb::FSRandomAccessFile> file, const Hidden& hidden)
        : file_(std::move(file)), hidden_(hidden) {}

    Status Read(std::uint64_t offset, std::size_t size, const Options& options,
                rocksdb::Slice* result, char* scratch, Context* context) const override {
        const Status read =
            file_->Read(offset + beginning_size, size, options, result, scratch, context);
        return read.ok() ? hidden_.show(offset, result, scratch) : read;
    }
    Status Prefetch(std::uint64_t offset, std::size_t size, const Options& options,
                    Context* context) override {
        return file_->Prefetch(offset + beginning_size, size, options, context);
    }
    void Hint(AccessPattern pattern) override { file_->Hint(pattern); }

private:
    std::unique_ptr<rocksdb::FSRandomAccessFile> file_;
    Hidden hidden_;
};

class SealedWritable : public rocksdb::FSWritableFile {
public:
    SealedWritable(std::unique_ptr<rocksdb::FSWritableFile> file, const Hidden& hidden)
        : file_(std::move(file)), hidden_(hidden) {}

    using FSWritableFile::Append;
    Status Append(const rocksdb::Slice& data, const Options& options, Context* context) override {
        buffer_.assign(data.data(), data.size());
        Status status = hidden_.apply(size_, buffer_.data(), buffer_.size());
        if (status.ok()) {
            status = file_->Append(buffer_, options, context);
        }
        size_ += status.ok() ? data.size() : 0;
        return status;
    }
    Status Truncate(std::uint64_t size, const Options& options, Context* context) override {
        const Status status = file_->Truncate(size + beginning_size, options, context);
        size_ = status.ok() ? size : size_;
        return status;
    }
    Status Close(const Options& options, Context* context) override {
        return file_->Close(options, context);
    }
    Status Flush(const Options& options, Context* context) override {
        return file_->Flush(options, context);
    }
    Status Sync(const Options& options, Context* context) override {
        return file_->Sync(options, context);
    }
    Status Fsync(const Options& options, Context* context) override {
        return file_->Fsync(options, context);
    }
    bool IsSyncThreadSafe() const override { return file_->IsSyncThreadSafe(); }
    std::uint64_t GetFileSize(const Options& /*options*/, Context* /*context*/) override {
        return size_;
    }
    Status Allocate(std::uint64_t offset, std::uint64_t size, const Options& options,
                    Context* context) override {
        return file_->Allocate(offset + beginning_size, size, options, context);
    }

private:
    std::unique_ptr<rocksdb::FSWritableFile> file_;
    Hidden hidden_;
    std::string buffer_;
    std::uint64_t size_ = 0;
};

std::uint64_t size_behind_beginning(std::uint64_t size) {
    return size - std::min<std::uint64_t>(size, beginning_size);
}

// A file that is too short for its beginning holds nothing, and has nothing to show.
Hidden hidden_by(const SecretKey& key, const rocksdb::Slice& beginning) {
    Hidden hidden{key, {}};
    if (beginning.size() == beginning_size) {
        std::memcpy(hidden.nonce.data(), beginning.data(), beginning_size);
    }
    return hidden;
}

}  // namespace

Status SealedFs::NewSequentialFile(const std::string& name, const FileOptions& options,
                                   SequentialFile* file, Context* context) {
    std::unique_ptr<rocksdb::FSSequentialFile> below;
    Status status = target()->NewSequentialFile(name, options, &below, context);
    std::array<char, beginning_size> scratch{};
    rocksdb::Slice beginning;
    if (status.ok()) {
        status = below->Read(scratch.size(), {}, &beginning, scratch.data(), context);
    }
    if (status.ok()) {
        *file = std::make_unique<SealedSequential>(std::move(below), hidden_by(key_, beginning));
    }
    return status;
}

Status SealedFs::NewRandomAccessFile(const std::string& name, const FileOptions& options,
                                     RandomAccessFile* file, Context* context) {
    std::unique_ptr<rocksdb::FSRandomAccessFile> below;
    Status status = target()->NewRandomAccessFile(name, options, &below, context);
    std::array<char, beginning_size> scratch{};
    rocksdb::Slice beginning;
    if (status.ok()) {
        status = below->Read(0, scratch.size(), {}, &beginning, scratch.data(), context);
    }
    if (status.ok()) {
        *file = std::make_unique<SealedRandomAccess>(std::move(below), hidden_by(key_, beginning));
    }
    return status;
}

Status SealedFs::NewWritableFile(const std::string& name, const FileOptions& options,
                                 WritableFile* file, Context* context) {
    Hidden hidden{key_, {}};
    if (!fill_random(hidden.nonce)) {
        return Status::IOError("cannot write " + name, "the kernel gives no random bytes");
    }
    std::unique_ptr<rocksdb::FSWritableFile> below;
    Status status = target()->NewWritableFile(name, options, &below, context);
    if (status.ok()) {
        status = below->Append(
            rocksdb::Slice(reinterpret_cast<const char*>(hidden.nonce.data()), beginning_size), {},
            context);
    }
    if (status.ok()) {
        *file = std::make_unique<SealedWritable>(std::move(below), hidden);
    }
    return status;
}

Status SealedFs::ReopenWritableFile(const std::string& name, const FileOptions& /*options*/,
                                    WritableFile* /*file*/, Context* /*context*/) {
    return Status::NotSupported("cannot go on writing " + name);
}

Status SealedFs::NewRandomRWFile(const std::string& name, const FileOptions& /*options*/,
                                 RandomRWFile* /*file*/, Context* /*context*/) {
    return Status::NotSupported("cannot write into the middle of " + name);
}

Status SealedFs::GetFileSize(const std::string& name, const Options& options, std::uint64_t* size,
                             Context* context) {
    const Status status = target()->GetFileSize(name, options, size, context);
    if (status.ok()) {
        *size = size_behind_beginning(*size);
    }
    return status;
}

Status SealedFs::GetChildrenFileAttributes(const std::string& directory, const Options& options,
                                           std::vector<rocksdb::FileAttributes>* found,
                                           Context* context) {
    const Status status = target()->GetChildrenFileAttributes(directory, options, found, context);
    if (status.ok()) {
        for (rocksdb::FileAttributes& file : *found) {
            file.size_bytes = size_behind_beginning(file.size_bytes);
        }
    }
    return status;
}

std::unique_ptr<rocksdb::Env> sealed_env(rocksdb::Env* env, const SecretKey& key) {
    return rocksdb::NewCompositeEnv(std::make_shared<SealedFs>(env->GetFileSystem(), key));
}

}  // namespace hence::rocks
