// Makes events from their places in the log, with their long texts put back.
//
// A stored event refers to long texts by hash (text_pieces.h). The text is in the event's own chunk
// if it came with the event, else in the chunk that the index names. A text that is in neither
// place makes the event corrupt; an event is never handed out with a part missing.
#pragma once

#include <memory>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "store/format/chunk.h"
#include "store/format/layout.h"

namespace hence::rocks {

class Index;
class Log;

class EventSource {
public:
    EventSource(const Log& log, const Index& index) : log_(log), index_(index) {}

    Result<Event> at(const Place& place) const;
    Result<Event> in(const std::shared_ptr<const Chunk>& chunk, std::size_t slot) const;
    Result<std::shared_ptr<const Chunk>> chunk(const Place& place) const;

private:
    const Log& log_;
    const Index& index_;
};

// Where in the chunk `seq` stands. Fails with corrupt when it does not.
Result<std::size_t> slot_of(const Chunk& chunk, std::uint64_t seq);

}  // namespace hence::rocks
