// Holds leaves, one by one, against the hashes and the checkpoints that are kept of them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hence/result.h"
#include "store/integrity/checkpoints.h"
#include "store/integrity/merkle.h"
#include "store/integrity/note.h"
#include "store/integrity/tree_files.h"

namespace hence {

// Compares the hashes of a growing tree with the kept ones, level by level, a row at a time.
class TreeCheck {
public:
    // Tells of a difference. `nodes` has the kept hashes, of which the first `covered` leaves
    // count.
    using Differ = std::function<void(std::string)>;
    TreeCheck(HashSource nodes, std::uint64_t covered, Differ differ)
        : nodes_(std::move(nodes)), covered_(covered), differ_(std::move(differ)) {}

    // The next leaf.
    Result<void> add(const Hash& leaf);
    // Compares what is left.
    Result<void> finish();
    const GrowingTree& tree() const { return tree_; }

private:
    Result<void> compare(unsigned level);

    HashSource nodes_;
    std::uint64_t covered_;
    Differ differ_;
    GrowingTree tree_;
    std::array<std::vector<Hash>, tile_levels_max> rows_;
    std::array<std::uint64_t, tile_levels_max> compared_{};  // Of each level, how many are done.
};

}  // namespace hence
