// How one commit gets into the index: its keys are collected, key by key, and written as one batch.
#include <set>

#include "base/try.h"
#include "model/repeat.h"
#include "store/format/summary_codec.h"
#include "store/rocks/index.h"
#include "store/rocks/log.h"

namespace hence::rocks {

// Collects what one commit adds, key by key, and writes it as one batch.
class Index::Writer {
public:
    Writer(Index& index, const Additions& additions) : index_(index), additions_(additions) {}

    Result<void> write() {
        add_events();
        for (auto& [prefix, entries] : postings_) {
            for (const PostingPart& part : make_postings(entries)) {
                key_ = prefix;
                put_instant(key_, part.first.time);
                put_be64(key_, part.first.seq);
                check(batch_.Put(key_, part.value));
            }
        }
        for (auto& [key, row] : rows_) {
            check(batch_.Merge(key, encode_summary(row.sum)));
            TRY(put_in_order(key, row));
        }
        for (const auto& [hash, place] : additions_.texts) {
            check(batch_.Put(index_key::of_text(hash),
                             encode_place({place.cluster, place.chunk, place.chunk})));
        }
        for (const auto& [name, number] : additions_.clusters) {
            std::string value;
            put_varint(value, number);
            check(batch_.Put(index_key::of_cluster(name), value));
        }
        Watermark mark = index_.watermark_;
        mark.seq = additions_.last_seq;
        // Mostly the last event. Where an index is built again, events come chunk by chunk.
        for (auto stored = additions_.events.rbegin(); stored != additions_.events.rend();
             ++stored) {
            if (stored->event.seq() == mark.seq) {
                mark.id = stored->event.id();
                break;
            }
        }
        check(batch_.Put(std::string(1, index_key::watermark), encode_watermark(mark)));
        rocksdb::WriteOptions options;
        options.disableWAL = true;
        check(index_.db_->Write(options, &batch_));
        if (!status_.ok()) {
            return to_error(status_, "cannot write the index");
        }
        index_.watermark_ = std::move(mark);
        index_.any_unfinished_ = index_.any_unfinished_ || !unfinished_.empty();
        return {};
    }

private:
    enum class Sign : std::uint8_t { plus, minus };
    struct Row {
        Space space = Space::session;
        Summary sum;
    };

    void check(const rocksdb::Status& status) {
        if (status_.ok()) {
            status_ = status;
        }
    }

    void add_events() {
        ByTextView<Place> here;
        here.reserve(additions_.events.size());
        for (const Stored& stored : additions_.events) {
            // A child of an event that may be replaced gets a posting: its parent may move to
            // another chunk.
            if (!stored.event.has(Flag::unfinished) && !stored.event.has(Flag::settled)) {
                here.emplace(stored.event.id(), stored.place);
            }
        }
        for (const Event& replaced : additions_.replaced) {
            check(batch_.Put(index_key::of_completed(replaced.seq()), {}));
            if (!is_withdrawn(replaced)) {
                add_to_rows(replaced, Sign::minus);
            }
        }
        for (const Stored& stored : additions_.events) {
            take_back_unfinished(stored.event);
            key_.assign(1, index_key::id);
            key_.append(stored.event.id());
            check(batch_.Put(key_, encode_place(stored.place)));
            if (is_withdrawn(stored.event)) {
                continue;
            }
            for (const KeyView& key : keys_.of(stored.event)) {
                // A child in the chunk of its parent is found by looking through that chunk.
                if (key.space == Space::parent) {
                    const auto parent = here.find(key.value);
                    if (parent != here.end() && parent->second.cluster == stored.place.cluster &&
                        parent->second.chunk == stored.place.chunk) {
                        continue;
                    }
                }
                key_.clear();
                index_key::put_posting_prefix(key_, key.space, key.value);
                postings_[key_].push_back({stored.event.time(), stored.place});
            }
            add_to_rows(stored.event);
        }
    }

    // If an event completes another one, that one leaves the rows and every scan.
    void take_back_unfinished(const Event& event) {
        const bool open = event.has(Flag::unfinished);
        if (!open && !index_.any_unfinished_ && unfinished_.empty()) {
            return;
        }
        const std::string key = index_key::of_unfinished(event.id());
        if (const std::optional<Event> before = unfinished_event(key)) {
            check(batch_.Put(index_key::of_completed(before->seq()), {}));
            add_to_rows(*before, Sign::minus);
        }
        if (open) {
            std::string value;
            put_varint(value, event.seq());
            value += event.to_json();
            unfinished_.insert_or_assign(key, event);
            check(batch_.Put(key, value));
        } else {
            unfinished_.insert_or_assign(key, std::nullopt);
            check(batch_.Delete(key));
        }
    }

    std::optional<Event> unfinished_event(const std::string& key) {
        const auto here = unfinished_.find(key);
        if (here != unfinished_.end()) {
            return here->second;
        }
        std::string value;
        if (!index_.db_->Get({}, key, &value).ok()) {
            return std::nullopt;
        }
        ByteReader in(value);
        const std::uint64_t seq = in.varint();
        const Result<Event> event = Event::parse(in.bytes(in.left()));
        return event ? std::optional(event->stored_as(seq, {})) : std::nullopt;
    }

