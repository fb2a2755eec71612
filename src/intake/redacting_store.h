// A store that takes secrets out of what is appended, where the policy says so of native events.
//
// Tools of MCP, outcomes, notes, branches and graphs make their events themselves, far from the
// code that reads texts of events. What they write passes here on its way to the store.
#pragma once

#include <memory>

#include "base/try.h"
#include "intake/redaction.h"
#include "store/common/forwarding_store.h"

namespace hence {

class RedactingStore final : public ForwardingStore {
public:
    // Both must outlive it. Null: nothing is redacted.
    RedactingStore(Store& store, Redaction* redaction)
        : ForwardingStore(std::shared_ptr<Store>(std::shared_ptr<Store>(), &store)),
          redaction_(redaction) {}

    // Fails also as Redaction::key does.
    Result<Receipt> append(const Batch& batch, const Check& check) override {
        if (redaction_ == nullptr || !redaction_->policy().native) {
            return inner().append(batch, check);
        }
        Batch without = batch;
        TRY(redact_batch(without, Redactor(), *redaction_));
        return inner().append(without, check);
    }

private:
    Redaction* redaction_;
};

}  // namespace hence
