// What an erasure does to a log, whatever engine keeps it.
//
// Three things are decided here, once for all engines: which long texts go with the erased events
// (dying_texts.h), how a chunk is written anew with a stub in place of each erased event, and which
// quarantined lines go. An engine hands its log in as an ErasedLog, and writes what comes out in
// its own way: RocksDB step by step, each of which may be done twice, and PostgreSQL in one
// transaction.
// Must never happen: an event that is not named loses a byte, or a stub loses the commitment that
// its leaf in the tree has.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "base/hash.h"
#include "hence/result.h"
#include "store/format/chunk.h"
#include "store/format/erasure_codec.h"

namespace hence {

using Hashes = std::unordered_set<Hash, HashOfHash>;

struct LoadedChunk {
    std::uint64_t cluster = 0;
    std::uint64_t first_seq = 0;
    std::shared_ptr<const Chunk> chunk;
};
using ChunkVisitor = std::function<Result<void>(const LoadedChunk&)>;

// The log, as an erasure reads it.
class ErasedLog {
public:
    // Says whether to go on.
    using BatchVisitor = std::function<Result<bool>(const BatchEntry&)>;

    virtual ~ErasedLog() = default;

    // The batches from the one that holds `seq` back to the first.
    virtual Result<void> each_batch_back(std::uint64_t seq, const BatchVisitor& visit) const = 0;
    // The batch that `seq` lies in, or the first one behind it; nothing behind the end.
    virtual Result<std::optional<BatchEntry>> batch_at(std::uint64_t seq) const = 0;
    // These chunks; one that is not there is passed over.
    virtual Result<std::vector<LoadedChunk>> chunks(
        const std::vector<BatchEntry::Part>& parts) const = 0;
    virtual Result<void> each_chunk(const ChunkVisitor& visit) const = 0;
    // The name under which a text of a cluster is found: its hash, unless texts are not shared.
    virtual Hash text_name(std::uint64_t /*cluster*/, const Hash& hash) const { return hash; }
};

// The names of the texts that only the erased events lead to, in order.
Result<std::vector<Hash>> find_dead_texts(const ErasedLog& log, const PendingErasure& erasure);

// Every chunk that holds an event which the erasure names.
Result<void> each_erased_chunk(const ErasedLog& log, const PendingErasure& erasure,
                               const ChunkVisitor& visit);

// Quarantined lines by the id that they state: what is refused with the id of an erased event goes
// with it, whatever rule the line breaks. So do those of a session that is erased, and the rows
// that the erasure names.
class RefusedLines {
public:
    // `row` is the whole row, as decode_refused reads it.
    Result<void> add(std::uint64_t n, std::string_view row, const PendingErasure& erasure);
    void leave_with(std::string_view id);
    bool empty() const { return by_id_.empty(); }
    const std::vector<std::uint64_t>& leaving() const { return leaving_; }

private:
    ByText<std::vector<std::uint64_t>> by_id_;
    std::vector<std::uint64_t> leaving_;
};

// A row of the quarantine stays as a number that was used, without what it held.
struct EmptiedRow {
    std::string row;
    std::string count;
    Hash identity{};  // Of what it held; nothing is found by it any more.
};
Result<EmptiedRow> emptied_row(std::string_view row, std::string_view count);

// Writes chunks anew.
class ChunkErasing {
public:
    // What the leaf of an event commits to; zeros where nobody keeps a tree.
    using Commitment = std::function<Result<Hash>(std::uint64_t cluster, const Chunk::Slot& slot)>;

    // `log` and `erasure` must outlive it.
    ChunkErasing(const ErasedLog& log, const PendingErasure& erasure, Hashes dead,
                 Commitment commitment)
        : log_(log),
          erasure_(erasure),
          dead_(std::move(dead)),
          commitment_(std::move(commitment)) {}

    // Visits every chunk that may change. A text may lie in the chunk of an event that stays.
    Result<void> each_chunk(const ChunkVisitor& visit) const;
    // The chunk as it is to be; nothing when it stays as it is.
    Result<std::optional<std::string>> rewritten(const LoadedChunk& loaded,
                                                 RefusedLines& refused) const;

private:
    class StubTexts;

    Result<void> put_stub(const LoadedChunk& loaded, const Chunk::Slot& slot, ChunkBuilder& anew,
                          StubTexts& texts) const;

    const ErasedLog& log_;
    const PendingErasure& erasure_;
    Hashes dead_;
    Commitment commitment_;
};

}  // namespace hence
