// The tree keeper builds the tree of proofs on a thread of its own, behind the append.
//
// It follows the log by batches, hashes each event to its leaf, appends the hashes to the files of
// the tree, and once a second, while something is new, and when the store closes, it keeps a
// checkpoint: signed, when there is a key. Appends wait for nothing of this. A tree whose files
// were lost, or not synced when the power went, is built again from the log up to the last
// checkpoint, whose root it must give. Must never happen: a checkpoint is signed that does not
// extend the one before, or that speaks of events, keys or hashes which are not synced. A log that
// no longer gives the root of its last checkpoint gets no further one: every call fails with
// corrupt, and appends go on. Every call may come from any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "hence/result.h"
#include "store/integrity/checkpoints.h"
#include "store/integrity/leaves.h"
#include "store/integrity/merkle.h"
#include "store/integrity/note.h"
#include "store/integrity/session_keys.h"
#include "store/integrity/tree_files.h"
#include "store/rocks/log.h"

namespace hence::rocks {

// What the keeper needs of the engine. The functions are called on the keeper's thread.
struct TreeKept {
    std::filesystem::path directory;  // DIR/tree.
    const Log* log = nullptr;
    std::function<Result<SessionKeys*>()> keys;
    std::function<Result<void>()> sync_log;
    // The key that signs now; nothing when there is none.
    std::function<Result<std::optional<NoteSigner>>()> signer;
    std::chrono::milliseconds pause{1'000};  // Between two checkpoints.
};

class TreeKeeper {
public:
    // `last_seq` is the last event of the log.
    TreeKeeper(TreeKept kept, std::uint64_t last_seq);
    // Keeps a last checkpoint, if the keeper was at work.
    ~TreeKeeper();
    TreeKeeper(const TreeKeeper&) = delete;
    TreeKeeper& operator=(const TreeKeeper&) = delete;

    // Events up to this one are acknowledged.
    void appended(std::uint64_t last_seq);

    // As Integrity says.
    Result<CheckpointRecord> cover(std::uint64_t last_seq);
    Result<std::vector<Hash>> nodes(unsigned level, std::uint64_t first, std::uint64_t count);
    Result<std::vector<CheckpointRecord>> records(std::size_t limit);
    Result<void> keep(const CheckpointRecord& record);

private:
    void run();
    bool wait_for_work();
    Result<void> work();
    Result<void> open();
    Result<void> take_up(const CheckpointRecord& last, std::uint64_t last_seq);
    Result<void> build_again(const CheckpointRecord& last);
    Result<void> follow(std::uint64_t last_seq);
    Result<void> keep_checkpoint();
    void tell(const Result<void>& done);
    void start();
    bool is_worth_it() const;

    TreeKept kept_;
    // Of the thread. Others read the files and the list once `opened_` is set, and keep them alive:
    // after a failure they are opened anew.
    std::shared_ptr<TreeFiles> files_;
    std::shared_ptr<CheckpointFile> checkpoints_;
    SessionKeys* keys_ = nullptr;

    std::mutex mutex_;  // Of what follows. Nobody holds it for long: appends need it.
    std::condition_variable changed_;
    std::uint64_t opened_at_;
    std::uint64_t last_seq_;
    std::uint64_t followed_ = 0;  // How many events the tree has.
    std::uint64_t asked_ = 0;     // How often somebody asked for a checkpoint.
    std::uint64_t answered_ = 0;  // Which of these were answered.
    std::optional<bool> wanted_;  // Whether this store keeps a tree even of few events.
    std::optional<CheckpointRecord> latest_;
    std::chrono::steady_clock::time_point next_ = {};
    bool opened_ = false;
    bool stopping_ = false;
    std::optional<Error> failure_;

    std::thread thread_;
};

}  // namespace hence::rocks
