#include "store/rocks/erasing.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <rocksdb/db.h>

#include "base/try.h"
#include "store/format/erasing.h"
#include "store/integrity/leaf.h"
#include "store/rocks/index.h"
#include "store/rocks/sealed/log_seal.h"
#include "store/rocks/search_index.h"

namespace hence::rocks {
namespace {

// Rewritten chunks are written together up to this size.
constexpr std::size_t write_bytes_max = std::size_t{4} << 20;

Result<LoadedChunk> load_chunk(const Log& log, std::string_view key, std::string_view value) {
    ByteReader in(key.substr(1));
    LoadedChunk loaded;
    loaded.cluster = in.be64();
    loaded.first_seq = in.be64();
    std::string bytes = TRY(log.plain(key, value));
    loaded.chunk = TRY(Chunk::parse(std::move(bytes), loaded.first_seq, loaded.cluster));
    return loaded;
}

// Every key of a kind, in order. What is read once need not push others out of the cache.
template <class Visit>
Result<void> each_of_kind(rocksdb::DB& db, char kind, Visit visit) {
    rocksdb::ReadOptions options;
    options.fill_cache = false;
    const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator(options));
    for (at->Seek(std::string(1, kind)); at->Valid() && at->key()[0] == kind; at->Next()) {
        TRY(visit(at->key().ToStringView(), at->value().ToStringView()));
    }
    if (!at->status().ok()) {
        return to_error(at->status(), "cannot read the log");
    }
    return {};
}

// A value as RocksDB has it, which a walk over the log meets, too.
Result<std::optional<std::string>> raw_value(const Log& log, const std::string& key) {
    std::string value;
    const rocksdb::Status status = log.db().Get({}, key, &value);
    if (!status.ok() && !status.IsNotFound()) {
        return to_error(status, "cannot read the log");
    }
    return status.ok() ? std::optional(std::move(value)) : std::nullopt;
}

class RocksErasedLog final : public ErasedLog {
public:
    explicit RocksErasedLog(const Log& log) : log_(log) {}

    Result<void> each_batch_back(std::uint64_t seq, const BatchVisitor& visit) const override {
        const std::unique_ptr<rocksdb::Iterator> at(log_.db().NewIterator({}));
        for (at->SeekForPrev(log_key::of_batch(seq)); at->Valid() && at->key()[0] == log_key::batch;
             at->Prev()) {
            const std::uint64_t first = ByteReader(at->key().ToStringView().substr(1)).be64();
            const BatchEntry batch = TRY(BatchEntry::decode(at->value().ToStringView(), first));
            const bool go_on = TRY(visit(batch));
            if (!go_on) {
                break;
            }
        }
        if (!at->status().ok()) {
            return to_error(at->status(), "cannot read the log");
        }
        return {};
    }

    Result<std::optional<BatchEntry>> batch_at(std::uint64_t seq) const override {
        return log_.batch_at(seq);
    }

    Result<std::vector<LoadedChunk>> chunks(
        const std::vector<BatchEntry::Part>& parts) const override {
        std::vector<LoadedChunk> chunks;
        for (const BatchEntry::Part& part : parts) {
            const std::string key = log_key::of_chunk(part.cluster, part.first_seq);
            const std::optional<std::string> value = TRY(raw_value(log_, key));
            if (value) {
                LoadedChunk loaded = TRY(load_chunk(log_, key, *value));
                chunks.push_back(std::move(loaded));
            }
        }
        return chunks;
    }

    Result<void> each_chunk(const ChunkVisitor& visit) const override {
        return each_of_kind(log_.db(), log_key::chunk,
                            [&](std::string_view key, std::string_view value) -> Result<void> {
                                const LoadedChunk loaded = TRY(load_chunk(log_, key, value));
                                return visit(loaded);
                            });
    }

    Hash text_name(std::uint64_t cluster, const Hash& hash) const override {
        return log_.text_name(cluster, hash);
    }

private:
    const Log& log_;
};

class Erasing {
public:
    Erasing(Log& log, const ErasingPlace& place, std::uint64_t seq, PendingErasure erasure)
        : log_(log), read_(log), place_(place), seq_(seq), erasure_(std::move(erasure)) {}

    Result<void> rewrite_everything() {
        if (erasure_.state == ErasureState::announced) {
            TRY(sort_out());
        }
        if (erasure_.state == ErasureState::sorted_out) {
            TRY(rewrite());
        }
        return {};
    }

