#include "store/integrity/merkle.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/try.h"

namespace hence {
namespace {

constexpr char node_prefix = 1;  // RFC 6962, section 2.1.

// The largest power of two below `count`, which is at least 2.
std::uint64_t split_of(std::uint64_t count) {
    return std::bit_floor(count - 1);
}

struct LeafRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;  // Behind the last.
};

// The hash of a range that is a complete subtree: 2^k leaves that begin at a multiple of 2^k.
Result<Hash> complete_hash(const LeafRange& range, const HashSource& nodes) {
    const auto height = static_cast<unsigned>(std::countr_zero(range.last - range.first));
    const unsigned level = height / tile_height;
    const std::uint64_t width = std::uint64_t{1} << (height % tile_height);
    std::vector<Hash> row = TRY(nodes(level, range.first >> (level * tile_height), width));
    if (row.size() != width) {
        return Error{Code::corrupt, "the tree lacks hashes before its end"};
    }
    for (; row.size() > 1; row.resize(row.size() / 2)) {
        for (std::size_t i = 0; i < row.size() / 2; ++i) {
            row[i] = node_hash(row[2 * i], row[2 * i + 1]);
        }
    }
    return row.front();
}

// A way down from the root to a leaf or a border: the other sides that it leaves behind.
struct Descent {
    std::vector<LeafRange> others;
    LeafRange at;
    bool complete = true;  // Whether `at` has always been the left side.
};

}  // namespace

Hash node_hash(const Hash& left, const Hash& right) {
    std::array<char, 1 + sizeof(Hash)> head{node_prefix};
    std::ranges::copy(as_bytes(left), head.begin() + 1);
    return sha256({head.data(), head.size()}, as_bytes(right));
}

Hash empty_root() {
    return sha256("");
}

void GrowingTree::add(const Hash& leaf) {
    Hash hash = leaf;
    for (std::uint64_t bits = size_; (bits & 1) != 0; bits >>= 1) {
        hash = node_hash(peaks_.back(), hash);
        peaks_.pop_back();
    }
    peaks_.push_back(hash);
    ++size_;
}

Hash GrowingTree::root() const {
    if (peaks_.empty()) {
        return empty_root();
    }
    Hash hash = peaks_.back();
    for (std::size_t i = peaks_.size() - 1; i-- > 0;) {
        hash = node_hash(peaks_[i], hash);
    }
    return hash;
}

Result<GrowingTree> GrowingTree::of(std::uint64_t size, const HashSource& nodes) {
    GrowingTree tree;
    tree.size_ = size;
    std::uint64_t first = 0;
    for (std::uint64_t left = size; left > 0;) {
        const std::uint64_t width = std::bit_floor(left);
        const Hash peak = TRY(complete_hash({first, first + width}, nodes));
        tree.peaks_.push_back(peak);
        first += width;
        left -= width;
    }
    return tree;
}

Result<Hash> subtree_hash(std::uint64_t first, std::uint64_t last, const HashSource& nodes) {
    std::vector<Hash> peaks;
    for (std::uint64_t at = first; at < last;) {
        const std::uint64_t width = std::bit_floor(last - at);
        const Hash peak = TRY(complete_hash({at, at + width}, nodes));
        peaks.push_back(peak);
        at += width;
    }
    if (peaks.empty()) {
        return empty_root();
    }
    Hash hash = peaks.back();
    for (std::size_t i = peaks.size() - 1; i-- > 0;) {
        hash = node_hash(peaks[i], hash);
    }
    return hash;
}

Result<std::vector<Hash>> inclusion_path(std::uint64_t index, std::uint64_t size,
                                         const HashSource& nodes) {
    std::vector<LeafRange> others;
    LeafRange at{0, size};
    while (at.last - at.first > 1) {
        const std::uint64_t middle = at.first + split_of(at.last - at.first);
        const bool is_left = index < middle;
        others.push_back(is_left ? LeafRange{middle, at.last} : LeafRange{at.first, middle});
        (is_left ? at.last : at.first) = middle;
    }
    std::vector<Hash> path;
    for (auto range = others.rbegin(); range != others.rend(); ++range) {
        const Hash hash = TRY(subtree_hash(range->first, range->last, nodes));
        path.push_back(hash);
    }
    return path;
}

// RFC 6962, section 2.1.2: SUBPROOF, from the root down.
Result<std::vector<Hash>> consistency_path(std::uint64_t old_size, std::uint64_t size,
                                           const HashSource& nodes) {
    std::vector<Hash> path;
    if (old_size == 0 || old_size >= size) {
        return path;
    }
    Descent way{{}, {0, size}, true};
    while (old_size != way.at.last) {
        const std::uint64_t middle = way.at.first + split_of(way.at.last - way.at.first);
        if (old_size <= middle) {
            way.others.push_back({middle, way.at.last});
            way.at.last = middle;
        } else {
            way.others.push_back({way.at.first, middle});
            way.at.first = middle;
            way.complete = false;
        }
    }
    if (!way.complete) {
        way.others.push_back(way.at);
    }
    for (auto range = way.others.rbegin(); range != way.others.rend(); ++range) {
        const Hash hash = TRY(subtree_hash(range->first, range->last, nodes));
        path.push_back(hash);
    }
    return path;
}

// RFC 9162, section 2.1.3.2.
bool is_included(const Hash& leaf, std::uint64_t index, const std::vector<Hash>& path,
                 const TreeHead& head) {
    if (index >= head.size) {
        return false;
    }
    std::uint64_t number = index;
    std::uint64_t last = head.size - 1;
    Hash hash = leaf;
    for (const Hash& other : path) {
        if (last == 0) {
            return false;
        }
        if ((number & 1) != 0 || number == last) {
            hash = node_hash(other, hash);
            while ((number & 1) == 0 && number != 0) {
                number >>= 1;
                last >>= 1;
            }
        } else {
            hash = node_hash(hash, other);
        }
        number >>= 1;
        last >>= 1;
    }
    return last == 0 && hash == head.root;
}

// RFC 9162, section 2.1.4.2.
bool is_consistent(const TreeHead& before, const TreeHead& after, const std::vector<Hash>& path) {
    if (before.size > after.size) {
        return false;
    }
    if (before.size == after.size) {
        return path.empty() && before.root == after.root;
    }
    if (before.size == 0) {
        return path.empty() && before.root == empty_root();
    }
    std::vector<Hash> hashes;
    if (std::has_single_bit(before.size)) {
        hashes.push_back(before.root);
    }
    hashes.insert(hashes.end(), path.begin(), path.end());
    if (hashes.empty()) {
        return false;
    }
    std::uint64_t number = before.size - 1;
    std::uint64_t last = after.size - 1;
    while ((number & 1) != 0) {
        number >>= 1;
        last >>= 1;
    }
    Hash old_root = hashes.front();
    Hash new_root = hashes.front();
    for (std::size_t i = 1; i < hashes.size(); ++i) {
        if (last == 0) {
            return false;
        }
        if ((number & 1) != 0 || number == last) {
            old_root = node_hash(hashes[i], old_root);
            new_root = node_hash(hashes[i], new_root);
            while ((number & 1) == 0 && number != 0) {
                number >>= 1;
                last >>= 1;
            }
        } else {
            new_root = node_hash(new_root, hashes[i]);
        }
        number >>= 1;
        last >>= 1;
    }
    return last == 0 && old_root == before.root && new_root == after.root;
}

}  // namespace hence
