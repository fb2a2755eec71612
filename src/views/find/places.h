// The places of events that an answer looks for again and again.
//
// A place is an event's position in the order of events. An answer that would scan the same name
// very often notes the places once, and afterwards a scan is a binary search in memory and one read
// for each event that it hands out.
#pragma once

#include <memory>
#include <vector>

#include "hence/store.h"

namespace hence {

using Places = std::vector<Position>;  // In order.

// Hands out the events at `places` that `scan` lets pass. Store and places must outlive it. Fails
// with corrupt when the store has lost one.
std::unique_ptr<Cursor> events_at(const Store& store, const Places& places, const Scan& scan);

}  // namespace hence
