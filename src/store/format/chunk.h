// A chunk: events of one cluster that arrived in one commit, with the new texts of these events.
//
// A chunk is one value of the log. Events of a session lie together, so reading a session reads few
// values, and similar events compress well. One value for each event would make every walk a seek
// for each event; one value for each batch would make finding one event unpack a whole batch. So a
// chunk is closed at about 16 KiB. A chunk changes only when an event of it is erased: then a stub
// takes the event's place, and version 2 says what the event's bytes were, by the commitment that
// its leaf in the tree has (store/integrity/leaf.h).
//
//     chunk   = version byte (1; 2 with stubs)
//               received: varint zigzag(seconds), varint milliseconds
//               count varint, then for each event: varint (seq - the one before), varint size
//               the stored events (event_codec.h), one behind the other
//               count varint, then for each text: hash (32), kind byte, varint size, payload
//               in version 2, count varint, then for each stub: its place among the events varint,
//               the commitment to the event that was erased (32)
//
// The seq before the first is the chunk's own, which is in its key; so the first difference is 0.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "hence/result.h"
#include "hence/time.h"
#include "store/format/layout.h"
#include "store/format/text_pieces.h"

namespace hence {

// Chunks are closed once they are this large, so that finding one event never unpacks many.
inline constexpr std::size_t chunk_size_aim = std::size_t{16} << 10;

class ChunkBuilder {
public:
    ChunkBuilder(std::uint64_t cluster, std::uint64_t first_seq)
        : cluster_(cluster), first_seq_(first_seq), last_seq_(first_seq) {}

    std::uint64_t cluster() const { return cluster_; }
    std::uint64_t first_seq() const { return first_seq_; }
    const std::vector<std::uint64_t>& seqs() const { return seqs_; }
    std::size_t size() const { return events_.size() + texts_.size(); }

    // Where to append the next event's stored form; `close_event` ends it.
    std::string& events() { return events_; }
    void close_event(std::uint64_t seq);
    void add_text(const Hash& hash, UnitKind kind, std::string_view payload);
    // The event that was closed last is the stub of one with this commitment.
    void add_commitment(const Hash& commitment);

    std::string finish(const Time& received) const;

private:
    std::uint64_t cluster_;
    std::uint64_t first_seq_;
    std::uint64_t last_seq_;
    std::vector<std::uint64_t> seqs_;
    std::string sizes_;
    std::string events_;
    std::size_t event_start_ = 0;
    std::string texts_;
    std::size_t text_count_ = 0;
    std::string commitments_;
    std::size_t commitment_count_ = 0;
};

// A chunk as it was read. Events and texts are views into it.
class Chunk {
public:
    struct Slot {
        std::uint64_t seq;
        std::string_view stored;
        std::optional<Hash> commitment = {};  // Of a stub: to the event that was erased.
    };

    // Fails with corrupt.
    static Result<std::shared_ptr<const Chunk>> parse(std::string bytes, std::uint64_t first_seq,
                                                      std::uint64_t cluster = 0);

    std::uint64_t cluster() const { return cluster_; }  // As it was given.
    const Time& received() const { return received_; }
    const std::vector<Slot>& events() const { return events_; }
    const std::unordered_map<Hash, Unit, HashOfHash>& texts() const { return texts_; }
    std::size_t size() const { return bytes_.size(); }
    // The whole chunk, as it was parsed.
    const std::string& bytes() const { return bytes_; }

private:
    bool read_commitments(ByteReader& in);

    std::string bytes_;
    std::uint64_t cluster_ = 0;
    Time received_;
    std::vector<Slot> events_;
    std::unordered_map<Hash, Unit, HashOfHash> texts_;
};

// The description of a batch, which says what arrived together and in which chunks it lies.
//
//     batch = version byte (1), type byte (1: events; 2 is kept for tombstones), count varint,
//             chunks varint, then for each: cluster varint, first seq varint, count varint and for
//             each event varint (seq - the one before), the first taken from the chunk's first seq
struct BatchEntry {
    struct Part {
        std::uint64_t cluster = 0;
        std::uint64_t first_seq = 0;
        std::vector<std::uint64_t> seqs;
    };
    std::uint64_t first_seq = 0;
    std::uint64_t count = 0;
    std::vector<Part> parts;

    std::string encode() const;
    static Result<BatchEntry> decode(std::string_view bytes, std::uint64_t first_seq);
};

// Where each event of a batch lies, in the order of arrival. A batch lists its events by chunk, so
// to find one by its number the whole list must be read; this is that list, read once.
class BatchPlaces {
public:
    explicit BatchPlaces(const BatchEntry& batch);

    std::uint64_t first_seq() const { return first_seq_; }
    std::uint64_t end_seq() const { return end_seq_; }  // Of the batch behind it, at the earliest.
    const std::vector<Place>& places() const { return places_; }

private:
    std::uint64_t first_seq_;
    std::uint64_t end_seq_;
    std::vector<Place> places_;
};

}  // namespace hence
