// A file system that loses power: for tests only. Files are real; what was never synced can be
// taken back.
//
// A power cut undoes, at random and never more than POSIX allows: the end of a file behind its last
// sync (of a write-ahead log, bytes in it may also be wrong), sectors of 512 bytes written in place
// since then, and the last creations, renames and removals in a directory since that was synced.
// What a sync that failed should have written never reaches the disk, though later syncs succeed:
// that is how Linux does it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>
#include <rocksdb/system_clock.h>

namespace hence::rocks {

class PowerCutFs : public rocksdb::FileSystemWrapper {
public:
    using Status = rocksdb::IOStatus;
    using Options = rocksdb::IOOptions;
    using Context = rocksdb::IODebugContext;

    // What is removed is kept in `attic` until its removal is synced.
    explicit PowerCutFs(std::filesystem::path attic)
        : FileSystemWrapper(rocksdb::FileSystem::Default()), attic_(std::move(attic)) {
        std::filesystem::create_directories(attic_);
    }
    const char* Name() const override { return "PowerCutFs"; }

    // From here on nothing reaches the disk, and whoever tries is told so.
    void cut() {
        const std::lock_guard lock(mutex_);
        dark_ = true;
    }

    // The next sync of a write-ahead log fails.
    void fail_next_log_sync() {
        const std::lock_guard lock(mutex_);
        fail_log_sync_ = true;
    }

    // Once all files are closed: takes back what was not synced, and has power again.
    void restore(std::mt19937_64& dice) {
        const std::lock_guard lock(mutex_);
        for (const auto& [path, content] : contents_) {
            lose_content(path, content, dice);
        }
        for (auto& [directory, changes] : changes_) {
            std::size_t kept = pick(dice, changes.size() + 1);
            while (changes.size() > kept) {
                undo(changes.back());
                changes.pop_back();
            }
        }
        contents_.clear();
        changes_.clear();
        std::filesystem::remove_all(attic_);
        std::filesystem::create_directories(attic_);
        dark_ = false;
    }

    Status NewWritableFile(const std::string& name, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           Context* context) override {
        return powered([&] {
            const bool fresh = !std::filesystem::exists(name);
            std::unique_ptr<rocksdb::FSWritableFile> opened;
            const Status status = target()->NewWritableFile(name, options, &opened, context);
            if (status.ok()) {
                contents_[normal(name)] = {};
                if (fresh) {
                    changed({Change::created, normal(name), {}, {}});
                }
                *file = std::make_unique<AppendedFile>(*this, normal(name), std::move(opened));
            }
            return status;
        });
    }

    Status NewRandomRWFile(const std::string& name, const rocksdb::FileOptions& options,
                           std::unique_ptr<rocksdb::FSRandomRWFile>* file,
                           Context* context) override {
        return powered([&] {
            std::unique_ptr<rocksdb::FSRandomRWFile> opened;
            const Status status = target()->NewRandomRWFile(name, options, &opened, context);
            if (status.ok()) {
                contents_[normal(name)].safe_bytes = bytes_of(name);
                *file = std::make_unique<RewrittenFile>(*this, normal(name), std::move(opened));
            }
            return status;
        });
    }

    Status NewDirectory(const std::string& name, const Options& options,
                        std::unique_ptr<rocksdb::FSDirectory>* directory,
                        Context* context) override {
        std::unique_ptr<rocksdb::FSDirectory> opened;
        const Status status = target()->NewDirectory(name, options, &opened, context);
        if (status.ok()) {
            *directory = std::make_unique<Directory>(*this, normal(name), std::move(opened));
        }
        return status;
    }

    Status RenameFile(const std::string& from, const std::string& to, const Options& options,
                      Context* context) override {
        return powered([&] {
            Change change{Change::renamed, normal(to), normal(from), keep(to)};
            const Status status = target()->RenameFile(from, to, options, context);
            if (status.ok()) {
                const auto content = contents_.extract(normal(from));
                contents_.erase(normal(to));
                if (!content.empty()) {
                    contents_[normal(to)] = content.mapped();
                }
                changed(std::move(change));
            }
            return status;
        });
    }

