// Appending and asking.
//
// A group of appends (group_commit.h) is worked out and written to the log with one sync. Only then
// does any append of the group return. The index follows on a thread of its own. A query waits
// until the index contains every commit that was acknowledged before the query began and may
// concern it.
#include "store/rocks/engine.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <pthread.h>

#include "base/clock.h"
#include "base/try.h"
#include "model/json/json.h"
#include "model/repeat.h"
#include "store/common/preconditions.h"
#include "store/format/cursors.h"
#include "store/format/erasure_codec.h"
#include "store/format/event_codec.h"
#include "store/format/refused_codec.h"

namespace hence::rocks {
namespace {

constexpr auto head_unsynced_max = std::chrono::milliseconds(50);
// Less is no reason to look for what can go back to the system.
constexpr std::size_t dropped_bytes_min = std::size_t{1} << 20;

}  // namespace

Engine::~Engine() {
    keeper_ = nullptr;    // Its last checkpoint reads the log.
    searcher_ = nullptr;  // It reads what the others hold.
    indexer_ = nullptr;   // Finishes what it has.
    if (head_keeper_.joinable()) {
        {
            const std::lock_guard lock(head_mutex_);
            closing_ = true;
        }
        head_changed_.notify_all();
        head_keeper_.join();
    }
    past_ = nullptr;
    passed_ = nullptr;
    source_ = nullptr;
    index_ = nullptr;  // Its last flush still needs the log.
    log_ = nullptr;
    if (!temporary_.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(temporary_, ignored);
    }
}

void Engine::keep_head_synced() {
    ::pthread_setname_np(::pthread_self(), "hence:head");
    std::unique_lock lock(head_mutex_);
    for (;;) {
        head_changed_.wait(lock, [&] { return closing_ || head_unsynced_; });
        if (!closing_) {
            head_changed_.wait_for(lock, head_unsynced_max, [&] { return closing_; });
        }
        if (head_unsynced_) {
            head_unsynced_ = false;
            lock.unlock();
            const Result<void> synced = head_->sync();
            lock.lock();
            if (!synced && !head_failure_) {
                head_failure_ = synced.error();
                failed_ = true;
            }
        } else if (closing_) {
            return;
        }
    }
}

Result<Receipt> Engine::append(const Batch& batch, const Check& check) {
    TRY(must_have_ids(batch));
    if (damage_ || refusal_) {
        return damage_ ? *damage_ : *refusal_;
    }
    return turns_.append(batch, check);
}

Result<std::vector<Receipt>> Engine::commit(const std::vector<const Batch*>& batches,
                                            const Check* check) {
    const std::uint64_t last_seq = end_.last_seq;
    const std::uint64_t last_refused = end_.last_refused;
    Result<std::vector<Receipt>> receipts = commit_batches(batches, check);
    if (!receipts) {
        forget_failed_commit(last_seq, last_refused);
    }
    return receipts;
}

Result<std::vector<Receipt>> Engine::commit_batches(const std::vector<const Batch*>& batches,
                                                    const Check* check) {
    if (failure_) {
        return *failure_;
    }
    if (check != nullptr) {
        TRY((*check)(*this));
    }
    const bool sync = std::ranges::any_of(batches, &Batch::sync);
    if (Result<void> indexed = indexer_->check(); !indexed) {
        return fail(indexed.error());
    }
    TRY(past_->look_up(batches));
    Commit commit(*past_, end_, to_the_millisecond(now()));
    std::vector<Receipt> receipts;
    for (const Batch* batch : batches) {
        Receipt receipt = TRY(commit.add(*batch));
        receipts.push_back(std::move(receipt));
    }
    if (!commit.empty()) {
        TRY(write(commit, sync));
    } else if (sync && log_unsynced_) {
        TRY(sync_log());  // The duplicates of this batch are acknowledged as safe, so they must be.
    }
    return receipts;
}

// The events of the erasures and the record of what is to be done are one write: an erasure that is
// known to any answer is carried out, whatever happens next.
Result<Receipt> Engine::announce(const std::vector<Erasure>& erasures) {
    if (damage_ || refusal_) {
        return damage_ ? *damage_ : *refusal_;
    }
    if (failure_) {
        return *failure_;
    }
    Batch batch;
    for (const Erasure& erasure : erasures) {
        batch.events.push_back({erasure.event});
    }
    TRY(must_have_ids(batch));
    const std::uint64_t last_seq = end_.last_seq;
    const std::uint64_t last_refused = end_.last_refused;
    Result<Receipt> receipt = commit_erasures(batch, erasures);
    if (!receipt) {
        forget_failed_commit(last_seq, last_refused);
    }
    return receipt;
}

Result<Receipt> Engine::commit_erasures(const Batch& batch, const std::vector<Erasure>& erasures) {
    TRY(past_->look_up({&batch}));
    Commit commit(*past_, end_, to_the_millisecond(now()));
    const Receipt receipt = TRY(commit.add(batch));
    if (receipt.accepted != erasures.size()) {
        return Error{Code::conflict, "an event with the id of the erasure is known already"};
    }
    for (std::size_t i = 0; i < erasures.size(); ++i) {
        const Erasure& erasure = erasures[i];
        commit.put(log_key::of_erasure(receipt.first_seq + i),
                   encode_erasure({ErasureState::announced, std::string(erasure.event.id()),
                                   Json(erasure.event.fields())["reason"].string().value_or(""),
                                   erasure.session, erasure.seqs, erasure.rows}));
    }
    TRY(write(commit, true));
    return receipt;
}

Result<std::vector<std::uint64_t>> Engine::replaced() const {
    TRY(indexer_->catch_up());
    return index_->completed(1, acknowledged_);
}

Result<void> Engine::write(Commit& commit, bool sync) {
    rocksdb::WriteBatch entries;
    commit.each_entry([&](const std::string& key, const std::string& value) {
        // A failure shows in the write.
        entries.Put(key, value).PermitUncheckedError();
    });
    Result<void> written = log_->write(entries, sync);
    if (written && sync) {
        const std::lock_guard lock(head_mutex_);
        written = head_failure_ ? Result<void>(*head_failure_) : write_head();
        head_unsynced_ = true;
    }
    if (written) {
        written = place_.check();
    }
    if (!written) {
        // Whether the batch is there is not known until the log is opened again.
        return fail(written.error());
    }
    if (sync) {
        head_changed_.notify_one();
    }
    log_unsynced_ = !sync;
    // In this order: a caller that learns of an event asks the indexer for it, and must find the
    // commit waiting there.
    indexer_->push(commit.take_additions());
    acknowledged_ = end_.last_seq;
    if (searcher_ != nullptr) {
        searcher_->appended(end_.last_seq);
    }
    if (keeper_ != nullptr) {
        keeper_->appended(end_.last_seq);
    }
    return {};
}

Result<void> Engine::sync_log() {
    const Result<void> synced = log_->sync();
    if (!synced) {
        return fail(synced.error());
    }
    log_unsynced_ = false;
    return {};
}

Result<void> Engine::write_head() {
#ifdef HENCE_MUTANT_NO_HEAD
    return {};
#endif
    return head_->write({0, end_.last_seq, end_.last_refused, log_->writes()});
}

Error Engine::fail(Error error) {
    if (error.hint.empty()) {
        error.hint = "make room on the disk, or see why it does not answer, and record again";
    }
    failure_ = error;
    failed_ = true;
    return error;
}

// A failed commit takes its clusters and texts out of the memory; those of earlier commits are
// found in the index.
void Engine::forget_failed_commit(std::uint64_t last_seq, std::uint64_t last_refused) {
    if (!failure_) {
        const Result<void> caught_up = indexer_->catch_up();
        if (!caught_up) {
            fail(caught_up.error());
        }
    }
    end_.last_seq = last_seq;
    end_.last_refused = last_refused;
    past_->forget();
}

Result<std::optional<Event>> Engine::find(std::string_view id) const {
    TRY(indexer_->catch_up_with({Space::all, id}));
    // Chains are asked for link by link, and the next is often in the chunk of the one before.
    const std::shared_ptr<const Chunk> latest = id.empty() ? nullptr : log_->latest_chunk();
    if (latest != nullptr) {
        for (std::size_t slot = latest->events().size(); slot-- > 0;) {
            if (has_id(latest->events()[slot].stored, id)) {
                Event event = TRY(source_->in(latest, slot));
                if (event.has(Flag::unfinished) || event.has(Flag::settled)) {
                    break;  // Another chunk may have what took its place.
                }
                return std::optional(std::move(event));
            }
        }
    }
    const std::optional<Place> place = TRY(index_->place_of(id));
    if (!place) {
        return std::optional<Event>{};
    }
    Event event = TRY(source_->at(*place));
    return is_withdrawn(event) ? std::nullopt : std::optional(std::move(event));
}

Result<std::unique_ptr<Cursor>> Engine::scan(const Key& key, const Scan& scan) const {
    TRY(indexer_->catch_up_with({key.space, key.value}));
    return source_->scan(key, scan);
}

Result<std::vector<bool>> Engine::may_hold(const std::vector<Key>& keys) const {
    std::vector<KeyView> views;
    views.reserve(keys.size());
    for (const Key& key : keys) {
        views.push_back({key.space, key.value});
    }
    TRY(indexer_->catch_up_with(views));
    return index_->may_hold(views);
}

Result<std::unique_ptr<Cursor>> Engine::read(std::uint64_t from_seq, std::uint64_t to_seq) const {
    return read_from(*source_, from_seq, to_seq);
}

bool Engine::drop_kept() const {
    std::size_t bytes = log_->drop_kept() + index_->drop_kept();
    if (searcher_ != nullptr) {
        bytes += searcher_->drop_kept();
    }
    return bytes >= dropped_bytes_min;
}

Result<std::unique_ptr<Cursor>> Engine::read_from(const EventSource& source, std::uint64_t from_seq,
                                                  std::uint64_t to_seq) const {
    // An event may refer to a text that came with an earlier one, and the index says where it is.
    const std::uint64_t first = std::max<std::uint64_t>(from_seq, 1);
    const std::uint64_t last = std::min<std::uint64_t>(to_seq, acknowledged_);
    if (first <= last) {
        TRY(indexer_->catch_up_to(last));
    }
    return read_batches(source, *log_, first, last);
}

Result<std::vector<Summary>> Engine::summaries(Space space, const Summary* after,
                                               std::size_t limit) const {
    TRY(must_have_rows(space));
    TRY(indexer_->catch_up_with({space, {}}));
    return index_->rows(space, after, limit);
}

Result<std::optional<Summary>> Engine::summary(Space space, std::string_view id,
                                               std::string_view session) const {
    TRY(must_have_rows(space));
    TRY(indexer_->catch_up_with({space, id}));
    return index_->row(space, id, session);
}

Result<std::vector<Summary>> Engine::rows_of_run(std::string_view run) const {
    TRY(indexer_->catch_up_with({Space::run, run}));
    return index_->rows_of_run(run);
}

Result<std::vector<std::string>> Engine::runs_of(std::string_view session) const {
    TRY(indexer_->catch_up_with({Space::session, session}));
    return index_->runs_of(session);
}

Result<std::vector<std::string>> Engine::names_like(Space space, std::string_view part,
                                                    std::size_t limit) const {
    if (space != Space::all) {
        TRY(must_have_rows(space));
    }
    TRY(indexer_->catch_up_with({space, {}}));
    return index_->names_like(space, part, limit);
}

Result<void> Engine::find_words(const WordQuery& query, const MatchVisitor& visit) const {
    if (searcher_ == nullptr) {
        return Store::find_words(query, visit);
    }
    const std::uint64_t last_seq = acknowledged_;
    TRY(indexer_->catch_up_to(last_seq));  // Which events were replaced is in the index.
    const auto replaced = [this](std::uint64_t first, std::uint64_t last) {
        return index_->completed(first, last);
    };
    return searcher_->find_words(query, last_seq, replaced, visit);
}

Result<Sheets> Engine::sheets() const {
    const std::uint64_t last_seq = acknowledged_;
    TRY(indexer_->catch_up_to(last_seq));  // Which events were replaced is in the index.
    return index_->sheets(last_seq);
}

Result<std::string> Engine::sheet(SheetKind kind, std::uint64_t last_seq) const {
    return index_->sheet(kind, last_seq);
}

Result<std::vector<QuarantineRow>> Engine::quarantine(std::uint64_t after_n,
                                                      std::size_t limit) const {
    std::vector<QuarantineRow> rows;
    if (after_n == std::numeric_limits<std::uint64_t>::max()) {
        return rows;
    }
    const std::unique_ptr<rocksdb::Iterator> at(log_->db().NewIterator({}));
    for (at->Seek(log_key::of_refused(after_n + 1)); at->Valid() && rows.size() < limit;
         at->Next()) {
        const std::string_view key = at->key().ToStringView();
        if (key.front() != log_key::refused) {
            break;
        }
        const std::uint64_t n = ByteReader(key.substr(1)).be64();
        const std::optional<std::string> count = TRY(log_->get(log_key::of_refused_count(n)));
        const RefusedCount counted = decode_refused_count(count.value_or(""));
        if (counted.released) {
            continue;
        }
        const std::string value = TRY(log_->plain(key, at->value().ToStringView()));
        QuarantineRow row = TRY(decode_refused(value, false));
        row.n = n;
        row.count = counted.count;
        rows.push_back(std::move(row));
    }
    if (!at->status().ok()) {
        return to_error(at->status(), "cannot read the quarantine");
    }
    return rows;
}

Result<QuarantineRow> Engine::quarantined(std::uint64_t n) const {
    const std::optional<std::string> value = TRY(log_->get(log_key::of_refused(n)));
    if (!value) {
        return Error{Code::not_found, fmt::format("there is no quarantine row {}", n),
                     "`hence quarantine list` shows them"};
    }
    QuarantineRow row = TRY(decode_refused(*value, true));
    const std::optional<std::string> count = TRY(log_->get(log_key::of_refused_count(n)));
    row.n = n;
    row.count = decode_refused_count(count.value_or("")).count;
    return row;
}

}  // namespace hence::rocks
