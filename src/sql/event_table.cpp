// The store answers conditions by one scan: of the key that leaves the fewest events, within the
// times that are asked for. The rest is left to SQLite, which checks all conditions again.
#include "sql/event_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/try.h"
#include "sql/instants.h"

namespace hence {
namespace {

// A cursor over one event, or none.
class SingleEvent final : public Cursor {
public:
    explicit SingleEvent(std::optional<Event> event) : event_(std::move(event)) {}
    Result<std::optional<Event>> next() override { return std::exchange(event_, std::nullopt); }

private:
    std::optional<Event> event_;
};

std::unique_ptr<Cursor> only(std::optional<Event> event) {
    return std::make_unique<SingleEvent>(std::move(event));
}

// The event with this number, unless another one has taken its place since.
Result<std::optional<Event>> event_numbered(const Store& store, std::uint64_t seq) {
    if (seq == 0 || seq > store.last_seq()) {
        return std::optional<Event>();
    }
    const std::unique_ptr<Cursor> read = TRY(store.read(seq, seq));
    std::optional<Event> event = TRY(read->next());
    if (event && (event->has(Flag::unfinished) || event->has(Flag::settled))) {
        event = TRY(store.find(event->id()));
        if (event && event->seq() != seq) {
            event.reset();
        }
    }
    return event;
}

// What a text column is compared with. A number is compared as the text that it would print;
// nothing for what cannot be said so.
std::optional<std::string> text_in(const sqlite::Value& value) {
    switch (value.type) {
        case sqlite::ValueType::text: return std::string(value.text);
        case sqlite::ValueType::integer: return std::to_string(value.integer);
        case sqlite::ValueType::null:
        case sqlite::ValueType::real:
        case sqlite::ValueType::blob: break;
    }
    return std::nullopt;
}

std::optional<Time> time_in(ColumnKey key, const sqlite::Value& value) {
    if (key == ColumnKey::time) {
        return value.type == sqlite::ValueType::text ? instant_in(value.text) : std::nullopt;
    }
    double ms = 0;
    if (value.type == sqlite::ValueType::integer) {
        ms = static_cast<double>(value.integer);
    } else if (value.type == sqlite::ValueType::real) {
        ms = value.real;
    } else {
        return std::nullopt;
    }
    constexpr double far = 2e14;  // Beyond the year 8000 a bound is none.
    if (!std::isfinite(ms) || std::abs(ms) > far) {
        return std::nullopt;
    }
    return Time{static_cast<std::int64_t>(std::floor(ms / 1e3)), 0, 0};
}

// A bound of time_ms is widened to whole seconds: doubles are not exact.
void add_time(Scan& scan, ColumnKey key, const sqlite::Bound& bound) {
    const std::optional<Time> time = time_in(key, bound.value);
    if (!time) {
        return;
    }
    Time last = *time;
    last.seconds += key == ColumnKey::time_ms ? 1 : 0;
    const bool from =
        bound.compare != sqlite::Compare::less && bound.compare != sqlite::Compare::less_equal;
    const bool to = bound.compare != sqlite::Compare::greater &&
                    bound.compare != sqlite::Compare::greater_equal;
    if (from && (!scan.from || *scan.from < *time)) {
        scan.from = *time;
    }
    if (to && (!scan.to || last < *scan.to)) {
        scan.to = last;
    }
}

// The share of all events that a key leaves, guessed: a run is mostly part of a session, and so on.
double share_of(ColumnKey key) {
    switch (key) {
        case ColumnKey::parent:
        case ColumnKey::of: return 1e-4;
        case ColumnKey::run: return 0.002;
        case ColumnKey::session: return 0.005;
        case ColumnKey::correlation: return 0.008;
        case ColumnKey::agent: return 0.1;
        case ColumnKey::kind: return 0.2;
        case ColumnKey::time:
        case ColumnKey::time_ms: return 0.5;
        case ColumnKey::none:
        case ColumnKey::id:
        case ColumnKey::seq: break;
    }
    return 1;
}

bool is_time(ColumnKey key) {
    return key == ColumnKey::time || key == ColumnKey::time_ms;
}

// Scans go by time and then by number; so does `order`, in one direction.
bool goes_by_time(std::span<const sqlite::Order> order, std::span<const ColumnKey> keys) {
    if (order.empty() || order.size() > 2 ||
        !is_time(keys[static_cast<std::size_t>(order[0].column)])) {
        return false;
    }
    return order.size() == 1 ||
           (keys[static_cast<std::size_t>(order[1].column)] == ColumnKey::seq &&
            order[0].descending == order[1].descending);
}

class EventRows final : public sqlite::Rows {
public:
    EventRows(const Store& store, Sessions& sessions, const std::vector<EventColumn>& columns,
              std::optional<Kind> kind, std::unique_ptr<Cursor> events)
        : store_(store),
          sessions_(sessions),
          columns_(columns),
          kind_(kind),
          events_(std::move(events)) {}

    Result<bool> next() override {
        while (true) {
            std::optional<Event> event = TRY(events_->next());
            if (!event) {
                row_.reset();
                return false;
            }
            if (!kind_ || event->kind() == *kind_) {
                row_.emplace(store_, sessions_, std::move(*event));
                return true;
            }
        }
    }

    std::int64_t number() const override { return static_cast<std::int64_t>(row_->event().seq()); }

