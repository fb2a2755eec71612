// Events of a log in RocksDB: their chunks, and the walks through the postings of the index.
#pragma once

#include <memory>

#include "hence/store.h"
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

}  // namespace hence::rocks
