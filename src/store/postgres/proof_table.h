// The tree of proofs, its checkpoints and the keys of sessions, in the engine's table hence_proof.
//
// A directory keeps them in files (store/integrity); here each is a row, so that every server has
// the same. Parts and rests of the rows:
//
//     'N'          ''                size be64, records be64: how far the tree and the list go
//     'T' level    number be64       a tile: up to 256 hashes of height 8 * level
//     'C'          number be64       a record of the list of checkpoints (integrity/checkpoints.h)
//     'K'          cluster be64      the key of a session (32), or "GONE" for a destroyed one
//     'M'          ''                the key of the marks of redacted secrets (32)
//
// The row 'N' is locked by every transaction that writes a row of the tree, a checkpoint or a key
// of a session: so one server at a time keeps the tree, and a checkpoint is committed together with
// the hashes and the keys that it speaks of.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/keyed.h"
#include "hence/result.h"
#include "store/integrity/checkpoints.h"
#include "store/postgres/log_reader.h"

namespace hence::postgres {

struct TreeState {
    std::uint64_t size = 0;     // Leaves.
    std::uint64_t records = 0;  // Of the list of checkpoints.
};

class ProofTable {
public:
    ProofTable(Ask ask, std::int32_t log) : ask_(std::move(ask)), log_(log) {}

    // Locks the tree until the transaction ends, which `ask` is in.
    Result<TreeState> lock();
    // Zeros where there is no tree.
    Result<TreeState> state() const;
    Result<void> put_state(const TreeState& state);

    // Nodes of height 8 * level. Fewer than `count` at the end.
    Result<std::vector<Hash>> nodes(unsigned level, std::uint64_t first, std::uint64_t count) const;
    // Tiles by level and number.
    using Tiles = std::map<std::pair<unsigned, std::uint64_t>, std::vector<Hash>>;
    Result<void> put_tiles(const Tiles& tiles);
    Result<void> drop_tiles();

    // The records [first, last) of the list.
    Result<std::vector<CheckpointRecord>> records(std::uint64_t first, std::uint64_t last) const;
    Result<void> put_record(std::uint64_t number, const CheckpointRecord& record);
    // The last checkpoint, past what others added to checkpoints.
    Result<std::optional<CheckpointRecord>> last_checkpoint(const TreeState& state) const;

    // The keys that there are, by cluster; one that is destroyed is left out.
    using Keys = std::map<std::uint64_t, SecretKey>;
    Result<Keys> keys(const std::vector<std::uint64_t>& clusters) const;
    // The same, and new ones for the rest. Only with the lock.
    Result<Keys> keys_or_new(const std::vector<std::uint64_t>& clusters);
    Result<void> destroy_keys(const std::vector<std::uint64_t>& clusters);

    // The key of the marks of redacted secrets, made by whoever asks first.
    Result<SecretKey> redaction_key();

private:
    Result<std::optional<std::string>> value(std::string_view part) const;
    Result<std::map<std::uint64_t, std::string>> values(
        const std::string& part, const std::vector<std::uint64_t>& numbers) const;
    Result<void> put(const PutValues& values);

    Ask ask_;
    std::int32_t log_;
};

}  // namespace hence::postgres
