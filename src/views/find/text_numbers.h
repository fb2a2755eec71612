// Numbers for texts, in the order in which they come: ids, names, calls.
//
// An open-addressing hash table over texts in large blocks. An answer about a long session looks up
// every event's id and parent here, so a slot is 8 bytes (half a hash and a number) and the text
// itself is compared only when the half hashes agree. Hashes are keyed by a secret, since ids come
// from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "views/find/kept_text.h"

namespace hence {

// A flat table, since an answer about a long session asks it for every event.
class TextNumbers {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // Gives `text` the next number, counting from 0. One that is known already keeps its own when
    // it is looked for.
    std::uint32_t add(std::string_view text);
    // Its number, or none.
    std::uint32_t find(std::string_view text) const;
    // Its number: the next one if it has none yet.
    std::uint32_t number_of(std::string_view text);

    std::size_t size() const { return texts_.size(); }
    // Lives as long as this object, even if that is moved.
    std::string_view text(std::uint32_t number) const { return texts_[number]; }

private:
    void grow();
    std::size_t slot_of(std::string_view text, std::uint64_t hash) const;

    KeptText kept_;
    std::vector<std::string_view> texts_;  // By number.
    // Each half of a hash and, below it, a number + 1; 0: free. At most half of them are taken.
    std::vector<std::uint64_t> slots_;
    bool last_is_first_ = false;  // The last text was not known before.
};

}  // namespace hence
