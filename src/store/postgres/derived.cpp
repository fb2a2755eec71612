#include "store/postgres/derived.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "store/format/index_changes.h"

namespace hence::postgres {
namespace {

// Chunks of the batches that are taken, before those that the engine has.
class TakenChunks final : public EventSource {
public:
    explicit TakenChunks(const EventSource& past) : past_(past) {}

    Result<void> add(const Place& place, std::string bytes) {
        const std::shared_ptr<const Chunk> chunk = TRY(Chunk::parse(std::move(bytes), place.chunk));
        for (const auto& [hash, unit] : chunk->texts()) {
            texts_.emplace(hash, chunk);
        }
        chunks_.emplace(std::pair(place.cluster, place.chunk), chunk);
        return {};
    }

    Result<std::shared_ptr<const Chunk>> chunk(const Place& place) const override {
        const auto here = chunks_.find({place.cluster, place.chunk});
        return here != chunks_.end() ? Result<std::shared_ptr<const Chunk>>(here->second)
                                     : past_.chunk(place);
    }
    Result<std::shared_ptr<const Chunk>> chunk_with(const Hash& text,
                                                    std::uint64_t cluster) const override {
        const auto here = texts_.find(text);
        return here != texts_.end() ? Result<std::shared_ptr<const Chunk>>(here->second)
                                    : past_.chunk_with(text, cluster);
    }

private:
    const EventSource& past_;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::shared_ptr<const Chunk>> chunks_;
    std::unordered_map<Hash, std::shared_ptr<const Chunk>, HashOfHash> texts_;
};

// What the batches add to the index. What is not fetched yet is passed over.
class TakenAdditions {
public:
    TakenAdditions(FetchedPast& past, Fetched& fetched)
        : past_(past), fetched_(fetched), chunks_(past) {}

    Result<void> add(const StoredBatch& batch) {
        std::optional<BatchEntry> entry;
        for (const auto& [key, value] : batch.entries) {
            ByteReader in(std::string_view(key).substr(1));
            if (key.starts_with(log_key::chunk)) {
                const std::uint64_t cluster = in.be64();
                const std::uint64_t first = in.be64();
                TRY(chunks_.add({cluster, first, first}, value));
            } else if (key.starts_with(log_key::batch)) {
                entry = TRY(BatchEntry::decode(value, batch.first_seq));
            }
        }
        if (!entry || entry->count != batch.count) {
            return Error{Code::corrupt, "a batch that is copied is damaged"};
        }
        for (const BatchEntry::Part& part : entry->parts) {
            TRY(add(part));
        }
        additions_.last_seq = batch.first_seq + batch.count - 1;
        return {};
    }

    Result<Additions> take() {
        std::ranges::sort(additions_.events, {},
                          [](const Stored& stored) { return stored.event.seq(); });
        ByTextView<const Event*> latest;
        for (const Stored& stored : additions_.events) {
            if (!stored.event.has(Flag::settled)) {
                continue;
            }
            const auto [at, first] = latest.try_emplace(stored.event.id(), &stored.event);
            std::optional<Event> before;
            if (first) {
                before = TRY(past_.event(stored.event.id()));
            } else {
                before = *at->second;
                at->second = &stored.event;
            }
            if (before) {
                additions_.replaced.push_back(std::move(*before));
            }
        }
        return std::move(additions_);
    }

private:
    Result<void> add(const BatchEntry::Part& part) {
        const Place at{part.cluster, part.first_seq, part.first_seq};
        const std::shared_ptr<const Chunk> chunk = TRY(chunks_.chunk(at));
        if (chunk == nullptr) {
            return Error{Code::corrupt, "a batch that is copied lacks a chunk"};
        }
        for (const auto& [hash, unit] : chunk->texts()) {
            additions_.texts.emplace_back(hash, at);
        }
        for (std::size_t slot = 0; slot < chunk->events().size(); ++slot) {
            Result<Event> event = chunks_.in(chunk, slot);
            if (!event && fetched_.wants()) {
                continue;
            }
            if (!event) {
                return event.error();
            }
            if (event->seq() == part.cluster) {
                additions_.clusters.emplace_back(cluster_name(*event), part.cluster);
            }
            const Place place{part.cluster, part.first_seq, event->seq()};
            additions_.events.push_back({std::move(event).take(), place});
        }
        return {};
    }

    FetchedPast& past_;
    Fetched& fetched_;
    TakenChunks chunks_;
    Additions additions_;
};

}  // namespace

Result<bool> derive_index(const std::vector<StoredBatch>& batches, bool any_unfinished,
                          Fetched& fetched, Changes& changes) {
    FetchedPast past(fetched);
    TakenAdditions taken(past, fetched);
    for (const StoredBatch& batch : batches) {
        TRY(taken.add(batch));
    }
    const Additions additions = TRY(taken.take());
    FetchedIndex index(fetched, changes, any_unfinished);
    TRY(change_index(additions, index));
    if (index.failure()) {
        return *index.failure();
    }
    return any_unfinished || index.unfinished();
}

}  // namespace hence::postgres
