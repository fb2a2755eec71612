// How one commit changes the index: which keys it puts, drops and adds to.
//
// The keys and values are those of docs/FORMAT.md. What a change depends on (an unfinished event
// that is completed, a call whose failure was counted, when a row began) is asked of the index
// first; the engine answers from the index as it stands before this commit.
#pragma once

#include <optional>
#include <string>

#include "hence/result.h"
#include "hence/store.h"
#include "store/format/additions.h"

namespace hence {

// The index that is changed. An engine collects the changes and writes them as one.
class ChangedIndex {
public:
    virtual ~ChangedIndex() = default;

    // As it was before this commit.
    virtual Result<std::optional<std::string>> get(const std::string& key) = 0;
    // When the row of this key began, if there is one.
    virtual Result<std::optional<Time>> row_began(const std::string& key, Space space,
                                                  const Summary& row) = 0;
    // False where no event can be unfinished, so that nobody need look.
    virtual bool any_unfinished() const = 0;

    virtual void put(const std::string& key, const std::string& value) = 0;
    virtual void drop(const std::string& key) = 0;
    virtual void add_to_row(const std::string& key, const Summary& sum) = 0;
    // The row has begun, or begins earlier than it did.
    virtual void row_begins(const std::string& key, const Time& first) = 0;
    // From now on some event is unfinished.
    virtual void unfinished_added() = 0;
};

Result<void> change_index(const Additions& additions, ChangedIndex& index);

}  // namespace hence
