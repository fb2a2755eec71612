// A receiver that records straight into a store of this process.
#pragma once

#include <string>

#include "hence/store.h"
#include "record/receiver.h"

namespace hence {

class StoreReceiver final : public Receiver {
public:
    // The store must outlive it.
    explicit StoreReceiver(Store& store) : store_(store) {}

    Result<Account> receive(const Post& post, const PostTerms& terms) override;
    bool knows(const std::string& id) override;

private:
    Store& store_;
    Redaction redaction_;
};

}  // namespace hence
