// The chunks of the log that were read last, unpacked.
//
// Neighbours in a session are asked for one by one, and a chain is followed from chunk to chunk, so
// a chunk is mostly asked for again soon. A walk through a whole session reads each chunk once, and
// may read more than the cache holds. So a chunk that was asked for once leaves before those that
// were asked for again, which have two thirds of the room: a walk does not empty the cache.
// Any number of threads may call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "store/format/chunk.h"

namespace hence {

class ChunkCache {
public:
    // The cluster and the first event of a chunk.
    using Key = std::pair<std::uint64_t, std::uint64_t>;

    explicit ChunkCache(std::size_t bytes_max) : bytes_max_(bytes_max) {}

    // Null for a chunk that is not there.
    std::shared_ptr<const Chunk> find(const Key& key);
    void add(const Key& key, const std::shared_ptr<const Chunk>& chunk);
    // Returns how many bytes that were.
    std::size_t clear();
    // The chunk that was found or added last, or null. Asking for it is asking for it again.
    std::shared_ptr<const Chunk> latest();

private:
    struct Entry {
        Key key;
        std::shared_ptr<const Chunk> chunk;
        bool again = false;  // In which of the lists it is.
    };
    using Entries = std::list<Entry>;
    struct HashOfKey {
        std::size_t operator()(const Key& key) const {
            return key.first * 0x9E3779B97F4A7C15U ^ key.second;
        }
    };

    void use_again(Entries::iterator entry);

    std::size_t bytes_max_;
    std::mutex mutex_;  // Of what follows.
    Entries once_;      // Each list begins with what was used last.
    Entries again_;
    std::size_t once_bytes_ = 0;
    std::size_t again_bytes_ = 0;
    std::unordered_map<Key, Entries::iterator, HashOfKey> by_key_;
    std::shared_ptr<const Chunk> latest_;
    Key latest_key_;
};

}  // namespace hence
