// A commit: everything that a group of batches writes to the log, worked out before it is written.
//
// A commit decides for each event whether it is new, a duplicate (same id, same content), the
// completion of an unfinished one (model/repeat.h), or refused (same id with other content, or a
// second outcome of one event). It gives each accepted event its seq, puts it into a chunk of its
// cluster, and stores each long text once. The result is entries for the log and additions for the
// index. All of it is computed first because then one atomic write and one sync serve every batch
// of the group, and an error leaves the log untouched. What the commit must know of earlier commits
// it asks of the Past, which each engine has one of.
// Must never happen: two finished events with one id, a seq that is used twice or left out, or an
// event that refers to a text which neither this commit nor the log holds. Only the thread that
// commits uses a Commit and the Past behind it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/by_text.h"
#include "base/hash.h"
#include "hence/result.h"
#include "hence/store.h"
#include "store/format/additions.h"
#include "store/format/chunk.h"

namespace hence {

// What a commit asks of all that was committed before it. What a commit of its own remembers is
// asked for again by the same commit, and by the next.
class Past {
public:
    virtual ~Past() = default;

    virtual Result<std::optional<Event>> event(std::string_view id) = 0;
    // The id of the first outcome of this event.
    virtual Result<std::optional<std::string>> outcome_of(std::string_view event) = 0;
    virtual Result<std::optional<std::uint64_t>> cluster(const std::string& name) = 0;
    virtual void remember_cluster(const std::string& name, std::uint64_t number) = 0;
    // The name under which a text of a cluster is found: its hash, unless texts are not shared.
    virtual Hash text_name(std::uint64_t /*cluster*/, const Hash& hash) const { return hash; }
    // False where it cannot be known: a text that is stored twice does no harm.
    virtual bool has_text(const Hash& name) = 0;
    virtual void remember_text(const Hash& name, const Place& place) = 0;
    // An entry of the log, by its key.
    virtual Result<std::optional<std::string>> entry(const std::string& key) = 0;
};

// How far the log goes.
struct LogEnd {
    std::uint64_t last_seq = 0;
    std::uint64_t last_refused = 0;
};

class Commit {
public:
    // `end` goes on with the events that are added.
    Commit(Past& past, LogEnd& end, const Time& received);
    ~Commit();

    // Adds a batch. An error spoils the whole commit.
    Result<Receipt> add(const Batch& batch);

    // Something else that the same write is to put into the log.
    void put(std::string key, std::string value) { log_puts_[std::move(key)] = std::move(value); }

    bool empty() const;
    // What to write, key by key, and what to index once it is written. Call each once, in this
    // order.
    void each_entry(const std::function<void(const std::string&, const std::string&)>& put);
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

    Past& past_;
    LogEnd& end_;
    Time received_;
    std::uint64_t first_seq_;
    ByTextView<Event> here_;        // Of this commit, by id.
    ByText<std::string> outcomes_;  // Of which event, by which outcome.
    std::unordered_map<std::uint64_t, ChunkBuilder*> open_;
    std::vector<std::unique_ptr<ChunkBuilder>> chunks_;
    ByText<std::string> log_puts_;  // Quarantine and erasures, by key.
    Additions additions_;
};

}  // namespace hence
