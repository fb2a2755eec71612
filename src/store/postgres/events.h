// Events of a log in the engine: their chunks, and walks through the postings of the index.
//
// Each chunk that is not at hand costs a round trip, so a walk fetches the chunks of the postings
// ahead of it together, more of them the further it goes. Chunks never change but by an erasure;
// those that were read last are kept, until the head says that something was erased.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "hence/store.h"
#include "store/format/cursors.h"
#include "store/format/event_source.h"
#include "store/postgres/pool.h"
#include "store/postgres/tables.h"

namespace hence::postgres {

// What every question begins with: how far the log goes at that moment.
struct HeadRow {
    std::int64_t last_seq = 0;
    std::int64_t last_refused = 0;
    bool unfinished = false;
    std::int64_t erasures = 0;
    bool operator==(const HeadRow&) const = default;
};
Statement select_head(std::int32_t log);
Result<HeadRow> take_head(const Rows& rows);

// A number of an event as it stands in a key.
std::string seq_bytes(std::uint64_t seq);

class Events final : public EventSource {
public:
    Events(Pool& pool, std::int32_t log) : pool_(pool), log_(log) {}

    Result<std::shared_ptr<const Chunk>> chunk(const Place& place) const override;
    Result<std::shared_ptr<const Chunk>> chunk_with(const Hash& text,
                                                    std::uint64_t cluster) const override;
    // Reads those chunks that are not at hand, together with the texts that their events name.
    Result<void> fetch(const std::vector<Place>& places) const;
    // Chunks of a commit: whoever follows the log reads them next. They are read while the commit
    // is under way, and kept when it took place.
    struct Written {
        std::vector<std::pair<std::string, std::shared_ptr<const Chunk>>> chunks;
        std::uint64_t asked_at = 0;
    };
    Written written(const Changes& changes) const;
    void keep(Written written) const;
    // Forgets what is kept when something was erased since.
    void as_of(const HeadRow& head) const;
    // The chunk of this key, if it is kept; else null.
    std::shared_ptr<const Chunk> at_hand(const std::string& key) const { return kept(key); }

    Pool& pool() const { return pool_; }
    std::int32_t log() const { return log_; }

private:
    using ChunkKey = std::string;
    using Recent = std::list<std::pair<ChunkKey, std::shared_ptr<const Chunk>>>;

    std::shared_ptr<const Chunk> kept(const ChunkKey& key) const;
    std::shared_ptr<const Chunk> kept_with(const Hash& text) const;
    // `asked_at` is the generation when the chunk was asked for: what was erased since is not kept.
    void keep(const ChunkKey& key, std::shared_ptr<const Chunk> chunk,
              std::uint64_t asked_at) const;
    std::uint64_t generation() const;
    Result<void> fetch_chunks(const std::vector<std::string>& keys) const;
    Result<void> fetch_texts(const std::vector<Hash>& texts) const;
    Result<void> fetch_before(const std::string& key) const;

    Pool& pool_;
    std::int32_t log_;

    mutable std::mutex mutex_;
    mutable std::int64_t erasures_ = 0;
    mutable std::uint64_t generation_ = 0;  // How often what is kept was forgotten.
    mutable Recent recent_;                 // Most recent first.
    mutable ByText<Recent::iterator> by_key_;
    mutable std::unordered_map<Hash, std::weak_ptr<const Chunk>, HashOfHash> texts_;
    mutable std::size_t size_ = 0;
};

// The events under a key, in order.
Result<std::unique_ptr<Cursor>> scan_events(const Events& events, const Key& key, const Scan& scan);
// In order of arrival, both ends inclusive.
std::unique_ptr<Cursor> read_events(const Events& events, std::uint64_t from_seq,
                                    std::uint64_t to_seq);

}  // namespace hence::postgres