    // Once the old versions are in no file.
    Result<void> end() {
        TRY(destroy_keys());
        TRY(destroy_row_keys());
        rocksdb::WriteBatch batch;
        batch.Delete(log_key::of_erasure(seq_));
        return log_.write(batch, true);
    }

private:
    Result<void> sort_out() {
        const std::vector<Hash> dead = TRY(find_dead_texts(read_, erasure_));
        rocksdb::WriteBatch batch;
        std::uint32_t part = 0;
        for (std::size_t at = 0; at < dead.size(); at += erasure_part_hashes) {
            std::string value;
            for (const Hash& hash :
                 std::span(dead).subspan(at, std::min(erasure_part_hashes, dead.size() - at))) {
                value.append(as_bytes(hash));
            }
            batch.Put(log_key::of_erasure_part(seq_, part++), value);
        }
        return enter(ErasureState::sorted_out, batch);
    }

    Result<void> enter(ErasureState state, rocksdb::WriteBatch& batch) {
        erasure_.state = state;
        batch.Put(log_key::of_erasure(seq_), encode_erasure(erasure_));
        return log_.write(batch, true);
    }

    Result<void> rewrite() {
        rocksdb::WriteBatch last;
        TRY(read_dead(last));
        RefusedLines refused;
        const auto note = [&](std::string_view key, std::string_view value) -> Result<void> {
            const std::string row = TRY(log_.plain(key, value));
            return refused.add(ByteReader(key.substr(1)).be64(), row, erasure_);
        };
        TRY(each_of_kind(log_.db(), log_key::refused, note));
        rocksdb::WriteBatch batch;
        const ChunkErasing erasing(read_, erasure_, std::move(dead_),
                                   [this](std::uint64_t cluster, const Chunk::Slot& slot) {
                                       return commitment(cluster, slot);
                                   });
        const auto put = [&](const LoadedChunk& loaded) -> Result<void> {
            const std::optional<std::string> anew = TRY(erasing.rewritten(loaded, refused));
            if (anew) {
                batch.Put(log_key::of_chunk(loaded.cluster, loaded.first_seq), *anew);
            }
            return batch.GetDataSize() < write_bytes_max ? Result<void>() : flush(batch);
        };
        TRY(erasing.each_chunk(put));
        TRY(flush(batch));
        TRY(drop_refused(refused.leaving(), last));
        return enter(ErasureState::rewritten, last);
    }

    // The texts to drop. The parts that name them go when the chunks are rewritten.
    Result<void> read_dead(rocksdb::WriteBatch& last) {
        const std::string record = log_key::of_erasure(seq_);
        const auto visit = [&](std::string_view key, std::string_view value) -> Result<void> {
            if (key.size() > record.size() && key.starts_with(record)) {
                const std::string bytes = TRY(log_.plain(key, value));
                const std::vector<Hash> part = TRY(decode_erasure_part(bytes));
                dead_.insert(part.begin(), part.end());
                last.Delete(rocksdb::Slice(key.data(), key.size()));
            }
            return {};
        };
        return each_of_kind(log_.db(), log_key::erasure, visit);
    }

    Result<Hash> commitment(std::uint64_t cluster, const Chunk::Slot& slot) const {
        if (!place_.keys) {
            return Hash{};
        }
        SessionKeys* const keys = TRY(place_.keys());
        const SecretKey key = TRY(keys->key_of(cluster));
        return commitment_of(salt_of(key, slot.seq), slot.stored);
    }

    // The keys behind the commitments must be safe first.
    Result<void> flush(rocksdb::WriteBatch& batch) {
        if (place_.keys) {
            SessionKeys* const keys = TRY(place_.keys());
            TRY(keys->sync());
        }
        TRY(log_.write(batch, false));
        batch.Clear();
        return {};
    }

    Result<void> drop_refused(const std::vector<std::uint64_t>& numbers,
                              rocksdb::WriteBatch& batch) {
        for (const std::uint64_t n : numbers) {
            const std::optional<std::string> value = TRY(log_.get(log_key::of_refused(n)));
            if (!value) {
                continue;
            }
            const std::optional<std::string> count = TRY(log_.get(log_key::of_refused_count(n)));
            const EmptiedRow emptied = TRY(emptied_row(*value, count.value_or("")));
            batch.Put(log_key::of_refused(n), emptied.row);
            batch.Put(log_key::of_refused_count(n), emptied.count);
            batch.Delete(log_key::of_refused_hash(emptied.identity));
        }
        return {};
    }

