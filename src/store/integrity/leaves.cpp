#include "store/integrity/leaves.h"

#include <fmt/format.h>

#include "base/try.h"

namespace hence {
namespace {

Error uneven(const BatchEntry& batch) {
    return Error{Code::corrupt,
                 fmt::format("the batch that begins with event {} and its chunks do not agree",
                             batch.first_seq)};
}

}  // namespace

Result<ProvenEvent> proven_in(const Chunk& chunk, const Chunk::Slot& slot, std::uint64_t cluster,
                              const KeyOfCluster& key_of) {
    ProvenEvent proven;
    proven.leaf.seq = slot.seq;
    proven.leaf.received_ms = received_ms(chunk.received());
    if (slot.commitment) {  // A stub.
        proven.leaf.commitment = *slot.commitment;
        return proven;
    }
    const SecretKey key = TRY(key_of(cluster));
    proven.salt = salt_of(key, slot.seq);
    proven.stored = slot.stored;
    proven.leaf.commitment = commitment_of(*proven.salt, slot.stored);
    return proven;
}

Result<std::vector<Leaf>> leaves_of(const BatchEntry& batch, const ChunkOfBatch& chunk_of,
                                    const KeyOfCluster& key_of) {
    std::vector<Leaf> leaves(batch.count);
    std::uint64_t found = 0;
    for (const BatchEntry::Part& part : batch.parts) {
        const std::shared_ptr<const Chunk> chunk = TRY(chunk_of(part));
        if (chunk->events().size() != part.seqs.size()) {
            return uneven(batch);
        }
        for (std::size_t i = 0; i < part.seqs.size(); ++i) {
            const Chunk::Slot& slot = chunk->events()[i];
            const std::uint64_t at = slot.seq - batch.first_seq;
            if (slot.seq != part.seqs[i] || at >= batch.count || leaves[at].seq != 0) {
                return uneven(batch);
            }
            ProvenEvent proven = TRY(proven_in(*chunk, slot, part.cluster, key_of));
            leaves[at] = proven.leaf;
            ++found;
        }
    }
    if (found != batch.count) {
        return uneven(batch);
    }
    return leaves;
}

}  // namespace hence
