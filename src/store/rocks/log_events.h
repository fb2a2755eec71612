// Events of a log in RocksDB: their chunks, and the walks through the postings of the index.
#pragma once

#include <memory>

#include "hence/store.h"
#include "store/format/chunk_cache.h"
#include "store/format/event_source.h"

namespace hence::rocks {

class Index;
class Log;

class LogEvents final : public EventSource {
public:
    LogEvents(const Log& log, const Index& index) : log_(log), index_(index) {}

    Result<std::shared_ptr<const Chunk>> chunk(const Place& place) const override;
    Result<std::shared_ptr<const Chunk>> chunk_with(const Hash& text,
                                                    std::uint64_t cluster) const override;

    // The events under a key, in order.
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const;

private:
    const Log& log_;
    const Index& index_;
};

// The same events for whoever reads the log once, in its order, behind the append. The chunks are
// kept here, and only until the next ones come: in the log's own cache they would take the place of
// what is asked for, and the whole of its room.
class PassedEvents final : public EventSource {
public:
    PassedEvents(const Log& log, const Index& index) : log_(log), index_(index) {}

    Result<std::shared_ptr<const Chunk>> chunk(const Place& place) const override;
    Result<std::shared_ptr<const Chunk>> chunk_with(const Hash& text,
                                                    std::uint64_t cluster) const override;

private:
    // The chunks of a few batches: a batch may lie in many chunks, with its events by turns.
    static constexpr std::size_t kept_bytes_max = std::size_t{4} << 20;

    const Log& log_;
    const Index& index_;
    mutable ChunkCache kept_{kept_bytes_max};
};

}  // namespace hence::rocks
