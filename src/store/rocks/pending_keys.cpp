#include "store/rocks/pending_keys.h"

#include <algorithm>

#include "base/by_text.h"

namespace hence::rocks {
namespace {

// Two keys of one hash are taken for each other, which costs a wait and nothing else.
std::uint64_t hash_of(const KeyView& key) {
    const std::uint64_t value = TextHash()(key.value);
    return value + (static_cast<std::uint64_t>(key.space) + 1) * 0x9E3779B97F4A7C15U;
}

}  // namespace

void PendingKeys::enter(std::uint64_t number, const Additions& additions, std::uint64_t done) {
    forget(done);
    entered_ = number;
    for (const Stored& stored : additions.events) {
        enter(number, stored.event);
    }
    // A question about a key must not find what has left it.
    for (const Event& replaced : additions.replaced) {
        enter(number, replaced);
    }
}

void PendingKeys::enter(std::uint64_t number, const Event& event) {
    if (last_of_key_.size() > keys_max_) {
        last_of_anything_ = number;
        return;
    }
    last_of_key_[hash_of({Space::all, event.id()})] = number;
    for (const KeyView& key : keys_.of(event)) {
        last_of_space_[static_cast<std::uint8_t>(key.space)] = number;
        if (!key.value.empty()) {
            last_of_key_[hash_of(key)] = number;
        }
    }
}

std::uint64_t PendingKeys::last_to_concern(const KeyView& key) const {
    std::uint64_t last = 0;
    if (key.value.empty()) {
        last = last_of_space_[static_cast<std::uint8_t>(key.space)];
    } else if (const auto found = last_of_key_.find(hash_of(key)); found != last_of_key_.end()) {
        last = found->second;
    }
    return std::max(last, last_of_anything_);
}

// Mostly everything is done and goes at once; the rest is looked through only when it is too much.
void PendingKeys::forget(std::uint64_t done) {
    if (done == forgotten_) {
        return;
    }
    if (done >= entered_) {
        last_of_key_.clear();
        forgotten_ = done;
    } else if (last_of_key_.size() > keys_max_) {
        std::erase_if(last_of_key_, [done](const auto& entry) { return entry.second <= done; });
        forgotten_ = done;
    }
}

}  // namespace hence::rocks
