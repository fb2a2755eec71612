#include "store/integrity/checkpoints.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/try.h"
#include "store/integrity/key_file.h"

namespace hence {
namespace {

constexpr std::string_view record_mark = "HC";
constexpr std::size_t front_size = 6;  // The mark and the size.
constexpr std::size_t check_size = 8;
constexpr std::size_t back_size = check_size + 4;
constexpr std::size_t payload_min = 1 + 8 + 8 + sizeof(Hash);
constexpr std::size_t payload_max = std::size_t{1} << 20;

std::string check_of(std::string_view payload) {
    return std::string(as_bytes(sha256(payload)).substr(0, check_size));
}

}  // namespace

std::string checkpoint_payload(const CheckpointRecord& record) {
    std::string payload(1, static_cast<char>(record.kind));
    put_be64(payload, static_cast<std::uint64_t>(record.at_ms));
    put_be64(payload, record.head.size);
    payload.append(as_bytes(record.head.root));
    payload.append(record.text);
    return payload;
}

std::optional<CheckpointRecord> read_checkpoint(std::string_view payload) {
    ByteReader in(payload);
    CheckpointRecord record;
    record.kind = static_cast<CheckpointKind>(in.byte());
    record.at_ms = static_cast<std::int64_t>(in.be64());
    record.head.size = in.be64();
    const std::string_view root = in.bytes(sizeof(Hash));
    if (!in.ok() ||
        (record.kind != CheckpointKind::checkpoint && record.kind != CheckpointKind::cosigned &&
         record.kind != CheckpointKind::timestamp)) {
        return std::nullopt;
    }
    std::memcpy(record.head.root.data(), root.data(), root.size());
    record.text = in.bytes(in.left());
    return record;
}

std::string checkpoint_bytes(const CheckpointRecord& record) {
    const std::string payload = checkpoint_payload(record);
    std::string bytes(record_mark);
    put_be32(bytes, static_cast<std::uint32_t>(payload.size()));
    bytes.append(payload).append(check_of(payload));
    put_be32(bytes, static_cast<std::uint32_t>(payload.size()));
    return bytes;
}

Result<std::unique_ptr<CheckpointFile>> CheckpointFile::open(const std::filesystem::path& file,
                                                             Access access) {
    const int flags = access == Access::write ? O_RDWR | O_CREAT : O_RDONLY;
    Descriptor opened{::open(file.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    struct stat found {};
    if (!opened) {
        if (errno != ENOENT || access == Access::write) {
            return system_error("open " + file.string());
        }
    } else if (::fstat(opened.number(), &found) != 0) {
        return system_error("read " + file.string());
    }
    auto checkpoints = std::make_unique<CheckpointFile>(std::move(opened), file,
                                                        static_cast<std::uint64_t>(found.st_size));
    if (access == Access::write) {
        TRY(sync_path(file.parent_path()));
        TRY(checkpoints->cut_torn_end());
    }
    return checkpoints;
}

std::uint64_t CheckpointFile::size() const {
    const std::lock_guard lock(mutex_);
    return size_;
}

Error CheckpointFile::damaged(std::uint64_t at) const {
    return Error{Code::corrupt, fmt::format("{} is damaged at byte {}", path_.string(), at)};
}

Result<std::string> CheckpointFile::bytes(std::uint64_t at, std::uint64_t size) const {
    std::string read(size, '\0');
    std::size_t filled = 0;
    while (filled < size) {
        const ssize_t got = ::pread(file_.number(), read.data() + filled, size - filled,
                                    static_cast<off_t>(at + filled));
        if (got < 0) {
            return system_error("read " + path_.string());
        }
        if (got == 0) {
            return damaged(at);
        }
        filled += static_cast<std::size_t>(got);
    }
    return read;
}

Result<std::optional<CheckpointRecord>> CheckpointFile::next(std::uint64_t& at) const {
    const std::uint64_t end = size();
    if (at == end) {
        return std::optional<CheckpointRecord>();
    }
    if (end - at < front_size + payload_min + back_size) {
        return damaged(at);
    }
    const std::string front = TRY(bytes(at, front_size));
    const std::uint64_t size = ByteReader(std::string_view(front).substr(2)).be32();
    if (!front.starts_with(record_mark) || size < payload_min || size > payload_max ||
        size > end - at - front_size - back_size) {
        return damaged(at);
    }
    const std::string rest = TRY(bytes(at + front_size, size + back_size));
    const std::string_view payload = std::string_view(rest).substr(0, size);
    const std::string_view back = std::string_view(rest).substr(size);
    std::optional<CheckpointRecord> record = read_checkpoint(payload);
    if (!record || back.substr(0, check_size) != check_of(payload) ||
        ByteReader(back.substr(check_size)).be32() != size) {
        return damaged(at);
    }
    at += front_size + size + back_size;
    return record;
}

Result<std::optional<CheckpointRecord>> CheckpointFile::before(std::uint64_t& end) const {
    if (end == 0) {
        return std::optional<CheckpointRecord>();
    }
    if (end < front_size + payload_min + back_size) {
        return damaged(0);
    }
    const std::string back = TRY(bytes(end - 4, 4));
    const std::uint64_t size = ByteReader(back).be32();
    if (size > end - front_size - back_size) {
        return damaged(end);
    }
    std::uint64_t at = end - front_size - back_size - size;
    const std::uint64_t begin = at;
    std::optional<CheckpointRecord> record = TRY(next(at));
    if (at != end) {
        return damaged(begin);
    }
    end = begin;
    return record;
}

// A record is one write, so that only a cut of the power leaves half of it: then it reaches the end
// of the file, or is zeros. Damage further in is no torn end, and stays for `verify` to report.
Result<void> CheckpointFile::cut_torn_end() {
    std::uint64_t end = size_;
    if (end == 0 || before(end)) {
        return {};
    }
    std::uint64_t at = 0;
    for (bool reads = true; reads && at < size_;) {
        reads = static_cast<bool>(next(at));
    }
    const std::uint64_t left = size_ - at;
    if (left > front_size + payload_max + back_size) {
        return damaged(at);
    }
    const std::string rest = TRY(bytes(at, left));
    const std::uint64_t size =
        left < front_size ? 0 : ByteReader(std::string_view(rest).substr(2)).be32();
    const bool torn = left < front_size || rest.find_first_not_of('\0') == std::string::npos ||
                      (rest.starts_with(record_mark) && size <= payload_max &&
                       front_size + size + back_size >= left);
    if (!torn) {
        return damaged(at);
    }
    if (::ftruncate(file_.number(), static_cast<off_t>(at)) != 0) {
        return system_error("write " + path_.string());
    }
    size_ = at;
    return {};
}

Result<void> CheckpointFile::append(const CheckpointRecord& record) {
    const std::string bytes = checkpoint_bytes(record);
    const std::lock_guard lock(mutex_);
    TRY(write_all_at(file_, bytes, size_, path_));
    if (::fdatasync(file_.number()) != 0) {
        return system_error("sync " + path_.string());
    }
    size_ += bytes.size();
    return {};
}

}  // namespace hence
