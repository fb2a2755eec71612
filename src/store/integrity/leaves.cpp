#include "store/integrity/leaves.h"

#include <optional>

#include <fmt/format.h>

#include "base/try.h"

namespace hence {
namespace {

Error uneven(const BatchEntry& batch) {
    return Error{Code::corrupt,
                 fmt::format("the batch that begins with event {} and its chunks do not agree",
                             batch.first_seq)};
}

// The salts of one cluster, whose key is asked for when the first of them is: a cluster of stubs
// may have none any more.
class Salts {
public:
    Salts(std::uint64_t cluster, const KeyOfCluster& key_of) : cluster_(cluster), key_of_(key_of) {}

    Result<Salt> of(std::uint64_t seq) {
        if (!hash_) {
            const SecretKey key = TRY(key_of_(cluster_));
            hash_.emplace(key);
        }
        return salt_of(*hash_, seq);
    }

private:
    std::uint64_t cluster_;
    const KeyOfCluster& key_of_;
    std::optional<KeyedHash> hash_;
};

// `salt` is given what the commitment took; nothing for a stub.
Result<Leaf> leaf_of(const Chunk& chunk, const Chunk::Slot& slot, Salts& salts,
                     std::optional<Salt>& salt) {
    Leaf leaf{.seq = slot.seq, .received_ms = received_ms(chunk.received())};
    if (slot.commitment) {  // A stub.
        leaf.commitment = *slot.commitment;
        return leaf;
    }
    salt = TRY(salts.of(slot.seq));
    leaf.commitment = commitment_of(*salt, slot.stored);
    return leaf;
}

}  // namespace

Result<ProvenEvent> proven_in(const Chunk& chunk, const Chunk::Slot& slot, std::uint64_t cluster,
                              const KeyOfCluster& key_of) {
    Salts salts(cluster, key_of);
    ProvenEvent proven;
    proven.leaf = TRY(leaf_of(chunk, slot, salts, proven.salt));
    proven.stored = slot.commitment ? std::string_view() : slot.stored;
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
        Salts salts(part.cluster, key_of);
        for (std::size_t i = 0; i < part.seqs.size(); ++i) {
            const Chunk::Slot& slot = chunk->events()[i];
            const std::uint64_t at = slot.seq - batch.first_seq;
            if (slot.seq != part.seqs[i] || at >= batch.count || leaves[at].seq != 0) {
                return uneven(batch);
            }
            std::optional<Salt> salt;
            leaves[at] = TRY(leaf_of(*chunk, slot, salts, salt));
            ++found;
        }
    }
    if (found != batch.count) {
        return uneven(batch);
    }
    return leaves;
}

}  // namespace hence
