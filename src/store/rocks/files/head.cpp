#include "store/rocks/files/head.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/try.h"

namespace hence::rocks {
namespace {

constexpr std::string_view magic = "HENCEHD\n";
constexpr std::size_t slot_size = 512;
constexpr std::size_t signed_size = 8 + 4 + 8 + 8 + 8 + 8;
constexpr std::size_t check_size = 16;

Error io_error(const std::string& path, const rocksdb::IOStatus& status) {
    return Error{Code::io, fmt::format("{}: {}", path, status.ToString())};
}

std::string encode(const Head& head) {
    std::string slot(magic);
    put_be32(slot, head.version);
    put_be64(slot, head.generation);
    put_be64(slot, head.last_seq);
    put_be64(slot, head.last_refused);
    put_be64(slot, head.writes);
    slot.append(as_bytes(sha256(slot)).substr(0, check_size));
    slot.resize(slot_size, '\0');
    return slot;
}

std::optional<Head> decode(std::string_view bytes) {
    if (bytes.size() < signed_size + check_size || !bytes.starts_with(magic) ||
        as_bytes(sha256(bytes.substr(0, signed_size))).substr(0, check_size) !=
            bytes.substr(signed_size, check_size)) {
        return std::nullopt;
    }
    ByteReader in(bytes.substr(magic.size()));
    const std::uint32_t version = in.be32();
    return Head{in.be64(), in.be64(), in.be64(), in.be64(), version};
}

}  // namespace

Result<void> sync_directory(rocksdb::FileSystem& files, const std::string& path) {
    std::unique_ptr<rocksdb::FSDirectory> directory;
    rocksdb::IOStatus status = files.NewDirectory(path, {}, &directory, nullptr);
    if (status.ok()) {
        status = directory->Fsync({}, nullptr);
    }
    if (!status.ok()) {
        return io_error(path, status);
    }
    return {};
}

Result<std::optional<Head>> HeadFile::read(rocksdb::FileSystem& files, const std::string& path) {
    const rocksdb::IOStatus exists = files.FileExists(path, {}, nullptr);
    if (exists.IsNotFound()) {
        return std::optional<Head>{};
    }
    std::unique_ptr<rocksdb::FSSequentialFile> file;
    std::string buffer(2 * slot_size, '\0');
    rocksdb::Slice bytes;
    rocksdb::IOStatus status = files.NewSequentialFile(path, {}, &file, nullptr);
    if (status.ok()) {
        status = file->Read(buffer.size(), {}, &bytes, buffer.data(), nullptr);
    }
    if (!status.ok()) {
        return io_error(path, status);
    }
    const std::string_view text(bytes.data(), bytes.size());
    std::optional<Head> best = decode(text.substr(0, slot_size));
    const std::optional<Head> other = decode(text.substr(std::min(text.size(), slot_size)));
    if (other && (!best || other->generation > best->generation)) {
        best = other;
    }
    if (!best) {
        return Error{Code::corrupt, fmt::format("{} is damaged: neither of its slots reads", path)};
    }
    if (best->version > format_version) {
        return Error{Code::unsupported,
                     fmt::format("{} was written in store format {}, and this program knows {}",
                                 path, best->version, format_version),
                     "use a newer hence"};
    }
    best->version = std::max(best->version, plain_format_version);
    return best;
}

Result<std::unique_ptr<HeadFile>> HeadFile::open(rocksdb::FileSystem& files,
                                                 const std::string& path, const Head& head) {
    if (files.FileExists(path, {}, nullptr).IsNotFound()) {
        std::unique_ptr<rocksdb::FSWritableFile> fresh;
        // The file has another name until it is whole, because half a head would look like damage.
        const std::string unfinished = path + ".new";
        rocksdb::IOStatus status = files.NewWritableFile(unfinished, {}, &fresh, nullptr);
        const std::string both = encode(head) + encode(head);
        if (status.ok()) {
            status = fresh->Append(both, {}, nullptr);
        }
        if (status.ok()) {
            status = fresh->Fsync({}, nullptr);
        }
        if (status.ok()) {
            status = fresh->Close({}, nullptr);
        }
        if (status.ok()) {
            status = files.RenameFile(unfinished, path, {}, nullptr);
        }
        if (!status.ok()) {
            return io_error(path, status);
        }
        TRY(sync_directory(files, std::filesystem::path(path).parent_path().string()));
    }
    std::unique_ptr<rocksdb::FSRandomRWFile> file;
    const rocksdb::IOStatus status = files.NewRandomRWFile(path, {}, &file, nullptr);
    if (!status.ok()) {
        return io_error(path, status);
    }
    return std::make_unique<HeadFile>(std::move(file), path, head);
}

Result<void> HeadFile::write(const Head& head) {
    head_ = {head_.generation + 1, head.last_seq, head.last_refused, head.writes, head_.version};
    const rocksdb::IOStatus status =
        file_->Write(head_.generation % 2 * slot_size, encode(head_), {}, nullptr);
    if (!status.ok()) {
        return io_error(path_, status);
    }
    return {};
}

Result<void> HeadFile::sync() {
    const rocksdb::IOStatus status = file_->Sync({}, nullptr);
    if (!status.ok()) {
        return io_error(path_, status);
    }
    return {};
}

}  // namespace hence::rocks
