// How a commit is worked out. `look_up` asks once for all ids of the group. `add` then takes the
// batches in order: it checks each event against earlier events of this commit, against commits
// that wait for the index, and against the index. `finish` encodes the chunks, the description of
// the batch and the changed quarantine rows into one write.
#include "store/rocks/commit.h"

#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/repeat.h"
#include "store/format/event_codec.h"
#include "store/format/refused_codec.h"
#include "store/rocks/cursors.h"

namespace hence::rocks {
namespace {

// Past these the memory of clusters and texts is dropped; what is dropped is found in the index.
constexpr std::size_t clusters_max = 100'000;
constexpr std::size_t texts_max = 100'000;

std::string outcome_target(const Event& event) {
    if (event.kind() != Kind::outcome) {
        return {};
    }
    return Json(event.fields())["of"].string().value_or("");
}

}  // namespace

// Hands new texts to the chunk of the event that brings them.
class Commit::Texts : public TextWriter {
public:
    Texts(Commit& commit, ChunkBuilder& chunk) : commit_(commit), chunk_(chunk) {}

    bool knows(const Hash& hash) override {
        if (commit_.state_.texts.contains(hash)) {
            return true;
        }
        // An index that cannot be read counts as not knowing the text: storing a text twice does no
        // harm, and the next read of the index reports the error.
        const Result<std::optional<Place>> place = commit_.index_.text_place(hash);
        if (!place || !*place) {
            return false;
        }
        commit_.state_.texts.emplace(hash, **place);
        return true;
    }

    void add(const Hash& hash, UnitKind kind, std::string_view payload) override {
        const Place place{chunk_.cluster(), chunk_.first_seq(), chunk_.first_seq()};
        chunk_.add_text(hash, kind, payload);
        commit_.state_.texts.emplace(hash, place);
        commit_.additions_.texts.emplace_back(hash, place);
    }

private:
    Commit& commit_;
    ChunkBuilder& chunk_;
};

Commit::Commit(const Log& log, const Index& index, Indexer& indexer, CommitState& state)
    : log_(log),
      index_(index),
      indexer_(indexer),
      source_(log, index),
      state_(state),
      received_(to_the_millisecond(now())),
      first_seq_(state.last_seq + 1) {
    if (state_.texts.size() > texts_max) {
        state_.texts.clear();
    }
}

Commit::~Commit() = default;

Result<void> Commit::look_up(const std::vector<const Batch*>& batches) {
    std::vector<std::string_view> ids;
    for (const Batch* batch : batches) {
        for (const Incoming& incoming : batch->events) {
            ids.push_back(incoming.event.id());
        }
    }
    std::vector<std::optional<Event>> pending = indexer_.pending(ids);
    const std::vector<std::optional<Place>> places = TRY(index_.places_of(ids));
    recent_.reserve(ids.size());
#ifdef HENCE_MUTANT_NO_DUPLICATE_CHECK
    return {};
#endif
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (pending[i]) {
            recent_.emplace(pending[i]->id(), *pending[i]);
        } else if (places[i]) {
            indexed_.emplace(ids[i], *places[i]);
        }
    }
    return {};
}

Result<Receipt> Commit::add(const Batch& batch) {
    Receipt receipt;
    // Released first: what this batch refuses again is listed again.
    for (const std::uint64_t n : batch.released) {
        TRY(release(n));
    }
    for (const Refused& refused : batch.refused) {
        TRY(refuse(refused));
        ++receipt.quarantined;
    }
    for (std::size_t i = 0; i < batch.events.size(); ++i) {
        TRY(add_event(batch.events[i], i, batch, receipt));
    }
    return receipt;
}

Result<std::optional<Event>> Commit::known(std::string_view id) {
    const auto recent = recent_.find(id);
    if (recent != recent_.end()) {
        return std::optional(recent->second);
    }
    const auto indexed = indexed_.find(id);
    if (indexed == indexed_.end()) {
        return std::optional<Event>{};
    }
    Event event = TRY(source_.at(indexed->second));
    return std::optional(std::move(event));
}

Result<std::optional<std::string>> Commit::outcome_of(std::string_view event_id) {
    const auto here = outcomes_.find(std::string(event_id));
    if (here != outcomes_.end()) {
        return std::optional(here->second);
    }
    if (!caught_up_) {
        TRY(indexer_.catch_up());
        caught_up_ = true;
    }
    const std::unique_ptr<Cursor> outcomes =
        TRY(scan_postings(source_, index_, {Space::of, std::string(event_id)}, {}));
    const std::optional<Event> first = TRY(outcomes->next());
    return first ? std::optional(std::string(first->id())) : std::nullopt;
}

