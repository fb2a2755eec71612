// How one commit gets into the index: its keys are collected, key by key, and handed over.
#include "store/format/index_changes.h"

#include <map>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "base/try.h"
#include "model/keys.h"
#include "model/repeat.h"
#include "store/format/posting.h"
#include "store/format/summary_codec.h"

namespace hence {
namespace {

class Changes {
public:
    Changes(ChangedIndex& index, const Additions& additions)
        : index_(index), additions_(additions) {}

    Result<void> make() {
        TRY(add_events());
        TRY(count_failed_calls());
        for (auto& [prefix, entries] : postings_) {
            for (const PostingPart& part : make_postings(entries)) {
                key_ = prefix;
                put_instant(key_, part.first.time);
                put_be64(key_, part.first.seq);
                index_.put(key_, part.value);
            }
        }
        for (auto& [key, row] : rows_) {
            index_.add_to_row(key, row.sum);
            TRY(put_in_order(key, row));
        }
        for (const auto& [hash, place] : additions_.texts) {
            index_.put(index_key::of_text(hash),
                       encode_place({place.cluster, place.chunk, place.chunk}));
        }
        for (const auto& [name, number] : additions_.clusters) {
            std::string value;
            put_varint(value, number);
            index_.put(index_key::of_cluster(name), value);
        }
        return {};
    }

private:
    enum class Sign : std::uint8_t { plus, minus };
    struct Row {
        Space space = Space::session;
        Summary sum;
    };

    Result<void> add_events() {
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
            put_completed(replaced.seq());
            if (!is_withdrawn(replaced)) {
                add_to_rows(replaced, Sign::minus);
            }
        }
        for (const Stored& stored : additions_.events) {
            TRY(take_back_unfinished(stored.event));
            key_.assign(1, index_key::id);
            key_.append(stored.event.id());
            index_.put(key_, encode_place(stored.place));
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
        return {};
    }

    // The value says which commit did it, so that a scan from before it can tell.
    void put_completed(std::uint64_t seq) {
        std::string value;
        put_varint(value, additions_.last_seq);
        index_.put(index_key::of_completed(seq), value);
    }

    // If an event completes another one, that one leaves the rows and every scan.
    Result<void> take_back_unfinished(const Event& event) {
        const bool open = event.has(Flag::unfinished);
        if (!open && !index_.any_unfinished() && unfinished_.empty()) {
            return {};
        }
        const std::string key = index_key::of_unfinished(event.id());
        const std::optional<Event> before = TRY(unfinished_event(key));
        if (before) {
            put_completed(before->seq());
            add_to_rows(*before, Sign::minus);
        }
        if (open) {
            std::string value;
            put_varint(value, event.seq());
            value += event.to_json();
            unfinished_.insert_or_assign(key, event);
            index_.put(key, value);
            index_.unfinished_added();
        } else {
            unfinished_.insert_or_assign(key, std::nullopt);
            index_.drop(key);
        }
        return {};
    }

    Result<std::optional<Event>> unfinished_event(const std::string& key) {
        const auto here = unfinished_.find(key);
        if (here != unfinished_.end()) {
            return here->second;
        }
        const std::optional<std::string> value = TRY(index_.get(key));
        if (!value) {
            return std::optional<Event>{};
        }
        ByteReader in(*value);
        const std::uint64_t seq = in.varint();
        const Event event = TRY(Event::parse(in.bytes(in.left())));
        return std::optional(event.stored_as(seq, {}));
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
    Result<void> count_failed_calls() {
        for (const auto& [key, call] : failed_calls_) {
            const std::optional<std::string> value = TRY(index_.get(key));
            const auto before = value ? static_cast<std::int64_t>(ByteReader(*value).varint()) : 0;
            const std::int64_t after = before + call.events;
            rows_[call.row].sum.errors += static_cast<std::uint64_t>(after > 0 ? 1 : 0) -
                                          static_cast<std::uint64_t>(before > 0 ? 1 : 0);
            if (after > 0) {
                std::string count;
                put_varint(count, static_cast<std::uint64_t>(after));
                index_.put(key, count);
            } else {
                index_.drop(key);
            }
        }
        return {};
    }

    // Rows are listed by when they begin. When an event arrives that is earlier than the row's
    // first, the row gets a second entry; the old entry stays, and readers pass over it.
    Result<void> put_in_order(const std::string& key, const Row& row) {
        const std::optional<Time> began = TRY(index_.row_began(key, row.space, row.sum));
        if (began && *began <= row.sum.first) {
            return {};
        }
        index_.row_begins(key, row.sum.first);
        std::string value;
        put_text(value, row.sum.id);
        put_text(value, row.sum.session);
        index_.put(index_key::of_row_order(row.space, row.sum.first, row.sum.id, row.sum.session),
                   value);
        if (row.space == Space::run && !row.sum.session.empty()) {
            index_.put(index_key::of_run(row.sum.session, row.sum.id), row.sum.id);
        }
        put_name(row.space, row.sum.id);
        return {};
    }

    // So that a name is found by its beginning and by its end.
    void put_name(Space space, std::string_view name) {
        key_ = index_key::of_names(space);
        key_.append(name);
        index_.put(key_, {});
        key_ = index_key::of_names_reversed(space);
        key_.append(name.rbegin(), name.rend());
        index_.put(key_, {});
    }

    ChangedIndex& index_;
    const Additions& additions_;
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

}  // namespace

Result<void> change_index(const Additions& additions, ChangedIndex& index) {
    return Changes(index, additions).make();
}

}  // namespace hence
