// How one commit gets into the index: its keys are collected, key by key, and written as one batch.
#include <map>

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
        count_failed_calls();
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
            if (!is_withdrawn(stored.event)) {
                add_to_rows(stored.event);
            }
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
            part.summary.errors += part.failed_call && part.failed_call_key.empty() ? 1 : 0;
            const Summary whole = part.summary;
            part.failed_call = part.failed_call && !part.failed_call_key.empty();
            part.summary.take_back(whole);
            part.summary.take_back(whole);
        }
        const int failures = sign == Sign::minus ? -1 : 1;
        add_to_row(Space::session, event.session(), {}, part, failures);
        if (!event.run().empty()) {
            add_to_row(Space::run, event.run(), event.session(), part, failures);
            if (event.session().empty()) {
                add_to_row(Space::loose_run, event.run(), {}, part, failures);
            }
        }
        add_to_row(Space::agent, event.agent(), {}, part, failures);
        add_to_row(Space::correlation, event.correlation(), {}, part, failures);
    }

    void add_to_row(Space space, std::string_view id, std::string_view session,
                    const SummaryPart& part, int failures) {
        if (id.empty()) {
            return;
        }
        const std::string key = index_key::of_row(space, id, session);
        const auto [found, fresh] = rows_.try_emplace(key);
        Row& row = found->second;
        if (fresh) {
            row.space = space;
            row.sum = part.summary;
            row.sum.id = id;
            row.sum.session = session;
        } else {
            row.sum.add(part.summary);
        }
        if (!part.failed_call) {
            return;
        }
        if (part.failed_call_key.empty()) {
            ++row.sum.errors;
        } else {
            FailedCall& call = failed_calls_[index_key::of_failed_call(key, part.failed_call_key)];
            call.row = key;
            call.events += failures;
        }
    }

    // A call may be told by two events that both say it failed, and is one failure.
    void count_failed_calls() {
        for (const auto& [key, call] : failed_calls_) {
            std::string value;
            const bool known = index_.db_->Get({}, key, &value).ok();
            const auto before = known ? static_cast<std::int64_t>(ByteReader(value).varint()) : 0;
            const std::int64_t after = before + call.events;
            rows_[call.row].sum.errors += static_cast<std::uint64_t>(after > 0 ? 1 : 0) -
                                          static_cast<std::uint64_t>(before > 0 ? 1 : 0);
            if (after > 0) {
                std::string count;
                put_varint(count, static_cast<std::uint64_t>(after));
                check(batch_.Put(key, count));
            } else {
                check(batch_.Delete(key));
            }
        }
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
    struct FailedCall {
        std::string row;
        std::int64_t events = 0;  // How many more say that it failed.
    };
    std::map<std::string, FailedCall> failed_calls_;  // By the key of their count.
    ByText<std::optional<Event>> unfinished_;         // By key, as this batch leaves them.
};

Result<void> Index::apply(const Additions& additions) {
    return seen(Writer(*this, additions).write());
}

}  // namespace hence::rocks
