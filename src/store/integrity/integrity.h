// What a store can say of its tree: the checkpoints, the hashes and the leaves.
//
// The tree of proofs (docs/INTEGRITY.md) is kept by a store in a directory, on a thread of its own.
// `integrity_of` finds it behind the stores that wrap one another. A store in memory has none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "store/integrity/checkpoints.h"
#include "store/integrity/leaf.h"
#include "store/integrity/merkle.h"

namespace hence {

// An event as the tree has it.
struct ProvenEvent {
    Leaf leaf;
    std::string stored;        // The bytes that the commitment is of; empty when it was erased.
    std::optional<Salt> salt;  // Nothing when it was erased.
};

// All calls may come from any thread.
class Integrity {
public:
    virtual ~Integrity() = default;

    // Waits until every acknowledged event is in the tree and a checkpoint says so; hands out that
    // checkpoint. Its text is empty when no key was at hand.
    virtual Result<CheckpointRecord> cover() = 0;
    // Hashes of height 8 * level; fewer than `count` at the end.
    virtual Result<std::vector<Hash>> tree_nodes(unsigned level, std::uint64_t first,
                                                 std::uint64_t count) = 0;
    // Of the events [first, last], of which all must be in the log.
    virtual Result<std::vector<Leaf>> leaves(std::uint64_t first_seq, std::uint64_t last_seq) = 0;
    virtual Result<ProvenEvent> proven(std::uint64_t seq) = 0;
    // The last records of the list of checkpoints, newest first.
    virtual Result<std::vector<CheckpointRecord>> checkpoint_records(std::size_t limit) = 0;
    // Keeps a cosignature or a timestamp.
    virtual Result<void> keep(const CheckpointRecord& record) = 0;
    // The store's directory.
    virtual std::filesystem::path integrity_directory() const = 0;
};

// A store that may have one.
class HasIntegrity {
public:
    virtual ~HasIntegrity() = default;
    virtual Integrity* integrity() const = 0;
};

// Null when the store keeps no tree.
inline Integrity* integrity_of(const Store& store) {
    const auto* const has = dynamic_cast<const HasIntegrity*>(&store);
    return has == nullptr ? nullptr : has->integrity();
}

}  // namespace hence
