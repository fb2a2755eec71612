// A posting: which events of one commit stand under a key, and in which chunks they lie.
//
// An event has many keys, and an entry for each event and key would make the index large and
// indexing slow. A posting holds all events of a commit under one key, as small differences of
// seqs. The earliest instant is in the key of the posting, the latest in its value.
// Must never happen: a posting spans more than `posting_span_max_seconds`. Cursors rely on this
// bound to know how far back a posting may begin that still reaches into their range; a commit
// whose times span more gets several postings for a key.
//
//     posting = latest instant (12), then until the end for each chunk: cluster varint, varint
//               (chunk - cluster), count varint, count varints: each seq less the one before, the
//               first less the chunk's own
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "store/format/layout.h"

namespace hence {

inline constexpr std::int64_t posting_span_max_seconds = 3'600;

struct PostingEntry {
    Time time;
    Place place;
};

// The postings of one key, as many as their times need. Sorts `entries`.
struct PostingPart {
    Position first;
    std::string value;
};
std::vector<PostingPart> make_postings(std::vector<PostingEntry>& entries);

struct Posting {
    Time latest;
    std::vector<Place> places;
};
Result<Posting> decode_posting(std::string_view value);
// The latest instant alone.
Time latest_in(std::string_view value);

}  // namespace hence
