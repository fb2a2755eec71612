// A store that can say of many keys at once under which of them it has nothing.
//
// Settling asks about every run, call and answer that a request brings, and most of them are new. A
// scan of each would cost more than all that is found.
#pragma once

#include <vector>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

class HoldingStore {
public:
    virtual ~HoldingStore() = default;
    // Of each key, whether a scan may find anything: false is certain of every event whose append
    // returned before.
    virtual Result<std::vector<bool>> may_hold(const std::vector<Key>& keys) const = 0;
};

// The same of any store: one that cannot say so may hold everything.
inline Result<std::vector<bool>> may_hold(const Store& store, const std::vector<Key>& keys) {
    const auto* const holding = dynamic_cast<const HoldingStore*>(&store);
    return holding != nullptr ? holding->may_hold(keys) : std::vector<bool>(keys.size(), true);
}

}  // namespace hence
