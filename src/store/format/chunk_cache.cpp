#include "store/format/chunk_cache.h"

#include <iterator>

namespace hence {

std::shared_ptr<const Chunk> ChunkCache::find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) {
        return nullptr;
    }
    use_again(found->second);
    latest_ = found->second->chunk;
    latest_key_ = key;
    return latest_;
}

void ChunkCache::add(const Key& key, const std::shared_ptr<const Chunk>& chunk) {
    const std::lock_guard lock(mutex_);
    latest_ = chunk;
    latest_key_ = key;
    const auto [entry, fresh] = by_key_.try_emplace(key);
    if (!fresh) {
        return;
    }
    once_.push_front({key, chunk});
    entry->second = once_.begin();
    once_bytes_ += chunk->size();
    while (once_bytes_ + again_bytes_ > bytes_max_ && once_.size() > 1) {
        once_bytes_ -= once_.back().chunk->size();
        by_key_.erase(once_.back().key);
        once_.pop_back();
    }
}

std::size_t ChunkCache::clear() {
    const std::lock_guard lock(mutex_);
    const std::size_t bytes = once_bytes_ + again_bytes_;
    by_key_.clear();
    once_.clear();
    again_.clear();
    once_bytes_ = 0;
    again_bytes_ = 0;
    latest_ = nullptr;
    return bytes;
}

std::shared_ptr<const Chunk> ChunkCache::latest() {
    const std::lock_guard lock(mutex_);
    const auto found = latest_ == nullptr ? by_key_.end() : by_key_.find(latest_key_);
    if (found != by_key_.end() && !found->second->again) {
        use_again(found->second);
    }
    return latest_;
}

// Whatever then has been longest in the list of those that were asked for again leaves it, and
// stands as if it had been asked for once.
void ChunkCache::use_again(Entries::iterator entry) {
    if (!entry->again) {
        entry->again = true;
        once_bytes_ -= entry->chunk->size();
        again_bytes_ += entry->chunk->size();
        again_.splice(again_.begin(), once_, entry);
    } else {
        again_.splice(again_.begin(), again_, entry);
    }
    while (again_bytes_ > bytes_max_ / 3 * 2 && again_.size() > 1) {
        const auto last = std::prev(again_.end());
        last->again = false;
        again_bytes_ -= last->chunk->size();
        once_bytes_ += last->chunk->size();
        once_.splice(once_.begin(), again_, last);
    }
}

}  // namespace hence
