// What a commit must know of the commits before it, from a log in RocksDB and its index.
//
// The index is behind the log (indexer.h), so an event is looked for among the pending ones first.
// Clusters and texts of late commits are kept in memory: most are met again at once, and a cluster
// that is neither indexed nor remembered would be begun a second time. Only the thread that commits
// uses a LogPast.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/by_text.h"
#include "store/format/commit.h"
#include "store/rocks/indexer.h"
#include "store/rocks/log_events.h"

namespace hence::rocks {

class LogPast final : public Past {
public:
    LogPast(const Log& log, const Index& index, Indexer& indexer);

    // Begins a commit: looks up, once for all, which ids are known.
    Result<void> look_up(const std::vector<const Batch*>& batches);
    // Takes what a failed commit left out of the memory.
    void forget();

    Result<std::optional<Event>> event(std::string_view id) override;
    Result<std::optional<std::string>> outcome_of(std::string_view event) override;
    Result<std::optional<std::uint64_t>> cluster(const std::string& name) override;
    void remember_cluster(const std::string& name, std::uint64_t number) override;
    Hash text_name(std::uint64_t cluster, const Hash& hash) const override;
    bool has_text(const Hash& name) override;
    void remember_text(const Hash& name, const Place& place) override;
    Result<std::optional<std::string>> entry(const std::string& key) override;

private:
    const Log& log_;
    const Index& index_;
    Indexer& indexer_;
    LogEvents source_;

    // Of this commit.
    ByTextView<Place> indexed_;  // Ids that are in the index.
    ByTextView<Event> pending_;  // Ids that are not indexed yet.
    std::vector<std::pair<std::string, std::uint64_t>> fresh_clusters_;
    bool caught_up_ = false;

    // From one commit to the next.
    ByText<std::uint64_t> clusters_;                     // Name to number.
    std::unordered_map<Hash, Place, HashOfHash> texts_;  // Where they were first met.
};

}  // namespace hence::rocks
