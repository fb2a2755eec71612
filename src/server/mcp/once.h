// A store that refuses a batch as a whole when an outcome in it comes second.
//
// By itself the store keeps the rest of such a batch. But a tool call is one thing: all of it is
// written, or nothing. The check runs inside the commit, so two calls at the same time cannot both
// pass it.
#pragma once

#include "store/common/forwarding_reads.h"

namespace hence {

class OnceStore : public ForwardingReads {
public:
    // `store` must outlive it.
    explicit OnceStore(Store& store) : ForwardingReads(store), store_(store) {}

    // Fails with conflict, naming the outcome that stands.
    Result<Receipt> append(const Batch& batch, const Check& check) override;

private:
    Store& store_;
};

}  // namespace hence
