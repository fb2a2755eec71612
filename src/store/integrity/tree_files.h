// The hashes of the tree on disk: one flat file for each level of tiles, DIR/tree/0, DIR/tree/1,
// ...
//
// File L holds the nodes of height 8 * L in order, 32 bytes each, so the tile N of level L is the
// bytes from N * 8192 on, and a tree takes 32.13 bytes an event. Files are only appended to. They
// are derived: the log and the keys of the sessions give them again. What was written and not
// synced may be anything after a power cut, so a tree is taken up at the size of the last
// checkpoint (checkpoints.h), whose root must be the one that the files give. One thread writes;
// any thread may read what was written before.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "hence/result.h"
#include "store/integrity/merkle.h"

namespace hence {

inline constexpr unsigned tile_levels_max = 8;

enum class TreeAccess : std::uint8_t { read, write };

class TreeFiles {
public:
    // `directory` is DIR/tree. To read, a file that is missing has no hashes.
    static Result<std::unique_ptr<TreeFiles>> open(const std::filesystem::path& directory,
                                                   TreeAccess access);
    TreeFiles(std::filesystem::path directory, TreeAccess access)
        : directory_(std::move(directory)), access_(access) {}

    // How many leaves there are.
    std::uint64_t size() const { return size_; }
    // Drops what is behind the first `size` leaves. Fails with corrupt when there are fewer hashes
    // than that.
    Result<void> cut(std::uint64_t size);
    Result<void> append(const std::vector<Hash>& leaves);
    // Of all leaves, from the hashes in memory. Only the thread that appends may ask.
    Hash root() const;
    Result<void> sync();

    // Nodes of height 8 * level. Fewer than `count` at the end.
    Result<std::vector<Hash>> nodes(unsigned level, std::uint64_t first, std::uint64_t count) const;
    HashSource source() const;
    // How many bytes a file has, whole hashes or not.
    Result<std::uint64_t> bytes_of(unsigned level) const;

private:
    enum class IfMissing : std::uint8_t { make, leave };
    Result<int> file(unsigned level, IfMissing missing) const;
    Result<void> put(unsigned level, const std::vector<Hash>& hashes, std::uint64_t at);

    std::filesystem::path directory_;
    TreeAccess access_;
    std::atomic<std::uint64_t> size_ = 0;
    mutable std::mutex mutex_;  // Of the descriptors.
    mutable std::array<Descriptor, tile_levels_max> files_;
    std::array<std::vector<Hash>, tile_levels_max> open_;  // The tile that is not full, by level.
};

}  // namespace hence
