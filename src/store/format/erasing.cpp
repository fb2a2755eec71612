#include "store/format/erasing.h"

#include <algorithm>

#include "base/try.h"
#include "model/erased.h"
#include "store/format/dying_texts.h"
#include "store/format/event_codec.h"
#include "store/format/refused_codec.h"
#include "store/format/refused_names.h"

namespace hence {
namespace {

// The first erased event from here on; one behind the last when there is none.
std::uint64_t next_erased(const PendingErasure& erasure, std::uint64_t seq) {
    const auto range = std::ranges::lower_bound(erasure.seqs, seq, {}, &SeqRange::last);
    return range == erasure.seqs.end() ? erasure.seqs.back().last + 1 : std::max(seq, range->first);
}

}  // namespace

// A unit lies in the batch of whatever named it first, or in an earlier one. So one walk back from
// the last erased event meets every text that these events lead to.
Result<std::vector<Hash>> find_dead_texts(const ErasedLog& log, const PendingErasure& erasure) {
    if (erasure.seqs.empty()) {
        return std::vector<Hash>();
    }
    DyingTexts texts(erasure, [&log](std::uint64_t cluster, const Hash& hash) {
        return log.text_name(cluster, hash);
    });
    const auto collect = [&](const BatchEntry& batch) -> Result<bool> {
        if (texts.wants(batch)) {
            const std::vector<LoadedChunk> loaded = TRY(log.chunks(batch.parts));
            std::vector<std::shared_ptr<const Chunk>> chunks;
            for (const LoadedChunk& each : loaded) {
                chunks.push_back(each.chunk);
            }
            TRY(texts.collect_from(chunks));
        }
        return !texts.has_met_all() || batch.first_seq > erasure.seqs.front().first;
    };
    TRY(log.each_batch_back(erasure.seqs.back().last, collect));
    if (!texts.empty()) {
        TRY(log.each_chunk(
            [&](const LoadedChunk& loaded) { return texts.keep_what_is_named_in(*loaded.chunk); }));
    }
    return texts.dead();
}

Result<void> each_erased_chunk(const ErasedLog& log, const PendingErasure& erasure,
                               const ChunkVisitor& visit) {
    if (erasure.seqs.empty()) {
        return {};
    }
    for (std::uint64_t seq = erasure.seqs.front().first; seq <= erasure.seqs.back().last;) {
        const std::optional<BatchEntry> batch = TRY(log.batch_at(seq));
        if (!batch) {
            break;
        }
        std::vector<BatchEntry::Part> parts;
        for (const BatchEntry::Part& part : batch->parts) {
            const auto goes = [&](std::uint64_t each) { return erasure.covers(each); };
            if (std::ranges::any_of(part.seqs, goes)) {
                parts.push_back(part);
            }
        }
        const std::vector<LoadedChunk> chunks =
            TRY(parts.empty() ? Result<std::vector<LoadedChunk>>(std::vector<LoadedChunk>())
                              : log.chunks(parts));
        for (const LoadedChunk& loaded : chunks) {
            TRY(visit(loaded));
        }
        seq = next_erased(erasure, batch->first_seq + batch->count);
    }
    return {};
}

Result<void> RefusedLines::add(std::uint64_t n, std::string_view row,
                               const PendingErasure& erasure) {
    const QuarantineRow refused = TRY(decode_refused(row, true));
    const RefusedNames names = names_in_refused(refused.bytes);
    for (const std::string& id : names.ids) {
        by_id_[id].push_back(n);
    }
    if (std::ranges::find(erasure.rows, n) != erasure.rows.end() ||
        (!erasure.session.empty() &&
         std::ranges::find(names.sessions, erasure.session) != names.sessions.end())) {
        leaving_.push_back(n);
    }
    return {};
}

void RefusedLines::leave_with(std::string_view id) {
    const auto lines = by_id_.find(id);
    if (lines != by_id_.end()) {
        leaving_.insert(leaving_.end(), lines->second.begin(), lines->second.end());
        by_id_.erase(lines);
    }
}

Result<EmptiedRow> emptied_row(std::string_view row, std::string_view count) {
    const QuarantineRow held = TRY(decode_refused(row, true));
    const Refused was{held.source, held.line, held.reason, held.bytes};
    return EmptiedRow{encode_refused({held.source, held.line, std::string(emptied_reason), {}}),
                      encode_refused_count({decode_refused_count(count).count, true}),
                      refused_identity(was)};
}

// A long text of a stub itself, such as the id of a call that is spelled with many escapes.
class ChunkErasing::StubTexts : public TextWriter {
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

Result<void> ChunkErasing::each_chunk(const ChunkVisitor& visit) const {
    return dead_.empty() ? each_erased_chunk(log_, erasure_, visit) : log_.each_chunk(visit);
}

Result<std::optional<std::string>> ChunkErasing::rewritten(const LoadedChunk& loaded,
                                                           RefusedLines& refused) const {
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
        if (dead_.contains(log_.text_name(loaded.cluster, hash))) {
            changed = true;
        } else if (!texts.added().contains(hash)) {
            anew.add_text(hash, unit.kind, unit.payload);
        }
    }
    return changed ? std::optional(anew.finish(loaded.chunk->received())) : std::nullopt;
}

Result<void> ChunkErasing::put_stub(const LoadedChunk& loaded, const Chunk::Slot& slot,
                                    ChunkBuilder& anew, StubTexts& texts) const {
    const Event event = TRY(decode_outline(slot.stored, loaded.chunk));
    const Event stub = TRY(stub_of(event, {erasure_.reason, erasure_.id}));
    encode_event(anew.events(), stub, texts);
    anew.close_event(slot.seq);
    const Hash commitment = TRY(commitment_(loaded.cluster, slot));
    anew.add_commitment(commitment);
    return {};
}

}  // namespace hence
