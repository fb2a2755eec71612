// A store whose log can be copied into another one as it is stored.
//
// A copy has the same numbers, times of arrival and bytes: every answer from it is the same.
// Appending the events anew would give them other times of arrival, and would lose what an erasure
// left in their place. An event is stored with its batch, so batches are what is copied.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// Keys and values of the log, as docs/FORMAT.md has them.
using LogEntries = std::vector<std::pair<std::string, std::string>>;

struct StoredBatch {
    std::uint64_t first_seq = 0;
    std::uint64_t count = 0;
    LogEntries entries;  // The batch and its chunks.
};

class CopyableStore {
public:
    virtual ~CopyableStore() = default;

    // The batch that holds this event; fails with not_found behind the end.
    virtual Result<StoredBatch> stored_batch(std::uint64_t seq) const = 0;
    // All entries of the quarantine.
    virtual Result<LogEntries> stored_quarantine() const = 0;

    // Takes batches that follow on what is there; all or nothing, durable on return. Fails with
    // conflict when they do not follow. Answers about them may need the store to be opened again.
    virtual Result<void> take_batches(const std::vector<StoredBatch>& batches) = 0;
    // Takes a quarantine in place of its own.
    virtual Result<void> take_quarantine(const LogEntries& entries) = 0;
};

// A store that may be one.
class HasCopies {
public:
    virtual ~HasCopies() = default;
    virtual CopyableStore* copies() const = 0;
};

// Null when it cannot be copied.
inline CopyableStore* copies_of(const Store& store) {
    const auto* const has = dynamic_cast<const HasCopies*>(&store);
    return has == nullptr ? nullptr : has->copies();
}

inline Error does_not_follow() {
    return {Code::conflict, "what is copied does not follow on what is there",
            "another program writes to the target; copy into a store that nobody writes to"};
}

}  // namespace hence