    // A key goes when every event of its cluster is a stub: then it proves nothing any more.
    Result<void> destroy_keys() {
        if (!place_.keys) {
            return {};
        }
        std::unordered_map<std::uint64_t, bool> live;  // By cluster that lost an event.
        TRY(each_erased_chunk(read_, erasure_, [&](const LoadedChunk& loaded) -> Result<void> {
            live[loaded.cluster] = false;
            return {};
        }));
        std::vector<std::uint64_t> gone;
        for (auto& [cluster, lives] : live) {
            lives = TRY(has_events(cluster));
            if (!lives) {
                gone.push_back(cluster);
            }
        }
        std::ranges::sort(gone);
        SessionKeys* const keys = TRY(place_.keys());
        return keys->destroy(gone);
    }

    // In an encrypted log, the keys of emptied rows of the quarantine.
    Result<void> destroy_row_keys() {
        if (log_.seal() == nullptr || !place_.keys) {
            return {};
        }
        std::vector<std::uint64_t> emptied;
        const auto visit = [&](std::string_view key, std::string_view value) -> Result<void> {
            if (LogSeal::outlives_its_key(value)) {
                emptied.push_back(ByteReader(key.substr(1)).be64());
            }
            return {};
        };
        TRY(each_of_kind(log_.db(), log_key::refused, visit));
        return log_.seal()->destroy_rows(emptied);
    }

    Result<bool> has_events(std::uint64_t cluster) {
        std::string prefix(1, log_key::chunk);
        put_be64(prefix, cluster);
        const std::unique_ptr<rocksdb::Iterator> at(log_.db().NewIterator({}));
        for (at->Seek(prefix); at->Valid() && at->key().starts_with(prefix); at->Next()) {
            const LoadedChunk loaded =
                TRY(load_chunk(log_, at->key().ToStringView(), at->value().ToStringView()));
            const bool all_stubs = std::ranges::all_of(
                loaded.chunk->events(),
                [](const Chunk::Slot& slot) { return slot.commitment.has_value(); });
            const bool stays_readable =
                log_.seal() == nullptr || LogSeal::outlives_its_key(at->value().ToStringView());
            if (!all_stubs || !stays_readable) {
                return true;
            }
        }
        if (!at->status().ok()) {
            return to_error(at->status(), "cannot read the log");
        }
        return false;
    }

    Log& log_;
    RocksErasedLog read_;
    const ErasingPlace& place_;
    std::uint64_t seq_;
    PendingErasure erasure_;
    Hashes dead_;
};

// RocksDB deletes a file that it no longer needs on a thread of its own, some time later. Allowing
// deletions anew looks for all such files at once.
Result<void> drop_old_versions(Log& log) {
    TRY(log.flush());
    rocksdb::CompactRangeOptions options;
    options.exclusive_manual_compaction = true;
    options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
    rocksdb::Status status = log.db().CompactRange(options, nullptr, nullptr);
    if (status.ok()) {
        status = log.db().DisableFileDeletions();
    }
    if (status.ok()) {
        status = log.db().EnableFileDeletions(true);
    }
    if (!status.ok()) {
        return to_error(status, "cannot compact the log");
    }
    return {};
}

// Either may be gone already, when this was interrupted or nothing was ever searched.
Result<void> remove_derived(const ErasingPlace& place) {
    if (place.env->FileExists(place.index_path).ok()) {
        TRY(Index::destroy(place.index_path, place.env));
    }
    if (!place.search_path.empty() && place.env->FileExists(place.search_path).ok()) {
        TRY(SearchIndex::destroy(place.search_path, place.env));
    }
    return {};
}

}  // namespace

Result<void> finish_erasures(Log& log, const ErasingPlace& place) {
    std::vector<Erasing> pending;
    const auto visit = [&](std::string_view key, std::string_view value) -> Result<void> {
        if (key.size() == log_key::of_erasure(0).size()) {
            const std::string bytes = TRY(log.plain(key, value));
            PendingErasure erasure = TRY(decode_erasure(bytes));
            if (!erasure.seqs.empty() || !erasure.rows.empty()) {
                pending.emplace_back(log, place, ByteReader(key.substr(1)).be64(),
                                     std::move(erasure));
            }
        }
        return {};
    };
    TRY(each_of_kind(log.db(), log_key::erasure, visit));
    if (pending.empty()) {
        return {};
    }
    TRY(remove_derived(place));
    for (Erasing& erasing : pending) {
        TRY(erasing.rewrite_everything());
    }
    TRY(drop_old_versions(log));
    for (Erasing& erasing : pending) {
        TRY(erasing.end());
    }
    return {};
}

}  // namespace hence::rocks
