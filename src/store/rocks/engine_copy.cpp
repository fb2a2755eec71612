// Copying a log in RocksDB into another store, and taking a copy.
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "store/rocks/engine.h"

namespace hence::rocks {

Result<StoredBatch> Engine::stored_batch(std::uint64_t seq) const {
    const std::optional<BatchEntry> batch = TRY(log_->batch_at(seq));
    if (!batch || seq > acknowledged_) {
        return Error{Code::not_found, fmt::format("there is no event {}", seq)};
    }
    StoredBatch stored{batch->first_seq, batch->count, {}};
    for (const BatchEntry::Part& part : batch->parts) {
        const std::shared_ptr<const Chunk> chunk =
            TRY(log_->read_chunk(part.cluster, part.first_seq));
        stored.entries.emplace_back(log_key::of_chunk(part.cluster, part.first_seq),
                                    chunk->bytes());
    }
    stored.entries.emplace_back(log_key::of_batch(batch->first_seq), batch->encode());
    return stored;
}

Result<LogEntries> Engine::stored_quarantine() const {
    LogEntries entries;
    const std::unique_ptr<rocksdb::Iterator> at(log_->db().NewIterator({}));
    for (at->Seek(std::string(1, log_key::refused_hash)); at->Valid(); at->Next()) {
        std::string key = at->key().ToString();
        std::optional<std::string> value = TRY(log_->get(key));
        if (value) {
            entries.emplace_back(std::move(key), std::move(*value));
        }
    }
    if (!at->status().ok()) {
        return to_error(at->status(), "cannot read the quarantine");
    }
    return entries;
}

Result<void> Engine::take_entries(const LogEntries& entries) {
    rocksdb::WriteBatch write;
    for (const auto& [key, value] : entries) {
        write.Put(key, value).PermitUncheckedError();  // A failure shows in the write.
    }
    Result<void> written = log_->write(write, true);
    if (written) {
        const std::lock_guard lock(head_mutex_);
        written = head_failure_ ? Result<void>(*head_failure_) : write_head();
        head_unsynced_ = true;
    }
    if (!written) {
        return fail(written.error());
    }
    head_changed_.notify_one();
    acknowledged_ = end_.last_seq;
    return {};
}

Result<void> Engine::take_batches(const std::vector<StoredBatch>& batches) {
    if (damage_ || refusal_ || failure_) {
        return damage_ ? *damage_ : refusal_ ? *refusal_ : *failure_;
    }
    if (log_->seal() != nullptr) {
        return Error{Code::unsupported, "an encrypted store takes no copy",
                     "its texts lie by session, those of other stores do not: record anew"};
    }
    LogEntries entries;
    std::uint64_t last = end_.last_seq;
    for (const StoredBatch& batch : batches) {
        if (batch.first_seq != last + 1) {
            return does_not_follow();
        }
        last += batch.count;
        entries.insert(entries.end(), batch.entries.begin(), batch.entries.end());
    }
    end_.last_seq = last;
    return take_entries(entries);
}

Result<void> Engine::take_quarantine(const LogEntries& entries) {
    if (damage_ || refusal_ || failure_) {
        return damage_ ? *damage_ : refusal_ ? *refusal_ : *failure_;
    }
    for (const auto& [key, value] : entries) {
        if (key.starts_with(log_key::refused)) {
            end_.last_refused = std::max(end_.last_refused, ByteReader(key.substr(1)).be64());
        }
    }
    return entries.empty() ? Result<void>() : take_entries(entries);
}

}  // namespace hence::rocks