    void add_to_rows(const Event& event, Sign sign = Sign::plus) {
        SummaryPart part = summarize(event);
        if (sign == Sign::minus) {
            // A failure with a call_id is counted once for the call, whatever completes it. A
            // settled call is told by one event alone, and leaves with it.
            const bool leaves = part.failed_call_key.empty() || event.has(Flag::settled);
            part.summary.errors += part.failed_call && leaves ? 1 : 0;
            forget_failed_call(event, part);
            const Summary whole = part.summary;
            part.failed_call = false;
            part.summary.take_back(whole);
            part.summary.take_back(whole);
        }
        add_to_row(Space::session, event.session(), {}, part);
        if (!event.run().empty()) {
            add_to_row(Space::run, event.run(), event.session(), part);
            if (event.session().empty()) {
                add_to_row(Space::loose_run, event.run(), {}, part);
            }
        }
        add_to_row(Space::agent, event.agent(), {}, part);
        add_to_row(Space::correlation, event.correlation(), {}, part);
    }

    void forget_failed_call(const Event& event, const SummaryPart& part) {
        if (!part.failed_call || part.failed_call_key.empty() || !event.has(Flag::settled)) {
            return;
        }
        for (const std::string& row : rows_of(event)) {
            std::string key = index_key::of_failed_call(row, part.failed_call_key);
            check(batch_.Delete(key));
            failed_calls_.erase(key);
            left_calls_.insert(std::move(key));
        }
    }

    // The keys of the rows that an event is counted in.
    static std::vector<std::string> rows_of(const Event& event) {
        std::vector<std::string> rows;
        const auto add = [&rows](Space space, std::string_view id, std::string_view session) {
            if (!id.empty()) {
                rows.push_back(index_key::of_row(space, id, session));
            }
        };
        add(Space::session, event.session(), {});
        add(Space::run, event.run(), event.session());
        add(Space::loose_run, event.session().empty() ? event.run() : std::string_view(), {});
        add(Space::agent, event.agent(), {});
        add(Space::correlation, event.correlation(), {});
        return rows;
    }

    void add_to_row(Space space, std::string_view id, std::string_view session,
                    const SummaryPart& part) {
        if (id.empty()) {
            return;
        }
        std::string key = index_key::of_row(space, id, session);
        const bool failed = part.failed_call && counts_as_failed(key, part.failed_call_key);
        const auto [found, fresh] = rows_.try_emplace(std::move(key));
        Row& row = found->second;
        if (fresh) {
            row.space = space;
            row.sum = part.summary;
            row.sum.id = id;
            row.sum.session = session;
        } else {
            row.sum.add(part.summary);
        }
        row.sum.errors += failed ? 1 : 0;
    }

    // A call that is two events may fail in both, and is one failure.
    bool counts_as_failed(const std::string& row_key, const std::string& call) {
        if (call.empty()) {
            return true;
        }
        std::string key = index_key::of_failed_call(row_key, call);
        std::string unused;
        const bool known = !left_calls_.contains(key) && index_.db_->Get({}, key, &unused).ok();
        if (failed_calls_.contains(key) || known) {
            return false;
        }
        check(batch_.Put(key, {}));
        failed_calls_.insert(std::move(key));
        return true;
    }

    // Rows are listed by when they begin. When an event arrives that is earlier than the row's
    // first, the row gets a second entry; the old entry stays, and readers pass over it.
    Result<void> put_in_order(const std::string& key, const Row& row) {
        auto known = index_.row_firsts_.find(key);
        if (known == index_.row_firsts_.end()) {
            if (index_.row_firsts_.size() >= row_firsts_max) {
                index_.row_firsts_.clear();
            }
            const std::optional<Summary> before =
                TRY(index_.row(row.space, row.sum.id, row.sum.session));
            if (before) {
                known = index_.row_firsts_.emplace(key, before->first).first;
            }
        }
        if (known != index_.row_firsts_.end() && known->second <= row.sum.first) {
            return {};
        }
        index_.row_firsts_[key] = row.sum.first;
        std::string value;
        put_text(value, row.sum.id);
        put_text(value, row.sum.session);
        check(batch_.Put(
            index_key::of_row_order(row.space, row.sum.first, row.sum.id, row.sum.session), value));
        if (row.space == Space::run && !row.sum.session.empty()) {
            check(batch_.Put(index_key::of_run(row.sum.session, row.sum.id), row.sum.id));
        }
        return {};
    }

    static constexpr std::size_t row_firsts_max = 100'000;

    Index& index_;
    const Additions& additions_;
    rocksdb::WriteBatch batch_;
    rocksdb::Status status_;
    Keys keys_;
    std::string key_;
    ByText<std::vector<PostingEntry>> postings_;
    ByText<Row> rows_;
    std::set<std::string> failed_calls_;
    std::set<std::string> left_calls_;  // Failed calls that this batch takes back.
    ByText<std::optional<Event>> unfinished_;  // By key, as this batch leaves them.
};

Result<void> Index::apply(const Additions& additions) {
    return seen(Writer(*this, additions).write());
}

}  // namespace hence::rocks
