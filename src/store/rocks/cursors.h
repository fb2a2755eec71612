// Walking through a store: in the order of events, and in the order of arrival.
#pragma once

#include <memory>

#include "hence/store.h"
#include "store/rocks/event_source.h"

namespace hence::rocks {

// The events under a key, in order. Holds what overlaps in time, not everything.
Result<std::unique_ptr<Cursor>> scan_postings(const EventSource& source, const Index& index,
                                              const Key& key, const Scan& scan);

// The events from one seq to another, both included.
std::unique_ptr<Cursor> read_batches(const EventSource& source, const Log& log,
                                     std::uint64_t from_seq, std::uint64_t to_seq);

}  // namespace hence::rocks
