#include "store/integrity/tree_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/try.h"
#include "store/integrity/key_file.h"

namespace hence {
namespace {

std::uint64_t nodes_in(std::uint64_t leaves, unsigned level) {
    const unsigned shift = level * tile_height;
    return shift >= 64 ? 0 : leaves >> shift;
}

// Of a row of nodes, as many as a power of two, the node above all of them.
Hash tile_root(std::vector<Hash> row) {
    for (; row.size() > 1; row.resize(row.size() / 2)) {
        for (std::size_t i = 0; i < row.size() / 2; ++i) {
            row[i] = node_hash(row[2 * i], row[2 * i + 1]);
        }
    }
    return row.front();
}

}  // namespace

Result<std::unique_ptr<TreeFiles>> TreeFiles::open(const std::filesystem::path& directory,
                                                   TreeAccess access) {
    if (access == TreeAccess::write) {
        if (::mkdir(directory.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
            return system_error("make " + directory.string());
        }
        TRY(sync_path(directory.parent_path()));
    }
    auto files = std::make_unique<TreeFiles>(directory, access);
    const std::uint64_t bytes = TRY(files->bytes_of(0));
    files->size_ = bytes / sizeof(Hash);
    return files;
}

// -1 when there is no such file.
Result<int> TreeFiles::file(unsigned level, IfMissing missing) const {
    const std::lock_guard lock(mutex_);
    Descriptor& known = files_[level];
    if (!known) {
        const std::filesystem::path name = directory_ / std::to_string(level);
        const int flags = (access_ == TreeAccess::write ? O_RDWR : O_RDONLY) |
                          (missing == IfMissing::make ? O_CREAT : 0);
        known = Descriptor{::open(name.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR)};
        if (!known && errno != ENOENT) {
            return system_error("open " + name.string());
        }
    }
    return known.number();
}

Result<std::uint64_t> TreeFiles::bytes_of(unsigned level) const {
    const int number = TRY(file(level, IfMissing::leave));
    struct stat found {};
    if (number >= 0 && ::fstat(number, &found) != 0) {
        return system_error(fmt::format("read {}/{}", directory_.string(), level));
    }
    return static_cast<std::uint64_t>(found.st_size);
}

Result<void> TreeFiles::cut(std::uint64_t size) {
    for (unsigned level = 0; level < tile_levels_max; ++level) {
        const std::uint64_t wanted = nodes_in(size, level);
        const std::uint64_t bytes = TRY(bytes_of(level));
        if (bytes < wanted * sizeof(Hash)) {
            return Error{Code::corrupt, fmt::format("{}/{} has hashes for fewer than {} events",
                                                    directory_.string(), level, size)};
        }
        const int number = TRY(file(level, IfMissing::leave));
        if (bytes > wanted * sizeof(Hash) &&
            ::ftruncate(number, static_cast<off_t>(wanted * sizeof(Hash))) != 0) {
            return system_error(fmt::format("write {}/{}", directory_.string(), level));
        }
    }
    size_ = size;
    for (unsigned level = 0; level < tile_levels_max; ++level) {
        const std::uint64_t have = nodes_in(size, level);
        const std::uint64_t first = have / tile_width * tile_width;
        open_[level] = TRY(nodes(level, first, have - first));
    }
    return {};
}

Result<void> TreeFiles::put(unsigned level, const std::vector<Hash>& hashes, std::uint64_t at) {
    const int number = TRY(file(level, IfMissing::make));
    std::string_view bytes(reinterpret_cast<const char*>(hashes.data()),
                           hashes.size() * sizeof(Hash));
    auto offset = static_cast<off_t>(at * sizeof(Hash));
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(number, bytes.data(), bytes.size(), offset);
        if (written < 0) {
            if (errno == EINTR) {
                continue;
            }
            return system_error(fmt::format("write {}/{}", directory_.string(), level));
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
        offset += written;
    }
    return {};
}

Result<void> TreeFiles::append(const std::vector<Hash>& leaves) {
    std::vector<Hash> fresh = leaves;
    for (unsigned level = 0; level < tile_levels_max && !fresh.empty(); ++level) {
        TRY(put(level, fresh, nodes_in(size_, level)));
        std::vector<Hash> above;
        for (const Hash& hash : fresh) {
            open_[level].push_back(hash);
            if (open_[level].size() == tile_width) {
                above.push_back(tile_root(std::exchange(open_[level], {})));
            }
        }
        fresh = std::move(above);
    }
    size_ += leaves.size();
    return {};
}

// The tiles that are not full have the roots of all complete subtrees: of each row, as its size in
// binary says, and the higher row to the left of the lower one.
Hash TreeFiles::root() const {
    std::optional<Hash> right;
    for (const std::vector<Hash>& row : open_) {
        std::size_t last = row.size();
        while (last > 0) {
            const std::size_t width = last & (~last + 1);
            const auto end = row.begin() + static_cast<std::ptrdiff_t>(last);
            const Hash left = tile_root({end - static_cast<std::ptrdiff_t>(width), end});
            right = right ? node_hash(left, *right) : left;
            last -= width;
        }
    }
    return right ? *right : empty_root();
}

Result<void> TreeFiles::sync() {
    for (unsigned level = 0; level < tile_levels_max; ++level) {
        if (nodes_in(size_, level) == 0) {
            break;
        }
        const int number = TRY(file(level, IfMissing::leave));
        if (::fdatasync(number) != 0) {
            return system_error(fmt::format("sync {}/{}", directory_.string(), level));
        }
    }
    return {};
}

Result<std::vector<Hash>> TreeFiles::nodes(unsigned level, std::uint64_t first,
                                           std::uint64_t count) const {
    const std::uint64_t have = nodes_in(size_, level);
    const std::uint64_t last = std::min(have, first + count);
    std::vector<Hash> hashes(first < last ? last - first : 0);
    if (hashes.empty()) {
        return hashes;
    }
    const int number = TRY(file(level, IfMissing::leave));
    auto* bytes = reinterpret_cast<char*>(hashes.data());
    const std::size_t size = hashes.size() * sizeof(Hash);
    for (std::size_t got = 0; got < size;) {
        const ssize_t read = number < 0 ? 0
                                        : ::pread(number, bytes + got, size - got,
                                                  static_cast<off_t>(first * sizeof(Hash) + got));
        if (read < 0) {
            return system_error(fmt::format("read {}/{}", directory_.string(), level));
        }
        if (read == 0) {
            return Error{Code::corrupt,
                         fmt::format("{}/{} ends too early", directory_.string(), level)};
        }
        got += static_cast<std::size_t>(read);
    }
    return hashes;
}

HashSource TreeFiles::source() const {
    return [this](unsigned level, std::uint64_t first, std::uint64_t count) {
        return nodes(level, first, count);
    };
}

}  // namespace hence
