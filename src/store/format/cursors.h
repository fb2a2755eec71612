// Cursors walk through a store: by time under a key, or by seq.
//
// The cursor of a key merges postings. Each posting covers at most an hour, so the cursor holds
// only the events that overlap in time, never the whole result: a session of a million events is
// read with the memory of an hour. Sorting all events first would be simpler, and a client that
// wants ten events would pay for a million. The cursor by seq follows the batches of the log.
// Must never happen: an event comes out before an earlier one of the same key, or twice. A cursor
// belongs to one thread at a time and must not outlive the engine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "hence/store.h"
#include "store/format/chunk.h"
#include "store/format/event_source.h"

namespace hence {

// The postings of one key, by the instant at which each begins, in the direction of a scan.
class PostingWalk {
public:
    virtual ~PostingWalk() = default;

    // False at the end, and after a failure.
    virtual bool valid() const = 0;
    // Of the posting: what follows the prefix in its key, and its value.
    virtual std::string_view place_in_key() const = 0;
    virtual std::string_view value() const = 0;
    virtual void step() = 0;
    virtual Result<void> status() const = 0;

    // Whether another event took the place of this one when the walk began.
    virtual Result<bool> is_completed(std::uint64_t seq) const = 0;
};

// Where the batches of a log are found.
class BatchSource {
public:
    virtual ~BatchSource() = default;
    // The batch that `seq` lies in, or the first one behind it; null behind the end.
    virtual Result<std::shared_ptr<const BatchPlaces>> places_at(std::uint64_t seq) const = 0;
};

// The first and the last instant that a scan can hand out an event of.
std::optional<Time> earliest_of(const Scan& scan);
std::optional<Time> latest_of(const Scan& scan);

// Children in the chunk of their parent have no postings: a scan of Space::parent looks there.
struct ParentPlace {
    std::string_view id;
    Place place;
};

// The events under a key, in order. Holds what overlaps in time, not everything. `walk` stands at
// the first posting that the scan may want. Events behind `seq_max` came after the cursor was made,
// and are passed over.
Result<std::unique_ptr<Cursor>> scan_postings(const EventSource& source,
                                              std::unique_ptr<PostingWalk> walk, const Scan& scan,
                                              const std::optional<ParentPlace>& parent,
                                              std::uint64_t seq_max = UINT64_MAX);

// The events from one seq to another, both included.
std::unique_ptr<Cursor> read_batches(const EventSource& source, const BatchSource& batches,
                                     std::uint64_t from_seq, std::uint64_t to_seq);

}  // namespace hence
