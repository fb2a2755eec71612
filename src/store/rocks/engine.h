// The engine: log, index, indexer and head together, and the group commit.
//
// An append is acknowledged in this order: write to the log (one sync for a whole group of waiting
// appends, if one of them asks for it), write the head if the log was synced, check that the
// directory is still in its place, hand the additions to the indexer, acknowledge. One sync for
// each append would be simpler and would limit a store to as many appends a second as its disk
// makes syncs. Queries wait for the index as far as they must (see Indexer) and then read without
// locks of the engine.
// Must never happen: an append that asked for a sync is acknowledged and is gone after a power cut;
// the engine goes on writing after a failed write, when the state of the disk is not known.
// Such an engine takes nothing more, and HeldEngine opens the store again. All calls of Store may
// come from any thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hence/erase.h"
#include "hence/store.h"
#include "store/common/copyable_store.h"
#include "store/common/group_commit.h"
#include "store/format/commit.h"
#include "store/integrity/integrity.h"
#include "store/integrity/session_keys.h"
#include "store/rocks/files/head.h"
#include "store/rocks/files/store_place.h"
#include "store/rocks/index.h"
#include "store/rocks/indexer.h"
#include "store/rocks/log.h"
#include "store/rocks/log_events.h"
#include "store/rocks/log_past.h"
#include "store/rocks/rocks_store.h"
#include "store/rocks/sealed/derived_files.h"
#include "store/rocks/search_index.h"
#include "store/rocks/tree_keeper.h"
#include "store/search/searcher.h"

namespace hence::rocks {

class Engine : public Store {
public:
    // Opens the store at `place`, which must outlive it, as open_rocks_store says. On a disk that
    // takes nothing more, an engine that can be asked and takes nothing: see `refusal`.
    static Result<std::unique_ptr<Engine>> open(StorePlace& place, const RocksOptions& options);
    ~Engine() override;

    Result<Receipt> append(const Batch& batch, const Check& check) override;
    Result<std::optional<Event>> find(std::string_view id) const override;
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override;
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override;
    std::uint64_t last_seq() const override { return acknowledged_; }
    bool may_have(Rare rare) const override { return index_->may_have(rare); }
    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override;
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override;
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override;
    Result<std::vector<std::string>> runs_of(std::string_view session) const override;
    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const override;
    Result<void> find_words(const WordQuery& query, const MatchVisitor& visit) const override;
    Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                  std::size_t limit) const override;
    Result<QuarantineRow> quarantined(std::uint64_t n) const override;
    std::optional<Error> damage() const override { return damage_; }

    // Records the events of these erasures, and that they are to be carried out: the next opening
    // does that. Nobody else may call the engine meanwhile, nor afterwards.
    Result<Receipt> announce(const std::vector<Erasure>& erasures);
    // As HoldingStore has it.
    Result<std::vector<bool>> may_hold(const std::vector<Key>& keys) const;
    // As SheetedStore has them.
    Result<Sheets> sheets() const;
    Result<std::string> sheet(SheetKind kind, std::uint64_t last_seq) const;
    // As ErasableStore has it.
    Result<std::vector<std::uint64_t>> replaced() const;
    // Drops what was read and is kept for the next question. True: it was worth it.
    bool drop_kept() const;
    // As CopyableStore has them. Nobody else may write meanwhile. The index follows when the store
    // is opened again.
    Result<StoredBatch> stored_batch(std::uint64_t seq) const;
    Result<LogEntries> stored_quarantine() const;
    Result<void> take_batches(const std::vector<StoredBatch>& batches);
    Result<void> take_quarantine(const LogEntries& entries);
    // As Integrity says. They fail with unsupported where no tree is kept.
    Result<CheckpointRecord> cover() const;
    Result<TreeKeeper*> keeper() const;
    Result<std::vector<Leaf>> leaves(std::uint64_t first_seq, std::uint64_t last_seq) const;
    Result<ProvenEvent> proven(std::uint64_t seq) const;

    // Why nothing can be recorded though nothing is damaged.
    const std::optional<Error>& refusal() const { return refusal_; }
    // Whether to record anything the store must be opened again.
    bool takes_nothing() const { return failed_ || refusal_; }
    // Whether a write failed. From then on the engine takes nothing, and its index may lack what
    // was acknowledged: the store must be opened again.
    bool failed() const { return failed_ || !indexer_->check(); }

