#include "store/integrity/tree_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/try.h"

namespace hence {

Result<void> TreeCheck::add(const Hash& leaf) {
    tree_.add(leaf);
    Hash hash = leaf;
    for (unsigned level = 0; level < tile_levels_max; ++level) {
        rows_[level].push_back(hash);
        if (rows_[level].size() < tile_width) {
            return {};
        }
        std::vector<Hash> row = rows_[level];
        TRY(compare(level));
        for (; row.size() > 1; row.resize(row.size() / 2)) {
            for (std::size_t i = 0; i < row.size() / 2; ++i) {
                row[i] = node_hash(row[2 * i], row[2 * i + 1]);
            }
        }
        hash = row.front();
    }
    return {};
}

Result<void> TreeCheck::compare(unsigned level) {
    const unsigned shift = level * tile_height;
    const std::uint64_t first = compared_[level];
    const std::uint64_t counting = covered_ >> shift;
    if (first < counting) {
        const std::uint64_t count = std::min<std::uint64_t>(rows_[level].size(), counting - first);
        const Result<std::vector<Hash>> kept = nodes_(level, first, count);
        for (std::uint64_t i = 0; i < count; ++i) {
            if (!kept || i >= kept->size()) {
                differ_(fmt::format("the tree lacks hash {} of level {}", first + i, level));
                break;
            }
            if ((*kept)[i] != rows_[level][i]) {
                differ_(
                    level == 0
                        ? fmt::format("event {} is not the one that the tree has", first + i + 1)
                        : fmt::format("hash {} of level {} of the tree is not the one that the "
                                      "events give",
                                      first + i, level));
            }
        }
    }
    compared_[level] += rows_[level].size();
    rows_[level].clear();
    return {};
}

Result<void> TreeCheck::finish() {
    for (unsigned level = 0; level < tile_levels_max; ++level) {
        TRY(compare(level));
    }
    return {};
}

}  // namespace hence
