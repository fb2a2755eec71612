// Copying a log in the engine into another store, and taking a copy.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "store/postgres/derived.h"
#include "store/postgres/store.h"

namespace hence::postgres {
Result<StoredBatch> PostgresStore::stored_batch(std::uint64_t seq) const {
    Statement select(
        "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part = $2 AND "
        "rest = (SELECT rest FROM hence_record WHERE log = $1 AND part = $2 AND rest <= $3 "
        "ORDER BY rest DESC LIMIT 1)");
    select.integer(log_.log).bytes(std::string(1, log_key::batch)).bytes(seq_bytes(seq));
    const std::vector<Rows> rows = TRY(pool_.ask({select}));
    StoredBatch stored;
    std::vector<std::string> chunks;
    const auto take = [&](std::string_view part, std::string_view rest,
                          std::string value) -> Result<void> {
        stored.first_seq = ByteReader(rest).be64();
        const BatchEntry entry = TRY(BatchEntry::decode(value, stored.first_seq));
        stored.count = entry.count;
        for (const BatchEntry::Part& chunk : entry.parts) {
            chunks.push_back(log_key::of_chunk(chunk.cluster, chunk.first_seq));
        }
        stored.entries.emplace_back(std::string(part) + std::string(rest), std::move(value));
        return {};
    };
    TRY(each_value(rows.front(), take));
    if (stored.entries.empty() || seq >= stored.first_seq + stored.count) {
        return Error{Code::not_found, fmt::format("there is no event {}", seq)};
    }
    const std::vector<Rows> bodies =
        TRY(pool_.ask({select_parts(Table::record, log_.log, chunks)}));
    const auto take_chunk = [&](std::string_view part, std::string_view,
                                std::string value) -> Result<void> {
        stored.entries.emplace_back(std::string(part), std::move(value));
        return {};
    };
    TRY(each_value(bodies.front(), take_chunk));
    if (stored.entries.size() != chunks.size() + 1) {
        return Error{Code::corrupt, "the engine lacks a chunk of the log"};
    }
    return stored;
}

Result<LogEntries> PostgresStore::stored_quarantine() const {
    Statement select(
        "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part >= $2");
    select.integer(log_.log).bytes(std::string(1, log_key::refused_hash));
    const std::vector<Rows> rows = TRY(pool_.ask({select}));
    LogEntries entries;
    const auto take = [&](std::string_view part, std::string_view rest,
                          std::string value) -> Result<void> {
        entries.emplace_back(std::string(part) + std::string(rest), std::move(value));
        return {};
    };
    TRY(each_value(rows.front(), take));
    return entries;
}

Result<PostgresStore::Worked> PostgresStore::copies_worked_out(
    const std::vector<StoredBatch>& batches, const HeadRow& head) {
    Worked worked;
    worked.end = {static_cast<std::uint64_t>(head.last_seq),
                  static_cast<std::uint64_t>(head.last_refused)};
    for (const StoredBatch& batch : batches) {
        worked.end.last_seq += batch.count;
        for (const auto& [key, value] : batch.entries) {
            worked.changes.put(key, value);
        }
    }
    worked.unfinished = TRY(derive_index(batches, head.unfinished, fetched_, worked.changes));
    return worked;
}

Result<void> PostgresStore::take_batches(const std::vector<StoredBatch>& batches) {
    const auto follows = [&](const Store& /*store*/) -> Result<void> {
        std::uint64_t last = static_cast<std::uint64_t>(locked_head_.last_seq);
        for (const StoredBatch& batch : batches) {
            if (batch.first_seq != last + 1) {
                return does_not_follow();
            }
            last += batch.count;
        }
        return {};
    };
    const Check check = follows;
    TRY(commit_worked([&](const HeadRow& head) { return copies_worked_out(batches, head); },
                      &check));
    return {};
}

Result<void> PostgresStore::take_quarantine(const LogEntries& entries) {
    TRY(commit_worked(
        [&](const HeadRow& head) -> Result<Worked> {
            Worked worked;
            worked.end = {static_cast<std::uint64_t>(head.last_seq),
                          static_cast<std::uint64_t>(head.last_refused)};
            worked.unfinished = head.unfinished;
            for (const auto& [key, value] : entries) {
                worked.changes.put(key, value);
                if (key.starts_with(log_key::refused)) {
                    worked.end.last_refused =
                        std::max(worked.end.last_refused,
                                 ByteReader(std::string_view(key).substr(1)).be64());
                }
            }
            return worked;
        },
        nullptr));
    return {};
}

}  // namespace hence::postgres
