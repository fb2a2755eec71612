// The store as others hold it: an engine, and the rules by which it comes and goes.
//
// An engine is a RocksDB with threads of its own. It must not be used in a forked child, after the
// program has begun to destroy its globals, or once a write has failed. So nobody outside has the
// engine itself. Each call passes through here, and so does each step of a cursor:
//
//  - In a forked child, every call answers with an error, and the destructor touches nothing.
//  - When the program exits, the engine is closed while RocksDB's own globals are still there.
//    Later calls answer with an error.
//  - When a write has failed, the engine takes nothing more. The next append opens the store again,
//    so that recording goes on once there is room. A query does the same when the index lacks
//    acknowledged events. On a disk that still takes nothing, the new engine answers queries only.
//
// Must never happen: an append is acknowledged that is not in the log, or a call reaches an engine
// that is closed or belongs to another process. Any thread may call; see Gate for how they wait.
#pragma once

#include <chrono>
#include <filesystem>
#include <list>
#include <memory>
#include <mutex>
#include <optional>

#include "base/at_exit.h"
#include "base/process.h"
#include "hence/erase.h"
#include "hence/store.h"
#include "store/common/caching_store.h"
#include "store/common/copyable_store.h"
#include "store/common/holding_store.h"
#include "store/format/sheeted_store.h"
#include "store/integrity/integrity.h"
#include "store/rocks/engine.h"
#include "store/rocks/files/store_place.h"
#include "store/rocks/gate.h"

namespace hence::rocks {

class HeldEngine : public Store,
                   public ErasableStore,
                   public HasIntegrity,
                   public Integrity,
                   public HasCopies,
                   public CopyableStore,
                   public HoldingStore,
                   public SheetedStore,
                   public CachingStore {
public:
    static Result<std::unique_ptr<Store>> open(const std::filesystem::path& directory,
                                               const RocksOptions& options);
    HeldEngine(std::unique_ptr<StorePlace> place, RocksOptions options,
               std::unique_ptr<Engine> engine);
    HeldEngine(const HeldEngine&) = delete;
    HeldEngine& operator=(const HeldEngine&) = delete;
    ~HeldEngine() override;

    Result<Receipt> append(const Batch& batch, const Check& check) override;
    Result<std::optional<Event>> find(std::string_view id) const override;
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override;
    Result<std::vector<bool>> may_hold(const std::vector<Key>& keys) const override;
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override;
    std::uint64_t last_seq() const override;
    Result<std::vector<Summary>> summaries(Space space, const Summary* after,
                                           std::size_t limit) const override;
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override;
    bool may_have(Rare rare) const override;
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override;
    Result<std::vector<std::string>> runs_of(std::string_view session) const override;
    Result<std::vector<std::string>> names_like(Space space, std::string_view part,
                                                std::size_t limit) const override;
    Result<void> find_words(const WordQuery& query, const MatchVisitor& visit) const override;
    Result<Sheets> sheets() const override;
    Result<std::string> sheet(SheetKind kind, std::uint64_t last_seq) const override;
    Result<std::vector<QuarantineRow>> quarantine(std::uint64_t after_n,
                                                  std::size_t limit) const override;
    Result<QuarantineRow> quarantined(std::uint64_t n) const override;
    std::optional<Error> damage() const override;
    Result<Receipt> erase_all(const std::vector<Erasure>& erasures) override;
    Result<std::vector<std::uint64_t>> replaced() const override;
    bool drop_unasked() override;

    CopyableStore* copies() const override { return const_cast<HeldEngine*>(this); }
    Result<StoredBatch> stored_batch(std::uint64_t seq) const override;
    Result<LogEntries> stored_quarantine() const override;
    Result<void> take_batches(const std::vector<StoredBatch>& batches) override;
    Result<void> take_quarantine(const LogEntries& entries) override;

    Integrity* integrity() const override { return const_cast<HeldEngine*>(this); }
    Result<CheckpointRecord> cover() override;
    Result<std::vector<Hash>> tree_nodes(unsigned level, std::uint64_t first,
                                         std::uint64_t count) override;
    Result<std::vector<Leaf>> leaves(std::uint64_t first_seq, std::uint64_t last_seq) override;
    Result<ProvenEvent> proven(std::uint64_t seq) override;
    Result<std::vector<CheckpointRecord>> checkpoint_records(std::size_t limit) override;
    Result<void> keep(const CheckpointRecord& record) override;
    std::filesystem::path integrity_directory() const override { return place_->directory(); }

private:
    class HeldCursor;
    using Cursors = std::list<HeldCursor*>;

    template <class Ask>
    auto ask(Ask ask) const -> decltype(ask(std::declval<Engine&>()));
    template <class Ask>
    Result<std::unique_ptr<Cursor>> ask_for_cursor(Ask ask) const;
    Result<void> must_be_open() const;
    Result<void> must_be_here() const;
    Result<void> open_again() const;
    bool is_time_to_try() const;
    void close_engine() const;
    void close_at_exit();

    std::unique_ptr<StorePlace> place_;
    RocksOptions options_;
    ProcessMark opened_in_;

    // Passed by every call; shut while the engine is closed or replaced. All below is written only
    // while it is shut.
    mutable Gate gate_;
    mutable std::unique_ptr<Engine> engine_;   // Null when it could not be opened again.
    mutable std::optional<Error> closed_;      // Then: why.
    mutable bool ended_ = false;               // The program exits.
    mutable std::atomic<bool> asked_ = false;  // Since `drop_unasked`.
    std::atomic<bool> abandoned_ = false;      // It exits, and a call was never over.
    mutable std::uint64_t last_seq_ = 0;       // As it was when the engine was closed.

    mutable std::mutex cursors_mutex_;
    mutable Cursors cursors_;  // All that are alive: they hold what an engine must outlive.

    mutable std::mutex again_mutex_;  // One thread at a time opens again. Taken before the gate.
    mutable std::chrono::steady_clock::time_point next_try_;
    mutable std::chrono::milliseconds pause_{0};

    std::unique_ptr<AtExit> at_exit_;
};

}  // namespace hence::rocks