    Result<void> cell(int column, sqlite::Cell& cell) override {
        return columns_[static_cast<std::size_t>(column)].write(*row_, cell);
    }

private:
    const Store& store_;
    Sessions& sessions_;
    const std::vector<EventColumn>& columns_;
    std::optional<Kind> kind_;
    std::unique_ptr<Cursor> events_;
    std::optional<EventRow> row_;
};

class EventTable final : public sqlite::Table {
public:
    EventTable(const EventTableText& text, const Store& store, Sessions& sessions)
        : text_(text), store_(store), sessions_(sessions), columns_(columns_of(text)) {
        for (const EventColumn& column : columns_) {
            declared_.push_back(column.column);
            keys_.push_back(column.key);
        }
    }

    std::string_view name() const override { return text_.name; }
    std::string_view text() const override { return text_.text; }
    std::span<const sqlite::TableColumn> columns() const override { return declared_; }

    sqlite::Plan plan(const sqlite::Wanted& wanted) const override {
        const double kind_share = text_.kind ? share_of(ColumnKey::kind) : 1;
        return event_plan(wanted, keys_, static_cast<double>(store_.last_seq()) * kind_share);
    }

    Result<std::unique_ptr<sqlite::Rows>> open(const sqlite::Opening& opening) override {
        EventConditions conditions;
        for (const sqlite::Bound& bound : opening.bounds) {
            conditions.add(keys_[static_cast<std::size_t>(bound.column)], bound);
        }
        if (text_.kind) {
            conditions.kind = std::string(name_of(*text_.kind));
        }
        conditions.scan.direction = opening.backward ? Direction::backward : Direction::forward;
        std::unique_ptr<Cursor> events = TRY(events_under(store_, sessions_, conditions));
        return std::unique_ptr<sqlite::Rows>(std::make_unique<EventRows>(
            store_, sessions_, columns_, text_.kind, std::move(events)));
    }

private:
    const EventTableText& text_;
    const Store& store_;
    Sessions& sessions_;
    std::vector<EventColumn> columns_;
    std::vector<sqlite::TableColumn> declared_;
    std::vector<ColumnKey> keys_;
};

}  // namespace

void EventConditions::add(ColumnKey key, const sqlite::Bound& bound) {
    switch (key) {
        case ColumnKey::id: id = text_in(bound.value); break;
        case ColumnKey::seq:
            if (bound.value.type == sqlite::ValueType::integer && bound.value.integer >= 0) {
                seq = static_cast<std::uint64_t>(bound.value.integer);
            }
            break;
        case ColumnKey::session: session = text_in(bound.value); break;
        case ColumnKey::run: run = text_in(bound.value); break;
        case ColumnKey::agent: agent = text_in(bound.value); break;
        case ColumnKey::kind: kind = text_in(bound.value); break;
        case ColumnKey::correlation: correlation = text_in(bound.value); break;
        case ColumnKey::parent: parent = text_in(bound.value); break;
        case ColumnKey::of: of = text_in(bound.value); break;
        case ColumnKey::time:
        case ColumnKey::time_ms: add_time(scan, key, bound); break;
        case ColumnKey::none: break;
    }
}

Result<std::unique_ptr<Cursor>> events_under(const Store& store, Sessions& sessions,
                                             const EventConditions& conditions) {
    if (conditions.id) {
        std::optional<Event> found = TRY(store.find(*conditions.id));
        return only(std::move(found));
    }
    if (conditions.seq) {
        std::optional<Event> found = TRY(event_numbered(store, *conditions.seq));
        return only(std::move(found));
    }
    const Scan& scan = conditions.scan;
    if (scan.from && scan.to && *scan.to < *scan.from) {
        return only(std::nullopt);
    }
    struct Choice {
        Space space;
        const std::optional<std::string>& value;
    };
    if (conditions.session && !conditions.session->empty() && !conditions.run) {
        return sessions.events(*conditions.session, scan);
    }
    const Choice choices[] = {
        {Space::parent, conditions.parent}, {Space::of, conditions.of},
        {Space::run, conditions.run},       {Space::correlation, conditions.correlation},
        {Space::agent, conditions.agent},   {Space::kind, conditions.kind}};
    for (const Choice& choice : choices) {
        if (choice.value) {
            return choice.value->empty() ? only(std::nullopt)
                                         : store.scan({choice.space, *choice.value}, scan);
        }
    }
    return store.scan({Space::all, {}}, scan);
}

sqlite::Plan event_plan(const sqlite::Wanted& wanted, std::span<const ColumnKey> keys,
                        double total) {
    sqlite::Plan plan;
    double rows = std::max(total, 100.0);
    for (std::size_t i = 0; i < wanted.conditions.size(); ++i) {
        const sqlite::Condition& condition = wanted.conditions[i];
        const ColumnKey key = keys[static_cast<std::size_t>(condition.column)];
        const bool equal = condition.compare == sqlite::Compare::equal;
        if (key == ColumnKey::none || (!equal && !is_time(key))) {
            continue;
        }
        if (key == ColumnKey::id || key == ColumnKey::seq) {
            return {.used = {i}, .cost = 10, .rows = 1, .unique = true};
        }
        plan.used.push_back(i);
        rows *= share_of(key);
    }
    plan.rows = std::max(rows, 2.0);
    // An event that is read costs more than a look at an id.
    plan.cost = 50 + 4 * plan.rows;
    plan.ordered = goes_by_time(wanted.order, keys);
    plan.backward = plan.ordered && wanted.order[0].descending;
    return plan;
}

std::unique_ptr<sqlite::Table> event_table(const EventTableText& text, const Store& store,
                                           Sessions& sessions) {
    return std::make_unique<EventTable>(text, store, sessions);
}

}  // namespace hence