    Status DeleteFile(const std::string& name, const Options& options, Context* context) override {
        return powered([&] {
            Change change{Change::removed, normal(name), {}, keep(name)};
            const Status status = target()->DeleteFile(name, options, context);
            if (status.ok()) {
                contents_.erase(normal(name));
                changed(std::move(change));
            }
            return status;
        });
    }

    Status CreateDirIfMissing(const std::string& name, const Options& options,
                              Context* context) override {
        return powered([&] {
            const bool fresh = !std::filesystem::exists(name);
            const Status status = target()->CreateDirIfMissing(name, options, context);
            if (status.ok() && fresh) {
                changed({Change::created, normal(name), {}, {}});
            }
            return status;
        });
    }

private:
    struct Content {
        std::uint64_t size = 0;
        std::uint64_t safe_size = 0;
        std::optional<std::string> safe_bytes = {};  // Of a file that is written in place.
        std::pair<std::uint64_t, std::uint64_t> never_written = {};  // From here to there.
    };
    struct Change {
        enum Kind : std::uint8_t { created, renamed, removed } kind;
        std::string path;
        std::string from;  // Of a rename.
        std::string kept;  // What stood at `path` before; empty when nothing did.
    };

    class AppendedFile : public rocksdb::FSWritableFileOwnerWrapper {
    public:
        AppendedFile(PowerCutFs& files, std::string path,
                     std::unique_ptr<rocksdb::FSWritableFile> file)
            : FSWritableFileOwnerWrapper(std::move(file)), files_(files), path_(std::move(path)) {}

        Status Append(const rocksdb::Slice& data, const Options& options,
                      Context* context) override {
            return files_.powered([&] {
                files_.contents_[path_].size += data.size();
                return target()->Append(data, options, context);
            });
        }
        Status Append(const rocksdb::Slice& data, const Options& options,
                      const rocksdb::DataVerificationInfo& /*check*/, Context* context) override {
            return Append(data, options, context);
        }
        Status Truncate(std::uint64_t size, const Options& options, Context* context) override {
            return files_.powered([&] {
                files_.contents_[path_].size = size;
                return target()->Truncate(size, options, context);
            });
        }
        Status Sync(const Options& /*options*/, Context* /*context*/) override {
            return files_.powered([&] {
                Content& content = files_.contents_[path_];
                if (path_.ends_with(".log") && std::exchange(files_.fail_log_sync_, false)) {
                    content.never_written = {content.safe_size, content.size};
                    return Status::IOError("the disk did not answer");
                }
                content.safe_size = content.size;
                return Status::OK();
            });
        }
        Status Fsync(const Options& options, Context* context) override {
            return Sync(options, context);
        }
        Status RangeSync(std::uint64_t /*offset*/, std::uint64_t /*size*/,
                         const Options& /*options*/, Context* /*context*/) override {
            return Status::OK();
        }

    private:
        PowerCutFs& files_;
        std::string path_;
    };

    class RewrittenFile : public rocksdb::FSRandomRWFileOwnerWrapper {
    public:
        RewrittenFile(PowerCutFs& files, std::string path,
                      std::unique_ptr<rocksdb::FSRandomRWFile> file)
            : FSRandomRWFileOwnerWrapper(std::move(file)), files_(files), path_(std::move(path)) {}

        Status Write(std::uint64_t offset, const rocksdb::Slice& data, const Options& options,
                     Context* context) override {
            return files_.powered([&] { return target()->Write(offset, data, options, context); });
        }
        Status Sync(const Options& /*options*/, Context* /*context*/) override {
            return files_.powered([&] {
                files_.contents_[path_].safe_bytes = bytes_of(path_);
                return Status::OK();
            });
        }
        Status Fsync(const Options& options, Context* context) override {
            return Sync(options, context);
        }

    private:
        PowerCutFs& files_;
        std::string path_;
    };

    class Directory : public rocksdb::FSDirectoryWrapper {
    public:
        Directory(PowerCutFs& files, std::string path,
                  std::unique_ptr<rocksdb::FSDirectory> directory)
            : FSDirectoryWrapper(std::move(directory)), files_(files), path_(std::move(path)) {}

