// The engine's part in the tree of proofs: the keeper, the keys of sessions, and leaves on demand.
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "store/integrity/signing_keys.h"
#include "store/rocks/engine.h"
#include "store/rocks/sealed/log_seal.h"

namespace hence::rocks {

void Engine::start_keeper(const Start& start, const RocksOptions& options) {
    TreeKept kept;
    kept.directory = start.tree_path;
    kept.log = log_.get();
    kept.keys = [this] { return session_keys(); };
    kept.sync_log = [this] { return log_->sync(); };
    kept.signer = [keys = options.signing_keys, store = place_.directory()] {
        return signing_key(keys, store);
    };
    keeper_ = std::make_unique<TreeKeeper>(std::move(kept), end_.last_seq);
}

Result<SessionKeys*> Engine::session_keys() const {
    if (log_->seal() != nullptr) {
        return log_->seal()->sessions().get();
    }
    const std::lock_guard lock(keys_mutex_);
    if (keys_ == nullptr) {
        keys_ = TRY(SessionKeys::open(place_.steady("keys"), KeyAccess::write));
    }
    return keys_.get();
}

Result<TreeKeeper*> Engine::keeper() const {
    if (keeper_ == nullptr) {
        return damage_    ? *damage_
               : refusal_ ? *refusal_
                          : Error{Code::unsupported, "this store keeps no tree of proofs"};
    }
    return keeper_.get();
}

Result<CheckpointRecord> Engine::cover() const {
    TreeKeeper* const tree = TRY(keeper());
    return tree->cover(acknowledged_);
}

Result<ProvenEvent> Engine::proven_at(const Place& place) const {
    SessionKeys* const keys = TRY(session_keys());
    const std::shared_ptr<const Chunk> chunk = TRY(log_->chunk(place.cluster, place.chunk));
    const std::size_t slot = TRY(slot_of(*chunk, place.seq));
    return proven_in(*chunk, chunk->events()[slot], place.cluster,
                     [keys](std::uint64_t cluster) { return keys->key_of(cluster); });
}

Result<std::vector<Leaf>> Engine::leaves(std::uint64_t first_seq, std::uint64_t last_seq) const {
    TRY(keeper());
    std::vector<Leaf> leaves;
    for (std::uint64_t seq = first_seq; seq <= last_seq; ++seq) {
        const ProvenEvent event = TRY(proven(seq));
        leaves.push_back(event.leaf);
    }
    return leaves;
}

Result<ProvenEvent> Engine::proven(std::uint64_t seq) const {
    TRY(keeper());
    const std::shared_ptr<const BatchPlaces> batch = TRY(log_->places_at(seq));
    if (batch == nullptr || seq < batch->first_seq() ||
        seq - batch->first_seq() >= batch->places().size()) {
        return Error{Code::not_found, fmt::format("there is no event {}", seq)};
    }
    return proven_at(batch->places()[seq - batch->first_seq()]);
}

}  // namespace hence::rocks
