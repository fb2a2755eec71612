// A store that keeps what it read, and can drop it.
//
// What was read lately is mostly asked for again soon, and the memory for it is worth having while
// somebody asks. A server that nobody asks need not hold it.
#pragma once

#include "hence/store.h"

namespace hence {

class CachingStore {
public:
    virtual ~CachingStore() = default;
    // Drops what was read, unless somebody called the store since this was called last. True: there
    // may have been something. Changes no answer.
    virtual bool drop_unasked() = 0;
};

// The same of any store: one that cannot drop anything keeps nothing.
inline bool drop_unasked(Store& store) {
    auto* const caching = dynamic_cast<CachingStore*>(&store);
    return caching != nullptr && caching->drop_unasked();
}

}  // namespace hence