        Status Fsync(const Options& /*options*/, Context* /*context*/) override {
            return files_.powered([&] {
                files_.changes_.erase(path_);
                return Status::OK();
            });
        }
        Status FsyncWithDirOptions(const Options& options, Context* context,
                                   const rocksdb::DirFsyncOptions& /*why*/) override {
            return Fsync(options, context);
        }

    private:
        PowerCutFs& files_;
        std::string path_;
    };

    template <class Work>
    Status powered(Work work) {
        const std::lock_guard lock(mutex_);
        return dark_ ? Status::IOError("there is no power") : work();
    }

    static std::string normal(const std::string& name) {
        std::string path = std::filesystem::path(name).lexically_normal().string();
        while (path.size() > 1 && path.back() == '/') {
            path.pop_back();
        }
        return path;
    }

    static std::string bytes_of(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    static std::uint64_t pick(std::mt19937_64& dice, std::uint64_t below) {
        return below == 0 ? 0 : dice() % below;
    }

    void changed(Change change) {
        changes_[std::filesystem::path(change.path).parent_path().string()].push_back(
            std::move(change));
    }

    // A second name for the file, for as long as it may come back.
    std::string keep(const std::string& name) {
        if (!std::filesystem::is_regular_file(name)) {
            return {};
        }
        std::string kept = (attic_ / std::to_string(++kept_count_)).string();
        std::filesystem::create_hard_link(name, kept);
        return kept;
    }

    static void undo(const Change& change) {
        std::error_code ignored;
        switch (change.kind) {
            case Change::created: std::filesystem::remove_all(change.path, ignored); break;
            case Change::renamed:
                std::filesystem::rename(change.path, change.from, ignored);
                [[fallthrough]];
            case Change::removed:
                if (!change.kept.empty()) {
                    std::filesystem::rename(change.kept, change.path, ignored);
                }
                break;
        }
    }

    static void lose_content(const std::string& path, const Content& content,
                             std::mt19937_64& dice) {
        if (!std::filesystem::exists(path)) {
            return;
        }
        std::string bytes = bytes_of(path);
        if (content.safe_bytes) {
            for (std::size_t at = 0; at < content.safe_bytes->size(); at += 512) {
                if (pick(dice, 2) == 0) {
                    bytes.replace(at, 512, *content.safe_bytes, at, 512);
                }
            }
        } else {
            bytes.resize(std::min<std::uint64_t>(bytes.size(), content.size));
            const auto [from, to] = content.never_written;
            for (std::uint64_t at = from; at < std::min<std::uint64_t>(to, bytes.size()); ++at) {
                bytes[at] = '\0';
            }
            if (bytes.size() > content.safe_size) {
                const std::uint64_t left = pick(dice, bytes.size() - content.safe_size + 1);
                bytes.resize(content.safe_size + left);
                if (path.ends_with(".log") && left > 0 && pick(dice, 2) == 0) {
                    const std::uint64_t wrong = content.safe_size + pick(dice, left);
                    bytes[wrong] = static_cast<char>(bytes[wrong] ^ 0x55);
                }
            } else if (from == to) {
                return;
            }
        }
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    }

    std::filesystem::path attic_;
    std::mutex mutex_;
    bool dark_ = false;
    bool fail_log_sync_ = false;
    std::uint64_t kept_count_ = 0;
    std::map<std::string, Content> contents_;
    std::map<std::string, std::vector<Change>> changes_;  // By directory, in order.
};

// The environment that opens a store on such a file system. RocksDB waits a second after each write
// that failed in the background; here it need not.
class PowerCutEnv : public rocksdb::EnvWrapper {
public:
    explicit PowerCutEnv(const std::shared_ptr<PowerCutFs>& files) : EnvWrapper(Env::Default()) {
        file_system_ = files;
        system_clock_ = std::make_shared<ImpatientClock>(rocksdb::SystemClock::Default());
    }

private:
    class ImpatientClock : public rocksdb::SystemClockWrapper {
    public:
        using SystemClockWrapper::SystemClockWrapper;
        const char* Name() const override { return "ImpatientClock"; }
        void SleepForMicroseconds(int micros) override {
            SystemClockWrapper::SleepForMicroseconds(std::min(micros, 1'000));
        }
    };
};

}  // namespace hence::rocks
