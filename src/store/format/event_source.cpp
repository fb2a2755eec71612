#include "store/format/event_source.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "store/format/event_codec.h"

namespace hence {
namespace {

// Looks in the event's own chunk first, where a text that came with it is.
class ChunkTexts : public TextReader {
public:
    ChunkTexts(const Chunk& own, const EventSource& source) : own_(own), source_(source) {}

    Result<Unit> unit(const Hash& hash) override {
        const auto here = own_.texts().find(hash);
        if (here != own_.texts().end()) {
            return here->second;
        }
        const std::shared_ptr<const Chunk> chunk = TRY(source_.chunk_with(hash, own_.cluster()));
        if (chunk != nullptr) {
            const auto there = chunk->texts().find(hash);
            if (there != chunk->texts().end()) {
                held_.push_back(chunk);
                return there->second;
            }
        }
        return Error{Code::corrupt, "a text that an event refers to is not in the log"};
    }

private:
    const Chunk& own_;
    const EventSource& source_;
    std::vector<std::shared_ptr<const Chunk>> held_;
};

}  // namespace

Result<std::size_t> slot_of(const Chunk& chunk, std::uint64_t seq) {
    const auto found = std::ranges::lower_bound(chunk.events(), seq, {}, &Chunk::Slot::seq);
    if (found == chunk.events().end() || found->seq != seq) {
        return Error{Code::corrupt, fmt::format("event {} is not where the index says", seq)};
    }
    return static_cast<std::size_t>(found - chunk.events().begin());
}

Result<Event> EventSource::in(const std::shared_ptr<const Chunk>& chunk, std::size_t slot) const {
    ChunkTexts texts(*chunk, *this);
    const Chunk::Slot& stored = chunk->events()[slot];
    Event event = TRY(decode_event(stored.stored, chunk, texts));
    return std::move(event).stored_as(stored.seq, chunk->received());
}

Result<Event> EventSource::at(const Place& place) const {
    const std::shared_ptr<const Chunk> chunk = TRY(this->chunk(place));
    const std::size_t slot = TRY(slot_of(*chunk, place.seq));
    return in(chunk, slot);
}

}  // namespace hence
