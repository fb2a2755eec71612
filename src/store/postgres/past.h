// What a commit must know of the commits before it, and how it changes the index: both over what
// was fetched from the engine (tables.h), and nothing else.
//
// A commit is worked out without waiting. What it asks for and is not fetched counts as absent, and
// is noted; then everything noted is fetched at once. When nothing of it is there, and nobody else
// committed since the commit before, the commit was worked out right: new events under known
// sessions. Otherwise the result is thrown away and worked out again, and mostly the second time is
// the last.
//
// Ids need not even be looked for: where new ones are expected, each counts as new, and is written
// so that the engine refuses one that is there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "store/format/additions.h"
#include "store/format/commit.h"
#include "store/format/event_source.h"
#include "store/format/index_changes.h"
#include "store/postgres/tables.h"

namespace hence::postgres {

// Whether ids that may be there are looked for, or count as new until the engine says otherwise.
enum class Ids : std::uint8_t { looked_for, taken_for_new };

class FetchedPast final : public Past, public EventSource {
public:
    explicit FetchedPast(Fetched& fetched, Ids ids = Ids::looked_for)
        : fetched_(fetched), ids_(ids) {}

    Result<std::optional<Event>> event(std::string_view id) override;
    Result<std::optional<std::string>> outcome_of(std::string_view event) override;
    Result<std::optional<std::uint64_t>> cluster(const std::string& name) override;
    void remember_cluster(const std::string& name, std::uint64_t number) override;
    bool has_text(const Hash& hash) override;
    void remember_text(const Hash& hash, const Place& place) override;
    Result<std::optional<std::string>> entry(const std::string& key) override;

    // A chunk that is not fetched is null.
    Result<std::shared_ptr<const Chunk>> chunk(const Place& place) const override;
    Result<std::shared_ptr<const Chunk>> chunk_with(const Hash& text,
                                                    std::uint64_t cluster) const override;

private:
    Result<std::optional<Event>> event_at(const Place& place);

    Fetched& fetched_;
    Ids ids_;
    std::map<std::string, std::uint64_t> clusters_;  // Of this commit.
    std::set<Hash> texts_;
};

// The ids of these events, as the index has them.
NewKeys ids_of(const Additions& additions);

class FetchedIndex final : public ChangedIndex {
public:
    FetchedIndex(Fetched& fetched, Changes& changes, bool any_unfinished, Ids ids = Ids::looked_for)
        : fetched_(fetched), changes_(changes), any_unfinished_(any_unfinished), ids_(ids) {}

    Result<std::optional<std::string>> get(const std::string& key) override;
    Result<std::optional<Time>> row_began(const std::string& key, Space space,
                                          const Summary& row) override;
    bool any_unfinished() const override { return any_unfinished_; }
    void put(const std::string& key, const std::string& value) override;
    void drop(const std::string& key) override { changes_.drop(key); }
    void add_to_row(const std::string& key, const Summary& sum) override;
    void row_begins(const std::string& /*key*/, const Time& /*first*/) override {}
    void unfinished_added() override { unfinished_ = true; }

    bool unfinished() const { return unfinished_; }
    // Of a row that could not be read.
    const std::optional<Error>& failure() const { return failure_; }

private:
    Fetched& fetched_;
    Changes& changes_;
    bool any_unfinished_;
    Ids ids_;
    bool unfinished_ = false;
    std::optional<Error> failure_;
};

}  // namespace hence::postgres