Result<void> Commit::add_event(const Incoming& incoming, std::size_t index, const Batch& batch,
                               Receipt& receipt) {
    const Event& event = incoming.event;
    const std::optional<Event> stands = TRY(known(event.id()));
    std::string reason;
    std::string in_the_way;
    if (stands) {
        const Repeat repeat = repeat_of(event, *stands, incoming.replaces);
        if (repeat == Repeat::duplicate) {
            ++receipt.duplicates;
            receipt.repeated.push_back(index);
            return {};
        }
        if (repeat == Repeat::completes) {
            if (stands->has(Flag::settled)) {
                additions_.replaced.push_back(*stands);
            }
            return accept(event, receipt);
        }
        reason = "conflict";
        in_the_way = stands->id();
    } else if (const std::string of = outcome_target(event); !of.empty()) {
        const std::optional<std::string> first = TRY(outcome_of(of));
        if (first) {
            reason = "outcome_exists";
            in_the_way = *first;
        } else {
            outcomes_.emplace(of, event.id());
        }
    }
    if (reason.empty()) {
        return accept(event, receipt);
    }
    ++receipt.quarantined;
    const std::string bytes(incoming.bytes.empty() ? event.to_json() : std::string(incoming.bytes));
    receipt.rejections.push_back({index, reason, in_the_way});
    return refuse({batch.source, incoming.line, reason, bytes});
}

Result<void> Commit::accept(const Event& event, Receipt& receipt) {
    const std::uint64_t seq = state_.last_seq + 1;
    const std::uint64_t cluster = TRY(cluster_of(event, seq));
    ChunkBuilder& chunk = chunk_for(cluster, seq);
    Texts texts(*this, chunk);
    encode_event(chunk.events(), event, texts);
    chunk.close_event(seq);
    state_.last_seq = seq;
    const Event stored = event.stored_as(seq, received_);
    additions_.events.push_back({stored, {cluster, chunk.first_seq(), seq}});
    recent_.erase(stored.id());  // What it completes; the key is a text of the event.
    recent_.emplace(stored.id(), stored);
    ++receipt.accepted;
    receipt.first_seq = receipt.first_seq == 0 ? seq : receipt.first_seq;
    receipt.last_seq = seq;
    return {};
}

Result<std::uint64_t> Commit::cluster_of(const Event& event, std::uint64_t seq) {
    std::string name = cluster_name(event);
    const auto known = state_.clusters.find(name);
    if (known != state_.clusters.end()) {
        return known->second;
    }
    if (state_.clusters.size() >= clusters_max) {
        // A cluster that is not indexed yet must not be forgotten: it would be begun a second time.
        TRY(indexer_.catch_up());
        state_.clusters.clear();
        for (const auto& [fresh, number] : additions_.clusters) {
            state_.clusters.emplace(fresh, number);
        }
    }
    const std::optional<std::uint64_t> indexed = TRY(index_.cluster(name));
    const std::uint64_t number = indexed.value_or(seq);
    if (!indexed) {
        additions_.clusters.emplace_back(name, number);
    }
    state_.clusters.emplace(std::move(name), number);
    return number;
}

ChunkBuilder& Commit::chunk_for(std::uint64_t cluster, std::uint64_t seq) {
    ChunkBuilder*& open = open_[cluster];
    if (open == nullptr || open->size() >= chunk_size_aim) {
        chunks_.push_back(std::make_unique<ChunkBuilder>(cluster, seq));
        open = chunks_.back().get();
    }
    return *open;
}

Result<std::optional<std::string>> Commit::in_log(const std::string& key) {
    const auto here = log_puts_.find(key);
    if (here != log_puts_.end()) {
        return std::optional(here->second);
    }
    return log_.get(key);
}

Result<void> Commit::refuse(const Refused& refused) {
    const std::string identity = log_key::of_refused_hash(refused_identity(refused));
    const std::optional<std::string> known = TRY(in_log(identity));
    std::uint64_t n = 0;
    RefusedCount count;
    if (known) {
        n = ByteReader(*known).varint();
        const std::optional<std::string> before = TRY(in_log(log_key::of_refused_count(n)));
        count = decode_refused_count(before.value_or(""));
    } else {
        n = ++state_.last_refused;
        std::string number;
        put_varint(number, n);
        log_puts_[identity] = number;
        log_puts_[log_key::of_refused(n)] = encode_refused(refused);
    }
    log_puts_[log_key::of_refused_count(n)] = encode_refused_count({count.count + 1, false});
    return {};
}

Result<void> Commit::release(std::uint64_t n) {
    const std::string key = log_key::of_refused_count(n);
    const std::optional<std::string> before = TRY(in_log(key));
    if (before) {
        log_puts_[key] = encode_refused_count({decode_refused_count(*before).count, true});
    }
    return {};
}

void Commit::finish() {
    if (finished_) {
        return;
    }
    finished_ = true;
    BatchEntry entry;
    entry.first_seq = first_seq_;
    entry.count = additions_.events.size();
    for (const auto& chunk : chunks_) {
        write_batch_.Put(log_key::of_chunk(chunk->cluster(), chunk->first_seq()),
                         chunk->finish(received_));
        entry.parts.push_back({chunk->cluster(), chunk->first_seq(), chunk->seqs()});
    }
    if (entry.count > 0) {
        write_batch_.Put(log_key::of_batch(first_seq_), entry.encode());
    }
    for (const auto& [key, value] : log_puts_) {
        write_batch_.Put(key, value);
    }
    additions_.last_seq = state_.last_seq;
}

bool Commit::empty() const {
    return additions_.events.empty() && log_puts_.empty();
}

rocksdb::WriteBatch& Commit::write_batch() {
    finish();
    return write_batch_;
}

Additions Commit::take_additions() {
    return std::move(additions_);
}

}  // namespace hence::rocks
