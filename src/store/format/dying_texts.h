// Which long texts go with the events that are erased: those that nothing else leads to.
//
// A text lies in the chunk of the event that brought it, and later events may name it, as may a
// list or an element of a conversation. Nobody counts who does: that would cost every append. So
// two walks over the log find out. The first goes backwards by batches, from the last erased event,
// and collects every text that the erased events lead to. The second looks at all other events, and
// at the units that no erased event leads to, and keeps what they name. Memory grows with the texts
// of the erased events, and not with the log. Must never happen: a text counts as dead that an
// event needs which stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "hence/result.h"
#include "store/format/chunk.h"
#include "store/format/erasure_codec.h"

namespace hence {

class DyingTexts {
public:
    // The name of a text of a cluster. Where texts are shared by the whole store, its hash.
    using Namer = std::function<Hash(std::uint64_t cluster, const Hash& hash)>;

    // `erasure` must outlive it.
    DyingTexts(const PendingErasure& erasure, Namer namer)
        : erasure_(erasure), namer_(std::move(namer)) {}

    // The first walk: batches in descending order, all chunks of a batch at once.
    bool wants(const BatchEntry& batch) const;
    Result<void> collect_from(const std::vector<std::shared_ptr<const Chunk>>& chunks);
    bool has_met_all() const { return unmet_ == 0; }
    bool empty() const { return texts_.empty(); }

    // The second walk: every chunk of the log, in any order.
    Result<void> keep_what_is_named_in(const Chunk& chunk);

    // The names of what goes, in order.
    std::vector<Hash> dead();

private:
    struct NamedText {
        bool met = false;  // Its unit was found, and `names` is what that names.
        bool needed = false;
        std::vector<Hash> names;
    };

    // These hashes, which the chunk names, become names.
    void to_names(const Chunk& chunk, std::vector<Hash>& hashes) const;
    void name(const std::vector<Hash>& names);
    Result<bool> meet_units(const Chunk& chunk);
    void need(const std::vector<Hash>& names);

    const PendingErasure& erasure_;
    Namer namer_;
    std::unordered_map<Hash, NamedText, HashOfHash> texts_;
    std::size_t unmet_ = 0;
    std::vector<Hash> fresh_;  // Needed, and what they name is not looked at yet.
};

}  // namespace hence
