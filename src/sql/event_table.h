// A table of events, found by the store's own keys.
#pragma once

#include <memory>

#include "sql/event_row.h"
#include "sqlite/table.h"

namespace hence {

std::unique_ptr<sqlite::Table> event_table(const EventTableText& text, const Store& store,
                                           Sessions& sessions);

// The store's events that conditions leave, a superset: SQLite checks each condition again.
struct EventConditions {
    std::optional<std::string> id = {};
    std::optional<std::uint64_t> seq = {};
    std::optional<std::string> session = {};
    std::optional<std::string> run = {};
    std::optional<std::string> agent = {};
    std::optional<std::string> kind = {};
    std::optional<std::string> correlation = {};
    std::optional<std::string> parent = {};
    std::optional<std::string> of = {};
    Scan scan = {};

    void add(ColumnKey key, const sqlite::Bound& bound);
};
// Fails as the store does. The cursor must not outlive `sessions`.
Result<std::unique_ptr<Cursor>> events_under(const Store& store, Sessions& sessions,
                                             const EventConditions& conditions);

// A plan that uses the conditions on these keys, by column. `total` is how many events there are.
sqlite::Plan event_plan(const sqlite::Wanted& wanted, std::span<const ColumnKey> keys,
                        double total);

}  // namespace hence
