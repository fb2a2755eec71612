#include "store/postgres/erasing.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "store/integrity/leaf.h"
#include "store/postgres/derived.h"
#include "store/postgres/events.h"
#include "store/postgres/search_table.h"

namespace hence::postgres {
namespace {

// Rewritten chunks are sent together up to this size.
constexpr std::size_t write_bytes_max = std::size_t{4} << 20;
constexpr std::uint64_t derive_events = 4'096;

// What holds words of events.
constexpr const char* vacuums[] = {
    "VACUUM hence_record",
    "VACUUM hence_index",
    "VACUUM hence_row",
    "VACUUM hence_search",
};

Ask on(Connection& connection) {
    return [&connection](const std::vector<Statement>& statements) {
        return connection.run(statements);
    };
}

}  // namespace

Erasing::Erasing(Connection& connection, std::int32_t log)
    : connection_(connection),
      log_(log),
      read_(on(connection), log),
      proofs_(on(connection), log) {}

Result<void> Erasing::write(Changes& changes) {
    if (!changes.empty()) {
        TRY(connection_.run(changes.statements(log_)));
        changes.clear();
    }
    return {};
}

Result<void> Erasing::carry_out(const PendingErasure& erasure) {
    const std::vector<Hash> dead = TRY(find_dead_texts(read_, erasure));
    RefusedLines refused;
    TRY(read_.each_refused(
        [&](std::uint64_t n, std::string_view row) { return refused.add(n, row, erasure); }));
    const ChunkErasing erasing(read_, erasure, Hashes(dead.begin(), dead.end()),
                               [this](std::uint64_t cluster, const Chunk::Slot& slot) {
                                   return commitment(cluster, slot);
                               });
    Changes changes;
    std::size_t bytes = 0;
    const auto rewrite = [&](const LoadedChunk& loaded) -> Result<void> {
        const std::optional<std::string> anew = TRY(erasing.rewritten(loaded, refused));
        if (anew) {
            changes.replace(log_key::of_chunk(loaded.cluster, loaded.first_seq), *anew);
            bytes += anew->size();
        }
        if (bytes < write_bytes_max) {
            return {};
        }
        bytes = 0;
        return write(changes);
    };
    TRY(erasing.each_chunk(rewrite));
    TRY(write(changes));
    TRY(drop_refused(refused.leaving()));
    return destroy_keys(erasure);
}

// The tree may not have met the session yet: then its key is made here.
Result<Hash> Erasing::commitment(std::uint64_t cluster, const Chunk::Slot& slot) {
    if (keys_.empty()) {
        TRY(proofs_.lock());
    }
    if (!keys_.contains(cluster)) {
        const ProofTable::Keys made = TRY(proofs_.keys_or_new({cluster}));
        keys_.insert(made.begin(), made.end());
    }
    return commitment_of(salt_of(keys_.at(cluster), slot.seq), slot.stored);
}

// A key goes when every event of its cluster is a stub: then it proves nothing any more.
Result<void> Erasing::destroy_keys(const PendingErasure& erasure) {
    std::set<std::uint64_t> clusters;
    TRY(each_erased_chunk(read_, erasure, [&](const LoadedChunk& loaded) {
        clusters.insert(loaded.cluster);
        return Result<void>();
    }));
    std::vector<std::uint64_t> gone;
    for (const std::uint64_t cluster : clusters) {
        bool lives = false;
        TRY(read_.each_chunk_of(cluster, [&](const LoadedChunk& loaded) -> Result<bool> {
            lives = !std::ranges::all_of(loaded.chunk->events(), [](const Chunk::Slot& slot) {
                return slot.commitment.has_value();
            });
            return !lives;
        }));
        if (!lives) {
            gone.push_back(cluster);
            keys_.erase(cluster);
        }
    }
    TRY(proofs_.lock());
    return proofs_.destroy_keys(gone);
}

Result<void> Erasing::drop_refused(const std::vector<std::uint64_t>& numbers) {
    if (numbers.empty()) {
        return {};
    }
    std::vector<std::string> rests;
    for (const std::uint64_t n : numbers) {
        rests.push_back(seq_bytes(n));
    }
    const std::vector<Rows> rows = TRY(connection_.run(
        {select_rests(Table::record, log_, std::string(1, log_key::refused), rests),
         select_rests(Table::record, log_, std::string(1, log_key::refused_count), rests)}));
    std::map<std::string, std::string> counts;
    TRY(each_value(rows[1], [&](std::string_view, std::string_view rest, std::string value) {
        counts.emplace(rest, std::move(value));
        return Result<void>();
    }));
    Changes changes;
    const auto empty_row = [&](std::string_view, std::string_view rest,
                               const std::string& value) -> Result<void> {
        const std::uint64_t n = ByteReader(rest).be64();
        const EmptiedRow emptied = TRY(emptied_row(value, counts[std::string(rest)]));
        changes.replace(log_key::of_refused(n), emptied.row);
        changes.put(log_key::of_refused_count(n), emptied.count);
        changes.drop(log_key::of_refused_hash(emptied.identity));
        return {};
    };
    TRY(each_value(rows[0], empty_row));
    return write(changes);
}

Result<bool> Erasing::derive_again(std::uint64_t last_seq) {
    Statement index("DELETE FROM hence_index WHERE log = $1");
    index.integer(log_);
    Statement rows("DELETE FROM hence_row WHERE log = $1");
    rows.integer(log_);
    TRY(connection_.run({index, rows}));
    bool unfinished = false;
    for (std::uint64_t seq = 1; seq <= last_seq;) {
        const std::vector<StoredBatch> batches = TRY(read_.stored_batches(seq, derive_events));
        if (batches.empty()) {
            return Error{Code::corrupt, fmt::format("the log lacks event {}", seq)};
        }
        Fetched fetched;
        Changes changes;
        while (true) {
            changes.clear();
            const bool open = TRY(derive_index(batches, unfinished, fetched, changes));
            if (!fetched.wants()) {
                unfinished = open;
                break;
            }
            const std::vector<Rows> answers = TRY(connection_.run(fetched.questions(log_)));
            TRY(fetched.take(answers, 0));
        }
        TRY(write(changes));
        seq = batches.back().first_seq + batches.back().count;
    }
    return unfinished;
}

Result<void> Erasing::clear_search(std::int64_t erasures) {
    TRY(connection_.run(SearchTable::clear(log_, erasures)));
    return {};
}

std::vector<std::string> vacuum(Connection& connection) {
    for (const char* const sql : vacuums) {
        const Result<std::vector<Rows>> done = connection.run({Statement(sql)});
        if (!done) {
            const std::string why =
                connection.warning().empty() ? done.error().message : connection.warning();
            return {fmt::format("dead rows of the engine hold what was erased until it vacuums: {}",
                                why)};
        }
    }
    return {};
}

}  // namespace hence::postgres
