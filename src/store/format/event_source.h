// Makes events from their places in the log, with their long texts put back.
//
// A stored event refers to long texts by hash (text_pieces.h). The text is in the event's own chunk
// if it came with the event, else in the chunk that the index names. A text that is in neither
// place makes the event corrupt; an event is never handed out with a part missing. Where chunks
// come from is the engine's business.
#pragma once

#include <cstdint>
#include <memory>

#include "base/hash.h"
#include "hence/event.h"
#include "hence/result.h"
#include "store/format/chunk.h"
#include "store/format/layout.h"

namespace hence {

class EventSource {
public:
    virtual ~EventSource() = default;

    // Fails with corrupt when there is no such chunk.
    virtual Result<std::shared_ptr<const Chunk>> chunk(const Place& place) const = 0;
    // The chunk that the index names for this text of an event of that cluster, or null.
    virtual Result<std::shared_ptr<const Chunk>> chunk_with(const Hash& text,
                                                            std::uint64_t cluster) const = 0;

    Result<Event> at(const Place& place) const;
    Result<Event> in(const std::shared_ptr<const Chunk>& chunk, std::size_t slot) const;
};

// Where in the chunk `seq` stands. Fails with corrupt when it does not.
Result<std::size_t> slot_of(const Chunk& chunk, std::uint64_t seq);

}  // namespace hence
