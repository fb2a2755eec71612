// One event as a row of SQL: what its columns say, worked out when a query asks for a column.
//
// Many columns need more than the event: the session of an event that names none, the end of a call
// that was recorded as two events, the outcome of a decision. A query that does not ask for such a
// column does not pay for it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "sqlite/table.h"
#include "views/find/session_events.h"

namespace hence {

class EventRow {
public:
    EventRow(const Store& store, Sessions& sessions, Event event)
        : store_(&store), sessions_(&sessions), event_(std::move(event)) {}

    const Event& event() const { return event_; }
    // The session that the event belongs to.
    Result<std::string> session() const { return sessions_->of(event_); }
    // What ended a tool call, if that was recorded by itself.
    Result<const Event*> end();
    Result<const Event*> outcome();

private:
    const Store* store_;
    Sessions* sessions_;
    Event event_;
    bool end_known_ = false;
    std::optional<Event> end_;
    bool outcome_known_ = false;
    std::optional<Event> outcome_;
};

// By which key of the store a column finds events.
enum class ColumnKey : std::uint8_t {
    none,
    id,
    seq,
    session,
    run,
    agent,
    kind,
    correlation,
    parent,
    of,
    time,
    time_ms,
};

struct EventColumn {
    sqlite::TableColumn column;
    ColumnKey key = ColumnKey::none;
    Result<void> (*write)(EventRow& row, sqlite::Cell& cell) = nullptr;
};

// A table of events: of all of them, or of one kind.
struct EventTableText {
    std::string_view name;
    std::string_view text;
    std::optional<Kind> kind;
    std::span<const EventColumn> columns;  // Between those that every table of events has.
};

std::span<const EventTableText> event_tables();
// What every table of events begins and ends with.
std::span<const EventColumn> leading_columns();
std::span<const EventColumn> trailing_columns();
// All of them, in order.
std::vector<EventColumn> columns_of(const EventTableText& text);

}  // namespace hence
