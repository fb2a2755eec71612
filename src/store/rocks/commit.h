// A commit: everything that a group of batches writes to the log, worked out before it is written.
//
// A commit decides for each event whether it is new, a duplicate (same id, same content), the
// completion of an unfinished one (arrival.h), or refused (same id with other content, or a second
// outcome of one event). It gives each accepted event its
// seq, puts it into a chunk of its cluster, and stores each long text once. The result is one
// rocksdb::WriteBatch and the additions for the index. All of it is computed first because then one
// atomic write and one sync serve every batch of the group, and an error leaves the log untouched.
// Must never happen: two finished events with one id, a seq that is used twice or left out, or an
// event that refers to a text which neither this commit nor the log holds. Only the thread that
// commits uses a Commit and the CommitState behind it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <rocksdb/write_batch.h>

#include "base/by_text.h"
#include "hence/result.h"
#include "hence/store.h"
#include "store/format/chunk.h"
#include "store/rocks/event_source.h"
#include "store/rocks/index.h"
#include "store/rocks/indexer.h"
#include "store/rocks/log.h"

namespace hence::rocks {

// What the committing thread remembers from one commit to the next. No other thread uses it.
struct CommitState {
    std::uint64_t last_seq = 0;
    std::uint64_t last_refused = 0;
    ByText<std::uint64_t> clusters;                     // Name to number.
    std::unordered_map<Hash, Place, HashOfHash> texts;  // Where they were first met.
};

class Commit {
public:
    Commit(const Log& log, const Index& index, Indexer& indexer, CommitState& state);
    ~Commit();

    // Looks up, once for all, which ids are known.
    Result<void> look_up(const std::vector<const Batch*>& batches);
    // Adds a batch. An error spoils the whole commit.
    Result<Receipt> add(const Batch& batch);

    // Something else that the same write is to put into the log.
    void put(std::string key, std::string value) { log_puts_[std::move(key)] = std::move(value); }

    // What to write, and what to index once it is written.
    rocksdb::WriteBatch& write_batch();
    bool empty() const;
    Additions take_additions();

private:
    class Texts;

    Result<std::optional<Event>> known(std::string_view id);
    Result<std::optional<std::string>> outcome_of(std::string_view event_id);
    Result<void> add_event(const Incoming& incoming, std::size_t index, const Batch& batch,
                           Receipt& receipt);
    Result<void> accept(const Event& event, Receipt& receipt);
    Result<std::uint64_t> cluster_of(const Event& event, std::uint64_t seq);
    ChunkBuilder& chunk_for(std::uint64_t cluster, std::uint64_t seq);
    // A quarantine entry as this commit will leave it.
    Result<std::optional<std::string>> in_log(const std::string& key);
    Result<void> refuse(const Refused& refused);
    Result<void> release(std::uint64_t n);
    void finish();

    const Log& log_;
    const Index& index_;
    Indexer& indexer_;
    EventSource source_;
    CommitState& state_;
    Time received_;
    std::uint64_t first_seq_;
    ByTextView<Place> indexed_;     // Ids that are in the index.
    ByTextView<Event> recent_;      // Ids of this commit or not indexed yet.
    ByText<std::string> outcomes_;  // Of which event, by which outcome.
    std::unordered_map<std::uint64_t, ChunkBuilder*> open_;
    std::vector<std::unique_ptr<ChunkBuilder>> chunks_;
    ByText<std::string> log_puts_;  // Quarantine and erasures, by key.
    Additions additions_;
    rocksdb::WriteBatch write_batch_;
    bool finished_ = false;
    bool caught_up_ = false;
};

}  // namespace hence::rocks
