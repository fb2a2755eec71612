#include "store/rocks/log_files.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/try.h"
#include "store/rocks/log.h"

namespace hence::rocks {
namespace {

// A table ends with: type of checksum (1); where the block of meta blocks and the index block are,
// each as offset and size in varints, filled up to 40 bytes; version (4); magic (8).
constexpr std::size_t footer_size = 53;
constexpr std::size_t handles_size = 40;
constexpr std::size_t block_trailer_size = 5;
constexpr std::uint64_t table_magic = 0x88E241B785F4CFF7;
constexpr std::uint32_t footer_version_max = 5;

template <class Number>
Number little_endian(std::string_view bytes) {
    Number value = 0;
    for (std::size_t i = sizeof(Number); i-- > 0;) {
        value = static_cast<Number>(value << 8 | static_cast<std::uint8_t>(bytes[i]));
    }
    return value;
}

bool footer_reads(std::string_view footer, std::uint64_t file_size) {
    if (footer.size() < footer_size ||
        little_endian64(footer.substr(footer_size - 8)) != table_magic ||
        little_endian32(footer.substr(footer_size - 12)) > footer_version_max) {
        return false;
    }
    const std::uint64_t end = file_size - footer_size;
    ByteReader in(footer.substr(1, handles_size));
    for (int handle = 0; handle < 2; ++handle) {
        const std::uint64_t offset = in.varint();
        const std::uint64_t size = in.varint();
        if (!in.ok() || offset > end || size > end - offset ||
            block_trailer_size > end - offset - size) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::uint64_t little_endian64(std::string_view bytes) {
    return little_endian<std::uint64_t>(bytes);
}

std::uint32_t little_endian32(std::string_view bytes) {
    return little_endian<std::uint32_t>(bytes);
}

Result<std::string> read_whole(rocksdb::Env& env, const std::string& file) {
    std::string bytes;
    const rocksdb::Status status = rocksdb::ReadFileToString(&env, file, &bytes);
    if (status.IsNotFound() || status.IsPathNotFound()) {
        return Error{Code::corrupt, fmt::format("{} is missing", file)};
    }
    if (!status.ok()) {
        return to_error(status, fmt::format("cannot read {}", file));
    }
    return bytes;
}

Result<std::vector<std::uint64_t>> numbered_files(rocksdb::Env& env, const std::string& directory,
                                                  std::string_view ending) {
    std::vector<std::string> names;
    const rocksdb::Status status = env.GetChildren(directory, &names);
    if (!status.ok()) {
        return to_error(status, fmt::format("cannot list {}", directory));
    }
    std::vector<std::uint64_t> numbers;
    for (const std::string& name : names) {
        if (!name.ends_with(ending)) {
            continue;
        }
        std::uint64_t number = 0;
        const char* const end = name.data() + name.size() - ending.size();
        const auto read = std::from_chars(name.data(), end, number);
        if (read.ec == std::errc() && read.ptr == end) {
            numbers.push_back(number);
        }
    }
    std::ranges::sort(numbers);
    return numbers;
}

Result<void> check_footer(rocksdb::Env& env, const std::string& table) {
    std::unique_ptr<rocksdb::RandomAccessFile> file;
    std::uint64_t size = 0;
    rocksdb::Status status = env.GetFileSize(table, &size);
    if (status.ok()) {
        status = env.NewRandomAccessFile(table, &file, {});
    }
    char scratch[footer_size];
    rocksdb::Slice footer;
    if (status.ok() && size >= footer_size) {
        status = file->Read(size - footer_size, footer_size, &footer, scratch);
    }
    if (!status.ok()) {
        return to_error(status, fmt::format("cannot read {}", table));
    }
    if (!footer_reads(footer.ToStringView(), size)) {
        return Error{Code::corrupt, fmt::format("{} is damaged: its end does not read", table)};
    }
    return {};
}

}  // namespace hence::rocks
