// A posting: which events of a batch stand under a key, and in which chunks they lie.
//
//     posting = latest instant (12), then until the end for each chunk: cluster varint, varint
//               (chunk - cluster), count varint, count varints: each seq less the one before, the
//               first less the chunk's own
//
// The earliest instant is in the key. No posting spans more than `posting_span_max`: a batch that
// does gets several. So a scan that begins in the middle knows how far back to look.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"
#include "store/rocks/layout.h"

namespace hence::rocks {

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

}  // namespace hence::rocks
