// The arithmetic of an RFC 6962 tree: roots, proofs of inclusion and of consistency, and their
// check.
//
// Nothing here stores anything. Proofs are made from the nodes whose height is a multiple of 8,
// which is all that tiles hold; a HashSource hands these out, and lower nodes are hashed anew, at
// most 255 hashings for each.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "hence/result.h"

namespace hence {

inline constexpr unsigned tile_height = 8;
inline constexpr std::uint64_t tile_width = 256;

Hash node_hash(const Hash& left, const Hash& right);
// Of the tree without leaves: the SHA-256 of nothing.
Hash empty_root();

// The nodes [first, first + count) of height 8 * level, as 32 bytes each.
using HashSource = std::function<Result<std::vector<Hash>>(unsigned level, std::uint64_t first,
                                                           std::uint64_t count)>;

// A tree that only grows: the roots of the complete subtrees it is made of, largest first. Its size
// is that of the logarithm.
class GrowingTree {
public:
    void add(const Hash& leaf);
    std::uint64_t size() const { return size_; }
    Hash root() const;
    // Takes up a tree of `size` leaves whose hashes `nodes` has.
    static Result<GrowingTree> of(std::uint64_t size, const HashSource& nodes);

private:
    std::uint64_t size_ = 0;
    std::vector<Hash> peaks_;
};

// The hash of the subtree over the leaves [first, last), of which all are in the tree.
Result<Hash> subtree_hash(std::uint64_t first, std::uint64_t last, const HashSource& nodes);

// The path from leaf `index` to the root of the tree of `size`, lowest first. index < size.
Result<std::vector<Hash>> inclusion_path(std::uint64_t index, std::uint64_t size,
                                         const HashSource& nodes);
// That the tree of `size` begins with that of `old_size`. Empty when `old_size` is 0 or `size`.
Result<std::vector<Hash>> consistency_path(std::uint64_t old_size, std::uint64_t size,
                                           const HashSource& nodes);

struct TreeHead {
    std::uint64_t size = 0;
    Hash root{};
    friend bool operator==(const TreeHead&, const TreeHead&) = default;
};

bool is_included(const Hash& leaf, std::uint64_t index, const std::vector<Hash>& path,
                 const TreeHead& head);
bool is_consistent(const TreeHead& before, const TreeHead& after, const std::vector<Hash>& path);

}  // namespace hence
