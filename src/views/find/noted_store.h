// A store as one answer sees it, which notes where the events of a name stand once the answer has
// asked for that name often.
//
// The index may keep events of one name that happened within an hour together on disk. To find the
// event before or behind a place, the store then reads all of them. For one question that is
// little. An answer that asks for each of them in turn would take time with the square of their
// number. So after a few questions about a name all its places are noted, and each further question
// reads only the events that it asks for. This is done only for names within one session or
// correlation: a name that all sessions share may have far more events than the answer is about.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/by_text.h"
#include "store/common/forwarding_reads.h"
#include "views/find/places.h"

namespace hence {

// For one moment of a store, which must outlive it and every cursor. Not for several threads, and
// nothing can be appended.
class NotedStore final : public ForwardingReads {
public:
    explicit NotedStore(const Store& store) : ForwardingReads(store), store_(store) {}

    Result<Receipt> append(const Batch& batch, const Check& check) override;
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override;

private:
    struct Name {
        int questions = 0;
        std::optional<Places> places = {};
    };

    const Store& store_;
    mutable ByText<Name> names_;  // By space and value.
};

}  // namespace hence
