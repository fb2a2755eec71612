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

#include "base/by_text.h"
#include "base/try.h"
#include "model/erased.h"
#include "store/format/dying_texts.h"
#include "store/format/erasure_codec.h"
#include "store/format/event_codec.h"
#include "store/format/refused_codec.h"
#include "store/integrity/leaf.h"
#include "store/rocks/index.h"
#include "store/rocks/search_index.h"

namespace hence::rocks {
namespace {

// Rewritten chunks are written together up to this size.
constexpr std::size_t write_bytes_max = std::size_t{4} << 20;

using Hashes = std::unordered_set<Hash, HashOfHash>;

struct LoadedChunk {
    std::uint64_t cluster = 0;
    std::uint64_t first_seq = 0;
    std::shared_ptr<const Chunk> chunk;
};

Result<LoadedChunk> load_chunk(std::string_view key, std::string_view value) {
    ByteReader in(key.substr(1));
    LoadedChunk loaded;
    loaded.cluster = in.be64();
    loaded.first_seq = in.be64();
    loaded.chunk = TRY(Chunk::parse(std::string(value), loaded.first_seq));
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

// Quarantined lines that are events, by id: what is refused with the id of an erased event goes
// with it. So do those of a session that is erased.
class RefusedLines {
public:
    Result<void> read(const Log& log, const PendingErasure& erasure) {
        const auto visit = [&](std::string_view key, std::string_view value) -> Result<void> {
            const std::uint64_t n = ByteReader(key.substr(1)).be64();
            const QuarantineRow row = TRY(decode_refused(value, true));
            const Result<Event> event = Event::parse(row.bytes);
            if (event && !event->id().empty()) {
                by_id_[std::string(event->id())].push_back(n);
            }
            if (event && !erasure.session.empty() && event->session() == erasure.session) {
                leaving_.push_back(n);
            }
            return {};
        };
        return each_of_kind(log.db(), log_key::refused, visit);
    }

    void leave_with(std::string_view id) {
        const auto lines = by_id_.find(id);
        if (lines != by_id_.end()) {
            leaving_.insert(leaving_.end(), lines->second.begin(), lines->second.end());
            by_id_.erase(lines);
        }
    }
    bool empty() const { return by_id_.empty(); }
    const std::vector<std::uint64_t>& leaving() const { return leaving_; }

private:
    ByText<std::vector<std::uint64_t>> by_id_;
    std::vector<std::uint64_t> leaving_;
};

// A long text of a stub itself, such as the id of a call that is spelled with many escapes.
class StubTexts : public TextWriter {
public:
    explicit StubTexts(ChunkBuilder& chunk) : chunk_(chunk) {}
    bool knows(const Hash& hash) override { return !added_.insert(hash).second; }
    void add(const Hash& hash, UnitKind kind, std::string_view payload) override {
        chunk_.add_text(hash, kind, payload);
    }
    const Hashes& added() const { return added_; }

private:
    ChunkBuilder& chunk_;
    Hashes added_;
};

class Erasing {
public:
    Erasing(Log& log, const ErasingPlace& place, std::uint64_t seq, PendingErasure erasure)
        : log_(log), place_(place), seq_(seq), erasure_(std::move(erasure)) {}

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
        rocksdb::WriteBatch batch;
        batch.Delete(log_key::of_erasure(seq_));
        return log_.write(batch, true);
    }

private:
    Result<void> sort_out() {
        const std::vector<Hash> dead = TRY(find_dead());
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

    // A unit lies in the batch of whatever named it first, or in an earlier one. So one walk back
    // from the last erased event meets every text that these events lead to.
    Result<std::vector<Hash>> find_dead() {
        DyingTexts texts(erasure_);
        const std::unique_ptr<rocksdb::Iterator> at(log_.db().NewIterator({}));
        for (at->SeekForPrev(log_key::of_batch(erasure_.seqs.back().last));
             at->Valid() && at->key()[0] == log_key::batch; at->Prev()) {
            const std::uint64_t first = ByteReader(at->key().ToStringView().substr(1)).be64();
            const BatchEntry batch = TRY(BatchEntry::decode(at->value().ToStringView(), first));
            if (texts.wants(batch)) {
                const std::vector<std::shared_ptr<const Chunk>> chunks = TRY(chunks_of(batch));
                TRY(texts.collect_from(chunks));
            }
            if (texts.has_met_all() && first <= erasure_.seqs.front().first) {
                break;
            }
        }
        if (!at->status().ok()) {
            return to_error(at->status(), "cannot read the log");
        }
        if (!texts.empty()) {
            const auto keep = [&](std::string_view key, std::string_view value) -> Result<void> {
                const LoadedChunk loaded = TRY(load_chunk(key, value));
                return texts.keep_what_is_named_in(*loaded.chunk);
            };
            TRY(each_of_kind(log_.db(), log_key::chunk, keep));
        }
        return texts.dead();
    }

    Result<std::vector<std::shared_ptr<const Chunk>>> chunks_of(const BatchEntry& batch) const {
        std::vector<std::shared_ptr<const Chunk>> chunks;
        for (const BatchEntry::Part& part : batch.parts) {
            const std::string key = log_key::of_chunk(part.cluster, part.first_seq);
            const std::optional<std::string> value = TRY(log_.get(key));
            if (value) {
                const LoadedChunk loaded = TRY(load_chunk(key, *value));
                chunks.push_back(loaded.chunk);
            }
        }
        return chunks;
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
        TRY(refused.read(log_, erasure_));
        rocksdb::WriteBatch batch;
        const auto visit = [&](std::string_view key, std::string_view value) -> Result<void> {
            const LoadedChunk loaded = TRY(load_chunk(key, value));
            const std::optional<std::string> anew = TRY(rewritten(loaded, refused));
            if (anew) {
                batch.Put(key, *anew);
            }
            return batch.GetDataSize() < write_bytes_max ? Result<void>() : flush(batch);
        };
        TRY(dead_.empty() ? each_chunk_of_erased(visit)
                          : each_of_kind(log_.db(), log_key::chunk, visit));
        TRY(flush(batch));
        TRY(drop_refused(refused.leaving(), last));
        return enter(ErasureState::rewritten, last);
    }

    // The texts to drop. The parts that name them go when the chunks are rewritten.
    Result<void> read_dead(rocksdb::WriteBatch& last) {
        const std::string record = log_key::of_erasure(seq_);
        const auto visit = [&](std::string_view key, std::string_view value) -> Result<void> {
            if (key.size() > record.size() && key.starts_with(record)) {
                const std::vector<Hash> part = TRY(decode_erasure_part(value));
                dead_.insert(part.begin(), part.end());
                last.Delete(rocksdb::Slice(key.data(), key.size()));
            }
            return {};
        };
        return each_of_kind(log_.db(), log_key::erasure, visit);
    }

    template <class Visit>
    Result<void> each_chunk_of_erased(Visit visit) {
        for (std::uint64_t seq = erasure_.seqs.front().first; seq <= erasure_.seqs.back().last;) {
            const std::optional<BatchEntry> batch = TRY(log_.batch_at(seq));
            if (!batch) {
                break;
            }
            for (const BatchEntry::Part& part : batch->parts) {
                const bool any = std::ranges::any_of(
                    part.seqs, [&](std::uint64_t each) { return erasure_.covers(each); });
                const std::string key = log_key::of_chunk(part.cluster, part.first_seq);
                const std::optional<std::string> value =
                    TRY(any ? log_.get(key) : std::optional<std::string>());
                if (value) {
                    TRY(visit(key, *value));
                }
            }
            seq = next_erased(batch->first_seq + batch->count);
        }
        return {};
    }

    // The first erased event from here on; one behind the last when there is none.
    std::uint64_t next_erased(std::uint64_t seq) const {
        const auto range = std::ranges::lower_bound(erasure_.seqs, seq, {}, &SeqRange::last);
        return range == erasure_.seqs.end() ? erasure_.seqs.back().last + 1
                                            : std::max(seq, range->first);
    }

    // The chunk as it is to be; nothing when it stays as it is.
    Result<std::optional<std::string>> rewritten(const LoadedChunk& loaded, RefusedLines& refused) {
        ChunkBuilder anew(loaded.cluster, loaded.first_seq);
        StubTexts texts(anew);
        bool changed = false;
        for (const Chunk::Slot& slot : loaded.chunk->events()) {
            const bool erased = erasure_.covers(slot.seq);
            if (erased && !refused.empty()) {
                const Event event = TRY(decode_outline(slot.stored, loaded.chunk));
                refused.leave_with(event.id());
            }
            if (erased && !slot.commitment) {
                TRY(put_stub(loaded, slot, anew, texts));
                changed = true;
                continue;
            }
            anew.events().append(slot.stored);
            anew.close_event(slot.seq);
            if (slot.commitment) {
                anew.add_commitment(*slot.commitment);
            }
        }
        for (const auto& [hash, unit] : loaded.chunk->texts()) {
            if (dead_.contains(hash)) {
                changed = true;
            } else if (!texts.added().contains(hash)) {
                anew.add_text(hash, unit.kind, unit.payload);
            }
        }
        return changed ? std::optional(anew.finish(loaded.chunk->received())) : std::nullopt;
    }

    Result<void> put_stub(const LoadedChunk& loaded, const Chunk::Slot& slot, ChunkBuilder& anew,
                          StubTexts& texts) {
        const Event event = TRY(decode_outline(slot.stored, loaded.chunk));
        const Event stub = TRY(stub_of(event, {erasure_.reason, erasure_.id}));
        encode_event(anew.events(), stub, texts);
        anew.close_event(slot.seq);
        Hash commitment{};
        if (place_.keys) {
            SessionKeys* const keys = TRY(place_.keys());
            const SecretKey key = TRY(keys->key_of(loaded.cluster));
            commitment = commitment_of(salt_of(key, slot.seq), slot.stored);
        }
        anew.add_commitment(commitment);
        return {};
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

    // A row stays as a number that was used, without what it held.
    Result<void> drop_refused(const std::vector<std::uint64_t>& numbers,
                              rocksdb::WriteBatch& batch) {
        for (const std::uint64_t n : numbers) {
            const std::optional<std::string> value = TRY(log_.get(log_key::of_refused(n)));
            if (!value) {
                continue;
            }
            const QuarantineRow row = TRY(decode_refused(*value, true));
            const Refused was{row.source, row.line, row.reason, row.bytes};
            batch.Put(log_key::of_refused(n),
                      encode_refused({row.source, row.line, row.reason, {}}));
            const std::optional<std::string> count = TRY(log_.get(log_key::of_refused_count(n)));
            batch.Put(log_key::of_refused_count(n),
                      encode_refused_count({decode_refused_count(count.value_or("")).count, true}));
            batch.Delete(log_key::of_refused_hash(refused_identity(was)));
        }
        return {};
    }

    // A key goes when every event of its cluster is a stub: then it proves nothing any more.
    Result<void> destroy_keys() {
        if (!place_.keys) {
            return {};
        }
        std::unordered_map<std::uint64_t, bool> live;  // By cluster that lost an event.
        const auto note = [&](std::string_view key, std::string_view value) -> Result<void> {
            const LoadedChunk loaded = TRY(load_chunk(key, value));
            live[loaded.cluster] = false;
            return {};
        };
        TRY(each_chunk_of_erased(note));
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

    Result<bool> has_events(std::uint64_t cluster) {
        std::string prefix(1, log_key::chunk);
        put_be64(prefix, cluster);
        const std::unique_ptr<rocksdb::Iterator> at(log_.db().NewIterator({}));
        for (at->Seek(prefix); at->Valid() && at->key().starts_with(prefix); at->Next()) {
            const LoadedChunk loaded =
                TRY(load_chunk(at->key().ToStringView(), at->value().ToStringView()));
            const bool all_stubs = std::ranges::all_of(
                loaded.chunk->events(),
                [](const Chunk::Slot& slot) { return slot.commitment.has_value(); });
            if (!all_stubs) {
                return true;
            }
        }
        if (!at->status().ok()) {
            return to_error(at->status(), "cannot read the log");
        }
        return false;
    }

    Log& log_;
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
            PendingErasure erasure = TRY(decode_erasure(value));
            if (!erasure.seqs.empty()) {
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
