// Cursors walk through a store: by time under a key, or by seq.
//
// The cursor of a key merges postings. Each posting covers at most an hour, so the cursor holds
// only the events that overlap in time, never the whole result: a session of a million events is
// read with the memory of an hour. Sorting all events first would be simpler, and a client that
// wants ten events would pay for a million. The cursor by seq follows the batches of the log.
// Must never happen: an event comes out before an earlier one of the same key, or twice. A cursor
// belongs to one thread at a time and must not outlive the engine.
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
