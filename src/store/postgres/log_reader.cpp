#include "store/postgres/log_reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "store/postgres/body.h"
#include "store/postgres/events.h"

namespace hence::postgres {
namespace {

// A page has that many rows; more when one value alone has more pieces.
constexpr int page_rows = 256;

LoadedChunk no_chunk_yet(std::string_view key) {
    ByteReader in(key.substr(1));
    LoadedChunk loaded;
    loaded.cluster = in.be64();
    loaded.first_seq = in.be64();
    return loaded;
}

Result<LoadedChunk> loaded_chunk(std::string_view key, std::string value) {
    LoadedChunk loaded = no_chunk_yet(key);
    loaded.chunk = TRY(Chunk::parse(std::move(value), loaded.first_seq, loaded.cluster));
    return loaded;
}

bool same_value(const Rows& rows, int a, int b) {
    return rows.bytes(a, 0) == rows.bytes(b, 0) && rows.bytes(a, 1) == rows.bytes(b, 1);
}

}  // namespace

// The last value of a full page may lack pieces, so the next page begins with it.
Result<void> LogReader::each_in_pages(const Page& page, const ValueFound& found) const {
    std::string part;
    std::string rest;
    for (int limit = page_rows;;) {
        const std::vector<Rows> answers = TRY(ask_({page(part, rest, limit)}));
        const Rows& rows = answers.front();
        const bool more = rows.size() == limit;
        int end = rows.size();
        while (more && end > 0 && same_value(rows, end - 1, rows.size() - 1)) {
            --end;
        }
        if (more && end == 0) {
            limit *= 2;
            continue;
        }
        for (int row = 0; row < end;) {
            const int first = row;
            PieceJoiner pieces;
            for (; row < end && same_value(rows, row, first); ++row) {
                pieces.add(rows.number(row, 2), rows.bytes(row, 3));
            }
            const std::string value = TRY(pieces.join());
            part = rows.bytes(first, 0);
            rest = rows.bytes(first, 1);
            const bool go_on = TRY(found(part, rest, value));
            if (!go_on) {
                return {};
            }
        }
        if (!more) {
            return {};
        }
    }
}

Result<void> LogReader::each_batch_back(std::uint64_t seq, const BatchVisitor& visit) const {
    const auto page = [&](std::string_view, std::string_view rest, int rows) {
        Statement select(
            "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part = $2 AND "
            "rest < $3 ORDER BY rest DESC, piece LIMIT $4");
        select.integer(log_).bytes(std::string(1, log_key::batch));
        select.bytes(rest.empty() ? seq_bytes(seq + 1) : std::string(rest)).integer(rows);
        return select;
    };
    return each_in_pages(
        page,
        [&](std::string_view, std::string_view rest, const std::string& value) -> Result<bool> {
            const BatchEntry batch = TRY(BatchEntry::decode(value, ByteReader(rest).be64()));
            return visit(batch);
        });
}

Result<std::optional<BatchEntry>> LogReader::batch_at(std::uint64_t seq) const {
    const std::string part(1, log_key::batch);
    Statement before(
        "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part = $2 AND "
        "rest = (SELECT rest FROM hence_record WHERE log = $1 AND part = $2 AND rest <= $3 "
        "ORDER BY rest DESC LIMIT 1)");
    before.integer(log_).bytes(part).bytes(seq_bytes(seq));
    Statement behind(
        "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part = $2 AND "
        "rest = (SELECT rest FROM hence_record WHERE log = $1 AND part = $2 AND rest > $3 "
        "ORDER BY rest LIMIT 1)");
    behind.integer(log_).bytes(part).bytes(seq_bytes(seq));
    const std::vector<Rows> answers = TRY(ask_({before, behind}));
    std::optional<BatchEntry> found;
    for (const Rows& rows : answers) {
        const auto take = [&](std::string_view, std::string_view rest,
                              const std::string& value) -> Result<void> {
            BatchEntry batch = TRY(BatchEntry::decode(value, ByteReader(rest).be64()));
            if (!found && batch.first_seq + batch.count > seq) {
                found = std::move(batch);
            }
            return {};
        };
        TRY(each_value(rows, take));
    }
    return found;
}

Result<std::vector<LoadedChunk>> LogReader::chunks(
    const std::vector<BatchEntry::Part>& parts) const {
    std::vector<std::string> keys;
    for (const BatchEntry::Part& part : parts) {
        keys.push_back(log_key::of_chunk(part.cluster, part.first_seq));
    }
    const std::vector<Rows> rows = TRY(ask_({select_parts(Table::record, log_, keys)}));
    std::vector<LoadedChunk> chunks;
    const auto take = [&](std::string_view part, std::string_view,
                          std::string value) -> Result<void> {
        LoadedChunk loaded = TRY(loaded_chunk(part, std::move(value)));
        chunks.push_back(std::move(loaded));
        return {};
    };
    TRY(each_value(rows.front(), take));
    return chunks;
}

Result<void> LogReader::each_chunk_between(const std::string& first, const std::string& last,
                                           const ValueFound& found) const {
    const auto page = [&](std::string_view part, std::string_view, int rows) {
        Statement select(
            "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part > $2 AND "
            "part < $3 ORDER BY part, rest, piece LIMIT $4");
        select.integer(log_).bytes(part.empty() ? first : std::string(part)).bytes(last);
        select.integer(rows);
        return select;
    };
    return each_in_pages(page, found);
}

Result<void> LogReader::each_chunk(const ChunkVisitor& visit) const {
    return each_chunk_between(
        std::string(1, log_key::chunk), std::string(1, static_cast<char>(log_key::chunk + 1)),
        [&](std::string_view part, std::string_view, const std::string& value) -> Result<bool> {
            const LoadedChunk loaded = TRY(loaded_chunk(part, value));
            TRY(visit(loaded));
            return true;
        });
}

Result<void> LogReader::each_chunk_of(
    std::uint64_t cluster, const std::function<Result<bool>(const LoadedChunk&)>& visit) const {
    std::string first(1, log_key::chunk);
    put_be64(first, cluster);
    std::string last(1, log_key::chunk);
    put_be64(last, cluster + 1);
    return each_chunk_between(
        first, last,
        [&](std::string_view part, std::string_view, const std::string& value) -> Result<bool> {
            const LoadedChunk loaded = TRY(loaded_chunk(part, value));
            return visit(loaded);
        });
}

Result<void> LogReader::each_refused(const RowVisitor& visit) const {
    const auto page = [&](std::string_view, std::string_view rest, int rows) {
        Statement select(
            "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part = $2 AND "
            "rest > $3 ORDER BY rest, piece LIMIT $4");
        select.integer(log_).bytes(std::string(1, log_key::refused)).bytes(rest).integer(rows);
        return select;
    };
    return each_in_pages(
        page,
        [&](std::string_view, std::string_view rest, const std::string& value) -> Result<bool> {
            TRY(visit(ByteReader(rest).be64(), value));
            return true;
        });
}

Result<std::vector<StoredBatch>> LogReader::stored_batches(std::uint64_t seq,
                                                           std::uint64_t events) const {
    const std::string part(1, log_key::batch);
    const auto page = [&](std::string_view, std::string_view rest, int rows) {
        Statement select(
            "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part = $2 AND "
            "rest > $3 ORDER BY rest, piece LIMIT $4");
        select.integer(log_).bytes(part);
        select.bytes(rest.empty() ? seq_bytes(seq - 1) : std::string(rest)).integer(rows);
        return select;
    };
    std::vector<StoredBatch> batches;
    std::vector<std::string> keys;
    ByText<std::size_t> batch_of;  // By the key of a chunk.
    std::uint64_t next = seq;
    const auto take = [&](std::string_view, std::string_view rest,
                          const std::string& value) -> Result<bool> {
        StoredBatch batch;
        batch.first_seq = ByteReader(rest).be64();
        const BatchEntry entry = TRY(BatchEntry::decode(value, batch.first_seq));
        batch.count = entry.count;
        if (batch.first_seq != next) {
            return Error{Code::corrupt, fmt::format("the log lacks event {}", next)};
        }
        batch.entries.emplace_back(log_key::of_batch(batch.first_seq), value);
        for (const BatchEntry::Part& chunk : entry.parts) {
            std::string key = log_key::of_chunk(chunk.cluster, chunk.first_seq);
            const std::shared_ptr<const Chunk> here = at_hand_ ? at_hand_(key) : nullptr;
            if (here != nullptr) {
                batch.entries.emplace_back(std::move(key), here->bytes());
            } else {
                batch_of.emplace(key, batches.size());
                keys.push_back(std::move(key));
            }
        }
        next += batch.count;
        batches.push_back(std::move(batch));
        return next - seq < events;
    };
    TRY(each_in_pages(page, take));
    if (keys.empty()) {
        return batches;
    }
    const std::vector<Rows> rows = TRY(ask_({select_parts(Table::record, log_, keys)}));
    std::size_t found = 0;
    const auto take_chunk = [&](std::string_view key, std::string_view,
                                std::string value) -> Result<void> {
        const auto batch = batch_of.find(key);
        if (batch != batch_of.end()) {
            batches[batch->second].entries.emplace_back(std::string(key), std::move(value));
            ++found;
        }
        return {};
    };
    TRY(each_value(rows.front(), take_chunk));
    if (found != batch_of.size()) {
        return Error{Code::corrupt, "the engine lacks a chunk of the log"};
    }
    return batches;
}

}  // namespace hence::postgres
