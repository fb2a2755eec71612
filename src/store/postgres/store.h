// A log in PostgreSQL, or in an engine that speaks its protocol.
//
// The engine holds everything; this holds connections and chunks that were read lately, so any
// number of programs may stand before one log. Commits of a log are serial on one row, its head:
// a commit locks it, reads what it depends on, is worked out here by the same code as for a
// directory (store/format), writes record and index in the same transaction, and is acknowledged by
// the engine's own commit. So a question sees everything that was acknowledged, and waits for
// nothing.
// Must never happen: an append is acknowledged that the engine may yet undo, or written twice. When
// the connection is lost during COMMIT, the next connection locks the head, which waits for the
// lost transaction to end, and reads the row of this writer: the row says which commit of this
// writer was the last. All calls may come from any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "hence/erase.h"
#include "hence/store.h"
#include "store/common/copyable_store.h"
#include "store/common/group_commit.h"
#include "store/common/redaction_key.h"
#include "store/format/commit.h"
#include "store/format/erasure_codec.h"
#include "store/postgres/events.h"
#include "store/postgres/past.h"
#include "store/postgres/pool.h"
#include "store/postgres/schema.h"
#include "store/postgres/tables.h"
#include "store/postgres/tree.h"
#include "store/search/searcher.h"

namespace hence::postgres {

class PostgresStore final : public Store,
                            public ErasableStore,
                            public HasIntegrity,
                            public Integrity,
                            public HasCopies,
                            public CopyableStore,
                            public HasRedactionKey {
public:
    // `signer` gives the key that signs checkpoints.
    PostgresStore(Address address, LogRow log, std::string writer, EngineTree::Signer signer);
    ~PostgresStore() override;

    Result<Receipt> append(const Batch& batch, const Check& check) override;
    Result<std::optional<Event>> find(std::string_view id) const override;
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override;
    Result<std::unique_ptr<Cursor>> read(std::uint64_t from_seq,
                                         std::uint64_t to_seq) const override;
    // As the engine says; what was last known where it does not answer.
    std::uint64_t last_seq() const override;
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

    // In one transaction. Afterwards the engine is asked to drop the dead versions of its rows.
    Result<Receipt> erase_all(const std::vector<Erasure>& erasures) override;
    Result<std::vector<std::uint64_t>> replaced() const override;
    std::vector<std::string> erasure_leftovers() const override;

    Integrity* integrity() const override { return const_cast<PostgresStore*>(this); }
    Result<CheckpointRecord> cover() override { return tree_->cover(); }
    Result<std::vector<Hash>> tree_nodes(unsigned level, std::uint64_t first,
                                         std::uint64_t count) override {
        return tree_->nodes(level, first, count);
    }
    Result<std::vector<Leaf>> leaves(std::uint64_t first_seq, std::uint64_t last_seq) override {
        return tree_->leaves(first_seq, last_seq);
    }
    Result<ProvenEvent> proven(std::uint64_t seq) override { return tree_->proven(seq); }
    Result<std::vector<CheckpointRecord>> checkpoint_records(std::size_t limit) override {
        return tree_->records(limit);
    }
    Result<void> keep(const CheckpointRecord& record) override { return tree_->keep(record); }
    // None: the key that signs is the user's default one.
    std::filesystem::path integrity_directory() const override { return {}; }

    Result<std::optional<SecretKey>> redaction_key() const override;

    CopyableStore* copies() const override { return const_cast<PostgresStore*>(this); }
    Result<StoredBatch> stored_batch(std::uint64_t seq) const override;
    Result<LogEntries> stored_quarantine() const override;
    Result<void> take_batches(const std::vector<StoredBatch>& batches) override;
    Result<void> take_quarantine(const LogEntries& entries) override;

private:
    // A commit that is worked out.
    struct Worked {
        std::vector<Receipt> receipts;
        Changes changes;
        NewKeys new_ids;  // Which are written apart.
        LogEnd end;
        bool unfinished = false;
        std::vector<PendingErasure> erasures = {};  // Which the same transaction carries out.
        // Whether what is not fetched and what is not there were treated alike.
        bool same_without_what_is_absent = false;
    };
    enum class Outcome : std::uint8_t { done, again, at_once };  // The last two: try again.

    // Works a commit out over what is fetched and the head; see past.h.
    using WorkOut = std::function<Result<Worked>(const HeadRow& head)>;

    Result<std::vector<Receipt>> commit(const std::vector<const Batch*>& batches,
                                        const Check* check);
    Result<std::vector<Receipt>> commit_worked(const WorkOut& work_out, const Check* check);
    Result<Outcome> try_commit(const WorkOut& work_out, const Check* check,
                               std::vector<Receipt>& receipts);
    Result<Worked> batches_worked_out(const std::vector<const Batch*>& batches,
                                      const Time& received, const HeadRow& head, Ids ids);
    Result<Worked> copies_worked_out(const std::vector<StoredBatch>& batches, const HeadRow& head);
    Result<Worked> guess(const WorkOut& work_out, const Check* check);
    Result<Worked> fetch_and_work_out(const WorkOut& work_out, HeadRow& head, const Check* check);
    void committed(const Worked& worked, HeadRow head, Events::Written written);
    Result<Worked> erasures_worked_out(const Batch& announced, const std::vector<Erasure>& erasures,
                                       const Time& received, const HeadRow& head);
    Result<void> carry_out(Worked& worked);
    Result<void> write(Worked& worked, Events::Written& written);
    // The searcher of a log with that many erasures: what was found before one is forgotten.
    std::shared_ptr<Searcher> searcher_as_of(const HeadRow& head) const;
    Result<HeadRow> ask_head() const;
    Result<void> each_key_behind(const std::string& prefix,
                                 const std::function<bool(std::string_view)>& visit) const;
    Result<std::vector<std::string>> rows_like(Space space, std::string_view part,
                                               std::size_t limit) const;
    Result<std::vector<std::uint64_t>> completed(std::uint64_t first, std::uint64_t last) const;
    Result<bool> was_committed();
    Result<Connection*> writing();
    void roll_back();

    mutable Pool pool_;
    LogRow log_;
    Events events_;
    mutable std::atomic<std::uint64_t> last_seq_;

    std::unique_ptr<EngineTree> tree_;  // Its thread begins when a tree is worth it.

    mutable std::mutex searcher_mutex_;
    mutable std::shared_ptr<Searcher> searcher_;  // Its thread begins with the first search.
    mutable std::int64_t searcher_erasures_ = 0;  // How many erasures it knows of.

    GroupCommit turns_;
    std::mutex committing_;  // A group of appends, or a copy.
    // Of whoever commits, under the mutex.
    std::string writer_;       // Names this store before the engine, and no other.
    std::int64_t number_ = 0;  // Of the commit that is under way.
    std::unique_ptr<Connection> writing_;
    Fetched fetched_;
    // So many commits look for their ids before they write them.
    unsigned looking_for_ids_ = 0;
    // So many commits send nothing before they know that they were worked out right.
    unsigned guessing_wrong_ = 1;
    bool sends_ids_ = false;           // As soon as they are known.
    std::optional<NewKeys> sent_ids_;  // In the transaction that is under way.
    HeadRow last_head_;                // As of which `fetched_` keeps what it keeps.
    HeadRow locked_head_;
    std::optional<Error> why_again_;

    mutable std::mutex leftovers_mutex_;
    std::vector<std::string> leftovers_;  // Of the last erasure.
};

}  // namespace hence::postgres
