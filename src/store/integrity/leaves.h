// The leaves of events, worked out from the log.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hence/result.h"
#include "store/format/chunk.h"
#include "store/integrity/integrity.h"
#include "store/integrity/leaf.h"

namespace hence {

// The key of a cluster; see SessionKeys.
using KeyOfCluster = std::function<Result<SecretKey>(std::uint64_t)>;

// What the tree has of the slot of a chunk. A stub says itself what its bytes were committed to.
Result<ProvenEvent> proven_in(const Chunk& chunk, const Chunk::Slot& slot, std::uint64_t cluster,
                              const KeyOfCluster& key_of);

// Reads a chunk of the log.
using ChunkOfBatch =
    std::function<Result<std::shared_ptr<const Chunk>>(const BatchEntry::Part& part)>;

// The leaf of each event of a batch, in the order of arrival. Fails with corrupt when the batch and
// its chunks do not name the same events.
Result<std::vector<Leaf>> leaves_of(const BatchEntry& batch, const ChunkOfBatch& chunk_of,
                                    const KeyOfCluster& key_of);

}  // namespace hence
