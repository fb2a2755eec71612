// The tree of proofs of a log in the engine: who grows it, and what it answers.
//
// It is a twin of rocks/tree_keeper.h. A thread of the store follows the log behind the append, and
// once a second, while something is new, and when the store closes, it keeps a checkpoint: signed,
// when there is a key. Any number of servers do so. Each step is one transaction that locks the
// tree (proof_table.h), reads the batches that the tree lacks, and writes their hashes, the keys of
// new sessions and the checkpoint. A server that comes second finds the work done.
// Must never happen: a checkpoint is handed out that is not committed, that does not extend the one
// before, or that speaks of hashes or keys which are not committed with it. A log that no longer
// gives the root of its last checkpoint gets no further one: every call fails with corrupt, and
// appends go on. Every call may come from any thread.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "hence/result.h"
#include "store/integrity/integrity.h"
#include "store/integrity/note.h"
#include "store/integrity/tree_files.h"
#include "store/postgres/events.h"
#include "store/postgres/pool.h"
#include "store/postgres/proof_table.h"

namespace hence::postgres {

class EngineTree {
public:
    // The key that signs now; nothing when there is none.
    using Signer = std::function<Result<std::optional<NoteSigner>>()>;

    // `events` must outlive it. `last_seq` is the last event of the log.
    EngineTree(const Events& events, std::uint64_t last_seq, Signer signer);
    // Keeps a last checkpoint, if the thread was at work.
    ~EngineTree();
    EngineTree(const EngineTree&) = delete;
    EngineTree& operator=(const EngineTree&) = delete;

    // Events up to this one are acknowledged.
    void appended(std::uint64_t last_seq);

    // As Integrity says.
    Result<CheckpointRecord> cover();
    Result<std::vector<Hash>> nodes(unsigned level, std::uint64_t first, std::uint64_t count) const;
    Result<std::vector<Leaf>> leaves(std::uint64_t first_seq, std::uint64_t last_seq) const;
    Result<ProvenEvent> proven(std::uint64_t seq) const;
    Result<std::vector<CheckpointRecord>> records(std::size_t limit) const;
    Result<void> keep(const CheckpointRecord& record);

private:
    // What one transaction knows of the tree.
    struct Growth {
        ProofTable& table;
        LogReader& log;
        TreeState state;
        ProofTable::Tiles tiles = {};
    };

    void run();
    bool is_worth_it() const;
    // Until a checkpoint covers this event.
    Result<CheckpointRecord> grow(std::uint64_t last_seq);
    // One transaction. Nothing when more is to be done.
    Result<std::optional<CheckpointRecord>> step(const std::optional<NoteSigner>& signer);
    Result<void> take_up(Growth& growth, const std::optional<CheckpointRecord>& last);
    Result<void> follow(Growth& growth, std::uint64_t to_seq);
    Result<void> add_leaves(Growth& growth, const std::vector<Hash>& leaves);
    Result<void> load_open_tiles(const Growth& growth);
    Result<CheckpointRecord> make_checkpoint(const std::optional<NoteSigner>& signer) const;
    Ask on_pool() const;

    const Events& events_;
    Pool& pool_;
    std::int32_t log_;
    Signer signer_;

    std::mutex growing_;  // Of whoever grows the tree.
    std::unique_ptr<Connection> connection_;
    bool taken_up_ = false;  // What follows is what the engine has.
    GrowingTree tree_;
    std::array<std::vector<Hash>, tile_levels_max> open_;  // The tile that is not full, by level.
    std::optional<CheckpointRecord> latest_;

    std::mutex mutex_;  // Of what follows. Nobody holds it for long: appends need it.
    std::condition_variable changed_;
    std::uint64_t opened_at_;
    std::uint64_t last_seq_;
    std::uint64_t covered_ = 0;
    std::optional<bool> wanted_;  // Whether this log keeps a tree even of few events.
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace hence::postgres
