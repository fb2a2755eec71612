// Reads the record of a log in the engine as a whole: batches, chunks and refused lines, in pages.
//
// An erasure and the tree of proofs read it, in the transaction that their changes are part of.
// Questions do not: they have chunks at hand (events.h).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/common/copyable_store.h"
#include "store/format/erasing.h"
#include "store/postgres/tables.h"

namespace hence::postgres {

// Puts statements to the engine: on one connection, or on any.
using Ask = std::function<Result<std::vector<Rows>>(const std::vector<Statement>&)>;

class LogReader final : public ErasedLog {
public:
    // Gives the chunk of this key as the log has it at this moment; null where it must be read.
    using AtHand = std::function<std::shared_ptr<const Chunk>(const std::string& key)>;

    LogReader(Ask ask, std::int32_t log, AtHand at_hand = {})
        : ask_(std::move(ask)), log_(log), at_hand_(std::move(at_hand)) {}

    Result<void> each_batch_back(std::uint64_t seq, const BatchVisitor& visit) const override;
    Result<std::optional<BatchEntry>> batch_at(std::uint64_t seq) const override;
    Result<std::vector<LoadedChunk>> chunks(
        const std::vector<BatchEntry::Part>& parts) const override;
    Result<void> each_chunk(const ChunkVisitor& visit) const override;
    // The chunks of one cluster. `visit` says whether to go on.
    Result<void> each_chunk_of(std::uint64_t cluster,
                               const std::function<Result<bool>(const LoadedChunk&)>& visit) const;

    using RowVisitor = std::function<Result<void>(std::uint64_t n, std::string_view row)>;
    Result<void> each_refused(const RowVisitor& visit) const;

    // Batches from the one that begins with `seq` on, with their chunks: about `events` events, and
    // at least one batch. None at the end. Fails with corrupt when no batch begins there.
    Result<std::vector<StoredBatch>> stored_batches(std::uint64_t seq, std::uint64_t events) const;

private:
    using ValueFound = std::function<Result<bool>(std::string_view part, std::string_view rest,
                                                  const std::string& value)>;
    // Values of hence_record by key, in pages; `select` asks for a page behind a part and a rest.
    using Page = std::function<Statement(std::string_view part, std::string_view rest, int rows)>;
    Result<void> each_in_pages(const Page& page, const ValueFound& found) const;
    Result<void> each_chunk_between(const std::string& first, const std::string& last,
                                    const ValueFound& found) const;

    Ask ask_;
    std::int32_t log_;
    AtHand at_hand_;
};

}  // namespace hence::postgres
