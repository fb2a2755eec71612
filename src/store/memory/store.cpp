// The memory store: cursors first, then append, then the questions.
#include "store/memory/store.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/clock.h"
#include "base/try.h"
#include "model/erased.h"
#include "model/json/json.h"
#include "model/repeat.h"
#include "store/common/preconditions.h"

namespace hence {

// Walks a posting by position rather than by index, since events that arrive out of order move what
// it stands on. Those that arrived after it was made are passed over, so that it always ends.
class MemoryStore::KeyCursor final : public Cursor {
public:
    KeyCursor(const MemoryStore& store, Posting* posting, const Scan& scan)
        : store_(store), posting_(posting), scan_(scan), last_seq_(store.last_seq()) {
        // No event has either of these seqs, so that both ends of the range are inside.
        const auto none = std::numeric_limits<std::uint64_t>::max();
        edge_ = scan.after;
        if (forward() && scan.from && (!edge_ || *edge_ < Position{*scan.from, 0})) {
            edge_ = Position{*scan.from, 0};
        }
        if (!forward() && scan.to && (!edge_ || *edge_ > Position{*scan.to, none})) {
            edge_ = Position{*scan.to, none};
        }
    }

    Result<std::optional<Event>> next() override {
        if (posting_ == nullptr) {
            return std::optional<Event>();
        }
        const auto reading = store_.lock_in_order(*posting_);
        seek();
        while (place_ != (forward() ? posting_->seqs.size() : 0)) {
            const std::uint64_t seq = posting_->seqs[forward() ? place_++ : --place_];
            edge_ = store_.position(seq);
            if ((forward() && scan_.to && edge_->time > *scan_.to) ||
                (!forward() && scan_.from && edge_->time < *scan_.from)) {
                break;
            }
            if (seq <= last_seq_ && !store_.completed_.contains(seq)) {
                return std::optional<Event>(store_.events_[seq - 1]);
            }
        }
        posting_ = nullptr;
        return std::optional<Event>();
    }

private:
    bool forward() const { return scan_.direction == Direction::forward; }

    // Sets `place_` to how many events are not behind the edge (forward) or are before it.
    void seek() {
        const std::vector<std::uint64_t>& seqs = posting_->seqs;
        const std::size_t passed = forward() ? place_ - 1 : place_;
        if (started_ && passed < seqs.size() && seqs[passed] == edge_->seq) {
            return;
        }
        started_ = true;
        if (!edge_) {
            place_ = forward() ? 0 : seqs.size();
            return;
        }
        const auto place = std::ranges::partition_point(seqs, [this](std::uint64_t seq) {
            const auto order = store_.position(seq) <=> *edge_;
            return order < 0 || (forward() && order == 0);
        });
        place_ = static_cast<std::size_t>(place - seqs.begin());
    }

    const MemoryStore& store_;
    Posting* posting_;  // Null at the end.
    const Scan scan_;
    const std::uint64_t last_seq_;
    std::optional<Position> edge_;  // What was handed out last, or where to begin.
    std::size_t place_ = 0;
    bool started_ = false;
};

class MemoryStore::LogCursor final : public Cursor {
public:
    LogCursor(const MemoryStore& store, std::uint64_t from, std::uint64_t to)
        : store_(store), next_(std::max<std::uint64_t>(from, 1)), to_(to) {}

