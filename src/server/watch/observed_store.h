// A store that tells a server what is appended to it: the metrics and the live hub. It is wrapped
// around the store once, where the store is opened, so an append is seen by whatever door it came.
// Readers are woken before the batch is counted; an append that failed is counted as such and
// announced to nobody.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "server/watch/live.h"
#include "server/watch/metrics.h"
#include "store/common/forwarding_store.h"

namespace hence {

class ObservedStore : public ForwardingStore {
public:
    // Both must outlive the store.
    ObservedStore(std::unique_ptr<Store> store, Metrics& metrics, LiveHub& live)
        : ForwardingStore(std::move(store)), metrics_(metrics), live_(live) {}

    Result<Receipt> append(const Batch& batch, const Check& check) override {
        if (batch.events.empty() && batch.refused.empty() && batch.released.empty()) {
            return ForwardingStore::append(batch, check);  // A question, not a write.
        }
        const auto begin = std::chrono::steady_clock::now();
        Result<Receipt> receipt = ForwardingStore::append(batch, check);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        metrics_.append_took(took.count());
        if (!receipt) {
            metrics_.append_failed(receipt.error().code);
            return receipt;
        }
        // Before it is counted: who listens should not wait for that.
        if (receipt->last_seq != 0) {
            live_.announce(receipt->last_seq);
        }
        metrics_.appended(batch, *receipt);
        return receipt;
    }

    Result<Receipt> erase_all(const std::vector<Erasure>& erasures) override {
        Result<Receipt> receipt = ForwardingStore::erase_all(erasures);
        if (receipt) {
            live_.announce(receipt->last_seq);
        }
        return receipt;
    }

private:
    Metrics& metrics_;
    LiveHub& live_;
};

}  // namespace hence