    explicit Engine(StorePlace& place) : place_(place) {}
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

private:
    // How a log is opened.
    struct Start {
        std::string log_path;
        std::string index_path;
        std::string search_path;  // Empty: without a search index.
        std::string tree_path;    // Empty: without a tree of proofs.
        rocksdb::Env* env = nullptr;
        std::uint64_t vouched = 0;  // How many writes the head knows to be safe.
        std::string keys_path;
        std::optional<SecretKey> master;  // Of an encrypted store.
        bool lasting = true;              // False: what is written need not last.
    };

    static Result<std::unique_ptr<Engine>> open_whole(StorePlace& place, const Head& head,
                                                      const Start& start,
                                                      const RocksOptions& options);
    static Result<std::unique_ptr<Engine>> open_salvaged(StorePlace& place, const Head& head,
                                                         Error damage, const Start& start,
                                                         const RocksOptions& options);
    Result<void> start(const Start& start, const RocksOptions& options);
    static std::unique_ptr<DerivedFiles> derived_files(const Start& start, const std::string& path,
                                                       const std::string& name);
    Result<void> open_index(const RocksOptions& options);
    bool is_of_this_log(const Watermark& mark) const;
    void start_searcher(const Start& start, const RocksOptions& options);
    void start_keeper(const Start& start, const RocksOptions& options);
    Result<SessionKeys*> session_keys() const;
    Result<std::unique_ptr<Cursor>> read_from(const EventSource& source, std::uint64_t from_seq,
                                              std::uint64_t to_seq) const;
    Result<ProvenEvent> proven_at(const Place& place) const;
    Result<std::unique_ptr<SegmentStore>> open_search_index() const;
    Result<void> bring_up_to_date(const RocksOptions& options);
    Result<Additions> additions_of(const BatchEntry& batch) const;
    Result<void> add_replaced(Additions& additions) const;

    Result<std::vector<Receipt>> commit(const std::vector<const Batch*>& batches,
                                        const Check* check);
    Result<std::vector<Receipt>> commit_batches(const std::vector<const Batch*>& batches,
                                                const Check* check);
    Result<Receipt> commit_erasures(const Batch& batch, const std::vector<Erasure>& erasures);
    Result<void> write(Commit& commit, bool sync);
    Result<void> take_entries(const LogEntries& entries);
    Result<void> write_head();
    Result<void> sync_log();
    void forget_failed_commit(std::uint64_t last_seq, std::uint64_t last_refused);
    Error fail(Error error);
    void keep_head_synced();

    StorePlace& place_;
    std::unique_ptr<rocksdb::Env> overlay_;  // Of an engine that takes nothing.
    std::unique_ptr<Log> log_;
    std::unique_ptr<DerivedFiles> index_files_;
    std::unique_ptr<DerivedFiles> search_files_;
    std::unique_ptr<Index> index_;
    std::unique_ptr<LogEvents> source_;
    std::unique_ptr<PassedEvents> passed_;  // Of the searcher.
    std::unique_ptr<Indexer> indexer_;
    std::unique_ptr<Searcher> searcher_;  // Null: a search reads everything.
    std::unique_ptr<HeadFile> head_;

    mutable std::mutex keys_mutex_;
    mutable std::unique_ptr<SessionKeys> keys_;  // Opened when they are first needed.
    std::unique_ptr<TreeKeeper> keeper_;         // Null: no tree of proofs is kept.

    GroupCommit turns_{[this](const std::vector<const Batch*>& batches, const Check* check) {
        return commit(batches, check);
    }};

    LogEnd end_;                     // Of whoever commits.
    std::unique_ptr<LogPast> past_;  // Likewise.
    bool log_unsynced_ = false;      // Likewise: the last commit was not to be synced.
    std::optional<Error> failure_;   // Likewise. After it, nothing is taken.
    std::atomic<bool> failed_ = false;
    std::atomic<std::uint64_t> acknowledged_ = 0;

    std::mutex head_mutex_;
    std::condition_variable head_changed_;
    bool head_unsynced_ = false;
    bool closing_ = false;
    std::optional<Error> head_failure_;
    std::thread head_keeper_;

    std::optional<Error> damage_;
    std::optional<Error> refusal_;
    std::filesystem::path temporary_;  // Of a salvaged store.
};

}  // namespace hence::rocks
