// PendingKeys: which commits that are not indexed yet may concern a key.
//
// A query on one session need not wait for commits of other sessions. For each hash of a key, and
// for each space of keys, this remembers the number of the last commit that touched it; the query
// waits for that commit only. Two keys with one hash are taken for each other, and when the keys
// become too many, a commit counts as touching everything. Both cost a wait and no answer.
// Must never happen: a commit that concerns a key is left out, because then a query would miss an
// acknowledged event. One thread at a time; the indexer fills this only when a query asks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "model/keys.h"
#include "store/rocks/index.h"

namespace hence::rocks {

// The keys of commits, which are numbered from 1. It may name a commit that does not concern a key,
// and never leaves out one that does. One thread at a time.
class PendingKeys {
public:
    explicit PendingKeys(std::size_t keys_max) : keys_max_(keys_max) {}

    // In the order of their numbers; those up to `done` are in the index, and need not be known.
    void enter(std::uint64_t number, const Additions& additions, std::uint64_t done);

    // The last commit entered that may concern the key, or 0. Space::all with an id stands for the
    // event of that id; a space without a value stands for every key of that space.
    std::uint64_t last_to_concern(const KeyView& key) const;

private:
    void enter(std::uint64_t number, const Event& event);
    void forget(std::uint64_t done);

    std::size_t keys_max_;
    Keys keys_;
    std::uint64_t entered_ = 0;
    std::uint64_t forgotten_ = 0;  // Up to which commit nothing is kept.
    std::unordered_map<std::uint64_t, std::uint64_t> last_of_key_;  // By the key's hash.
    std::array<std::uint64_t, 256> last_of_space_{};                // One for each byte.
    std::uint64_t last_of_anything_ = 0;  // A commit whose keys are too many to know.
};

}  // namespace hence::rocks
