#include "store/postgres/past.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "store/format/event_codec.h"
#include "store/format/posting.h"
#include "store/format/summary_codec.h"

namespace hence::postgres {

Result<std::shared_ptr<const Chunk>> FetchedPast::chunk(const Place& place) const {
    const std::optional<std::string_view> value =
        fetched_.get(log_key::of_chunk(place.cluster, place.chunk));
    return value ? Chunk::parse(std::string(*value), place.chunk)
                 : Result<std::shared_ptr<const Chunk>>(nullptr);
}

Result<std::shared_ptr<const Chunk>> FetchedPast::chunk_with(const Hash& text,
                                                             std::uint64_t /*cluster*/) const {
    const std::optional<std::string_view> value = fetched_.get(index_key::of_text(text));
    if (!value) {
        return std::shared_ptr<const Chunk>();
    }
    const Place place = TRY(decode_place(*value));
    return chunk(place);
}

// What is not fetched yet makes an event unreadable, and the commit is worked out again.
Result<std::optional<Event>> FetchedPast::event_at(const Place& place) {
    const std::shared_ptr<const Chunk> there = TRY(chunk(place));
    if (there == nullptr) {
        return fetched_.wants() ? Result<std::optional<Event>>(std::nullopt)
                                : Error{Code::corrupt, "the engine lacks a chunk of the log"};
    }
    const std::size_t slot = TRY(slot_of(*there, place.seq));
    Result<Event> event = in(there, slot);
    if (!event) {
        return fetched_.wants() ? Result<std::optional<Event>>(std::nullopt) : event.error();
    }
    return std::optional(std::move(event).take());
}

Result<std::optional<Event>> FetchedPast::event(std::string_view id) {
    if (ids_ == Ids::taken_for_new) {
        return std::optional<Event>{};
    }
    const std::optional<std::string_view> value = fetched_.get(index_key::of_id(id));
    if (!value) {
        return std::optional<Event>{};
    }
    const Place place = TRY(decode_place(*value));
    return event_at(place);
}

Result<std::optional<std::string>> FetchedPast::outcome_of(std::string_view event) {
    std::string part;
    index_key::put_posting_prefix(part, Space::of, event);
    const std::map<std::string, std::string>* const postings = fetched_.all(Table::index, part);
    std::optional<std::pair<Position, std::string>> first;
    if (postings != nullptr) {
        for (const auto& [rest, value] : *postings) {
            const Posting posting = TRY(decode_posting(value));
            for (const Place& place : posting.places) {
                const std::optional<Event> outcome = TRY(event_at(place));
                if (!outcome) {
                    continue;
                }
                const Position position{outcome->time(), outcome->seq()};
                if (!first || position < first->first) {
                    first = {position, std::string(outcome->id())};
                }
            }
        }
    }
    return first ? std::optional(std::move(first->second)) : std::nullopt;
}

Result<std::optional<std::uint64_t>> FetchedPast::cluster(const std::string& name) {
    const auto here = clusters_.find(name);
    if (here != clusters_.end()) {
        return std::optional(here->second);
    }
    const std::optional<std::string_view> value = fetched_.get(index_key::of_cluster(name));
    return value ? std::optional(ByteReader(*value).varint()) : std::nullopt;
}

void FetchedPast::remember_cluster(const std::string& name, std::uint64_t number) {
    clusters_.emplace(name, number);
}

bool FetchedPast::has_text(const Hash& hash) {
    return texts_.contains(hash) || fetched_.get(index_key::of_text(hash)).has_value();
}

void FetchedPast::remember_text(const Hash& hash, const Place& /*place*/) {
    texts_.insert(hash);
}

Result<std::optional<std::string>> FetchedPast::entry(const std::string& key) {
    const std::optional<std::string_view> value = fetched_.get(key);
    return value ? std::optional(std::string(*value)) : std::nullopt;
}

NewKeys ids_of(const Additions& additions) {
    NewKeys ids;
    ids.reserve(additions.events.size());
    for (const Stored& stored : additions.events) {
        std::string key(1, index_key::id);
        key.append(stored.event.id());
        ids.emplace_back(std::move(key), encode_place(stored.place));
    }
    // Of events with one id the last one stands.
    std::ranges::stable_sort(ids, {}, &NewKeys::value_type::first);
    const auto kept = std::unique(ids.rbegin(), ids.rend(), [](const auto& one, const auto& other) {
        return one.first == other.first;
    });
    ids.erase(ids.begin(), kept.base());
    return ids;
}

Result<std::optional<std::string>> FetchedIndex::get(const std::string& key) {
    const std::optional<std::string_view> value = fetched_.get(key);
    return value ? std::optional(std::string(*value)) : std::nullopt;
}

Result<std::optional<Time>> FetchedIndex::row_began(const std::string& key, Space /*space*/,
                                                    const Summary& /*row*/) {
    const std::optional<std::string_view> value = fetched_.get(key);
    if (!value) {
        return std::optional<Time>{};
    }
    Summary row = TRY(decode_summary(*value));
    row.forget_taken_back();
    return row.events == 0 ? std::nullopt : std::optional(row.first);
}

void FetchedIndex::put(const std::string& key, const std::string& value) {
    if (ids_ == Ids::taken_for_new && key.starts_with(index_key::id)) {
        return;  // Written apart from the rest: see ids_of.
    }
    if (key.starts_with(index_key::posting)) {
        changes_.put_new(key, value);  // It ends with the number of an event of this commit.
    } else {
        changes_.put(key, value);
    }
}

void FetchedIndex::add_to_row(const std::string& key, const Summary& sum) {
    const std::optional<std::string_view> before = fetched_.get(key);
    if (!before) {
        changes_.put(key, encode_summary(sum));
        return;
    }
    Result<Summary> row = decode_summary(*before);
    if (!row) {
        failure_ = row.error();
        return;
    }
    row->add(sum);
    changes_.put(key, encode_summary(*row));
}

}  // namespace hence::postgres
