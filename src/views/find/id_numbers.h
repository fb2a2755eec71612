// Numbers for the ids of the events that an answer walks through, in the order in which they come.
//
// An answer about a long session asks here for the parent of every event. The parent mostly came
// shortly before, so a small table of the latest ids, which stays near the processor, answers
// almost every question. The table of all ids is made when the small one cannot answer, and holds
// what came until then: a session whose parents are always near never pays for it. Hashes of that
// table are keyed by a secret, since ids come from outside; the worst that chosen ids can do to the
// small table is to make it useless. One thread at a time, questions included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "views/find/kept_text.h"

namespace hence {

// As TextNumbers, for texts that are all different.
class IdNumbers {
public:
    static constexpr std::uint32_t none = UINT32_MAX;

    // Gives `id`, which must not be known, the next number, counting from 0.
    std::uint32_t add(std::string_view id);
    // Its number, or none.
    std::uint32_t find(std::string_view id) const;

    std::size_t size() const { return ids_.size(); }
    // Lives as long as this object, even if that is moved.
    std::string_view text(std::uint32_t number) const { return ids_[number]; }

private:
    void enter_all() const;

    KeptText kept_;
    std::vector<std::string_view> ids_;  // By number.
    std::vector<std::uint32_t> recent_;  // Numbers, by the last bytes of the id.
    // The table of all: half a hash and, below it, a number + 1; 0: free. At most half are taken.
    mutable std::vector<std::uint64_t> slots_;
    mutable std::size_t entered_ = 0;  // So many of the ids, the first ones, are in it.
};

}  // namespace hence
