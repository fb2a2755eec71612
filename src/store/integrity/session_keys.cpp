#include "store/integrity/session_keys.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/random.h"
#include "base/try.h"
#include "store/integrity/key_file.h"

namespace hence {
namespace {

constexpr std::size_t key_record_size = 64;
constexpr std::string_view key_present = "HKEY";
constexpr std::string_view key_gone = "GONE";
constexpr std::size_t wrapped_size = 48;
constexpr std::size_t used_size = 4 + sizeof(std::uint64_t) + wrapped_size;  // The rest is zeros.
constexpr std::size_t recent_keys_max = 4'096;
constexpr std::string_view master_name = "master";

std::string gone_bytes(std::uint64_t cluster) {
    std::string bytes(key_gone);
    put_be64(bytes, cluster);
    bytes.resize(key_record_size, '\0');
    return bytes;
}

Error damaged_keys(const std::filesystem::path& path, std::uint64_t number) {
    return Error{Code::corrupt,
                 fmt::format("record {} of {} does not read as a key", number, path.string())};
}

Result<void> make_directory(const std::filesystem::path& directory) {
    if (::mkdir(directory.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        return system_error("make " + directory.string());
    }
    return sync_path(directory.parent_path());
}

// Zeros are what a cut of the power may leave of a record that was not synced.
Result<bool> is_empty_record(const Descriptor& file, std::uint64_t number,
                             const std::filesystem::path& path) {
    std::string bytes(key_record_size, '\0');
    const ssize_t got = ::pread(file.number(), bytes.data(), bytes.size(),
                                static_cast<off_t>(number * key_record_size));
    if (got < 0) {
        return system_error("read " + path.string());
    }
    return bytes.find_first_not_of('\0') == std::string::npos;
}

// A record at the end that was not written whole was never synced: nothing depends on it.
Result<std::uint64_t> whole_records(const Descriptor& file, KeyAccess access,
                                    const std::filesystem::path& path) {
    struct stat found {};
    if (::fstat(file.number(), &found) != 0) {
        return system_error("read " + path.string());
    }
    const auto size = static_cast<std::uint64_t>(found.st_size);
    std::uint64_t whole = size / key_record_size;
    for (bool empty = true; whole > 0 && empty; whole -= empty ? 1 : 0) {
        empty = TRY(is_empty_record(file, whole - 1, path));
    }
    if (access == KeyAccess::write && size != whole * key_record_size &&
        ::ftruncate(file.number(), static_cast<off_t>(whole * key_record_size)) != 0) {
        return system_error("write " + path.string());
    }
    return whole;
}

}  // namespace

Result<std::unique_ptr<SessionKeys>> SessionKeys::open(const std::filesystem::path& directory,
                                                       KeyAccess access, const MasterSource& master,
                                                       const std::string& name) {
    if (access == KeyAccess::write) {
        TRY(make_directory(directory));
    }
    SecretKey key{};
    if (master) {
        key = TRY(master());
    } else if (access == KeyAccess::write) {
        key = TRY(read_or_make_key(directory / master_name));
    } else {
        key = TRY(read_key_file(directory / master_name));
    }
    const std::filesystem::path path = directory / name;
    const int flags = access == KeyAccess::write ? O_RDWR | O_CREAT : O_RDONLY;
    Descriptor file{::open(path.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    if (!file) {
        const int number = errno;
        Error error = system_error("open " + path.string(), number);
        error.code = number == ENOENT ? Code::not_found : error.code;
        return error;
    }
    const std::uint64_t count = TRY(whole_records(file, access, path));
    if (access == KeyAccess::write) {
        TRY(sync_path(directory));
    }
    return std::make_unique<SessionKeys>(path, std::move(file), key, access, count);
}

SessionKeys::SessionKeys(std::filesystem::path path, Descriptor file, const SecretKey& master,
                         KeyAccess access, std::uint64_t count)
    : path_(std::move(path)),
      file_(std::move(file)),
      master_(master),
      access_(access),
      count_(count) {}

Result<SessionKeys::Record> SessionKeys::record_at(std::uint64_t number) const {
    Record record{number, 0, std::string(key_record_size, '\0')};
    const ssize_t got = ::pread(file_.number(), record.bytes.data(), record.bytes.size(),
                                static_cast<off_t>(number * key_record_size));
    if (got < 0) {
        return system_error("read " + path_.string());
    }
    const bool gone = record.bytes.starts_with(key_gone);
    const std::size_t filled = gone ? key_gone.size() + sizeof(std::uint64_t) : used_size;
    if (static_cast<std::size_t>(got) != record.bytes.size() ||
        !(gone || record.bytes.starts_with(key_present)) ||
        record.bytes.find_first_not_of('\0', filled) != std::string::npos) {
        return damaged_keys(path_, number);
    }
    record.cluster = ByteReader(std::string_view(record.bytes).substr(key_present.size())).be64();
    return record;
}

// By halving.
Result<std::optional<SessionKeys::Record>> SessionKeys::record_of(std::uint64_t cluster) const {
    std::uint64_t low = 0;
    std::uint64_t high = count_;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        Record record = TRY(record_at(middle));
        if (record.cluster == cluster) {
            return std::optional(std::move(record));
        }
        (record.cluster < cluster ? low : high) = record.cluster < cluster ? middle + 1 : middle;
    }
    return std::optional<Record>();
}

Result<std::optional<SecretKey>> SessionKeys::key_in(const Record& record) const {
    if (record.bytes.starts_with(key_gone)) {
        return std::optional<SecretKey>();
    }
    const std::optional<std::string> secret = unwrap_secret(
        master_, std::string_view(record.bytes)
                     .substr(key_present.size() + sizeof(std::uint64_t), wrapped_size));
    SecretKey key{};
    ByteReader in(secret ? std::string_view(*secret) : std::string_view());
    if (in.be64() != record.cluster || in.left() != key.size()) {
        return damaged_keys(path_, record.number);
    }
    std::memcpy(key.data(), in.bytes(key.size()).data(), key.size());
    return std::optional(key);
}

std::string SessionKeys::record_bytes(std::uint64_t cluster, const SecretKey& key) const {
    std::string secret;
    put_be64(secret, cluster);
    secret.append(reinterpret_cast<const char*>(key.data()), key.size());
    std::string bytes(key_present);
    put_be64(bytes, cluster);
    bytes.append(wrap_secret(master_, secret));
    bytes.resize(key_record_size, '\0');
    return bytes;
}

Result<void> SessionKeys::write_at(std::uint64_t number, std::string_view bytes) {
    TRY(write_all_at(file_, bytes, number * key_record_size, path_));
    unsynced_ = true;
    return {};
}

// Clusters are nearly always met in order. One that comes late makes the file anew: whole beside
// the old one, and then in its place.
Result<void> SessionKeys::insert(std::uint64_t cluster, std::string_view bytes) {
    if (count_ > 0) {
        const Record last = TRY(record_at(count_ - 1));
        if (last.cluster > cluster) {
            const std::filesystem::path beside = path_.string() + ".new";
            Descriptor file{
                ::open(beside.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR)};
            if (!file) {
                return system_error("write " + beside.string());
            }
            std::uint64_t written = 0;
            for (std::uint64_t number = 0; number < count_; ++number) {
                const Record record = TRY(record_at(number));
                if (written == number && record.cluster > cluster) {
                    TRY(write_all_at(file, bytes, written++ * key_record_size, beside));
                }
                TRY(write_all_at(file, record.bytes, written++ * key_record_size, beside));
            }
            TRY(put_in_place(file, beside, path_));
            file_ = std::move(file);
            count_ = written;
            return {};
        }
    }
    TRY(write_at(count_, bytes));
    ++count_;
    return {};
}

void SessionKeys::remember(std::uint64_t cluster, const SecretKey& key) {
    forget(cluster);
    recent_.emplace_front(cluster, key);
    recent_by_cluster_[cluster] = recent_.begin();
    if (recent_.size() > recent_keys_max) {
        forget(recent_.back().first);
    }
}

void SessionKeys::forget(std::uint64_t cluster) {
    const auto known = recent_by_cluster_.find(cluster);
    if (known != recent_by_cluster_.end()) {
        known->second->second.fill(0);
        recent_.erase(known->second);
        recent_by_cluster_.erase(known);
    }
}

Result<std::optional<SecretKey>> SessionKeys::find_locked(std::uint64_t cluster) {
    const auto known = recent_by_cluster_.find(cluster);
    if (known != recent_by_cluster_.end()) {
        recent_.splice(recent_.begin(), recent_, known->second);
        return std::optional(known->second->second);
    }
    const std::optional<Record> record = TRY(record_of(cluster));
    std::optional<SecretKey> key;
    if (record) {
        key = TRY(key_in(*record));
    }
    if (key) {
        remember(cluster, *key);
    }
    return key;
}

Result<std::optional<SecretKey>> SessionKeys::find(std::uint64_t cluster) {
    const std::lock_guard lock(mutex_);
    return find_locked(cluster);
}

Result<SecretKey> SessionKeys::key_of(std::uint64_t cluster) {
    const std::lock_guard lock(mutex_);
    const std::optional<SecretKey> known = TRY(find_locked(cluster));
    if (known) {
        return *known;
    }
    if (access_ == KeyAccess::read) {
        return Error{Code::not_found, fmt::format("the session of event {} has no key", cluster)};
    }
    SecretKey key{};
    TRY(fill_random(key));
    const std::optional<Record> gone = TRY(record_of(cluster));
    if (gone) {
        TRY(write_at(gone->number, record_bytes(cluster, key)));
    } else {
        TRY(insert(cluster, record_bytes(cluster, key)));
    }
    remember(cluster, key);
    return key;
}

Result<void> SessionKeys::take(std::uint64_t cluster, const SecretKey& key) {
    const std::lock_guard lock(mutex_);
    return insert(cluster, record_bytes(cluster, key));
}

Result<KeyState> SessionKeys::state(std::uint64_t cluster) {
    const std::lock_guard lock(mutex_);
    const std::optional<Record> record = TRY(record_of(cluster));
    if (!record) {
        return KeyState::missing;
    }
    return record->bytes.starts_with(key_gone) ? KeyState::destroyed : KeyState::present;
}

Result<void> SessionKeys::sync() {
    const std::lock_guard lock(mutex_);
    return sync_locked();
}

Result<void> SessionKeys::sync_locked() {
    if (unsynced_ && ::fdatasync(file_.number()) != 0) {
        return system_error("sync " + path_.string());
    }
    unsynced_ = false;
    return {};
}

Result<void> SessionKeys::destroy(std::span<const std::uint64_t> clusters) {
    const std::lock_guard lock(mutex_);
    for (const std::uint64_t cluster : clusters) {
        forget(cluster);
        const std::optional<Record> record = TRY(record_of(cluster));
        if (record) {
            TRY(write_at(record->number, gone_bytes(cluster)));
        }
    }
    unsynced_ = true;
    return sync_locked();
}

}  // namespace hence
