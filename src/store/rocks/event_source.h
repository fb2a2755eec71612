// Events by their place in the log, with their texts put back.
#pragma once

#include <memory>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "store/rocks/chunk.h"
#include "store/rocks/layout.h"

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
