// Which commits that are not indexed yet may concern a question, so that others need not wait.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "model/keys.h"
#include "store/rocks/index.h"

namespace hence::rocks {

// Of commits, which are numbered from 1, the keys that they touch. It may name a commit that does
// not concern a key, and never leaves one out that does. One thread at a time.
class PendingKeys {
public:
    explicit PendingKeys(std::size_t keys_max) : keys_max_(keys_max) {}

    // In the order of their numbers; those up to `done` are in the index, and need not be known.
    void enter(std::uint64_t number, const Additions& additions, std::uint64_t done);

    // The last one entered that may concern the key, or 0. Space::all with an id stands for the
    // event of that id, and any space without a value for whatever has a key in it.
    std::uint64_t last_to_concern(const KeyView& key) const;

private:
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
