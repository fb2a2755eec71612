#include "store/rocks/files/plain_fs.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hence::rocks {
namespace {

using Status = PlainFs::Status;
using Context = PlainFs::Context;
using Options = PlainFs::Options;

// A full disk is an error like any other: RocksDB would begin a recovery of its own from one that
// it is told of as such, and we open the log again instead.
Status failure(const std::string& what, const std::string& name) {
    return Status::IOError(what + " " + name, std::generic_category().message(errno));
}

class PlainFile : public rocksdb::FSWritableFile {
public:
    PlainFile(std::string name, int file, std::uint64_t size)
        : name_(std::move(name)), file_(file), size_(size) {}
    PlainFile(const PlainFile&) = delete;
    PlainFile& operator=(const PlainFile&) = delete;
    ~PlainFile() override {
        if (file_ >= 0) {
            Close({}, nullptr).PermitUncheckedError();
        }
    }

    using FSWritableFile::Append;
    Status Append(const rocksdb::Slice& data, const Options& /*options*/,
                  Context* /*context*/) override {
        std::size_t done = 0;
        while (done < data.size()) {
            const ssize_t written = write(file_, data.data() + done, data.size() - done);
            if (written < 0 && errno == EINTR) {
                continue;
            }
            if (written <= 0) {
                return failure("cannot write", name_);
            }
            done += static_cast<std::size_t>(written);
        }
        size_ += data.size();
        return Status::OK();
    }

    Status Truncate(std::uint64_t size, const Options& /*options*/, Context* /*context*/) override {
        if (ftruncate(file_, static_cast<off_t>(size)) != 0) {
            return failure("cannot truncate", name_);
        }
        size_ = size;
        return Status::OK();
    }

    Status Close(const Options& /*options*/, Context* /*context*/) override {
        // Space that was reserved and not used is given back, if that is possible.
        if (reserved_ > size_) {
            [[maybe_unused]] const int trimmed = ftruncate(file_, static_cast<off_t>(size_));
        }
        const int closed = close(std::exchange(file_, -1));
        return closed == 0 || errno == EINTR ? Status::OK() : failure("cannot close", name_);
    }

    Status Flush(const Options& /*options*/, Context* /*context*/) override { return Status::OK(); }
    Status Sync(const Options& /*options*/, Context* /*context*/) override {
        return fdatasync(file_) == 0 ? Status::OK() : failure("cannot sync", name_);
    }
    Status Fsync(const Options& /*options*/, Context* /*context*/) override {
        return fsync(file_) == 0 ? Status::OK() : failure("cannot sync", name_);
    }
    bool IsSyncThreadSafe() const override { return true; }
    std::uint64_t GetFileSize(const Options& /*options*/, Context* /*context*/) override {
        return size_;
    }

    // Room that is reserved makes the syncs that follow cheaper. That there is none shows when it
    // is written to.
    Status Allocate(std::uint64_t offset, std::uint64_t size, const Options& /*options*/,
                    Context* /*context*/) override {
        if (fallocate(file_, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                      static_cast<off_t>(size)) == 0) {
            reserved_ = std::max(reserved_, offset + size);
        }
        return Status::OK();
    }

private:
    std::string name_;
    int file_;
    std::uint64_t size_;
    std::uint64_t reserved_ = 0;
};

Status open_file(const std::string& name, int flags,
                 std::unique_ptr<rocksdb::FSWritableFile>* opened) {
    int file = -1;
    do {
        file = open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, S_IRUSR | S_IWUSR);
    } while (file < 0 && errno == EINTR);
    struct stat found {};
    if (file < 0 || fstat(file, &found) != 0) {
        const Status failed = failure("cannot open", name);
        if (file >= 0) {
            close(file);
        }
        return failed;
    }
    *opened = std::make_unique<PlainFile>(name, file, static_cast<std::uint64_t>(found.st_size));
    return Status::OK();
}

}  // namespace

Status PlainFs::NewWritableFile(const std::string& name, const FileOptions& /*options*/,
                                WritableFile* file, Context* /*context*/) {
    return open_file(name, O_TRUNC, file);
}

Status PlainFs::ReopenWritableFile(const std::string& name, const FileOptions& /*options*/,
                                   WritableFile* file, Context* /*context*/) {
    return open_file(name, O_APPEND, file);
}

rocksdb::Env* plain_env() {
    static rocksdb::Env* const env =
        rocksdb::NewCompositeEnv(std::make_shared<PlainFs>()).release();
    return env;
}

}  // namespace hence::rocks
