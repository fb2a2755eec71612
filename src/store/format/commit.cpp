// How a commit is worked out. `add` takes the batches in order and checks each event against
// earlier events of this commit and against the past. `each_entry` encodes the chunks, the
// description of the batch and the changed quarantine rows.
#include "store/format/commit.h"

#include <utility>

#include "base/try.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/repeat.h"
#include "store/format/event_codec.h"
#include "store/format/refused_codec.h"

namespace hence {
namespace {

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

    bool knows(const Hash& hash) override { return commit_.past_.has_text(name_of(hash)); }

    void add(const Hash& hash, UnitKind kind, std::string_view payload) override {
        const Place place{chunk_.cluster(), chunk_.first_seq(), chunk_.first_seq()};
        chunk_.add_text(hash, kind, payload);
        const Hash name = name_of(hash);
        commit_.past_.remember_text(name, place);
        commit_.additions_.texts.emplace_back(name, place);
    }

private:
    Hash name_of(const Hash& hash) const { return commit_.past_.text_name(chunk_.cluster(), hash); }

    Commit& commit_;
    ChunkBuilder& chunk_;
};

Commit::Commit(Past& past, LogEnd& end, const Time& received)
    : past_(past), end_(end), received_(received), first_seq_(end.last_seq + 1) {}

Commit::~Commit() = default;

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
    const auto here = here_.find(id);
    return here != here_.end() ? Result<std::optional<Event>>(here->second) : past_.event(id);
}

Result<std::optional<std::string>> Commit::outcome_of(std::string_view event_id) {
    const auto here = outcomes_.find(std::string(event_id));
    return here != outcomes_.end() ? Result<std::optional<std::string>>(here->second)
                                   : past_.outcome_of(event_id);
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
    const std::uint64_t seq = end_.last_seq + 1;
    const std::uint64_t cluster = TRY(cluster_of(event, seq));
    ChunkBuilder& chunk = chunk_for(cluster, seq);
    Texts texts(*this, chunk);
    encode_event(chunk.events(), event, texts);
    chunk.close_event(seq);
    end_.last_seq = seq;
    const Event stored = event.stored_as(seq, received_);
    additions_.events.push_back({stored, {cluster, chunk.first_seq(), seq}});
    // What it completes goes out; the key is a text of the event.
    const auto [at, first] = here_.try_emplace(stored.id(), stored);
    if (!first) {
        here_.erase(at);
        here_.emplace(stored.id(), stored);
    }
    ++receipt.accepted;
    receipt.first_seq = receipt.first_seq == 0 ? seq : receipt.first_seq;
    receipt.last_seq = seq;
    return {};
}

Result<std::uint64_t> Commit::cluster_of(const Event& event, std::uint64_t seq) {
    const std::string name = cluster_name(event);
    const std::optional<std::uint64_t> known = TRY(past_.cluster(name));
    if (known) {
        return *known;
    }
    past_.remember_cluster(name, seq);
    additions_.clusters.emplace_back(name, seq);
    return seq;
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
    return past_.entry(key);
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
        n = ++end_.last_refused;
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

void Commit::each_entry(const std::function<void(const std::string&, const std::string&)>& put) {
    BatchEntry entry;
    entry.first_seq = first_seq_;
    entry.count = additions_.events.size();
    for (const auto& chunk : chunks_) {
        put(log_key::of_chunk(chunk->cluster(), chunk->first_seq()), chunk->finish(received_));
        entry.parts.push_back({chunk->cluster(), chunk->first_seq(), chunk->seqs()});
    }
    if (entry.count > 0) {
        put(log_key::of_batch(first_seq_), entry.encode());
    }
    for (const auto& [key, value] : log_puts_) {
        put(key, value);
    }
    additions_.last_seq = end_.last_seq;
}

bool Commit::empty() const {
    return additions_.events.empty() && log_puts_.empty();
}

Additions Commit::take_additions() {
    return std::move(additions_);
}

}  // namespace hence