    Result<std::optional<Event>> next() override {
        if (next_ > to_) {
            return std::optional<Event>();
        }
        const std::shared_lock reading(store_.guard_);
        return std::optional<Event>(store_.events_[next_++ - 1]);
    }

private:
    const MemoryStore& store_;
    std::uint64_t next_;
    const std::uint64_t to_;
};

Result<Receipt> MemoryStore::append(const Batch& batch, const Check& check) {
    const std::lock_guard committing(commit_);
    TRY(must_have_ids(batch));
    if (check) {
        TRY(check(*this));
    }
    const std::unique_lock writing(guard_);
    // Released first: what this batch refuses again is listed again.
    quarantine_.release(batch.released);
    for (const Refused& refused : batch.refused) {
        quarantine_.add({refused.source, refused.line, refused.reason, refused.bytes});
    }
    Receipt receipt;
    receipt.quarantined = batch.refused.size();
    const Time received = to_the_millisecond(now());
    for (std::size_t index = 0; index < batch.events.size(); ++index) {
        take(batch, index, received, receipt);
    }
    return receipt;
}

void MemoryStore::take(const Batch& batch, std::size_t index, Time received, Receipt& receipt) {
    const Incoming& incoming = batch.events[index];
    const Event& event = incoming.event;
    const auto known = seq_by_id_.find(event.id());
    std::optional<Repeat> repeat;
    if (known != seq_by_id_.end()) {
        repeat = repeat_of(event, events_[known->second - 1], incoming.replaces);
    }
    if (repeat == Repeat::duplicate) {
        ++receipt.duplicates;
        receipt.repeated.push_back(index);
        return;
    }
    const std::vector<KeyView>& keys = keys_.of(event);
    if (repeat == Repeat::completes) {
        supersede(known->second);
    } else if (std::optional<Rejection> rejection = obstacle(event, keys)) {
        rejection->index = index;
        const std::string own = incoming.bytes.empty() ? event.to_json() : std::string();
        quarantine_.add({batch.source, incoming.line, rejection->reason,
                         incoming.bytes.empty() ? std::string_view(own) : incoming.bytes});
        ++receipt.quarantined;
        receipt.rejections.push_back(*std::move(rejection));
        return;
    }
    keep(event, keys, received);
    ++receipt.accepted;
    receipt.last_seq = events_.size();
    if (receipt.first_seq == 0) {
        receipt.first_seq = receipt.last_seq;
    }
}

// What stands in the way of an event that is not a duplicate.
std::optional<Rejection> MemoryStore::obstacle(const Event& event,
                                               const std::vector<KeyView>& keys) const {
    if (seq_by_id_.contains(event.id())) {
        return Rejection{0, "conflict", std::string(event.id())};
    }
    for (const KeyView& key : keys) {
        if (key.space != Space::of) {
            continue;
        }
        const Posting* const outcomes = posting(Space::of, key.value);
        if (outcomes != nullptr && !outcomes->seqs.empty()) {
            const Event& first = events_[outcomes->seqs.front() - 1];
            return Rejection{0, "outcome_exists", std::string(first.id())};
        }
    }
    return std::nullopt;
}

void MemoryStore::keep(const Event& event, const std::vector<KeyView>& keys, Time received) {
    const std::uint64_t seq = events_.size() + 1;
    events_.push_back(event.stored_as(seq, received));
    seq_by_id_.emplace(event.id(), seq);
    rare_ |= rare_in(event);
    for (const KeyView& key : keys) {
        ByText<Posting>& space = postings_[key.space];
        auto at = space.find(key.value);
        if (at == space.end()) {
            at = space.emplace(key.value, Posting()).first;
        }
        Posting& posting = at->second;
        const bool in_order =
            posting.ordered == posting.seqs.size() &&
            (posting.seqs.empty() || position(posting.seqs.back()) < position(seq));
        posting.seqs.push_back(seq);
        posting.ordered += in_order ? 1 : 0;
    }
    if (!is_withdrawn(event)) {
        summaries_.count(events_.back());
    }
}

// Another event takes the place of this one.
void MemoryStore::supersede(std::uint64_t seq) {
    const Event& event = events_[seq - 1];
    completed_.insert(seq);
    if (!is_withdrawn(event)) {
        summaries_.take_back(event);
    }
    seq_by_id_.erase(seq_by_id_.find(event.id()));
}

// Cursors hold postings by their address, so that a posting stays, even without events.
void MemoryStore::derive_anew() {
    for (auto& [space, values] : postings_) {
        for (auto& [value, posting] : values) {
            posting = Posting();
        }
    }
    std::vector<Event> events = std::exchange(events_, {});
    seq_by_id_.clear();
    completed_.clear();
    summaries_ = MemorySummaries();
    events_.reserve(events.size());
    for (const Event& event : events) {
        const auto known = seq_by_id_.find(event.id());
        if (known != seq_by_id_.end()) {
            supersede(known->second);
        }
        keep(event, keys_.of(event), event.received());
    }
}

Result<Receipt> MemoryStore::erase_all(const std::vector<Erasure>& erasures) {
    const std::lock_guard committing(commit_);
    Batch batch;
    for (const Erasure& erasure : erasures) {
        batch.events.push_back({erasure.event});
    }
    TRY(must_have_ids(batch));
    const std::unique_lock writing(guard_);
    std::vector<std::pair<std::uint64_t, Event>> stubs;
    for (const Erasure& erasure : erasures) {
        const std::string reason = Json(erasure.event.fields())["reason"].string().value_or("");
        for (const SeqRange& range : erasure.seqs) {
            for (std::uint64_t seq = range.first; seq <= range.last && seq <= events_.size();
                 ++seq) {
                Event stub = TRY(stub_of(events_[seq - 1], {reason, erasure.event.id()}));
                stubs.emplace_back(seq, std::move(stub));
            }
        }
        if (seq_by_id_.contains(erasure.event.id())) {
            return Error{Code::conflict, "an event with the id of the erasure is known already"};
        }
    }
    Receipt receipt;
    const Time received = to_the_millisecond(now());
    for (std::size_t index = 0; index < batch.events.size(); ++index) {
        take(batch, index, received, receipt);
    }
    std::set<std::string, std::less<>> ids;
    for (auto& [seq, stub] : stubs) {
        ids.emplace(stub.id());
        events_[seq - 1] = std::move(stub);
    }
    derive_anew();
    quarantine_.forget([&](const RefusedNames& refused) {
        const auto of_session = [&](const std::string& session) {
            return std::ranges::any_of(erasures, [&](const Erasure& erasure) {
                return !erasure.session.empty() && session == erasure.session;
            });
        };
        return std::ranges::any_of(refused.ids,
                                   [&](const std::string& id) { return ids.contains(id); }) ||
               std::ranges::any_of(refused.sessions, of_session);
    });
    for (const Erasure& erasure : erasures) {
        quarantine_.forget_rows(erasure.rows);
    }
    return receipt;
}

Result<std::vector<std::uint64_t>> MemoryStore::replaced() const {
    const std::shared_lock reading(guard_);
    return std::vector<std::uint64_t>(completed_.begin(), completed_.end());
}

// Null when no event stands under the key. Its address is good for as long as the store.
MemoryStore::Posting* MemoryStore::posting(Space space, std::string_view value) const {
    const auto values = postings_.find(space);
    if (values == postings_.end()) {
        return nullptr;
    }
    const auto at = values->second.find(value);
    return at == values->second.end() ? nullptr : &at->second;
}

// Locks for reading, with the posting in order.
std::shared_lock<std::shared_mutex> MemoryStore::lock_in_order(Posting& posting) const {
    const auto before = [this](std::uint64_t a, std::uint64_t b) {
        return position(a) < position(b);
    };
    while (true) {
        std::shared_lock reading(guard_);
        if (posting.ordered == posting.seqs.size()) {
            return reading;
        }
        reading.unlock();
        const std::unique_lock writing(guard_);
        const auto begin = posting.seqs.begin();
        const auto middle = begin + static_cast<std::ptrdiff_t>(posting.ordered);
        std::sort(middle, posting.seqs.end(), before);
        std::inplace_merge(begin, middle, posting.seqs.end(), before);
        posting.ordered = posting.seqs.size();
    }
}

Result<std::optional<Event>> MemoryStore::find(std::string_view id) const {
    const std::shared_lock reading(guard_);
    const auto at = seq_by_id_.find(id);
    if (at == seq_by_id_.end() || is_withdrawn(events_[at->second - 1])) {
        return std::optional<Event>();
    }
    return std::optional<Event>(events_[at->second - 1]);
}

Result<std::unique_ptr<Cursor>> MemoryStore::scan(const Key& key, const Scan& scan) const {
    Posting* found = nullptr;
    {
        const std::shared_lock reading(guard_);
        found = posting(key.space, key.value);
    }
    return std::unique_ptr<Cursor>(std::make_unique<KeyCursor>(*this, found, scan));
}

Result<std::unique_ptr<Cursor>> MemoryStore::read(std::uint64_t from_seq,
                                                  std::uint64_t to_seq) const {
    const std::uint64_t to = std::min(to_seq, last_seq());
    return std::unique_ptr<Cursor>(std::make_unique<LogCursor>(*this, from_seq, to));
}

std::uint64_t MemoryStore::last_seq() const {
    const std::shared_lock reading(guard_);
    return events_.size();
}

Result<std::vector<Summary>> MemoryStore::summaries(Space space, const Summary* after,
                                                    std::size_t limit) const {
    TRY(must_have_rows(space));
    const std::shared_lock reading(guard_);
    return summaries_.list(space, after, limit);
}

Result<std::optional<Summary>> MemoryStore::summary(Space space, std::string_view id,
                                                    std::string_view session) const {
    TRY(must_have_rows(space));
    const std::shared_lock reading(guard_);
    return summaries_.find(space, id, session);
}

Result<std::vector<Summary>> MemoryStore::rows_of_run(std::string_view run) const {
    const std::shared_lock reading(guard_);
    return summaries_.rows_of_run(run);
}

Result<std::vector<std::string>> MemoryStore::runs_of(std::string_view session) const {
    const std::shared_lock reading(guard_);
    return summaries_.runs_of(session);
}

Result<std::vector<std::string>> MemoryStore::names_like(Space space, std::string_view part,
                                                         std::size_t limit) const {
    if (space != Space::all) {
        TRY(must_have_rows(space));
    }
    const std::shared_lock reading(guard_);
    if (space != Space::all) {
        return summaries_.names_like(space, part, limit);
    }
    std::vector<std::string> ids;
    for (const auto& [id, seq] : seq_by_id_) {
        if (is_like(id, part)) {
            ids.push_back(id);
        }
    }
    std::ranges::sort(ids);
    ids.resize(std::min(ids.size(), limit));
    return ids;
}

Result<std::vector<QuarantineRow>> MemoryStore::quarantine(std::uint64_t after_n,
                                                           std::size_t limit) const {
    const std::shared_lock reading(guard_);
    return quarantine_.list(after_n, limit);
}

Result<QuarantineRow> MemoryStore::quarantined(std::uint64_t n) const {
    const std::shared_lock reading(guard_);
    return quarantine_.find(n);
}

std::unique_ptr<Store> open_memory_store() {
    return std::make_unique<MemoryStore>();
}

}  // namespace hence
