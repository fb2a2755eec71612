// Where the segments of a search index are kept.
//
// A segment is written whole and never changes, but for the last one, which is written again under
// the same number when it has grown. What is in no segment is read from the log, so a segment that
// is lost loses no answer. One thread writes; any number of threads read.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "store/format/watermark.h"
#include "store/search/matches.h"
#include "store/search/segment.h"

namespace hence {

// An index of another version is thrown away and built anew. It rises whenever words are read
// differently, or a segment gets another form.
inline constexpr std::uint32_t search_version = 3;

class SegmentStore {
public:
    // A segment as it is kept. `last` is its last event.
    struct Segment {
        std::uint64_t first_seq = 0;
        Watermark last;
    };

    virtual ~SegmentStore() = default;

    // Drops what was read and is kept. Returns how many bytes that were.
    virtual std::size_t drop_kept() const { return 0; }
    // In order. Each begins where the one before ends.
    virtual Result<std::vector<Segment>> segments() const = 0;
    // Durable on return. `last_id` is the id of its last event.
    virtual Result<void> write(const SegmentBuilder& segment, std::string_view last_id) = 0;
    // Reads a segment back, to go on with it.
    virtual Result<void> load(std::uint64_t first_seq, SegmentBuilder& segment) const = 0;

    // The rows must not outlive this.
    virtual Result<std::unique_ptr<MatchRows>> rows(std::uint64_t first_seq) const = 0;
    virtual Result<Evaluation> evaluate(std::uint64_t first_seq, const WordQuery& query) const = 0;
    // What these rows or matches held made no sense.
    virtual void found_damaged() const {}
};

}  // namespace hence
