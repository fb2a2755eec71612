// Settles events of telemetry beside each other and beside the store: what is told twice counts
// once, and what one telling says of another is joined to it.
//
// A translation depends on its own span alone. Here it meets the others of its request and those in
// the store (settlement.h has the rules). Events that are stored already and come out differently
// are given anew, with Incoming::replaces, so that a late span or record still counts. Every door
// comes through here: files, HTTP, OTLP.
// Must never happen: the same spans give other answers in another order or in other requests.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "hence/store.h"

namespace hence {

// Replaces the settled events of a batch by what becomes of them, and adds stored events that come
// out differently. Fails as the store does when it is read.
Result<void> settle(const Store& store, Batch& batch);

// Whether a batch holds anything to settle.
bool wants_settling(const Batch& batch);

// Holds back other requests that concern the same runs, sessions or answers, until the batch is
// appended. Make it before `settle`, and let go of it after the append.
class SettlingLock {
public:
    explicit SettlingLock(const Batch& batch);

private:
    std::vector<std::unique_lock<std::mutex>> held_;
};

// Takes out of the count of accepted events what was stored before and came out differently, and
// what stands in no answer.
void discount_resettled(const Batch& batch, Receipt& receipt);

// Settles and appends. A batch without settled events is appended as it is.
Result<Receipt> append_settled(Store& store, Batch& batch);

}  // namespace hence
